import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holdsColumns, jsonColumns } from '../../../catalog/rows/json-columns.ts';
import { allRows, inPieces } from '../../fixtures/raw-files.ts';

const names = Array.from({ length: 12 }, (_, row) => `Mug ${row}, "{small}"`);
const numbered = Object.fromEntries(names.entries());

test('the rows of a table column by column state what its columns do, however the bytes are cut', async () => {
  const cell = fc.option(fc.oneof(fc.string(), fc.integer()));
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 20 }),
      fc.integer({ min: 1, max: 40 }),
      async (pairs, size) => {
        const [a, b] = [pairs.map(([one]) => one), pairs.map(([, other]) => other)];
        const text = JSON.stringify({ a, b: Object.fromEntries(b.entries()) });
        const rows = await allRows(jsonColumns(inPieces(text, size)));
        const stated = pairs.map(([one, other]) => ({
          ...(one === null ? {} : { a: one }),
          ...(other === null ? {} : { b: other }),
        }));
        expect(rows).toEqual(stated.map((value, at) => ({ line: at + 1, value, text: null })));
      },
    ),
    { numRuns: 40 },
  );
});

test.each([
  ['columns by the numbers of rows', JSON.stringify({ name: numbered, price: numbered }), true],
  ['columns that are lists', JSON.stringify({ name: names, price: names.map((_, row) => row) }), true],
  ['a first column that is cut off', JSON.stringify({ name: numbered, price: numbered }).slice(0, 310), true],
  ['products by their numbers', JSON.stringify(Object.fromEntries(names.map((name, at) => [at, { name }]))), false],
  [
    'a list of products beside its length',
    JSON.stringify({ products: names.map((name) => ({ name })), total: 12 }),
    false,
  ],
  ['one product with two lists', JSON.stringify({ name: 'Mug', colors: names, sizes: names }), false],
  [
    'the first of several lines that begins with two lists',
    `${JSON.stringify({ images: names, features: names })}\n${JSON.stringify({ images: names, features: names })}`,
    false,
  ],
  ['one product that begins with two lists', JSON.stringify({ images: names, features: names, title: 'Mug' }), false],
  [
    'lists of several lengths',
    JSON.stringify({ images: names, features: names.slice(1), colors: names }).slice(0, -5),
    false,
  ],
  ['columns whose later cells are nested', JSON.stringify({ a: names, b: names, c: names.map(() => [['x']]) }), true],
  ['texts by their keys', JSON.stringify({ en: { title: 'Mug' }, de: { title: 'Becher' } }), false],
])('a table column by column is told from other objects: %s', (_, head, expected) => {
  expect(holdsColumns(head)).toBe(expected);
});

test('a table column by column that breaks off says so', async () => {
  const rows = await allRows(jsonColumns(inPieces(JSON.stringify({ name: numbered }).slice(0, 100))));
  expect(rows).toMatchObject([{ broken: expect.stringContaining('is not JSON'), last: true }]);
});

test('a column without values for all rows has those of the rows that it numbers', async () => {
  const prices = Object.fromEntries(names.flatMap((_, row) => (row === 3 ? [] : [[row, row * 10]])));
  const rows = await allRows(jsonColumns(inPieces(JSON.stringify({ id: numbered, title: names, price: prices }))));
  expect(rows).toHaveLength(names.length);
  expect(rows[3]).toEqual({ line: 4, value: { id: names[3], title: names[3] }, text: null });
  expect(rows[4]).toMatchObject({ value: { id: names[4], price: 40 } });
});

test('columns by anything but the numbers of rows are refused in one sentence', async () => {
  const text = JSON.stringify({ id: numbered, title: numbered, price: { mug: 3 } });
  expect(await allRows(jsonColumns(inPieces(text)))).toMatchObject([
    { broken: 'holds more than columns by the numbers of rows; write its rows as one array', last: true },
  ]);
});
