import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { havingPhrase, readTitles } from '../../../catalog/store/titles.ts';

function titlesOf(words: readonly string[]) {
  const db = new DatabaseSync(':memory:');
  db.exec('CREATE TABLE products (id INTEGER PRIMARY KEY, title_words TEXT NOT NULL)');
  const insert = db.prepare('INSERT INTO products VALUES (?, ?)');
  for (const [row, title] of words.entries()) insert.run(row, title);
  return readTitles(db, words.length);
}

test('titles have a phrase where its words stand in them one after the other', () => {
  const word = fc.constantFrom('bag', 'bags', 'tote', 'é', 'été', '手机', 'a');
  const words = fc.array(word, { maxLength: 6 }).map((list) => list.join(' '));
  const phrase = fc.array(word, { minLength: 1, maxLength: 3 }).map((list) => list.join(' '));
  fc.assert(
    fc.property(fc.array(words, { minLength: 1, maxLength: 12 }), phrase, (all, wanted) => {
      const rows = Uint32Array.from(all.keys());
      const expected = rows.filter((row) => ` ${all[row]} `.includes(` ${wanted} `));
      expect(havingPhrase(titlesOf(all), rows, wanted)).toEqual(expected);
    }),
  );
});

test('only the rows that are asked for are looked at', () => {
  const titles = titlesOf(['tote bag', 'red tote bag', 'tote']);
  expect([...havingPhrase(titles, Uint32Array.of(1, 2), 'tote bag')]).toEqual([1]);
});

test('more titles than are read at once keep their places', () => {
  const titles = titlesOf(Array.from({ length: 40_000 }, (_, row) => (row % 1000 === 999 ? '' : `lamp ${row}`)));
  const rows = Uint32Array.of(0, 16_383, 16_384, 32_768, 39_998, 39_999);
  const found = [...rows].map((row) => [...havingPhrase(titles, rows, `lamp ${row}`)]);
  expect(found).toEqual([[0], [16_383], [16_384], [32_768], [39_998], []]);
});
