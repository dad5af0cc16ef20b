import { expect, test } from 'vitest';
import {
  columnNames,
  englishDetails,
  englishKinds,
  foreignDetailNames,
  namesInLanguages,
  valuesInLanguages,
} from '../../lexicon/columns.ts';

test('every language that has a table of names of columns is read, the likelier names first', () => {
  const { title } = columnNames();
  const rankOf = (name: string) => title.find((one) => one.name === name)?.rank;
  expect(rankOf('title')).toBe(0);
  expect(
    ['商品名称', 'bezeichnung', 'nama produk', 'título', 'nom du produit'].every((name) => rankOf(name) !== undefined),
  ).toBe(true);
  expect(rankOf('商品名称')).toBe(0);
});

test.each([
  ['composição', 'Material'],
  ['composicao', 'Material'],
  ['composizione', 'Material'],
  ['zusammensetzung', 'Material'],
  ['sammensætning', 'Material'],
  ['samenstelling', 'Material'],
  ['skład', 'Material'],
  ['tamanhos', 'Size'],
  ['tallas', 'Size'],
  ['tailles', 'Size'],
  ['taglie', 'Size'],
  ['größen', 'Size'],
  ['størrelser', 'Size'],
  ['maten', 'Size'],
  ['rozmiary', 'Size'],
  ['cuidados', 'Care Instructions'],
  ['entretien', 'Care Instructions'],
  ['pflege', 'Care Instructions'],
])('exports of clothes call a detail by a name that the tables have: %s is %s', (name, field) => {
  expect(englishDetails().get(name)).toBe(field);
});

test('what English itself calls a detail is no word of another language for it', () => {
  expect(englishDetails().get('composition')).toBe(undefined);
});

test.each([...namesInLanguages()])(
  'no name in a language stands for two things, so all of them are said in English: %s',
  (language, names) => {
    const unsaid = new Set(foreignDetailNames());
    const said = (name: string) => englishDetails().has(name) || englishKinds(language).has(name);
    expect([...names].filter((name) => !unsaid.has(name) && !said(name))).toEqual([]);
  },
);

test.each(['Color', 'Material'])('no word of a language stands for two values of a field: %s', (field) => {
  for (const table of valuesInLanguages(field)) {
    const words = Object.values(table).flat();
    expect(words).toEqual([...new Set(words)]);
  }
});

test.each([
  ['pt', 'camisola', 'sweater'],
  ['pt', 'cachecol', 'scarf'],
  ['pt', 'malhas', 'knitwear'],
  ['fr', 'écharpes', 'scarf'],
  ['pl', 'szaliki', 'scarf'],
])('categories of clothes have an English noun: in %s %s are of the kind %s', (language, name, noun) => {
  expect(englishKinds(language).get(name)).toBe(noun);
});
