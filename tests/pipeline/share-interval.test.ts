import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shareOf, wilson } from '../../pipeline/share-interval.ts';

test.each([
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [0, 20, 0, 0.1611],
])("the interval is Wilson's: %i of %i, in Newcombe 1998, table I", (hits, trials, lowest, highest) => {
  const { low, high } = shareOf(hits, trials);
  expect(low).toBeCloseTo(lowest, 4);
  expect(high).toBeCloseTo(highest, 4);
});

test('nothing tried says nothing', () => {
  expect(shareOf(0, 0)).toMatchObject({ share: null, low: 0, high: 1 });
});

test('the share lies within its interval, which has a width at 0 and at 1 too', () => {
  const trial = fc
    .integer({ min: 1, max: 10_000 })
    .chain((trials) => fc.tuple(fc.integer({ min: 0, max: trials }), fc.constant(trials)));
  fc.assert(
    fc.property(trial, ([hits, trials]) => {
      const { share, low, high } = shareOf(hits, trials);
      expect(low).toBeLessThanOrEqual((share as number) + 1e-12);
      expect(high).toBeGreaterThanOrEqual((share as number) - 1e-12);
      expect(high - low).toBeGreaterThan(0);
    }),
  );
});

test('an interval holds the share, lies within 0 and 1, and narrows with more trials', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), fc.double({ min: 0, max: 1, noNaN: true }), (trials, part) => {
      const hits = Math.round(trials * part);
      const { low, high } = shareOf(hits, trials);
      expect(low).toBeGreaterThanOrEqual(0);
      expect(high).toBeLessThanOrEqual(1);
      expect(low).toBeLessThanOrEqual(hits / trials + 1e-12);
      expect(high).toBeGreaterThanOrEqual(hits / trials - 1e-12);
      const more = shareOf(hits * 4, trials * 4);
      expect(more.high - more.low).toBeLessThan(high - low + 1e-12);
    }),
  );
});

test('what never succeeds has an interval from 0, and what always does one to 1, over any number of trials', () => {
  for (let trials = 1; trials <= 2000; trials++) {
    expect(wilson(0, trials).low).toBe(0);
    expect(wilson(1, trials).high).toBe(1);
  }
});
