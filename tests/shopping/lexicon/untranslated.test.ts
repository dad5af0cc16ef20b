import { afterEach, expect, test } from 'vitest';
import type { Catalog } from '../../../catalog/index.ts';
import { useForeignShop, useLexicon } from '../../../lexicon/index.ts';
import { NO_LEXICON } from '../../../schemas/lexicon.ts';
import { untranslatedNotes } from '../../../shopping/lexicon/untranslated.ts';

afterEach(() => {
  useForeignShop(false);
  useLexicon();
});

const shelves = [
  { id: 0, path: 'Herrer > Jakker', products: 2 },
  { id: 1, path: 'Herrer > Bukser', products: 5 },
  { id: 2, path: 'Herrer > Jeans', products: 9 },
];
const catalog = {
  fieldNames: () => ['Mønster', 'Krave', 'Sleeve length', 'Varenummer'],
  shelves: () => shelves,
  shelfRows: (id: number) => new Uint32Array(shelves[id]?.products ?? 0),
} as unknown as Catalog;
const notes = () => untranslatedNotes(catalog, (field) => field !== 'Varenummer');

test('the names of a foreign shop that texts quote are told in one sentence, with the lines that say them in English', () => {
  useForeignShop(true);
  expect(notes()).toEqual([
    'not in English, and quoted by English texts as they stand: the detail fields "Krave", "Mønster", and the categories "Bukser", "Jakker"; in a file that --lexicon names, fields: { "Krave": { name: its English name } } and types: { an English name: { also: ["Bukser"] } } have them said in English',
  ]);
});

test('what a person has said in English is told no more', () => {
  useForeignShop(true);
  const fields = { Krave: { name: 'collar' }, Mønster: { name: 'pattern' } };
  useLexicon({ ...NO_LEXICON, fields, types: { trousers: { also: ['Bukser'] }, jacket: { also: ['Jakker'] } } });
  expect(notes()).toEqual([]);
});

test('nothing is told of an English shop', () => expect(notes()).toEqual([]));
