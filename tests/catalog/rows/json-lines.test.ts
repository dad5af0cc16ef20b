import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonLines } from '../../../catalog/rows/json-lines.ts';
import { allRows, inPieces } from '../../fixtures/raw-files.ts';

const rowsOf = (content: string | Buffer, size?: number, limit?: number) =>
  allRows(jsonLines(inPieces(content, size), limit));

test('every line is one row, however the bytes are cut and whatever ends the lines', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.json(), { maxLength: 20 }),
      fc.constantFrom('\n', '\r\n'),
      fc.boolean(),
      fc.integer({ min: 1, max: 50 }),
      async (values, newline, ended, size) => {
        const content = values.join(newline) + (ended && values.length > 0 ? newline : '');
        const rows = await rowsOf(content, size);
        expect(rows.map((row) => ('value' in row ? row.value : row))).toEqual(values.map((value) => JSON.parse(value)));
        expect(rows.map(({ line }) => line)).toEqual(values.map((_, place) => place + 1));
      },
    ),
  );
});

test('blank lines and a byte order mark are no rows, and lines keep their numbers', async () => {
  const rows = await rowsOf('\uFEFF{"a":1}\n\n   \r\n{"a":2}\n\n');
  expect(rows.map((row) => [row.line, 'value' in row && row.value])).toEqual([
    [1, { a: 1 }],
    [4, { a: 2 }],
  ]);
});

test('a broken line is a row with a reason, and the lines around it are read', async () => {
  const rows = await rowsOf('{"a":1}\n{"a":\n{"a":3}\n');
  expect(rows).toMatchObject([
    { line: 1, value: { a: 1 } },
    { line: 2, broken: expect.stringContaining('is not JSON'), text: '{"a":' },
    { line: 3, value: { a: 3 } },
  ]);
});

test.each([1, 7, 1000])(
  'a line beyond the limit is set aside without being held in memory (pieces of %i bytes)',
  async (size) => {
    const rows = await rowsOf(`{"a":1}\n"${'x'.repeat(5000)}"\n{"a":3}\n"${'y'.repeat(200)}"`, size, 100);
    expect(rows).toMatchObject([
      { line: 1, value: { a: 1 } },
      { line: 2, broken: 'is a line of 5002 bytes, expected at most 100' },
      { line: 3, value: { a: 3 } },
      { line: 4, broken: 'is a line of 202 bytes, expected at most 100' },
    ]);
    for (const { text } of rows) expect((text ?? '').length).toBeLessThanOrEqual(400);
  },
);

test('an empty stream has no rows', async () => {
  expect(await rowsOf('')).toEqual([]);
});
