import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { GATES } from '../../../families/ecomagentbench/gates/index.ts';
import { GATES as ORDER_GATES } from '../../../families/shoppingbench/gates/index.ts';
import type { FamilyReport } from '../../../mutations/suite.ts';
import { shareOf } from '../../../pipeline/share-interval.ts';
import { missedAims, TABLE_FILE, tableText } from '../../../tools/mutations/report.ts';

const reportWith = (found: number, planted: number, refused: number): FamilyReport => ({
  family: 'ecomagentbench',
  samples: 9,
  rows: [{ gate: 'lock', recall: shareOf(found, planted), refused: shareOf(refused, 1000) }],
  operators: [],
  unseen: [],
  refusals: [],
});

test('a gate that keeps to both aims is no finding', () => {
  expect(missedAims([reportWith(990, 1000, 10)])).toEqual([]);
});

test.each([
  ['finds too little', reportWith(989, 1000, 0), 'finds 989 of 1,000'],
  ['refuses too much', reportWith(1000, 1000, 11), 'refuses 11 of 1,000 unharmed texts'],
  ['was given nothing', reportWith(0, 0, 0), 'nothing was planted'],
])('a gate that %s is told', (_, report, words) => {
  expect(missedAims([report])).toEqual([expect.stringContaining(words)]);
});

test('no figure looks better than it is', () => {
  expect(tableText([reportWith(9996, 10_000, 0)])).toContain('0.999 ');
  expect(tableText([reportWith(10_000, 10_000, 1)])).toContain('0.001 ');
});

const page = readFileSync(new URL('../../../docs/gates.md', import.meta.url), 'utf8');
const table = readFileSync(TABLE_FILE, 'utf8').trimEnd();

test('docs/gates.md shows the table that was measured last', () => expect(page).toContain(table));

test('the table fits 80 columns and has a row for every gate', () => {
  const lines = table.split('\n');
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
  const tableOf = (family: string) => table.split('\n\n').find((one) => one.startsWith(`${family}  `)) ?? '';
  const [hidden, orders] = [tableOf('ecomagentbench'), tableOf('shoppingbench')];
  for (const { name } of GATES) expect(hidden).toContain(`\n  ${name} `);
  for (const { name } of ORDER_GATES) expect(orders).toContain(`\n  ${name} `);
});

test('at least 100 defects are planted for every gate, and for most 200', () => {
  const counts = table
    .split('\n')
    .filter((line) => line.startsWith('  '))
    .map((line) => Number(line.slice(27, 35).replace(',', '')));
  expect(counts.length).toBeGreaterThan(40);
  expect(Math.min(...counts)).toBeGreaterThanOrEqual(100);
  expect(counts.filter((planted) => planted < 200).length).toBeLessThan(counts.length / 20);
});
