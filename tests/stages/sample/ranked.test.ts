import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Ranked } from '../../../stages/sample/ranked.ts';

const nameOf = (candidate: number) => String(candidate).padStart(6, '0');
const all = (ranked: Ranked<number>) => {
  const taken: number[] = [];
  for (let next = ranked.take(); next !== undefined; next = ranked.take()) taken.push(next);
  return taken;
};

test('candidates come by rank and then by name, whatever order they were given in', () => {
  const ranks = fc.oneof(fc.integer({ min: 0, max: 2 ** 52 - 1 }), fc.constantFrom(0, 7, 2 ** 52 - 1));
  fc.assert(
    fc.property(fc.array(ranks, { maxLength: 1500 }), (ranked) => {
      const candidates = [...ranked.keys()];
      const rankOf = (candidate: number) => ranked[candidate] as number;
      const sorted = candidates.toSorted((a, b) => rankOf(a) - rankOf(b) || a - b);
      expect(all(new Ranked(candidates, rankOf, nameOf))).toEqual(sorted);
      expect(all(new Ranked(candidates.toReversed(), rankOf, nameOf))).toEqual(sorted);
    }),
    { numRuns: 40 },
  );
});
