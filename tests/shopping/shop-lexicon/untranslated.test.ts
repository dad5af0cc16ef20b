import { afterEach, expect, test } from 'vitest';
import type { Catalog } from '../../../catalog/index.ts';
import { useForeignShop, useLexicon } from '../../../lexicon/index.ts';
import { NO_LEXICON } from '../../../schemas/lexicon.ts';
import { untranslatedNotes } from '../../../shopping/shop-lexicon/untranslated.ts';

afterEach(() => {
  useForeignShop(false);
  useLexicon();
});

const shelves = [
  { id: 0, path: 'Herrer > Takit', products: 2 },
  { id: 1, path: 'Herrer > Housut', products: 5 },
  { id: 2, path: 'Herrer > Jeans', products: 9 },
];
const catalog = {
  fieldNames: () => ['Sävy', 'Kaulus', 'Sleeve length', 'Varenummer'],
  valuesOf: (field: string) =>
    field === 'Sleeve length'
      ? ['Pitkähihainen', 'Long', 'Lyhythihainen'].map((display, at) => ({ display, count: at * 2 }))
      : [],
  shelves: () => shelves,
  shelfRows: (id: number) => new Uint32Array(shelves[id]?.products ?? 0),
} as unknown as Catalog;
const notes = () => untranslatedNotes(catalog, (field) => field !== 'Varenummer');

test('the names of a foreign shop that texts quote are told in one sentence, with the lines that say them in English', () => {
  useForeignShop(true);
  expect(notes()).toEqual([
    'not in English, and quoted by English texts as they stand: the detail fields "Kaulus", "Sävy", the categories "Housut", "Takit", and the values "Lyhythihainen" of Sleeve length, "Pitkähihainen" of Sleeve length; in a file that --lexicon names, fields: { "Kaulus": { name: its English name } } and types: { an English name: { also: ["Housut"] } } and fields: { "Sleeve length": { values: { an English value: { also: ["Lyhythihainen"] } } } } have them said in English',
  ]);
});

test('what a person has said in English is told no more', () => {
  useForeignShop(true);
  const say = { after: ['with sleeves of that length'] };
  const values = { Pitkähihainen: { say }, Lyhythihainen: { say } };
  const fields = { Kaulus: { name: 'collar' }, Sävy: { name: 'pattern' }, 'Sleeve length': { values } };
  useLexicon({ ...NO_LEXICON, fields, types: { trousers: { also: ['Housut'] }, jacket: { also: ['Takit'] } } });
  expect(notes()).toEqual([]);
});

test('values that the tables of the language have in English are told with the line of the mapping that reads them so', () => {
  const valuesOf = (field: string) => (field === 'Color' ? [{ display: 'grün' }] : [{ display: 'Steel' }]);
  const german = {
    ...catalog,
    fieldNames: () => ['Color', 'Material'],
    shelves: () => [],
    valuesOf,
  } as unknown as Catalog;
  const told = () => untranslatedNotes(german, () => true);
  useForeignShop('de');
  expect(told()).toEqual([
    'values of "Color" have English words in lexicon/de/columns.yaml; in the mapping, product.details: { languages: [de] } has them read so',
  ]);
  useForeignShop(true);
  expect(told().join()).toContain('the values "grün" of Color;');
});

test('nothing is told of an English shop', () => expect(notes()).toEqual([]));
