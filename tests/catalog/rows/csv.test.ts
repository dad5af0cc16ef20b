import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvRows, delimiterOf } from '../../../catalog/rows/csv.ts';
import { allRows, inPieces } from '../../fixtures/raw-files.ts';

const rowsOf = (content: string, size?: number, delimiter = ',') =>
  allRows(csvRows(inPieces(content, size), delimiter));
const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;

test('cells come back as written and each row has the line it starts on', async () => {
  const cell = fc.string({ unit: fc.constantFrom('a', 'é', '日', ',', '"', '\n', ' '), maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(cell, cell), { maxLength: 8 }),
      fc.integer({ min: 1, max: 20 }),
      async (cells, size) => {
        const content = ['a,b', ...cells.map((row) => row.map(quoted).join(','))].join('\n');
        let line = 2;
        const expected = cells.map(([a, b]) => {
          const row = { line, value: { a, b }, text: null };
          line += 1 + `${a}${b}`.split('\n').length - 1;
          return row;
        });
        expect(await rowsOf(content, size)).toEqual(expected);
      },
    ),
  );
});

test('blank lines are no rows and do not shift the line numbers', async () => {
  const rows = await rowsOf('a,b\r\n1,2\r\n\r\n\r\n3,4\r\n');
  expect(rows.map(({ line }) => line)).toEqual([2, 5]);
});

test('a row with other cells than the header is set aside, with both counts', async () => {
  expect(await rowsOf('a,b\n1\n1,2\n1,2,3\n')).toMatchObject([
    { line: 2, broken: 'has 1 cell, expected 2 as in the header' },
    { line: 3, value: { a: '1', b: '2' } },
    { line: 4, broken: 'has 3 cells, expected 2 as in the header' },
  ]);
});

test('lines above the names of the columns are set aside, each with what it holds', async () => {
  expect(await rowsOf('Shop export,,\n,,\nsku,name,price\n1,Oak desk,9\n')).toMatchObject([
    { line: 1, broken: 'stands above the names of the columns: of its 3 cells only "Shop export" is filled' },
    { line: 2, broken: 'stands above the names of the columns: of its 3 cells none is filled' },
    { line: 4, value: { sku: '1', name: 'Oak desk', price: '9' } },
  ]);
});

test('a header of two columns may leave one without a name', async () => {
  expect(await rowsOf(',price\n1,9\n')).toMatchObject([{ line: 2, value: { '': '1', price: '9' } }]);
});

test('a stray quote inside a cell is text, as in a size of 15"', async () => {
  expect(await rowsOf('a,b\n15" laptop,2\n3,4\n')).toMatchObject([
    { value: { a: '15" laptop', b: '2' } },
    { value: { a: '3' } },
  ]);
});

test('a quote that never closes is reported where it opens', async () => {
  expect(await rowsOf('a,b\n1,2\n3,"4\n5,6\n')).toMatchObject([
    { line: 2 },
    { line: 3, broken: expect.stringContaining('opens a quote that never closes') },
  ]);
});

test('two columns of one name both keep their cells', async () => {
  expect(await rowsOf('a,a\n1,2\n')).toMatchObject([{ value: { a: '1', 'a (column 2)': '2' } }]);
});

test('a column named __proto__ is a column', async () => {
  const [row] = await rowsOf('__proto__,b\n1,2\n');
  expect(Object.entries((row as unknown as { value: object }).value)).toEqual([
    ['__proto__', '1'],
    ['b', '2'],
  ]);
});

test.each([
  ['id,name,price', ','],
  ['id;name;"a,b,c,d"', ';'],
  ['id\tname', '\t'],
  ['id', ','],
])('the delimiter of %j is %j', (header, delimiter) => {
  expect(delimiterOf(header)).toBe(delimiter);
});
