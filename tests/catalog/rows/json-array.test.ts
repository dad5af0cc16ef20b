import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonArray } from '../../../catalog/rows/json-array.ts';
import { allRows, inPieces } from '../../fixtures/raw-files.ts';

const rowsOf = (content: string, size?: number) => allRows(jsonArray(inPieces(content, size)));

test('the elements of an array are rows, numbered by their position, however the bytes are cut', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.jsonValue(), { maxLength: 8 }),
      fc.integer({ min: 1, max: 40 }),
      fc.boolean(),
      async (values, size, indented) => {
        const text = JSON.stringify(values, null, indented ? 2 : 0);
        const rows = await rowsOf(text, size);
        expect(rows.map((row) => ('value' in row ? row.value : row))).toEqual(JSON.parse(text));
        expect(rows.map(({ line }) => line)).toEqual(values.map((_, place) => place + 1));
      },
    ),
    { numRuns: 40 },
  );
});

test('the elements of a list in an object are rows, whatever stands around it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.jsonValue(), { maxLength: 8 }),
      fc.jsonValue(),
      fc.integer({ min: 1, max: 40 }),
      async (values, around, size) => {
        const before = `{"before":${JSON.stringify(around)},"data":{"items":`;
        const text = `${before}${JSON.stringify(values)},"more":${JSON.stringify(around)}}}`;
        const rows = await allRows(jsonArray(inPieces(text, size), Buffer.byteLength(before)));
        expect(rows.map((row) => ('value' in row ? row.value : row))).toEqual(JSON.parse(JSON.stringify(values)));
      },
    ),
    { numRuns: 40 },
  );
});

test('a list that breaks off gives the elements before it and a reason', async () => {
  expect(await allRows(jsonArray(inPieces('{"total":2,"items":[{"a":1},{"b":x}]}', 8), 19))).toMatchObject([
    { line: 1, value: { a: 1 } },
    { line: 2, broken: expect.stringMatching(/is not JSON: .*read up to its element 1/) },
  ]);
});

test.each(['[{"a":1},{"b":', '[{"a":1},{"b":x}]', '[{"a":1}] and more'])(
  'an array that breaks gives the elements before it and a reason: %s',
  async (text) => {
    expect(await rowsOf(text, 8)).toMatchObject([
      { line: 1, value: { a: 1 } },
      { line: 2, broken: expect.stringMatching(/is not JSON: .*read up to its element 1/) },
    ]);
  },
);

test('an element cannot change the prototype of its record', async () => {
  const [row] = await rowsOf('[{"__proto__":{"polluted":true},"a":1}]');
  const value = (row as unknown as { value: Record<string, unknown> }).value;
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  expect(value.polluted).toBeUndefined();
});
