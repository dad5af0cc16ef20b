import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BrokenStream } from '../../../catalog/rows/bytes.ts';
import { lineBlocks, rowsIn } from '../../../catalog/rows/json-lines.ts';
import type { RawRow } from '../../../catalog/rows/row.ts';
import { propertyRuns } from '../../fixtures/property-runs.ts';
import { allRows, inPieces, jsonLines } from '../../fixtures/raw-files.ts';

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

const LIMIT = 40;
const isTooLong = (row: RawRow): row is RawRow & { text: string } => 'broken' in row && row.broken.includes('at most');

/** Rows by way of blocks; their texts are asked for once all blocks are there. Of a line too long any beginning will do. */
async function rowsOfBlocks(
  chunks: AsyncIterable<Buffer>,
  blockBytes: number,
  release: (buffer: ArrayBuffer) => void = () => {},
) {
  const rows: RawRow[] = [];
  for await (const piece of lineBlocks(chunks, { mostLineBytes: LIMIT, blockBytes, release }))
    rows.push(...('bytes' in piece ? rowsIn(piece, null, LIMIT) : piece));
  return rows.map((row) => ({ ...row, text: isTooLong(row) ? row.text.slice(0, 10) : row.text }));
}

test('however a file is cut into blocks, and however its bytes come, it has the same rows', async () => {
  const line = fc.oneof(
    fc.json({ maxDepth: 1 }),
    fc.constantFrom('', ' ', '\r', '{"a":', '\uFEFF[1]', `"${'x'.repeat(LIMIT - 2)}"`, `"${'é'.repeat(LIMIT)}"`),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { maxLength: 12 }).map((all) => all.join('\n')),
      fc.integer({ min: 1, max: 100 }),
      fc.integer({ min: 1, max: 200 }),
      async (content, pieceBytes, blockBytes) => {
        const expected = content.split('\n').flatMap((text, place): { line: number; text: string }[] => {
          const marked = place === 0 && text.startsWith('\uFEFF') ? text.slice(1) : text;
          const length = Buffer.byteLength(text);
          if (length > LIMIT) return [{ line: place + 1, text: text.slice(0, 10) }];
          return marked.trim() === '' ? [] : [{ line: place + 1, text: marked }];
        });
        const rows = await rowsOfBlocks(inPieces(content, pieceBytes), blockBytes);
        expect(rows).toEqual(await rowsOfBlocks(inPieces(content), 1_000_000));
        expect(rows.map(({ line: number, text }) => ({ line: number, text }))).toEqual(expected);
      },
    ),
    { numRuns: propertyRuns(300) },
  );
});

test('the memory of chunks goes once they are in blocks, also where several lie in one buffer and lines in several', async () => {
  let released = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(fc.constantFrom('1\n', '"ab"\n', '"c', 'd"\n', 'x'.repeat(LIMIT)), { maxLength: 4 })),
      fc.integer({ min: 1, max: 60 }),
      async (buffers, blockBytes) => {
        async function* chunks() {
          for (const parts of buffers) {
            const bytes = Buffer.from(new TextEncoder().encode(parts.join('')).slice().buffer);
            let from = 0;
            for (const { length } of parts) {
              yield bytes.subarray(from, from + length);
              from += length;
            }
          }
        }
        const release = (buffer: ArrayBuffer) => {
          expect(buffer.detached).toBe(false);
          buffer.transfer(0);
          released++;
        };
        const expected = await rowsOfBlocks(chunks(), blockBytes);
        expect(await rowsOfBlocks(chunks(), blockBytes, release)).toEqual(expected);
      },
    ),
    { numRuns: propertyRuns(300) },
  );
  expect(released).toBeGreaterThan(0);
});

test('of a stream that breaks everything before is read, and one last row says so', async () => {
  async function* broken() {
    yield* inPieces('{"a":1}\n{"b":2}\n{"c"', 9);
    throw new BrokenStream('gzip data breaks off');
  }
  for (const blockBytes of [1, 1000]) {
    expect(await rowsOfBlocks(broken(), blockBytes)).toMatchObject([
      { line: 1, text: '{"a":1}' },
      { line: 2, text: '{"b":2}' },
      { line: 3, broken: 'gzip data breaks off; everything before line 3 was read', text: '{"c"', last: true },
    ]);
  }
});
