import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Ranked } from '../../../stages/sample/ranked.ts';

const nameOf = (candidate: number) => String(candidate).padStart(6, '0');
const all = (ranked: Ranked<number>) => {
  const taken: number[] = [];
  for (let next = ranked.take(); next !== undefined; next = ranked.take()) taken.push(next);
  return taken;
};

test('candidates come by tier, then by rank and then by name, whatever order they were given in', () => {
  const ranks = fc.oneof(fc.integer({ min: 0, max: 2 ** 52 - 1 }), fc.constantFrom(0, 7, 2 ** 52 - 1));
  const tiers = fc.constantFrom(0, 0, 2, 5);
  fc.assert(
    fc.property(fc.array(fc.tuple(ranks, tiers), { maxLength: 1500 }), (drawn) => {
      const candidates = [...drawn.keys()];
      const rankOf = (candidate: number) => drawn[candidate]?.[0] as number;
      const tierOf = (candidate: number) => drawn[candidate]?.[1] as number;
      const sorted = candidates.toSorted((a, b) => tierOf(a) - tierOf(b) || rankOf(a) - rankOf(b) || a - b);
      const ranking = { rankOf, nameOf, tierOf };
      expect(all(new Ranked(candidates, ranking))).toEqual(sorted);
      expect(all(new Ranked(candidates.toReversed(), ranking))).toEqual(sorted);
    }),
    { numRuns: 40 },
  );
});

test('candidates of a tier are ranked when those of all tiers before it were taken, and no sooner', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 900 }), (tiers) => {
      const ranked = new Set<number>();
      const rankOf = (candidate: number) => {
        ranked.add(tiers[candidate] as number);
        return (candidate * 2 ** 40) % 2 ** 52;
      };
      const queue = new Ranked([...tiers.keys()], {
        rankOf,
        nameOf,
        tierOf: (candidate) => tiers[candidate] as number,
      });
      expect([...ranked]).toEqual([]);
      for (let next = queue.take(); next !== undefined; next = queue.take())
        expect(Math.max(...ranked)).toBe(tiers[next]);
    }),
    { numRuns: 20 },
  );
});
