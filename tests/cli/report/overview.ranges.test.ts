import fc from 'fast-check';
import { expect, test } from 'vitest';
import { each, spread } from '../../../cli/report/overview.ts';
import { Numbers } from '../../../pipeline/run-tally.ts';

function numbersOf(values: readonly number[]): Numbers {
  const numbers = new Numbers();
  for (const value of values) numbers.add(value);
  return numbers;
}
const plain = (bars: ReturnType<typeof each>) => bars.map(({ name, value }) => `${name}: ${value}`);

test('whole numbers fall into ranges that say which numbers they hold', () => {
  const bars = spread(numbersOf([1, 2, 2, 3, 5, 6, 10, 11]), true);
  expect(plain(bars)).toEqual(['up to 1: 1', '2: 2', '3 to 5: 2', '6 to 10: 2', '11 to 20: 1']);
});

test('prices fall into ranges that end with their number', () => {
  const bars = spread(numbersOf([10, 10.01, 20, 45.5]), false);
  expect(plain(bars)).toEqual(['over 5 to 10: 1', 'over 10 to 20: 2', 'over 20 to 50: 1']);
});

test('every number is counted in one bar', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.nat(100_000), fc.double({ min: 0, max: 1e6, noNaN: true }))), (values) => {
      const numbers = numbersOf(values);
      for (const bars of [spread(numbers, false), each(numbers)])
        expect(bars.reduce((sum, { value }) => sum + value, 0)).toBe(values.length);
    }),
  );
});

test('many different numbers share the last bar', () => {
  const bars = each(numbersOf(Array.from({ length: 30 }, (_, at) => at)));
  expect(bars).toHaveLength(20);
  expect(bars.at(-1)).toEqual({ name: 'from 19', value: 11 });
});

test('mean and median are those of the numbers', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(50), { minLength: 1 }), (values) => {
      const numbers = numbersOf(values);
      const sorted = values.toSorted((a, b) => a - b);
      expect(numbers.median).toBe(sorted[Math.ceil(values.length / 2) - 1]);
      expect(numbers.mean).toBeCloseTo(values.reduce((sum, value) => sum + value, 0) / values.length, 9);
    }),
  );
});
