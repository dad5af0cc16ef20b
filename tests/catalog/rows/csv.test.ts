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
    { line: 2, broken: 'has 1 cell, expected 2 as in the header; a text that has a line break in it stands in quotes' },
    { line: 3, value: { a: '1', b: '2' } },
    { line: 4, broken: 'has 3 cells, expected 2 as in the header; a text that has "," in it stands in quotes' },
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

const SHOP = 'sku,name,price,size';

test('a quote that is closed in a row below names both, and sets aside what it swallows by its own line', async () => {
  const text = `${SHOP}\r\n1,"Oak desk,9,L\r\n2,Pine bed,8,"M"\r\n3,Lamp,7,S\r\n`;
  expect(await rowsOf(text)).toMatchObject([
    {
      line: 2,
      broken: expect.stringMatching(
        /^has 2 cells, expected 4 as in the header: a quote opened in line 2 is not closed before line 3; close it there/,
      ),
    },
    { line: 3, broken: 'stands in the quote that line 2 opens and does not close' },
    { line: 4, value: { sku: '3', name: 'Lamp' } },
  ]);
});

test.each([
  ['lists', '"large, dark\nsmall, light"'],
  ['a line that is quoted', '"""Nice\nand warm"", they say"'],
  ['what looks like rows of a table', '"2,Pine bed,8,M\n3,Lamp,7,S"'],
  ['quotes before and behind its line', '""",8,M\n"""""'],
])('a text of several lines swallows nothing: %s', async (_, text) => {
  const rows = await rowsOf(`${SHOP}\n1,${text},9,L\n2,Pine bed,8,M\n`);
  expect(rows.map(({ line }) => line)).toEqual([2, 4]);
  expect(rows.filter((row) => 'broken' in row)).toEqual([]);
});

test('a line that ends otherwise than its file does goes on in the next, and both are named', async () => {
  expect(await rowsOf(`${SHOP}\r\n1,Oak desk,9,L,extra\n2,Pine bed,8,M\r\n3,Lamp,7,S\r\n`)).toMatchObject([
    { line: 2, broken: expect.stringContaining('line 2 goes on in line 3') },
    { line: 3, broken: 'is taken for a part of line 2' },
    { line: 4, value: { name: 'Lamp' } },
  ]);
});

test.each(['\n', '\r\n'])('line breaks in cells count once, whichever they are: %j', async (end) => {
  const rows = await rowsOf(['a,b', '1,"x', 'y', 'z"', '2,3', ''].join(end));
  expect(rows.map(({ line }) => line)).toEqual([2, 5]);
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

test('the names of the columns within a table, as where files were joined, are no row of it', async () => {
  expect(await rowsOf('name,price,link\nLamp,5,x\nname,price,link\nprice,7,y\n')).toMatchObject([
    { line: 2, value: { name: 'Lamp' } },
    { line: 3, broken: 'repeats the names of the columns' },
    { line: 4, value: { name: 'price', price: '7' } },
  ]);
});
