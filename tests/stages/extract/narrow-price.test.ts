import { expect, test } from 'vitest';
import { narrowPrice } from '../../../families/ecomagentbench/needs/bounds.ts';
import type { Product } from '../../../schemas/product.ts';
import { tote } from '../../fixtures/extraction.ts';
import { targetContext } from '../../fixtures/targets.ts';

const bag = (id: string, priceMinor: number): Partial<Product> => ({
  ...tote({ Color: 'Red' }),
  id,
  priceMinor,
  currency: 'USD',
});

/** The bound of a bag for $70 beside one for so much, after all that is known of it was looked at. */
function boundBeside(other: number, maxAnswers = 1) {
  const context = targetContext({ id: 'T', noun: 'tote bag', products: [bag('T', 7000), bag('O', other)] });
  const base = { type: 'numeric_range', field: 'price', implicit: false, required: false } as const;
  context.collected.add({ ...base, value: { max: 75 }, sources: ['query'] });
  narrowPrice(context, maxAnswers);
  return context.collected.features.find(({ field }) => field === 'price')?.value;
}

test('a bound on the price gets a lower end where a cheaper product fits all the rest', () => {
  expect(boundBeside(2000)).toEqual({ min: 50, max: 75 });
});

test('it stays as it is where that would keep nobody out, or where so many answers are allowed', () => {
  expect(boundBeside(6500)).toEqual({ max: 75 });
  expect(boundBeside(2000, 2)).toEqual({ max: 75 });
});
