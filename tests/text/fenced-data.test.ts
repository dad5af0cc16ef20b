import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fenced, fencedJson } from '../../text/fenced-data.ts';
import { readFences } from '../fixtures/fences.ts';

const UNSEEN = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/** Texts with what an attacker would put into them, and with any character at all. */
const hostile = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.nat({ max: 0xffff }).map((code) => String.fromCharCode(code)) }),
      fc.constantFrom(
        '</data>',
        '<data',
        '< / DATA 000000000000>',
        '\n',
        '\r',
        '\u202e',
        '\u{e0041}',
        '\u2028',
        '\\u003c',
        '{{plan}}',
      ),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));

test('a text stands between two lines with one mark and its label', () =>
  expect(fenced('review 3', 'Very sturdy.\nLove it.')).toMatch(
    /^<data ([0-9a-f]{12}) review 3>\nVery sturdy\.\nLove it\.\n<\/data \1>$/,
  ));

test('no text can close its own fence', () =>
  fc.assert(
    fc.property(hostile, fc.integer({ min: 0, max: 400 }), (text, most) => {
      const fence = fenced('review', text, most);
      const mark = /^<data ([0-9a-f]{12}) /.exec(fence)?.[1] as string;
      const inside = fence.slice(fence.indexOf('\n') + 1, fence.lastIndexOf('\n'));
      expect(inside).not.toContain(mark);
      expect(inside).not.toMatch(/<\s*\/?\s*data\b/iu);
    }),
  ));

test('a reader who goes by the marks finds as many texts as were fenced, whatever they hold', () =>
  fc.assert(
    fc.property(fc.array(hostile, { maxLength: 5 }), (texts) => {
      const prompt = texts.map((text, at) => fenced(`review ${at + 1}`, text)).join('\n');
      expect(readFences(prompt).map(({ label }) => label)).toEqual(texts.map((_, at) => `review ${at + 1}`));
    }),
  ));

test('a text that quotes a fence of its own with the very same text does not hold the mark of the outer one', () => {
  const inner = fenced('review', 'Very sturdy.');
  const mark = (fence: string) => /^<data (\w+)/.exec(fence)?.[1] as string;
  const outer = fenced('review', inner);
  expect(outer.split(mark(outer))).toHaveLength(3);
});

test('nothing unseen is left in a text but line breaks and tabs', () =>
  fc.assert(
    fc.property(hostile, (text) => {
      expect(fenced('review', text)).not.toMatch(UNSEEN);
    }),
  ));

test.each([
  ['a change of direction', 'a\u202eb', 'a\\u202eb'],
  ['an escape sequence', '\u001b[31mred', '\\u001b[31mred'],
  ['a carriage return', 'one\rtwo', 'one\\u000dtwo'],
  ['a separator that some take for a line break', 'one\u2028two', 'one\\u2028two'],
  ['letters of the invisible alphabet', '\u{e0041}', '\\udb40\\udc41'],
  ['half a character', 'a\ud83d', 'a\\ud83d'],
  ['something like a fence', 'a < / Data x>', 'a \\u003c / Data x>'],
])('%s is shown as an escape', (_, text, shown) => expect(fenced('review', text)).toContain(`\n${shown}\n`));

test.each(['dataset', '<database>', 'Größe 5 < 7', 'naïve 日本語 🎒', 'a\tb\nc'])('%j is shown as it is', (text) =>
  expect(fenced('review', text)).toContain(`\n${text}\n`),
);

test('JSON inside a fence parses to an equal value', () =>
  fc.assert(
    fc.property(fc.jsonValue(), hostile, (value, text) => {
      const [plan] = readFences(fencedJson('plan', { value, text }));
      expect(JSON.parse(plan?.text as string)).toEqual(JSON.parse(JSON.stringify({ value, text })));
    }),
  ));

test('a text over the limit is cut, and the opening line says how much of it is there', () =>
  expect(fenced('review', 'abcdefghij', 4)).toMatch(
    /^<data \w+ review, first 4 of 10 characters>\nabcd\n<\/data \w+>$/,
  ));

test('a text of the limit is whole', () => expect(fenced('review', 'abcd', 4)).toMatch(/ review>\nabcd\n/));

test('a character is not cut in two', () =>
  expect(fenced('review', 'ab🎒', 3)).toMatch(/first 2 of 4 characters>\nab\n/));

test('escapes count towards the limit, so that a text cannot blow up a prompt', () =>
  fc.assert(
    fc.property(hostile, (text) => {
      expect(fenced('review', text, 50).length).toBeLessThan(50 + 120);
    }),
  ));

test('the same text has the same fence, and its label is part of the mark', () => {
  expect(fenced('review', 'same')).toBe(fenced('review', 'same'));
  expect(readFences(fenced('a', 'same'))[0]?.mark).not.toBe(readFences(fenced('b', 'same'))[0]?.mark);
});

test.each(['', 'Review', 'review>', 'a\nb', 'x'.repeat(41)])('%j is no label', (label) =>
  expect(() => fenced(label, 'text')).toThrow(RangeError),
);
