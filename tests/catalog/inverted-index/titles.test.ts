import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { havingPhrase, readTitles } from '../../../catalog/inverted-index/titles.ts';
import { ProductParts } from '../../../catalog/store/product-parts.ts';
import { TABLES } from '../../../catalog/store/tables.ts';

const NOTHING_KNOWN = {
  ...{ mainCategory: 0, shelf: 0, currency: 0, shop: 0 },
  ...{ priceMinor: Number.NaN, averageRating: Number.NaN, ratingCount: Number.NaN },
};

function titlesOf(words: readonly string[]) {
  const db = new DatabaseSync(':memory:');
  db.exec(TABLES);
  const parts = new ProductParts(db);
  for (const [row, title] of words.entries()) {
    const bytes = Buffer.from(title);
    parts.add(`B${row}`, bytes, 0, bytes.length, NOTHING_KNOWN);
  }
  parts.finish();
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

test('titles keep their places, in whatever part they stand', () => {
  const titles = titlesOf(Array.from({ length: 40_000 }, (_, row) => (row % 1000 === 999 ? '' : `lamp ${row}`)));
  const rows = Uint32Array.of(0, 16_383, 16_384, 32_768, 39_998, 39_999);
  const found = [...rows].map((row) => [...havingPhrase(titles, rows, `lamp ${row}`)]);
  expect(found).toEqual([[0], [16_383], [16_384], [32_768], [39_998], []]);
});
