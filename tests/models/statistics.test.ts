import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Latencies } from '../../models/statistics.ts';

test('percentiles are those of the durations, to 5 %', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 600_000 }), { minLength: 1, maxLength: 300 }), (durations) => {
      const latencies = new Latencies();
      for (const ms of durations) latencies.add(ms);
      const sorted = durations.toSorted((a, b) => a - b);
      const exact = (share: number) => sorted[Math.ceil(sorted.length * share) - 1]!;
      const { p50, p95, p99, most } = latencies.percentiles!;
      for (const [found, share] of [
        [p50, 0.5],
        [p95, 0.95],
        [p99, 0.99],
      ] as const) {
        expect(found).toBeGreaterThanOrEqual(exact(share) - 1);
        expect(found).toBeLessThanOrEqual(exact(share) * 1.05 + 1);
      }
      expect(most).toBe(sorted.at(-1));
    }),
  );
});

test('without durations there are none', () => {
  expect(new Latencies().percentiles).toBeNull();
});
