import { expect, test } from 'vitest';
import {
  type PredictedProduct,
  PUBLISHED_RULES,
  productRelevance,
  type ScoredTask,
} from '../../../../families/shoppingbench/scoring/index.ts';
import {
  details,
  finder,
  judging,
  predicted,
  reward,
  taskOf,
  titlesBy,
  unknownProduct,
} from '../../../fixtures/scored-tasks.ts';

const relevance = (product: PredictedProduct, task: ScoredTask, how = judging()) =>
  productRelevance(product, task.targets[0]!, task.intent, how);
const priced = (range: Record<string, [number | null, number | null]>) => finder({ price: [range] });

test('title, price and each feature are one point each, over 2 + the number of features (Eq. 1)', () => {
  const task = finder({ price: [{ between: [10, 20] }], attributes: [{ brand: ['Harbor'] }], service: ['COD'] });
  expect(relevance(predicted({ priceMinor: 1500, details: details({ Brand: 'Harbor' }), services: [] }), task)).toBe(
    3 / 4,
  );
  expect(relevance(predicted({ priceMinor: 2500, details: {}, services: ['COD'] }), task)).toBe(2 / 4);
  expect(relevance(predicted({ title: 'Chair', priceMinor: 2500 }), task)).toBe(0);
});

test('a product that meets everything is fully relevant under another id', () => {
  const task = finder({ price: [{ between: [10, 20] }], attributes: [{ brand: ['Harbor'] }], service: ['COD'] });
  const other = predicted({ priceMinor: 1500, details: details({ Brand: 'harbor' }), services: ['COD'] });
  expect(relevance(other, task)).toBe(1);
});

test.each([
  [0.5, 1],
  [0.499, 0.5],
])('a title similarity of %f gives a relevance of %f where only the title is asked for', (similarity, expected) => {
  const titles = titlesBy({ 'Sack ~ Bag T': similarity });
  expect(relevance(predicted({ title: 'Sack' }), finder(), judging({ titles }))).toBe(expected);
});

test.each([
  ['the lower bound', { between: [10, 20] }, 1000, 1],
  ['the upper bound', { between: [10, 20] }, 2000, 1],
  ['below the range', { between: [10, 20] }, 999, 0.5],
  ['above the range', { between: [10, 20] }, 2001, 0.5],
  ['exactly the least', { 'greater than': [10, null] }, 1000, 1],
  ['less than the least', { 'greater than': [10, null] }, 999, 0.5],
  ['exactly the most', { 'less than': [null, 19.99] }, 1999, 1],
  ['more than the most', { 'less than': [null, 19.99] }, 2000, 0.5],
])('price ranges are inclusive: %s', (_, range, priceMinor, expected) => {
  expect(relevance(predicted({ priceMinor }), priced(range as never))).toBe(expected);
});

test('two ranges of one task hold together', () => {
  const task = finder({ price: [{ 'greater than': [10, null] }, { 'less than': [null, 20] }] });
  expect([900, 1500, 2100].map((priceMinor) => relevance(predicted({ priceMinor }), task))).toEqual([0.5, 1, 0.5]);
});

test('a product without a price misses every range', () => {
  expect(relevance(predicted({ priceMinor: null, currency: null }), priced({ 'greater than': [0, null] }))).toBe(0.5);
});

test('where a task limits no price, every product has that point, also one without a price', () => {
  expect(relevance(predicted({ title: 'Chair', priceMinor: null, currency: null }), finder())).toBe(0.5);
  const unlimited = priced({ 'greater than': [null, null] });
  expect(relevance(predicted({ title: 'Chair', priceMinor: null, currency: null }), unlimited)).toBe(0.5);
});

test('the published rules leave a price that is not limited out of sum and denominator', () => {
  const task = finder({ service: ['COD'] });
  const wrongTitle = predicted({ title: 'Chair', services: ['COD'] });
  expect(relevance(wrongTitle, task, judging({ rules: PUBLISHED_RULES }))).toBe(1 / 2);
  expect(relevance(wrongTitle, task)).toBe(2 / 3);
});

test('the published rules count a price that is limited', () => {
  const how = judging({ rules: PUBLISHED_RULES });
  expect(relevance(predicted({ priceMinor: 999 }), priced({ between: [10, 20] }), how)).toBe(0.5);
});

test('the target scores 1 by its id, whatever is known of it', () => {
  const task = finder({ price: [{ between: [10, 20] }], service: ['COD'] });
  expect(relevance(unknownProduct('T'), task)).toBe(1);
  expect(relevance(predicted({ id: 'T', title: 'Chair', priceMinor: 9 }), task)).toBe(1);
});

test('a product that nobody knows scores 0, though the task limits no price', () => {
  expect(relevance(unknownProduct('X'), finder())).toBe(0);
});

test.each([
  [0.5, 1, 0],
  [0.79, 1, 0],
  [0.8, 1, 1],
  [0.49, 0.5, 0],
])(
  'a knowledge title of similarity %f is worth %f, and %f under the published rules',
  (similarity, paper, published) => {
    const task = taskOf({ reward: { product_id: 'T', title: 'Bag T', price: 12 }, Knowledge_Attribute: 'Bag' });
    const titles = titlesBy({ 'Sack ~ Bag T': similarity });
    expect(relevance(predicted({ title: 'Sack' }), task, judging({ titles }))).toBe(paper);
    expect(relevance(predicted({ title: 'Sack' }), task, judging({ titles, rules: PUBLISHED_RULES }))).toBe(published);
  },
);

test('features of a knowledge task count beside its title, but not under the published rules', () => {
  const task = taskOf({ reward: reward('T', { service: ['COD'] }), Knowledge_Attribute: 'Bag' });
  expect(relevance(predicted({ services: [] }), task)).toBe(2 / 3);
  expect(relevance(predicted({ services: [] }), task, judging({ rules: PUBLISHED_RULES }))).toBe(1);
});
