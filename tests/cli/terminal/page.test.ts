import { stripVTControlCharacters } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { displayWidth } from '../../../cli/terminal/display-width.ts';
import { Page } from '../../../cli/terminal/page.ts';

const HEADINGS = ['agent', 'left out', 'success %', 'asked/needed'];
const ROWS = [
  ['refuses-everything', '0', '12.5', '1.0/2.0'],
  ['oracle', '0', '100.0', ''],
];

const tableIn = (width: number, headings: readonly string[] = HEADINGS, rows: readonly string[][] = ROWS) => {
  const page = new Page({ width, colour: false });
  page.table(
    headings,
    rows.map((row) => row.map((text) => ({ text }))),
  );
  return page.text.split('\n');
};

test('a table that fits has one line of headings', () => {
  expect(tableIn(80)).toEqual([
    'agent               left out  success %  asked/needed',
    '─────────────────────────────────────────────────────',
    'refuses-everything         0       12.5       1.0/2.0',
    'oracle                     0      100.0',
  ]);
});

test('in less room its headings are broken over lines', () => {
  expect(tableIn(44)).toEqual([
    '                    left              asked/',
    'agent                out  success %   needed',
    '────────────────────────────────────────────',
    'refuses-everything     0       12.5  1.0/2.0',
    'oracle                 0      100.0',
  ]);
});

test('in still less long names stand whole above their row', () => {
  expect(tableIn(37)).toEqual([
    '             left              asked/',
    'agent         out  success %   needed',
    '─────────────────────────────────────',
    'refuses-everything',
    '                0       12.5  1.0/2.0',
    'oracle          0      100.0',
  ]);
});

test('where nothing helps each row is its name, and below it what there is of its cells', () => {
  expect(tableIn(24)).toEqual([
    'refuses-everything',
    '  left out 0,',
    '  success % 12.5,',
    '  asked/needed 1.0/2.0',
    'oracle',
    '  left out 0,',
    '  success % 100.0',
  ]);
});

test('a last column of words is wrapped', () => {
  const page = new Page({ width: 40, colour: false });
  page.table(
    ['name', 'said'],
    [[{ text: 'one' }, { text: 'words that go on for longer than the window', left: true }]],
  );
  expect(page.text.split('\n').slice(2)).toEqual(['one   words that go on for longer than', '      the window']);
});

test('names stand beside a last column of words as far as that leaves it room', () => {
  const page = new Page({ width: 40, colour: false });
  const words = 'words that go on for longer than the window';
  page.table(
    ['name', 'said'],
    ['a short name', 'a name of many words'].map((text) => [{ text }, { text: words, left: true }]),
  );
  expect(page.text.split('\n').slice(2)).toEqual([
    'a short name    words that go on for',
    '                longer than the window',
    'a name of many words',
    '                words that go on for',
    '                longer than the window',
  ]);
});

test('no line ends in blanks, in colour either', () => {
  const page = new Page({ width: 60, colour: true });
  page.table(
    ['a long name', 'said'],
    [
      [{ text: 'one' }, { text: 'some words', left: true, style: 'dim' }],
      [{ text: 'one:', style: 'dim' }, { text: '' }],
    ],
  );
  for (const line of page.text.split('\n'))
    expect(stripVTControlCharacters(line)).toBe(stripVTControlCharacters(line).trimEnd());
});

const cell = fc.stringMatching(/^[a-z]{1,9}([-_ ][a-z]{1,9}){0,3}$/);
test('no line is wider than a window that has room for every piece, and no cell is lost', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 12, max: 120 }),
      fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 5 }),
      (width, rows) => {
        const lines = tableIn(width, ['first', 'second one', 'third/one'], rows);
        for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(width);
        const bare = lines.join('').replaceAll(/\s/g, '');
        for (const text of rows.flat().flatMap((text) => text.split(/(?<=[-_ ])/)))
          expect(bare).toContain(text.trim().slice(0, 4));
        for (const [name] of rows.filter(([name]) => name.length <= width - 2 && !name.includes(' ')))
          expect(lines.join('\n')).toContain(name);
      },
    ),
  );
});
