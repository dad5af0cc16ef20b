import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ownSpelling } from '../../../shopping/language/query-reply.ts';

const QUERY = 'I want a Canvas tote, rated 4.5 stars or  more, that doesn’t sag. A tote for “daily” use - please.';

test.each([
  ['words as they stand in the query', 'Canvas tote', 'Canvas tote'],
  ['another case', 'canvas Tote', 'Canvas tote'],
  ['fewer spaces', '4.5 stars or more', '4.5 stars or  more'],
  ['spaces around', '  that doesn’t sag ', 'that doesn’t sag'],
  ['another apostrophe', "that doesn't sag", 'that doesn’t sag'],
  ['other quotation marks', '"daily" use', '“daily” use'],
  ['another dash', 'use – please', 'use - please'],
])('%s: %j is found', (_, words, own) => expect(ownSpelling(QUERY, words)).toBe(own));

test.each([
  ['words that differ in a letter', 'Canvas totes that'],
  ['words in another order', 'tote Canvas'],
  ['words that stand there twice in another case', 'TOTE'],
  ['words that are not there', 'leather'],
  ['a full stop that means any character', '4x5 stars'],
  ['nothing', ''],
  ['spaces', '   '],
])('%s are left for the gates: %j', (_, words) => expect(ownSpelling(QUERY, words)).toBe(words));

test('words that stand there verbatim are taken, however often they do', () =>
  expect(ownSpelling(QUERY, 'tote')).toBe('tote'));

test('signs of regular expressions are signs', () =>
  expect(ownSpelling('Up to $5 (max).', '$5 (MAX).')).toBe('$5 (max).'));

test('whatever is returned for words found loosely stands in the text', () =>
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: 'grapheme' }),
      (a, words, b) => {
        const own = ownSpelling(`${a}${words.toUpperCase()}${b}`, words);
        expect(own === words || `${a}${words.toUpperCase()}${b}`.includes(own)).toBe(true);
      },
    ),
  ));
