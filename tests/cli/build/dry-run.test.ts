import { expect, test } from 'vitest';
import { tellForecast, wholeRunText } from '../../../cli/build/dry-run.ts';
import type { Forecast } from '../../../pipeline/run/task-forecast.ts';

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

const FORECASTS: readonly Forecast[] = [
  {
    ...{ intent: 'product_search', eligible: 1282, tried: 60, accepted: 30 },
    needed: { both: 3, one: 12, none: 15 },
    codes: [
      { code: 'too_few_features', tasks: 20 },
      { code: 'no_product_noun', tasks: 10 },
    ],
  },
  { intent: 'review_driven', eligible: 0, tried: 0, accepted: 0, needed: { both: 0, one: 0, none: 0 }, codes: [] },
];

const printed = (forecasts: readonly Forecast[], width: number) => {
  let text = '';
  tellForecast(forecasts, { width, window: width, colour: false, write: (part: string) => (text += part) } as never);
  return text;
};

test('each intent has a line with what it carries at every level, and what most of the others lack', () => {
  const text = printed(FORECASTS, 100);
  expect(text).toMatch(/intent +tried +off +any +both +most rejected for/);
  expect(text).toMatch(/product_search +60 +48\d–79\d +20\d–47\d +2\d–17\d +20 too_few_features/);
  expect(text).toMatch(/review_driven +0 +0 +0 +0 +none is eligible/);
});

test('a family that hides nothing has no levels', () => {
  const text = printed([{ ...(FORECASTS[0] as Forecast), needed: null }], 100);
  expect(text).toMatch(/intent +tried +accepted +most rejected for/);
  expect(text).not.toContain('--require-necessity');
});

test('a narrow window cuts nothing off', () => {
  for (const line of printed(FORECASTS, 50).split('\n')) expect(line.length).toBeLessThanOrEqual(50);
});
