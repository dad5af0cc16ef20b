import { expect, test } from 'vitest';
import { boundLow } from '../../../../families/shoppingbench/lint/bound-low.ts';
import { boundVacuous } from '../../../../families/shoppingbench/lint/bound-vacuous.ts';
import type { PublishedPrice } from '../../../../families/shoppingbench/published-task.ts';
import { foundIn, lookedAt, taskWith } from './published-tasks.ts';

const taskAt = (price: PublishedPrice) => taskWith({ products: [{ price }] });

test.each([1, 0.5, 0])('a price over %d is every price', (low) => {
  expect(foundIn(boundVacuous, taskAt({ 'greater than': [low, null] }))).toEqual([[`greater than ${low}`]]);
});

test.each<PublishedPrice>([{ 'greater than': [1.01, null] }, { between: [1, 68] }, { 'less than': [null, 1] }])(
  '%j excludes some price',
  (price) => expect(foundIn(boundVacuous, taskAt(price))).toEqual([[]]),
);

test('a floor up to ten is low, and is not counted twice', () => {
  const counts = [1, 2, 10, 11].map((low) => {
    const task = taskAt({ 'greater than': [low, null] });
    return [foundIn(boundVacuous, task)[0]!.length, foundIn(boundLow, task)[0]!.length];
  });
  expect(counts).toEqual([
    [1, 0],
    [0, 1],
    [0, 1],
    [0, 0],
  ]);
});

test('every price constraint is looked at', () => {
  expect(lookedAt(boundVacuous, taskWith({ products: [{ price: { between: [1, 2] } }, { id: '2' }] }))).toBe(1);
});
