import fc from 'fast-check';
import { expect, test } from 'vitest';
import { eachPlace } from '../../../catalog/inverted-index/bits.ts';
import { includesRow, RowList, rowSetOf, rowSetOfUnordered } from '../../../catalog/inverted-index/row-set.ts';
import { union } from '../../../catalog/inverted-index/stored-postings.ts';

const ascending = (below: number, most: number) =>
  fc.uniqueArray(fc.nat(below - 1), { maxLength: most }).map((rows) => Uint32Array.from(rows).sort());

/** A list and a set of rows, few or many, of a catalog. */
const world = fc
  .integer({ min: 1, max: 400 })
  .chain((size) => fc.record({ size: fc.constant(size), rows: ascending(size, size), others: ascending(size, size) }));

test('a set has the rows it was made of and no others, few or many', () => {
  fc.assert(
    fc.property(world, ({ size, rows }) => {
      const set = rowSetOf(rows, size);
      const all = Array.from({ length: size + 40 }, (_, row) => row);
      expect(set.size).toBe(rows.length);
      expect(all.filter((row) => set.has(row))).toEqual([...rows]);
      expect(all.filter((row) => includesRow(rows, row))).toEqual([...rows]);
      expect([...set.rows()]).toEqual([...rows]);
    }),
  );
});

test('a set of rows in any order has what one of the same rows ascending has', () => {
  fc.assert(
    fc.property(world, fc.nat(), ({ size, rows, others }, turns) => {
      const turned = rows.length === 0 ? rows : rows.map((_, at) => rows[(at + turns) % rows.length] as number);
      expect([...rowSetOfUnordered(turned, size).rows()]).toEqual([...rows]);
      expect([...rowSetOfUnordered(turned, size).among(others)]).toEqual([...rowSetOf(rows, size).among(others)]);
    }),
  );
});

test.each([
  { rows: [], size: 0 },
  { rows: [5], size: 1000 },
  { rows: [0, 31, 32, 63, 64], size: 65 },
])('the first and last rows of a word are told apart: $rows of $size', ({ rows, size }) => {
  const set = rowSetOf(Uint32Array.from(rows), size);
  for (const row of rows) expect([set.has(row - 1), set.has(row)]).toEqual([rows.includes(row - 1), true]);
  expect(set.has(size)).toBe(false);
});

test('of other rows those in the set are found, with their places, and no more than is asked', () => {
  fc.assert(
    fc.property(world, fc.integer({ min: 0, max: 20 }), ({ size, rows, others }, most) => {
      const expected = [...others].filter((row) => rows.includes(row));
      for (const set of [rowSetOf(rows, size), new RowList(rows)]) {
        expect([...set.among(others)]).toEqual(expected);
        expect([...set.among(others, most)]).toEqual(expected.slice(0, most));
        const found: number[] = [];
        eachPlace(set.placesIn(others), (place) => found.push(others[place] as number));
        expect(found).toEqual(expected);
      }
    }),
  );
});

test('rows are tried in order until one passes', () => {
  fc.assert(
    fc.property(world, fc.nat(400), ({ size, rows }, least) => {
      const tried: number[] = [];
      const passes = (row: number) => {
        tried.push(row);
        return row >= least;
      };
      const until = rows.findIndex((row) => row >= least);
      expect(rowSetOf(rows, size).some(passes)).toBe(until >= 0);
      expect(tried).toEqual([...rows].slice(0, until < 0 ? rows.length : until + 1));
    }),
  );
});

test('the union of two ascending lists has each row of either once, ascending', () => {
  const rows = fc.uniqueArray(fc.nat(40)).map((list) => Uint32Array.from(list).sort());
  fc.assert(
    fc.property(rows, rows, (one, other) => {
      expect([...union(one, other)]).toEqual([...new Set([...one, ...other])].sort((a, b) => a - b));
    }),
  );
});
