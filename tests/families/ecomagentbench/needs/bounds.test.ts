import { expect, test } from 'vitest';
import { narrowBounds } from '../../../../families/ecomagentbench/needs/bounds.ts';
import type { Product } from '../../../../schemas/product.ts';
import type { Feature } from '../../../../shopping/kinds/index.ts';
import { tote } from '../../../fixtures/extraction.ts';
import { targetContext } from '../../../fixtures/targets.ts';

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
  narrowBounds(context, { maxAnswers, leastImplicit: 0 });
  return context.collected.features.find(({ field }) => field === 'price')?.value;
}

test('a bound on the price gets a lower end where a cheaper product fits all the rest', () => {
  expect(boundBeside(2000)).toEqual({ min: 50, max: 75 });
});

test('it is drawn closer only as far as it takes', () => {
  expect(boundBeside(5500)).toEqual({ min: 60, max: 75 });
  expect(boundBeside(7200)).toEqual({ min: 50, max: 70 });
});

test('it stays as it is where that would keep nobody out, or where so many answers are allowed', () => {
  expect(boundBeside(7000)).toEqual({ max: 75 });
  expect(boundBeside(2000, 2)).toEqual({ max: 75 });
});

test('bounds on a quantity are drawn closer too, and those that are hinted at only where hints are left', () => {
  const sized = (id: string, size: string) => ({ ...tote({ 'Screen Size': size }), id });
  const sizes = [14, 14, 14, 13.3, 13.3, 13.3, 15.6, 15.6, 15.6, 17.3, 17.3, 17.3];
  const products = sizes.map((size, at) => sized(`P${at}`, `${size} Inches`));
  const rangeWith = (implicit: boolean, leastImplicit: number) => {
    const context = targetContext({ id: 'P2', noun: 'tote bag', products });
    context.collected.addDetails();
    const { features } = context.collected;
    const at = features.findIndex(({ field }) => field === 'details.Screen Size');
    features[at] = { ...(features[at] as Feature), value: { max: 17.3, unit: 'in' }, implicit } as Feature;
    narrowBounds(context, { maxAnswers: 1, leastImplicit });
    return context.collected.features[at]?.value;
  };
  expect(rangeWith(false, 1)).toMatchObject({ nominal: 14, unit: 'in' });
  expect(rangeWith(true, 0)).toMatchObject({ nominal: 14, unit: 'in' });
  expect(rangeWith(true, 1)).toEqual({ max: 17.3, unit: 'in' });
});
