import fc from 'fast-check';
import { expect, test } from 'vitest';
import { eachWithLimit } from '../../pipeline/each-with-limit.ts';

test('each of a list is worked on once, never more at once than asked for', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat()), fc.integer({ min: 1, max: 9 }), async (list, most) => {
      const done: number[] = [];
      let underWay = 0;
      await eachWithLimit(list, most, async (one) => {
        expect(++underWay).toBeLessThanOrEqual(most);
        for (let turns = one % 3; turns > 0; turns--) await Promise.resolve();
        underWay--;
        done.push(one);
      });
      expect(done.sort()).toEqual(list.toSorted());
    }),
    { numRuns: 50 },
  );
});

test('after a failure nothing more is begun, and what was begun ends before it is thrown', async () => {
  const begun: number[] = [];
  const ended: number[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const all = eachWithLimit([0, 1, 2, 3], 2, async (one) => {
    begun.push(one);
    if (one === 0) throw new Error('broken');
    await promise;
    ended.push(one);
  });
  resolve();
  await expect(all).rejects.toThrow('broken');
  expect([begun, ended]).toEqual([[0, 1], [1]]);
});
