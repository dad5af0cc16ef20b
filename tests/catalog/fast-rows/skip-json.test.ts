import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonEnd } from '../../../catalog/fast-rows/skip-json.ts';
import { anyJson, corrupted, gap, written } from '../../fixtures/odd-json.ts';
import { propertyRuns } from '../../fixtures/property-runs.ts';

const parses = (text: string) => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** Where the step ends in a line, which something follows. */
const endOf = (text: string) => jsonEnd(Buffer.from(`${text}\n`), 0);
const lengthOf = (text: string) => Buffer.from(text).length;

const json = fc
  .tuple(anyJson(fc.constantFrom('a', 'é', 'x"y', '\ud800')), gap)
  .map(([value, between]) => written(value, between));

test('a step over JSON ends where the JSON does', () => {
  fc.assert(
    fc.property(json, (text) => {
      expect(endOf(text)).toBe(lengthOf(text));
    }),
  );
});

test('what a step takes for JSON is JSON to the parser', () => {
  fc.assert(
    fc.property(corrupted(json), (text) => {
      const end = endOf(text);
      if (end >= 0) expect(parses(Buffer.from(text).toString('utf8', 0, end)), text).toBe(true);
    }),
    { numRuns: propertyRuns(3000) },
  );
});

test.each([
  '0',
  '-0',
  '10',
  '1.5',
  '-1.50',
  '1e3',
  '1E+3',
  '1.5e-3',
  'true',
  'false',
  'null',
  '"\\u00e9\\n"',
  '[]',
  '{}',
])('%s is stepped over', (text) => expect(endOf(text)).toBe(text.length));

test.each([
  '-',
  '.5',
  '1.',
  '1e',
  '1e+',
  '+1',
  'nul',
  'True',
  '"',
  '"\\x"',
  '"\\u12"',
  '"\t"',
  '[1,]',
  '{"a":}',
  '{a:1}',
  '',
])('%s is no JSON', (text) => expect(endOf(text)).toBe(-1));

test('deep nesting is left to the parser', () => {
  const deep = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
  expect(endOf(deep(8))).toBe(16);
  for (const depth of [9, 100_000]) expect(endOf(deep(depth))).toBe(-1);
});
