import fc from 'fast-check';
import { expect, test } from 'vitest';
import { entriesIn, Pair, Pairs } from '../../../catalog/rows/pairs.ts';

test('pairs have the entries of the object that was written, whatever its keys', () => {
  const key = fc.oneof(fc.constantFrom('a', 'b', '1', '10', '2', '-1', '01', '__proto__', 'constructor'), fc.string());
  fc.assert(
    fc.property(fc.array(fc.tuple(key, fc.integer()), { maxLength: 40 }), (members) => {
      const text = `{${members.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join()}}`;
      expect(new Pairs(members.map(([name, value]) => new Pair(name, value))).entries()).toEqual(
        Object.entries(JSON.parse(text)),
      );
    }),
  );
});

test.each([[null], [undefined], [3], ['text'], [['a', 1]]])('%j has no members', (value) => {
  expect(entriesIn(value)).toBeNull();
});

test('an object has its own members', () => {
  expect(entriesIn({ a: 1, b: null })).toEqual([
    ['a', 1],
    ['b', null],
  ]);
});
