import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rowSetOf } from '../../../catalog/inverted-index/row-set.ts';
import { haveWords, rowsWithPhrase } from '../../../catalog/inverted-index/titles.ts';

const WORDS = ['bag', 'tote', 'red', 'a'];

test('titles have the words of a phrase when so many of them have each one', () => {
  const title = fc.uniqueArray(fc.constantFrom(...WORDS));
  const phrase = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 4 });
  const least = fc.oneof(fc.nat(40), fc.double({ min: 0, max: 40, noNaN: true }));
  fc.assert(
    fc.property(fc.array(title, { maxLength: 40 }), phrase, least, fc.boolean(), (all, words, wanted, isNarrowed) => {
      const rowsWith = (some: readonly string[]) =>
        Uint32Array.from(all.keys()).filter((row) => some.every((word) => all[row]?.includes(word)));
      const rowsOf = (word: string) => rowSetOf(rowsWith([word]), all.length);
      const titles = { rowsOf, havingPhrase: (rows: Uint32Array) => rows };
      const among = isNarrowed && words.length > 1 ? rowsWith(words.slice(1)) : undefined;
      expect(haveWords(words.join(' '), titles, wanted, among)).toBe(rowsWith(words).length >= wanted);
    }),
  );
});

test('a phrase without words is in no title, whatever is known', () => {
  const titles = { rowsOf: () => rowSetOf(Uint32Array.of(1), 2), havingPhrase: (rows: Uint32Array) => rows };
  expect([...rowsWithPhrase('', titles, Uint32Array.of(1))]).toEqual([]);
  expect(haveWords('', titles, 1, Uint32Array.of(1))).toBe(false);
});
