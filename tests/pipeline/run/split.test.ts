import fc from 'fast-check';
import { expect, test } from 'vitest';
import { apportioned, splitOf } from '../../../pipeline/run/split.ts';
import type { SplitShares } from '../../../schemas/split.ts';

const GROUPS = Array.from({ length: 10_000 }, (_, index) => `shop ${index}`);
const placed = (shares: SplitShares) => new Map(GROUPS.map((group) => [group, splitOf(group, shares)]));
const counted = (shares: SplitShares) => Map.groupBy(GROUPS, (group) => splitOf(group, shares));

/** Groups that are in another split with other shares, as "from > to", and how many. */
function moves(before: SplitShares, after: SplitShares): Record<string, number> {
  const counts: Record<string, number> = {};
  const now = placed(after);
  for (const [group, from] of placed(before)) {
    const to = now.get(group) as string;
    if (to !== from) counts[`${from} > ${to}`] = (counts[`${from} > ${to}`] ?? 0) + 1;
  }
  return counts;
}

test('a group is where it always was: released splits are pinned to the digest', () => {
  const shares = { train: 0.5, test: 0.5 };
  expect(['Harborline', 'Orla', 'shop 12', '黑色', ''].map((group) => splitOf(group, shares))).toEqual([
    'train',
    'test',
    'test',
    'test',
    'train',
  ]);
});

test.each<[SplitShares]>([
  [{ train: 0.73, test: 0.27 }],
  [{ train: 0.8, dev: 0.1, test: 0.1 }],
  [{ rare: 0.01, common: 0.99 }],
  [{ a: 0.1, b: 0.2, c: 0.3, d: 0.4 }],
])('over 10,000 groups each split gets its share: %j', (shares) => {
  const counts = counted(shares);
  for (const [name, share] of Object.entries(shares)) {
    // Four standard deviations of a fair draw.
    const tolerance = 4 * Math.sqrt((share * (1 - share)) / GROUPS.length);
    expect(Math.abs((counts.get(name)?.length ?? 0) / GROUPS.length - share), name).toBeLessThan(tolerance);
  }
  expect([...counts.keys()].sort()).toEqual(Object.keys(shares).sort());
});

test('a group is in one of the splits, whatever it is called and however they are cut', () => {
  const shares = fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 8 }).map((weights) => {
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    return Object.fromEntries(weights.map((weight, index) => [`split${index}`, weight / total]));
  });
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), shares, (group, cut) => {
      expect(Object.keys(cut)).toContain(splitOf(group, cut));
    }),
  );
});

test('a single split holds every group', () => {
  expect(new Set(placed({ all: 1 }).values())).toEqual(new Set(['all']));
});

test('a share that grows at the expense of the next one moves groups from that one to it, and no other', () => {
  const moved = moves({ train: 0.7, dev: 0.2, test: 0.1 }, { train: 0.8, dev: 0.1, test: 0.1 });
  expect(Object.keys(moved)).toEqual(['dev > train']);
  expect(moved['dev > train']).toBeGreaterThan(800);
  expect(moved['dev > train']).toBeLessThan(1200);
});

test('a split that is cut in two where it stands leaves the others alone', () => {
  const moved = moves({ train: 0.7, test: 0.3 }, { train: 0.7, dev: 0.1, test: 0.2 });
  expect(Object.keys(moved)).toEqual(['test > dev']);
});

test('a split that is called something else holds the groups it held', () => {
  const before = counted({ train: 0.7, test: 0.3 });
  expect(counted({ fit: 0.7, test: 0.3 }).get('fit')).toEqual(before.get('train'));
});

test('names in another order are other splits', () => {
  const moved = moves({ train: 0.7, test: 0.3 }, { test: 0.3, train: 0.7 });
  expect(Object.keys(moved).sort()).toEqual(['test > train', 'train > test']);
});

const cuts = fc.constantFrom<SplitShares>(
  { train: 0.73, test: 0.27 },
  { train: 0.8, dev: 0.1, test: 0.1 },
  { a: 0.05, b: 0.15, c: 0.3, d: 0.5 },
  { all: 1 },
);

test('counts are parted without rest, each part within one of its share', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(3000), { maxLength: 10 }), cuts, (counts, shares) => {
      for (const [place, parts] of apportioned(counts, shares).entries()) {
        const count = counts[place] as number;
        expect([...parts.values()].reduce((sum, part) => sum + part, 0)).toBe(count);
        for (const [name, part] of parts) expect(Math.abs(part - (shares[name] as number) * count)).toBeLessThan(1);
      }
    }),
  );
});

test('two splits have their shares of all counts together as well, within one', () => {
  const two = fc.integer({ min: 1, max: 99 }).map((percent) => ({ train: percent / 100, test: 1 - percent / 100 }));
  fc.assert(
    fc.property(fc.array(fc.nat(300), { maxLength: 12 }), two, (counts, shares) => {
      const all = apportioned(counts, shares).reduce((sum, parts) => sum + (parts.get('test') ?? 0), 0);
      const exact = shares.test * counts.reduce((sum, count) => sum + count, 0);
      expect(Math.abs(all - exact)).toBeLessThan(1 + 1e-6);
    }),
  );
});

test.each([
  [{ train: 0.73, test: 0.27 }, [10, 10, 10, 10], [3, 2, 3, 3]],
  [{ train: 0.73, test: 0.27 }, [1, 1, 1, 1], [0, 1, 0, 0]],
  [{ train: 0.8, dev: 0.1, test: 0.1 }, [50, 50], [5, 5]],
])('of shares %j and counts %j the test split has %j', (shares, counts, test) => {
  expect(apportioned(counts, shares).map((parts) => parts.get('test'))).toEqual(test);
});
