import fc from 'fast-check';
import { expect, test } from 'vitest';
import { drawFor } from '../../pipeline/seed.ts';
import { canonicalJson } from '../../schemas/canonical-json.ts';
import { shuffled } from '../../schemas/draw.ts';
import { digestOf } from '../../text/digest.ts';

test('equal values have equal canonical JSON whatever the order of their keys', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
      const reversed = Object.fromEntries(Object.entries(value).reverse());
      expect(canonicalJson(reversed)).toBe(canonicalJson(value));
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

test.each([1, 2, 5, 24, 25, 60])('canonical JSON has %d keys in code-unit order', (count) => {
  const keys = Array.from({ length: count }, (_, at) => `${'zZ_aéA😀'.at((at * 5) % 7)}${(at * 37) % count}"`);
  const written = canonicalJson(Object.fromEntries(keys.map((key) => [key, [key]])));
  expect(written).toBe(`{${keys.toSorted().map((key) => `${JSON.stringify(key)}:[${JSON.stringify(key)}]`)}}`);
});

test.each([Number.NaN, Number.POSITIVE_INFINITY, undefined, () => 0])('%s has no canonical JSON', (value) => {
  expect(() => canonicalJson([value])).toThrow(TypeError);
});

test('a digest depends on where one part ends and the next begins', () => {
  expect(digestOf('ab', 'c')).not.toBe(digestOf('a', 'bc'));
});

test('a draw depends on its label alone, not on what was drawn before', () => {
  const busy = drawFor(42, 'task', 'step');
  for (let i = 0; i < 50; i++) busy(`other ${i}`, 7);
  expect(busy('label', 1000)).toBe(drawFor(42, 'task', 'step')('label', 1000));
});

test.each([
  ['run seed', drawFor(43, 'task', 'step')],
  ['task', drawFor(42, 'other', 'step')],
  ['step', drawFor(42, 'task', 'other')],
  ['attempt', drawFor(42, 'task', 'step', 1)],
])('another %s draws other numbers', (_, other) => {
  const draw = drawFor(42, 'task', 'step');
  const labels = Array.from({ length: 20 }, (_item, index) => `label ${index}`);
  expect(labels.map((label) => other(label, 1_000_000))).not.toEqual(labels.map((label) => draw(label, 1_000_000)));
});

test('every draw lies below its limit', () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 1, max: 1e9 }), (label, below) => {
      const drawn = drawFor(1, 't', 's')(label, below);
      expect(drawn).toBeGreaterThanOrEqual(0);
      expect(drawn).toBeLessThan(below);
    }),
  );
});

test('draws spread evenly: each of ten values comes up in 8 to 12 percent of 5,000 labels', () => {
  const draw = drawFor(42, 'task', 'spread');
  const counts = new Array<number>(10).fill(0);
  for (let i = 0; i < 5000; i++) {
    const drawn = draw(`label ${i}`, 10);
    counts[drawn] = (counts[drawn] ?? 0) + 1;
  }
  for (const count of counts) expect(count / 5000).toSatisfy((share: number) => share > 0.08 && share < 0.12);
});

test('a shuffle keeps every item once', () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), (items) => {
      const draw = drawFor(1, 't', 's');
      expect(shuffled(draw, 'x', items).sort((a, b) => a - b)).toEqual([...items].sort((a, b) => a - b));
    }),
  );
});
