import fc from 'fast-check';
import { expect, test } from 'vitest';
import { perMinuteIn, sustainable } from '../../models/limiter.ts';

test('a quote of another span than a minute is not taken for one', () => {
  expect(perMinuteIn({ limit: 14_400, remaining: 14_370, resetMs: 179_560 })).toBeNull();
  expect(perMinuteIn({ limit: 600, remaining: 599, resetMs: 100 })).toBe(600);
  expect(perMinuteIn({ limit: 600, remaining: null, resetMs: null })).toBe(600);
  expect(perMinuteIn({ limit: 0, remaining: 0, resetMs: 0 })).toBeNull();
});

test('what is left of a window is spread until its end', () => {
  expect(sustainable({ limit: 600, remaining: 99, resetMs: 30_000 })).toBe(200);
});

test('with nothing left of a window the next request goes when it ends', () => {
  expect(sustainable({ limit: 600, remaining: 0, resetMs: 20_000 })).toBe(3);
});

test('a full bucket that refills all the time holds nothing back', () => {
  expect(sustainable({ limit: 600, remaining: 590, resetMs: 1_000 })).toBeNull();
});

test('a bucket that others have nearly emptied is spared, but never left alone', () => {
  expect(sustainable({ limit: 600, remaining: 60, resetMs: 54_000 })).toBe(300);
  expect(sustainable({ limit: 600, remaining: 0, resetMs: 60_000 })).toBe(30);
});

test('a bucket of a few requests is as good as empty after each and not spared', () => {
  expect(sustainable({ limit: 3, remaining: 0, resetMs: 60_000 })).toBeNull();
});

test('a quota of a day is not spread over the day', () => {
  expect(sustainable({ limit: 50, remaining: 3, resetMs: 36_000_000 })).toBeNull();
});

test('whoever keeps the spacing until the reset starts no more than what remains', () => {
  fc.assert(
    fc.property(fc.nat({ max: 500 }), fc.integer({ min: 1, max: 60_000 }), (remaining, resetMs) => {
      const rate = sustainable({ limit: null, remaining, resetMs })!;
      const spacing = 60_000 / rate;
      // The request whose answer the quote came with was the first.
      expect(Math.ceil(resetMs / spacing - 1e-9) - 1).toBeLessThanOrEqual(remaining);
    }),
  );
});
