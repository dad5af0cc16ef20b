import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { neededWords, PatternsByWord } from '../../text/needed-words.ts';

test.each([
  ['easy to use', ['easy to use']],
  ['(?:easily|quickly) set', ['easily', 'quickly']],
  ['fits? (?:\\w+ ){0,5}like a glove', ['like a glove']],
  ['folds|unfolds', ['folds', 'unfolds']],
  ['plug[ -]and[ -]play', ['plug']],
  ['what\\.\\.\\. a bargain', ['what... a bargain']],
  ['stay(?:s|ed) put', ['stay']],
  ['(?:holds){1,2} on', ['holds']],
])('a text that %s matches holds one of %j', (source, words) => {
  expect(neededWords(source)).toEqual(words);
});

test.each([
  'a|install',
  'ab|install',
  '(?:snug)?',
  '(?:snug)*ly',
  '(?!snug)it',
  '(?<=snug )it',
  '[a-z]+',
  '\\bit\\b',
  'sn?u+g',
])('nothing is needed by %s', (source) => expect(neededWords(source)).toBeNull());

describe('a pattern is tried', () => {
  const SOURCES = [
    '(?:very )?(?:easy|simple|a breeze) to (?:use|clean)',
    'fits? (?:\\w+ ){0,3}(?:snug|tight)(?:ly)?',
    '(?:it|they) (?:is|are) (?:so )*(?:soft|warm)',
    'wash(?:es|ed)? (?:up )?well|comes clean',
    'colou?rs? (?:pop|stay bright)',
    'lasts{1,2} \\d+ (?:days|weeks)',
  ];
  const patterns = new PatternsByWord<string>();
  for (const source of SOURCES) patterns.add(source, neededWords(source));

  test.each(SOURCES)('on whatever it matches: %s', (source) => {
    const matching = fc.tuple(fc.string(), fc.stringMatching(new RegExp(`^(?:${source})$`)), fc.string());
    fc.assert(fc.property(matching, (parts) => patterns.in(parts.join(' ')).has(source)));
  });

  test('on nothing that has none of its words', () => {
    expect([...patterns.in('my cat sleeps in the box it came in')]).toEqual(
      SOURCES.filter((source) => neededWords(source) === null),
    );
  });
});
