import fc from 'fast-check';
import { expect, test } from 'vitest';
import { eachShared, rowSetOf } from '../../../catalog/store/row-set.ts';

test('a set has the rows it was made of and no others, few or many', () => {
  const world = fc.integer({ min: 1, max: 200 }).chain((size) =>
    fc.record({
      size: fc.constant(size),
      rows: fc.uniqueArray(fc.nat(size - 1), { maxLength: size }).map((rows) => rows.sort((a, b) => a - b)),
    }),
  );
  fc.assert(
    fc.property(world, ({ size, rows }) => {
      const set = rowSetOf(rows.values(), rows.length, size);
      const all = Array.from({ length: size + 40 }, (_, row) => row);
      expect(set.size).toBe(rows.length);
      expect(all.filter((row) => set.has(row))).toEqual(rows);
    }),
  );
});

test.each([
  { rows: [], size: 0 },
  { rows: [5], size: 1000 },
  { rows: [0, 31, 32, 63, 64], size: 65 },
])('the first and last rows of a word are told apart: $rows of $size', ({ rows, size }) => {
  const set = rowSetOf(rows, rows.length, size);
  for (const row of rows) expect([set.has(row - 1), set.has(row)]).toEqual([rows.includes(row - 1), true]);
  expect(set.has(size)).toBe(false);
});

test('rows that two lists share are visited at their places, in order, and no further than is asked', () => {
  const list = (most: number) =>
    fc.uniqueArray(fc.nat(300), { maxLength: most }).map((rows) => Uint32Array.from(rows).sort());
  fc.assert(
    fc.property(list(20), list(300), fc.integer({ min: 1, max: 20 }), (one, other, most) => {
      const [few, many] = one.length <= other.length ? [one, other] : [other, one];
      const visited: [number, number][] = [];
      eachShared(few, many, (inFew, inMany) => visited.push([inFew, inMany]) < most);
      const expected = [...few].flatMap((row, place): [number, number][] =>
        many.includes(row) ? [[place, many.indexOf(row)]] : [],
      );
      expect(visited).toEqual(expected.slice(0, most));
    }),
  );
});
