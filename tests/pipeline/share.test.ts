import fc from 'fast-check';
import { expect, test } from 'vitest';
import { intervalOf, wilson } from '../../pipeline/share.ts';

test("the interval is Wilson's", () => {
  // 81 of 263, in Newcombe 1998, table I.
  const { low, high } = wilson(81, 263);
  expect(low).toBeCloseTo(0.2553, 4);
  expect(high).toBeCloseTo(0.3662, 4);
});

test('nothing tried says nothing', () => {
  expect(wilson(0, 0)).toMatchObject({ share: null, low: 0, high: 1 });
});

test('the share lies within its interval, which has a width at 0 and at 1 too', () => {
  const trial = fc
    .integer({ min: 1, max: 10_000 })
    .chain((trials) => fc.tuple(fc.integer({ min: 0, max: trials }), fc.constant(trials)));
  fc.assert(
    fc.property(trial, ([hits, trials]) => {
      const { share, low, high } = wilson(hits, trials);
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
      const [low, high] = intervalOf(hits, trials);
      expect(low).toBeGreaterThanOrEqual(0);
      expect(high).toBeLessThanOrEqual(1);
      expect(low).toBeLessThanOrEqual(hits / trials + 1e-12);
      expect(high).toBeGreaterThanOrEqual(hits / trials - 1e-12);
      const [lower, higher] = intervalOf(hits * 4, trials * 4);
      expect(higher - lower).toBeLessThan(high - low + 1e-12);
    }),
  );
});
