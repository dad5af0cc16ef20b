import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PARTS } from '../../../tools/bench/options.ts';
import { fixed, type Report } from '../../../tools/bench/report.ts';
import { markdownOf, RESULTS, tablesOf, withResults } from '../../../tools/bench/results.ts';

const when = { date: '2026-11-20', machine: '2 cores, 24 GB, Node v24.21.0, load 0.1', runs: 3 };
const reportOf = (title: string, ...runs: number[]): Report => ({
  title,
  sections: [{ title: `${title} of parcels`, figures: [{ name: 'a | b', runs, text: fixed(1), aim: { below: 2 } }] }],
});

test('a table says when, where and from how many runs it is', () => {
  expect(markdownOf(reportOf('Ingest', 1), when)).toContain(
    '2026-11-20, 3 runs; at the start 2 cores, 24 GB, Node v24.21.0, load 0.1.',
  );
});

test('every line of a table has as many cells as its heading', () => {
  const lines = markdownOf(reportOf('Ingest', 1, 3, 5), when)
    .split('\n')
    .filter((line) => line.startsWith('|'));
  expect(lines).toHaveLength(3);
  for (const line of lines) expect(line.match(/(?<!\\)\|/g)).toHaveLength(7);
  expect(lines[2]).toBe('| a \\| b | 3.0 | 1.0–5.0 | < 2.0 | **missed** | |');
});

test('what is measured anew takes the place of what was measured before, and the rest stays', () => {
  const first = withResults('', [reportOf('Ingest', 1), reportOf('Build', 1)], when);
  const second = withResults(first, [reportOf('Ingest', 1.5)], { ...when, date: '2026-11-21' });
  expect(second.match(/^## .*/gm)).toEqual(['## Ingest', '## Build']);
  expect(second).toContain('| 1.5 |');
  expect(second.split('## Build')[1]).toBe(first.split('## Build')[1]);
});

test('writing the same results again changes nothing', () => {
  const first = withResults('', [reportOf('Ingest', 1), reportOf('Models', 1)], when);
  expect(withResults(first, [reportOf('Ingest', 1)], when)).toBe(first);
});

test('docs/scale.md is given the tables of scale, and no others', () => {
  const tables = tablesOf(withResults('', [reportOf('Ingest', 1), reportOf('Models', 1)], when));
  expect(tables).toMatch(/^### Ingest\n/);
  expect(tables).not.toMatch(/Models/);
});

test('docs/scale.md shows what was measured last', () => {
  const page = readFileSync(new URL('../../../docs/scale.md', import.meta.url), 'utf8');
  expect(page).toContain(tablesOf(readFileSync(RESULTS, 'utf8')));
});

test('no part that can be measured is left out of the file, or it would be measured for nothing', () => {
  const titles = ['Ingest', 'Build', 'Resume', 'Search', 'Serve', 'Models'];
  expect(titles.map((title) => title.toLowerCase())).toEqual([...PARTS]);
  const kept = withResults(
    '',
    titles.map((title) => reportOf(title, 1)),
    when,
  );
  expect([...kept.matchAll(/^## (.*)$/gm)].map(([, title]) => title)).toEqual(titles);
});
