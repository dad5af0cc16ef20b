import fc from 'fast-check';
import { expect, test } from 'vitest';
import { announced } from '../../pipeline/announced.ts';
import { propertyRuns } from '../fixtures/property-runs.ts';

/** Batches of numbers that follow one another. */
const batches = fc.array(fc.oneof(fc.nat(10), fc.nat(1500)), { maxLength: 6 }).map((sizes) =>
  sizes.map((size, place) => {
    const first = sizes.slice(0, place).reduce((sum, other) => sum + other, 0);
    return Array.from({ length: size }, (_, index) => first + index);
  }),
);

test('all items are handed out in their order, each after it was told', async () => {
  await fc.assert(
    fc.asyncProperty(batches, fc.integer({ min: 1, max: 64 }), async (given, width) => {
      const handedOut: number[] = [];
      let told: readonly number[] = [];
      const tell = (items: readonly number[]) => {
        told = items;
      };
      for await (const item of announced(given, { width, tell })) {
        expect(told).toContain(item);
        handedOut.push(item);
      }
      expect(handedOut).toEqual(given.flat());
    }),
    { numRuns: propertyRuns(30) },
  );
});

test('what is told begins with items that may still be under way, and goes on beyond a batch', async () => {
  const told: (readonly number[])[] = [];
  const given = [Array.from({ length: 300 }, (_, index) => index), [300, 301]];
  for await (const _ of announced(given, { width: 4, tell: (items) => told.push(items) }));
  expect(told.map((items) => [items[0], items.at(-1)])).toEqual([
    [0, 301],
    [252, 301],
  ]);
});

test('a batch is asked for when those before it run out', async () => {
  let asked = 0;
  function* some() {
    for (; asked < 5; asked++) yield Array.from({ length: 1000 }, () => asked);
  }
  const items = announced(some(), { width: 4, tell: () => {} });
  await items.next();
  expect(asked).toBe(0);
});
