import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bestPairing } from '../../../../families/shoppingbench/scoring/task-score.ts';

test.each<[string, number[][], number]>([
  ['no row has no pair', [], 0],
  ['one row takes its best column', [[0.2, 0.9]], 0.9],
  [
    'the best first pair is given up for a better sum',
    [
      [1, 0.9],
      [0.9, 0],
    ],
    1.8,
  ],
  [
    'two rows cannot share a column',
    [
      [1, 0],
      [1, 0],
    ],
    1,
  ],
])('%s', (_, scores, expected) => {
  expect(bestPairing(scores)).toBeCloseTo(expected, 12);
});

/** The largest sum over every order of the columns. */
function byTryingAll(scores: readonly (readonly number[])[], used: readonly number[] = []): number {
  const [row, ...rest] = scores;
  if (row === undefined) return 0;
  const taken = row.map((score, column) => (used.includes(column) ? 0 : score + byTryingAll(rest, [...used, column])));
  return Math.max(byTryingAll(rest, used), ...taken);
}

const matrix = fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 0, max: 4 })).chain(([width, height]) =>
  fc.array(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: width, maxLength: width }), {
    minLength: height,
    maxLength: height,
  }),
);

test('no pairing of rows and columns has a larger sum', () => {
  fc.assert(
    fc.property(matrix, (scores) => {
      expect(bestPairing(scores)).toBeCloseTo(byTryingAll(scores), 12);
    }),
  );
});
