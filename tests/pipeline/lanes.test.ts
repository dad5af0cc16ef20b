import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { inLanes } from '../../pipeline/lanes.ts';

async function* upTo(count: number) {
  for (let item = 0; item < count; item++) yield item;
}

/** Works on items and notes in which order they were begun, and how many at once. */
async function worked(items: Iterable<number> | AsyncIterable<number>, width: number) {
  const begun: number[] = [];
  let atOnce = 0;
  let most = 0;
  await inLanes(items, width, async (item) => {
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
    const failing = inLanes(items(), 2, async (item) => {
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
