import fc from 'fast-check';
import { expect, test } from 'vitest';
import { priceUntraced } from '../../../../families/shoppingbench/lint/price-untraced.ts';
import { foundIn, lookedAt, taskWith } from './published-tasks.ts';

const unsaid = (query: string, low: number, high: number) =>
  foundIn(priceUntraced, taskWith({ query, products: [{ price: { between: [low, high] } }] }))[0];

test.each(['between 1250 and 2000 pesos', 'from ₱1,250 to ₱2,000', 'PHP 1250.00-2000'])(
  'both bounds stand in "%s"',
  (query) => expect(unsaid(query, 1250, 2000)).toEqual([]),
);

test.each([
  ['a missing bound', 'over 1250 pesos', ['between 2000']],
  ['digits of a longer number', 'between 12500 and 2000 pesos', ['between 1250']],
  ['no number', 'a cheap wheel', ['between 1250', 'between 2000']],
])('%s is found', (_, query, found) => expect(unsaid(query, 1250, 2000)).toEqual(found));

test('every bound is counted, and none where none is given', () => {
  expect(lookedAt(priceUntraced, taskWith({ products: [{ price: { 'greater than': [375, null] } }] }))).toBe(1);
  expect(lookedAt(priceUntraced, taskWith())).toBe(0);
});

test('a bound said with its cents is found in minor units exactly', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000_000 }), fc.integer({ min: 1, max: 10_000_000 }), (a, b) => {
      const [low, high] = [a / 100, b / 100];
      expect(unsaid(`from ${low.toFixed(2)} to ${high}`, low, high)).toEqual([]);
    }),
  );
});
