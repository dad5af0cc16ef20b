import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { boundLow, boundVacuous, boundWide, priceUntraced } from '../../../../families/shoppingbench/lint/prices.ts';
import type { PublishedPrice } from '../../../../families/shoppingbench/published-task.ts';
import { foundIn, lookedAt, taskWith } from './published-tasks.ts';

describe('floors', () => {
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
});

describe('ranges', () => {
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
});

describe('bounds without a trace', () => {
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
});
