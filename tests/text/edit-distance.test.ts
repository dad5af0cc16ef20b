import fc from 'fast-check';
import { expect, test } from 'vitest';
import { editDistance, nearestOf } from '../../text/edit-distance.ts';

const text = fc.string({ maxLength: 12 });

test('the edit distance is 0 of a text to itself, the same both ways, and never more than the longer text', () => {
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(editDistance(a, a)).toBe(0);
      expect(editDistance(a, b)).toBe(editDistance(b, a));
      expect(editDistance(a, b)).toBeLessThanOrEqual(Math.max(a.length, b.length));
    }),
  );
});

test.each([
  ['kitten', 'sitting', 3],
  ['', 'abc', 3],
  ['abc', 'acb', 2],
])('from %j to %j it is %d changes', (a, b, distance) => expect(editDistance(a, b)).toBe(distance));

test.each([
  ['Switchologi', ['Switch', 'Switchology'], 'Switchology'],
  ['colour', ['Color', 'Cooler'], 'Color'],
  ['Screen', ['Scene', 'Screen Size'], 'Scene'],
  ['Bluetooth', ['Brand', 'Bluetooth Version'], 'Bluetooth Version'],
  ['Bluetooth', ['Brand', 'Color'], null],
  ['a', [], null],
])('of what was written as %j the nearest of %j is %s', (name, known, nearest) =>
  expect(nearestOf(name, known)).toBe(nearest),
);
