import { expect, test } from 'vitest';
import { wholeRunText } from '../../../cli/build/dry-run.ts';

const reach = (products: number) => ({
  products: Array.from({ length: products }, (_, row) => row),
  least: 1,
  most: products,
});
const intents = (count: number, wanted: number, products = 100) =>
  Array.from({ length: count }, () => ({ wanted, reach: reach(products) }));

test('a run that products are enough for is told how many they allow', () => {
  expect(wholeRunText(intents(4, 10), 1)).toBe(
    'in all: 40 wanted, of at most 100 with a product used once (--uses-per-product 1), before any is rejected',
  );
});

test('a run that wants more than products allow is told how many, and what would allow all', () => {
  expect(wholeRunText(intents(4, 60), 1)).toBe(
    'in all: at most 100 of 240 wanted with a product used once (--uses-per-product 1), before any is rejected; --uses-per-product 3 would allow all of them',
  );
});

test('where no number allows all, the least that allows most is named', () => {
  expect(wholeRunText([...intents(2, 80), ...intents(1, 20, 10)], 1)).toBe(
    'in all: at most 100 of 180 wanted with a product used once (--uses-per-product 1), before any is rejected; --uses-per-product 2 would allow 170, and no number more',
  );
  expect(wholeRunText(intents(1, 200), 1)).toMatch(/; no --uses-per-product allows more$/);
});
