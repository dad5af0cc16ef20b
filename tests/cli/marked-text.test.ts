import { stripVTControlCharacters } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { markedLines } from '../../cli/marked-text.ts';
import { displayWidth, wrap } from '../../cli/terminal/display-width.ts';
import { escapeForTerminal } from '../../cli/terminal/escape.ts';

const marked = (text: string, spans: { start: number; end: number }[], width = 80) =>
  markedLines(text, spans, width, false).join('\n');

test('spans that touch or overlap are one mark, in any order', () => {
  expect(
    marked('abcdef', [
      { start: 3, end: 5 },
      { start: 1, end: 3 },
      { start: 2, end: 4 },
    ]),
  ).toBe('a[bcde]f');
});

test('spans count characters of the text before it was escaped', () => {
  expect(marked('\u001b\u001bred', [{ start: 2, end: 5 }])).toBe('\\u{1b}\\u{1b}[red]');
});

test('a span that runs past the end of its text ends with it, and an empty one marks nothing', () => {
  expect(marked('abc', [{ start: 1, end: 99 }])).toBe('a[bc]');
  expect(
    marked('abc', [
      { start: 1, end: 1 },
      { start: 9, end: 12 },
    ]),
  ).toBe('abc');
});

test('no span cuts a character in half', () => {
  expect(marked('a\u{1f45c}b', [{ start: 0, end: 2 }])).toBe('[a]\u{1f45c}b');
  expect(marked('a\u{1f45c}b', [{ start: 2, end: 4 }])).toBe('a[\u{1f45c}b]');
});

test('a mark that runs over a line break is closed at its end and opened again', () => {
  expect(markedLines('one two three', [{ start: 4, end: 13 }], 7, true)).toEqual([
    'one \u001b[31mtwo\u001b[39m',
    '\u001b[31mthree\u001b[39m',
  ]);
});

const spans = fc.array(
  fc.tuple(fc.nat(40), fc.nat(10)).map(([start, length]) => ({ start, end: start + length })),
  { maxLength: 4 },
);

test('colour changes neither the words nor where lines end, for any text and any spans', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 40 }),
      spans,
      fc.integer({ min: 10, max: 80 }),
      (text, places, width) => {
        const plain = markedLines(text, places, width, true).map(stripVTControlCharacters);
        expect(plain.join('').replace(/\s/g, '')).toBe(
          wrap(escapeForTerminal(text), width).join('').replace(/\s/g, ''),
        );
        for (const line of [...plain, ...markedLines(text, places, width, false)])
          expect(displayWidth(line)).toBeLessThanOrEqual(width);
      },
    ),
  );
});
