import fc from 'fast-check';
import { expect, test } from 'vitest';
import { placeOfQuote } from '../../../stages/semantic/judge-reply.ts';

const quoted = (text: string, quote: string) => {
  const span = placeOfQuote(text, quote);
  return span === null ? null : text.slice(span.start, span.end);
};

test.each([
  ['I want a red tote bag.', 'red tote', 'red tote'],
  ['I want a red tote bag.', 'I want', 'I want'],
  ['I want a red tote bag.', 'bag.', 'bag.'],
  ['I want a RED tote bag.', 'Red Tote', 'RED tote'],
  ['a red\n  tote bag', 'red tote', 'red\n  tote'],
  ['a “red” tote – cheap', '"red" tote - cheap', '“red” tote – cheap'],
  ["it's what I’d like", "what I'd like", 'what I’d like'],
  ['  a red tote ', ' red tote\n', 'red tote'],
  ['for $19.99 or less', '$19.99', '$19.99'],
  ['at most ½ inch', '½ inch', '½ inch'],
  ['shared, but red', 'red', 'red'],
  ['赤いトートバッグ', 'トート', 'トート'],
  ['cafe\u0301 chairs', 'café', 'cafe\u0301'],
  ['a re\u200bd tote', 'red', 're\u200bd'],
  ['straße und Haus', 'STRASSE', null],
])('in %j the quote %j stands as %j', (text, quote, expected) => expect(quoted(text, quote)).toBe(expected));

test.each([
  ['I want a red tote bag.', 'blue tote'],
  ['I want a red tote bag.', 'red bag'],
  ['I want a red tote bag.', 'red ... bag'],
  ['I want a shared tote bag.', 'red'],
  ['I want a reddish tote bag.', 'red'],
  ['rated 4.5', '45'],
  ['rated 45', '5'],
  ['I want a red tote bag.', ''],
  ['I want a red tote bag.', ' . '],
  ['', 'red'],
])('in %j the quote %j does not stand', (text, quote) => expect(quoted(text, quote)).toBeNull());

const word = fc.stringMatching(/^[a-z]{1,6}$/);
const words = fc.array(word, { minLength: 1, maxLength: 12 });

test('any run of words of a text stands in it, in capitals too', () => {
  fc.assert(
    fc.property(words, fc.nat(), fc.nat(), (all, a, b) => {
      const from = a % all.length;
      const to = from + 1 + (b % (all.length - from));
      const run = all.slice(from, to).join(' ');
      expect(quoted(all.join(' '), run)).toBe(run);
      expect(quoted(all.join('\n '), run.toUpperCase())?.replace(/\s+/g, ' ')).toBe(run);
    }),
  );
});

test('a run of words with one word changed does not', () => {
  fc.assert(
    fc.property(words, fc.nat(), (all, at) => {
      const changed = all.with(at % all.length, 'UNHEARDOF');
      expect(quoted(all.join(' '), changed.join(' '))).toBeNull();
    }),
  );
});

test('a place lies in the text, whatever both hold', () => {
  const any = fc.string({ unit: 'grapheme' });
  fc.assert(
    fc.property(any, any, any, (before, quote, after) => {
      const text = `${before} ${quote} ${after}`;
      const span = placeOfQuote(text, quote);
      if (span === null) return;
      expect(span.start).toBeGreaterThanOrEqual(0);
      expect(span.end).toBeGreaterThan(span.start);
      expect(span.end).toBeLessThanOrEqual(text.length);
      expect(placeOfQuote(text.slice(span.start, span.end), quote)).not.toBeNull();
    }),
  );
});
