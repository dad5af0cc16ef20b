import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NO_ROW, Postings, type PostingsLimits } from '../../../catalog/inverted-index/postings.ts';
import { diskFault } from '../../../schemas/disk-fault.ts';
import { temporaryFolder } from '../../fixtures/raw-files.ts';

function rowsByTerm(postings: Postings): [number, number[]][] {
  const given: [number, number[]][] = [];
  postings.inTermOrder(
    (term, rows) => given.push([term, [...rows]]),
    () => {},
  );
  return given;
}

const addRows = (postings: Postings, term: number, rows: readonly number[]) =>
  postings.add(term, Uint32Array.from(rows.keys()), 0, rows.length, Uint32Array.from(rows));

test('every term gets its rows, ascending and each once, whatever fits into memory', () => {
  const path = join(temporaryFolder(), 'postings');
  const group = fc.record({
    term: fc.nat(6),
    rows: fc.array(fc.oneof(fc.nat(30), fc.constant(NO_ROW)), { maxLength: 20 }),
  });
  const limits: fc.Arbitrary<PostingsLimits> = fc.record({
    buffered: fc.integer({ min: 3, max: 40 }),
    sortedAtOnce: fc.integer({ min: 1, max: 60 }),
  });
  fc.assert(
    fc.property(fc.array(group, { maxLength: 30 }), limits, (groups, few) => {
      const postings = new Postings(path, few);
      for (const { term, rows } of groups) addRows(postings, term, rows);
      const terms = Math.max(-1, ...groups.map(({ term }) => term)) + 1;
      const expected = Array.from({ length: terms }, (_, term) => {
        const rows = groups.filter((one) => one.term === term).flatMap((one) => one.rows);
        return [term, [...new Set(rows)].filter((row) => row !== NO_ROW).sort((a, b) => a - b)];
      });
      expect(rowsByTerm(postings)).toEqual(expected);
      postings.close();
      expect(existsSync(path)).toBe(false);
    }),
  );
});

test('rows that were given stay what they are until they are let go of, which gives back their memory', () => {
  const postings = new Postings(join(temporaryFolder(), 'postings'), { buffered: 8, sortedAtOnce: 2 });
  for (let term = 0; term < 6; term++) addRows(postings, term, [term, term + 10]);
  const waiting: Uint32Array[] = [];
  const written: number[][] = [];
  postings.inTermOrder(
    (_, rows) => waiting.push(rows),
    () => written.push(...waiting.slice(written.length).map((rows) => [...rows])),
  );
  postings.close();
  expect(written).toEqual(Array.from({ length: 6 }, (_, term) => [term, term + 10]));
  expect(waiting.map(({ buffer }) => buffer.byteLength)).toEqual(Array(6).fill(0));
});

test('a file is made only for what does not fit into memory, and is gone when it is closed', () => {
  const path = join(temporaryFolder(), 'postings');
  const postings = new Postings(path, { buffered: 8, sortedAtOnce: 8 });
  addRows(postings, 0, [1, 2, 3]);
  expect(existsSync(path)).toBe(false);
  addRows(postings, 1, [1, 2, 3, 4, 5]);
  expect(existsSync(path)).toBe(true);
  postings.close();
  expect(existsSync(path)).toBe(false);
});

test.runIf(existsSync('/dev/full'))('a disk that is full meanwhile is told as that of the catalog', () => {
  const postings = new Postings('/dev/full', { buffered: 8, sortedAtOnce: 8 });
  const fill = () => {
    for (let term = 0; term < 8; term++) addRows(postings, term, [1, 2, 3]);
  };
  let fault: unknown;
  try {
    fill();
  } catch (error) {
    fault = diskFault(error, 'shop.db');
  }
  expect(String(fault)).toContain('shop.db cannot be written: the disk is full; make room and run the same command');
});
