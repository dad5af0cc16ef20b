import fc from 'fast-check';
import { expect, test } from 'vitest';
import { calculated } from '../../../shopping/episode/calculator.ts';

test.each([
  ['1 + 2 * 3', 7],
  ['(1 + 2) * 3', 9],
  ['0.1 + 0.2', 0.3],
  ['2 ** 3 ^ 2', 512],
  ['-2 ^ 2', -4],
  ['max(0, 249.9 * 2 - 60)', 439.8],
  ['round(10 / 3, 2)', 3.33],
  ['min(120, 800 * 15 / 100)', 120],
  ['1e3 - .5', 999.5],
])('%s is %d', (expression, value) => expect(calculated(expression)).toBe(value));

test.each([
  '',
  '1 +',
  '(1',
  '1 / 0',
  'process.exit(1)',
  '1; 2',
  'max',
  'constructor(1)',
  '__proto__',
  `${'('.repeat(60)}1`,
])('%j is answered with a sentence, not with a number', (expression) =>
  expect(typeof calculated(expression)).toBe('string'),
);

test('sums of whole numbers come out as JavaScript has them', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 9999 }),
      fc.integer({ min: 0, max: 9999 }),
      fc.constantFrom('+', '-', '*'),
      (a, b, mark) => {
        const expected = mark === '+' ? a + b : mark === '-' ? a - b : a * b;
        expect(calculated(`${a} ${mark} ${b}`)).toBe(expected);
      },
    ),
  );
});

test('no text makes it fail', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 40 }), (text) => {
      expect(['number', 'string']).toContain(typeof calculated(text));
    }),
  );
});
