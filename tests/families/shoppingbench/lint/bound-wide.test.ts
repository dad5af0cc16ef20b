import { expect, test } from 'vitest';
import { boundWide } from '../../../../families/shoppingbench/lint/bound-wide.ts';
import type { PublishedPrice } from '../../../../families/shoppingbench/published-task.ts';
import { foundIn, lookedAt, taskWith } from './published-tasks.ts';

const wide = (price: PublishedPrice) => foundIn(boundWide, taskWith({ products: [{ price }] }))[0];

test.each<[number, number]>([
  [2, 591],
  [20, 100],
  [0, 30],
])('from %d to %d is wide', (low, high) =>
  expect(wide({ between: [low, high] })).toEqual([`between ${low} and ${high}`]),
);

test('just under five times the start is narrow', () => expect(wide({ between: [20, 99.99] })).toEqual([]));

test('a bound on one side is no range, and "less than" starts nowhere', () => {
  expect(wide({ 'greater than': [2, null] })).toEqual([]);
  expect(wide({ 'less than': [0, 90] })).toEqual([]);
  expect(lookedAt(boundWide, taskWith({ products: [{ price: { 'less than': [0, 90] } }] }))).toBe(0);
});
