import { expect, test } from 'vitest';
import { metricsOf, type TaskScore } from '../../../../families/shoppingbench/scoring/index.ts';

const scores = (intent: string, tasks: number, successes: number, constraint: 0 | 1 | null = null): TaskScore[] =>
  Array.from({ length: tasks }, (_, at) => ({ intent, relevance: 1, constraint, success: at < successes }));

test('the success rate of an intent is the share of its successful tasks (Eq. 6)', () => {
  const { intents } = metricsOf([...scores('products_finder', 4, 1), ...scores('knowledge', 2, 2, 1)]);
  expect(intents.map(({ intent, asr }) => [intent, asr])).toEqual([
    ['products_finder', 0.25],
    ['knowledge', 1],
  ]);
});

test('the cumulative relevance of an intent is the mean over its tasks (Eq. 5)', () => {
  const [half, whole] = scores('products_finder', 2, 1);
  const { intents } = metricsOf([{ ...half!, relevance: 0.5 }, whole!]);
  expect(intents[0]?.car).toBe(0.75);
});

test('the constraint score of an intent is its mean, and products finder has none', () => {
  const shops = [...scores('multi_products_seller', 1, 0, 0), ...scores('multi_products_seller', 3, 3, 1)];
  const { intents } = metricsOf([...shops, ...scores('products_finder', 1, 1)]);
  expect(intents.map(({ intent, constraint }) => [intent, constraint])).toEqual([
    ['products_finder', null],
    ['multi_products_seller', 0.75],
  ]);
});

// Success rates of GPT-4.1 in Table 1: 59.6, 62.0, 46.4 and 30.4 % of 250, 150, 250 and 250 tasks, "Avg." 48.2.
test('the average that Table 1 of the paper prints is the one over tasks', () => {
  const { averageOverTasks, averageOverIntents } = metricsOf([
    ...scores('products_finder', 250, 149),
    ...scores('knowledge', 150, 93, 1),
    ...scores('multi_products_seller', 250, 116, 1),
    ...scores('coupon_budget', 250, 76, 1),
  ]);
  expect((averageOverTasks * 100).toFixed(1)).toBe('48.2');
  expect((averageOverIntents * 100).toFixed(1)).toBe('49.6');
});
