import { expect, test } from 'vitest';
import { displayWidth } from '../../../cli/terminal/display-width.ts';
import { count, type Figure, fixed, type Report } from '../../../tools/bench/report.ts';
import { reportTable } from '../../../tools/bench/table.ts';

const FIGURES: readonly Figure[] = [
  {
    name: 'our time / gunzip + JSON.parse',
    runs: [1.4, 1.45, 1.38],
    text: fixed(2),
    beside: '10.9 s',
    aim: { atMost: 1.5 },
  },
  { name: 'our time / DuckDB', runs: [1.1], text: fixed(2), beside: '30.1 s, 2 threads', aim: { below: 1 } },
  { name: 'Python sqlite3 + FTS5 / our time', runs: [], text: fixed(2), beside: 'no Python here', aim: { atLeast: 4 } },
  { name: 'products a second', runs: [70_123, 71_456, 69_999], text: count },
];
const REPORTS: readonly Report[] = [
  {
    title: 'Ingest',
    sections: [{ title: 'Ingest of 1,000,000 products, 1,617 MB of JSONL, gzipped', figures: FIGURES }],
  },
  { title: 'Build', sections: [{ title: 'Build', figures: [{ name: 'a', runs: [1, 2], text: fixed(0) }] }] },
];
const tableAt = (width: number) => reportTable(REPORTS, { width, colour: false });

test.each([40, 60, 80, 120])('a table of %d columns is no wider', (width) => {
  for (const line of tableAt(width).split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(width);
});

test.each([40, 60, 80, 120])('a table of %d columns leaves nothing out', (width) => {
  const words = tableAt(width).replace(/\s+/g, ' ');
  for (const word of ['1.40', '1.38–1.45', '10.9 s', '≤ 1.50', 'met', 'MISSED', 'unknown', '70,123'])
    expect(words).toContain(word);
  expect(words).toContain('no Python here');
});

test('with room enough a figure, its verdict and what it stands beside are one line', () => {
  expect(tableAt(120)).toMatch(/^ {2}our time \/ gunzip \+ JSON\.parse +1\.40 +1\.38–1\.45 +≤ 1\.50 +met +10\.9 s$/m);
});

test('with less room what a figure stands beside is below it', () => {
  expect(tableAt(80)).toMatch(/^ {2}our time \/ DuckDB +1\.10 +< 1\.00 +MISSED\n {4}beside: 30\.1 s, 2 threads$/m);
});

test('all sections have their numbers in the same columns', () => {
  const headings = tableAt(80)
    .split('\n')
    .filter((line) => /\bmedian\b/.test(line));
  expect(headings).toHaveLength(2);
  expect(new Set(headings).size).toBe(1);
});

test('only verdicts are coloured', () => {
  const plain = reportTable(REPORTS, { width: 120, colour: true }).replace(/\u001b\[\d+m/g, '');
  expect(plain).toBe(tableAt(120));
});
