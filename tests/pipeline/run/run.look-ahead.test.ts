import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { eachWithLimit } from '../../../pipeline/each-with-limit.ts';
import { withLookAhead } from '../../../pipeline/run/run.ts';
import { propertyRuns } from '../../fixtures/property-runs.ts';

async function* upTo(count: number) {
  for (let item = 0; item < count; item++) yield item;
}

/** Works on items and notes in which order they were begun, and how many at once. */
async function worked(items: Iterable<number> | AsyncIterable<number>, width: number) {
  const begun: number[] = [];
  let atOnce = 0;
  let most = 0;
  await eachWithLimit(items, width, async (item) => {
    begun.push(item);
    most = Math.max(most, ++atOnce);
    await turn();
    await turn();
    atOnce -= 1;
  });
  return { begun, most, left: atOnce };
}

const TEN = Array.from({ length: 10 }, (_, item) => item);

describe.each([
  ['listed', () => TEN],
  ['made one by one', () => upTo(10)],
])('items that are %s', (_, items) => {
  test.each([1, 3, 10])('are begun in their order, %d at a time', async (width) => {
    expect(await worked(items(), width)).toEqual({ begun: TEN, most: width, left: 0 });
  });

  test('may be fewer than could be worked on at once', async () => {
    expect(await worked(items(), 50)).toEqual({ begun: TEN, most: 10, left: 0 });
  });

  test('are taken up no more once one failed, whose error is thrown when those under way have ended', async () => {
    const begun: number[] = [];
    const ended: number[] = [];
    const failing = eachWithLimit(items(), 2, async (item) => {
      begun.push(item);
      await turn();
      if (item === 3) throw new RangeError('3 is one too many');
      for (let wait = 0; wait < 20; wait++) await turn();
      ended.push(item);
    });
    await expect(failing).rejects.toThrow('3 is one too many');
    expect(ended).toEqual(begun.filter((item) => item !== 3));
    expect(begun.length).toBeLessThan(6);
  });
});

test('a few items cost the same, however many could be worked on at once', async () => {
  const asked = { most: 0, now: 0 };
  const items = {
    left: 10,
    [Symbol.asyncIterator]() {
      return this;
    },
    async next(): Promise<IteratorResult<number, undefined>> {
      asked.most = Math.max(asked.most, ++asked.now);
      await turn();
      asked.now -= 1;
      this.left -= 1;
      return this.left < 0 ? { done: true, value: undefined } : { done: false, value: this.left };
    },
  };
  await worked(items, 50_000);
  expect(asked.most).toBeLessThanOrEqual(10);
});

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
      for await (const item of withLookAhead(given, { width, tell })) {
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
  for await (const _ of withLookAhead(given, { width: 4, tell: (items) => told.push(items) }));
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
  const items = withLookAhead(some(), { width: 4, tell: () => {} });
  await items.next();
  expect(asked).toBe(0);
});
