import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonArray, jsonObject, objectIn } from '../../../catalog/rows/json-array.ts';
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

test('the members of an object are rows, with their names as ids where they have none, however the bytes are cut', async () => {
  const before = '{"made":{"by":"x"},"products":';
  const text = `${before}{"A1":{"code":"A1","tags":["{"]},"A2":{"code":"B"},"A3":{"id":7}},"more":{"A4":{}}}`;
  for (const size of [1, 3, 1000]) {
    const rows = await allRows(jsonObject(inPieces(text, size), Buffer.byteLength(before)));
    expect(rows).toEqual([
      { line: 1, text: null, value: { id: 'A1', code: 'A1', tags: ['{'] } },
      { line: 2, text: null, value: { id: 'A2', code: 'B' } },
      { line: 3, text: null, value: { id: 7 } },
    ]);
  }
});

test('an object that breaks off gives the members before it and a reason', async () => {
  expect(await allRows(jsonObject(inPieces('{"A1":{"a":1},"A2":{"a":x}}', 8), 0))).toMatchObject([
    { line: 1, value: { id: 'A1', a: 1 } },
    { line: 2, broken: expect.stringMatching(/is not JSON: .*read up to its member 1/) },
  ]);
});

const members = (count: number, of: (at: number) => unknown) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, at) => [`K${at}`, of(at)])));

test('an object holds rows where its members are many, objects and alike', () => {
  const alike = members(12, (at) => ({ name: `Chair ${at}`, price: at }));
  expect(objectIn(alike)).toBe(0);
  expect(objectIn(`{"total":12,"products":${alike}}`)).toBe(23);
  expect(objectIn(members(3, (at) => ({ name: at })))).toBeNull();
  expect(objectIn(members(12, (at) => ({ [`k${at}`]: at })))).toBeNull();
  expect(objectIn(members(12, (at) => `Chair ${at}`))).toBeNull();
  expect(objectIn(`{"few":${alike},"most":"${'x'.repeat(2000)}"}`)).toBeNull();
});
