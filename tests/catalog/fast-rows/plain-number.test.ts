import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainNumber } from '../../../catalog/fast-rows/plain-values.ts';
import { propertyRuns } from '../../fixtures/property-runs.ts';

const read = (json: string) => plainNumber(Buffer.from(`[${json}]`), 1, json.length + 1);

test('a plain number is the number the parser reads', () => {
  const decimal = fc.tuple(fc.nat(), fc.nat()).map(([whole, part]) => `${whole}.${part}`);
  fc.assert(
    fc.property(
      fc.oneof(
        fc.nat().map(String),
        decimal,
        fc.double({ noNaN: true }).map((one) => JSON.stringify(one)),
      ),
      (json) => {
        const number = read(json);
        if (number !== null) expect(number).toBe(JSON.parse(json));
      },
    ),
    { numRuns: propertyRuns(1000) },
  );
});

test.each([
  ['0', 0],
  ['4.0', 4],
  ['19.99', 19.99],
  ['-1', null],
  ['1e3', null],
  ['"1"', null],
  ['null', null],
  ['1234567890123456', null],
])('%s is read as %j', (json, number) => {
  expect(read(json)).toBe(number);
});
