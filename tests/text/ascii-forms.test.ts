import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mostFormBytes, NO_FORM, writeForm } from '../../text/ascii-forms.ts';
import { AsciiTokens, mostTokenBytes, NO_TOKEN } from '../../text/ascii-tokens.ts';
import { normaliseValue, tokensOf } from '../../text/normalise.ts';
import { propertyRuns } from '../fixtures/property-runs.ts';

const BEFORE = 'a1,5.';
const BEHIND = "5'n,100";

/** Bytes in which a text stands among others. */
const within = (text: string) => Buffer.from(`${BEFORE}${text}${BEHIND}`, 'latin1');

function tokensOfBytes(text: string): string[] {
  const tokens = new AsciiTokens();
  const into = Buffer.alloc(mostTokenBytes(text.length));
  tokens.begin(within(text), BEFORE.length, BEFORE.length + text.length);
  const all: string[] = [];
  let start = 0;
  for (let end = tokens.next(into, 0); end !== NO_TOKEN; end = tokens.next(into, start)) {
    all.push(into.toString('latin1', start, end));
    start = end;
  }
  return all;
}

function formOfBytes(text: string): string | null {
  const into = Buffer.alloc(mostFormBytes(text.length));
  const end = writeForm(within(text), BEFORE.length, BEFORE.length + text.length, into, 0);
  return end === NO_FORM ? null : into.toString('latin1', 0, end);
}

const WORDS = [
  '1.50',
  '64',
  'GB',
  '.5',
  '1,000',
  '10,00',
  'x',
  '20',
  "o'n",
  "'",
  'Inches',
  'in',
  'fl',
  'oz',
  'up',
  'to',
  'from',
];
const MORE = [
  'max.',
  'between',
  'and',
  'kB/s',
  'MBps',
  '802.11.5',
  '0.0',
  '-',
  ' ',
  ' ',
  '/',
  '&',
  '%',
  'rj45',
  'hp',
  'a',
  'kb',
];
const text = fc.oneof(
  fc.array(fc.constantFrom(...WORDS, ...MORE), { maxLength: 7 }).map((parts) => parts.join('')),
  fc.array(fc.constantFrom(...WORDS, ...MORE), { maxLength: 7 }).map((parts) => parts.join(' ')),
  fc.stringMatching(/^[ -~]{0,12}$/),
);

test('tokens of ASCII are the same from its bytes as from its text', () => {
  fc.assert(
    fc.property(text, (one) => {
      expect(tokensOfBytes(one)).toEqual(tokensOf(one));
    }),
    { numRuns: propertyRuns(3000) },
  );
});

test('a form that is made of bytes is the one that is made of their text', () => {
  fc.assert(
    fc.property(text, (one) => {
      expect([null, normaliseValue(one)]).toContain(formOfBytes(one));
    }),
    { numRuns: propertyRuns(3000) },
  );
});

test.each([
  'Matte Black',
  '37.30 ounces',
  '16.62 x 8.97 x 5.0 inches',
  'RX-4351',
  '1920 x 1080 pixels',
  'June 4, 2008',
  'Windows 11 Home',
  '1,000 GB',
  '64GB',
])('the form of an everyday value is made of its bytes: %s', (value) => {
  expect(formOfBytes(value)).toBe(normaliseValue(value));
});
