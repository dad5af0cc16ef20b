import { expect, test } from 'vitest';
import { taskFigures } from '../../../../families/shoppingbench/lint/figures.ts';
import type { LintTask } from '../../../../families/shoppingbench/lint/task.ts';
import { fixedVoucher, taskWith } from './published-tasks.ts';

function figuresOf(...tasks: readonly LintTask[]) {
  const figures = taskFigures();
  for (const task of tasks) figures.add(task);
  return Object.fromEntries(figures.rows().map(({ name, value }) => [name, value]));
}

test('titles, options, values, services and prices are constraints, as the scorer counts them', () => {
  const full = {
    options: { size: 'm', color: 'red' },
    attributes: { style: 'plain' },
    service: ['COD'],
    price: { between: [10, 30] as [number, number] },
  };
  expect(figuresOf(taskWith({ products: [full, { id: '2' }] }), taskWith())).toMatchObject({
    'target products': 3,
    'scored constraints per task, mean': 4,
    'scored constraints per task, fewest': 1,
    'scored constraints per task, most': 7,
  });
});

test('the share of title words leaves out appended rules, which the count of words keeps', () => {
  const task = taskWith({
    query: 'Red belt\n\nMy budget is only `5`',
    products: [{ title: 'Red leather belt budget' }],
  });
  expect(figuresOf(task)).toMatchObject({
    'words per query, mean': 7,
    'share of title words in the query, mean': 0.5,
  });
});

test('prices are counted by the side they are bounded on', () => {
  const prices = [
    { 'greater than': [5, null] },
    { 'less than': [0, 5] },
    { between: [10, 20] },
    { between: [10, 40] },
  ] as const;
  const tasks = prices.map((price) => taskWith({ products: [{ price: price as never }] }));
  expect(figuresOf(...tasks)).toMatchObject({
    'prices with an upper bound only': 1,
    'prices with a lower bound only': 1,
    'price ranges': 2,
    'end of a range by its start, median': 3,
  });
});

test('the slack of a budget is its share of the price after the voucher', () => {
  const tasks = [900, 908.99, 909, 945].map((budget) => taskWith({ voucher: fixedVoucher({ budget }) }));
  const figures = figuresOf(...tasks);
  expect(figures['budgets within 1% of it']).toBe(2);
  expect(figures['budget above the price after the voucher, median share']).toBeCloseTo(0.01, 4);
});

test('a knowledge task scores no constraints, and a figure without a number is left out', () => {
  expect(Object.keys(figuresOf(taskWith({ keyword: 'Violin' })))).toEqual(['target products', 'words per query, mean']);
  expect(figuresOf()).toEqual({});
});
