import { expect, test } from 'vitest';
import {
  countOf,
  currencyOf,
  found,
  idOf,
  jsonCell,
  linesOf,
  numberOf,
  ratingOf,
  standsForNothing,
  statedBrand,
  textOf,
  textsOf,
  timeOf,
} from '../../../catalog/product/values.ts';

test.each([
  ['B00X', 'B00X'],
  [' B00X ', 'B00X'],
  [4945301257, '4945301257'],
  ['', null],
  [null, null],
  [Number('12345678901234567890'), null],
  [{ id: 1 }, null],
])('the raw id %j is %j: a number that was rounded when it was read is no id', (value, id) => {
  expect(idOf(value)).toBe(id);
});

test.each([
  [4.5, 4.5],
  ['4.5', 4.5],
  [1, 1],
  [5, 5],
  [0, null],
  ['0', null],
  [5.1, null],
  [-1, null],
  ['five', null],
  ['N.A.', null],
  [null, null],
  ['', null],
])('the raw rating %j is %j', (value, rating) => {
  expect(ratingOf(value)).toBe(rating);
});

test.each([
  [12, 12],
  ['1,234', 1234],
  ['12.9', 12],
  [-1, null],
  ['many', null],
  [null, null],
])('the raw count %j is %j', (value, count) => {
  expect(countOf(value)).toBe(count);
});

test.each([
  ['1e3', 1000],
  ['0x10', null],
  ['', null],
  ['1,23', null],
  [true, null],
  [Number.NaN, null],
])('the raw number %j is %j', (value, number) => {
  expect(numberOf(value)).toBe(number);
});

test.each([
  [1600000000, 1600000000000],
  [1600000000000, 1600000000000],
  ['1600000000', 1600000000000],
  ['2020-09-13', 1599955200000],
  ['2020-09-13 12:26:40', 1600000000000],
  ['2020-09-13T12:26:40Z', 1600000000000],
  ['2020-09-13T14:26:40+02:00', 1600000000000],
  ['13/09/2020', null],
  ['2020-19-43', null],
  [-5, null],
  [null, null],
])('the raw time %j is %j, in any time zone', (value, time) => {
  expect(timeOf(value)).toBe(time);
});

test('a list is its texts, cleaned, without empty ones; one text is a list of one', () => {
  expect(textsOf([' a&amp;b ', '', null, 3, { x: 1 }])).toEqual(['a&b', '3']);
  expect(textsOf('a')).toEqual(['a']);
  expect(textsOf(null)).toEqual([]);
});

test.each([
  ['["a"]', ['a']],
  ['{"a":1}', { a: 1 }],
  ['null', null],
  ['', null],
  [undefined, null],
  ['[broken', '[broken'],
  ['plain', 'plain'],
])('the cell %j holds %j', (cell, value) => {
  expect(jsonCell(cell)).toEqual(value);
});

test.each([
  ['No Brand', null],
  ['NoBrand', null],
  ['❤️NoBrand', null],
  ['', null],
  ['HP', 'HP'],
  ['360', '360'],
])('the raw brand %j is %j', (value, brand) => {
  expect(statedBrand(value)).toBe(brand);
});

test('a currency is three letters', () => {
  expect([currencyOf('usd'), currencyOf('$'), currencyOf(undefined)]).toEqual(['USD', null, null]);
});

test('what was found is shown short', () => {
  expect([found(undefined), found(''), found('x'.repeat(100)).length]).toEqual(['missing', '""', 60]);
});

test.each([
  ["'16", '16', 16],
  ["'1,250", '1,250', 1250],
  ["'80s", "'80s", null],
])('the apostrophe by which a spreadsheet keeps a number a text is none of it: %s', (value, text, number) => {
  expect(textOf(value)).toBe(text);
  expect(numberOf(value)).toBe(number);
});

test.each([
  'k. A.',
  'k.A.',
  'K. A',
  'keine Angabe',
  'o. A.',
  'n/a',
  'n.d.',
  'N.C.',
  's/d',
  'b.d.',
  'nvt',
  'N.V.T.',
  'н/д',
  'não informado',
  '記載なし',
  'Not specified',
])('a cell that says, in a language of the lexicon, that nothing is stated holds no value: %s', (text) => {
  expect(standsForNothing(text)).toBe(true);
});

test.each(['KA', 'NC', 'PVC', 'None', 'ND 8', 'n', 'DC'])('a cell that may be a value is one: %s', (text) => {
  expect(standsForNothing(text)).toBe(false);
});

test.each([
  ['Vegan   Kosher   Gluten Free', ['Vegan', 'Kosher', 'Gluten Free']],
  ['Brand:     Northrun\nWeight   :   2 kg', ['Brand: Northrun', 'Weight : 2 kg']],
])('wide gaps part what a text lists, and no value from its name: %j', (text, lines) =>
  expect(linesOf(text)).toEqual(lines),
);
