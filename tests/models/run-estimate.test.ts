import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Prices } from '../../models/prices.ts';
import type { MeasuredLengths } from '../../models/reply-sums.ts';
import { estimateRun, type PlannedCalls } from '../../models/run-estimate.ts';

const prices = new Prices([
  {
    version: '1',
    currency: 'USD',
    models: {
      priced: { input_per_million: 1, output_per_million: 2, batch_multiplier: 0.5, taken: '2026-01-01', aliases: [] },
    },
  },
]);

const planned = (changes: Partial<PlannedCalls> = {}): PlannedCalls => ({
  role: 'query_writer',
  model: 'priced',
  mode: 'online',
  calls: { low: 100, high: 300 },
  inputTokens: { low: 500, high: 1000 },
  outputTokens: { low: 20, high: 400 },
  ...changes,
});

const measured = (changes: Partial<MeasuredLengths> = {}): MeasuredLengths => ({
  role: 'query_writer',
  model: 'priced',
  calls: 100,
  inputTokens: { mean: 800, deviation: 0 },
  outputTokens: { mean: 60, deviation: 0 },
  ...changes,
});

test('before anything was measured, calls, tokens and cost lie between the limits', () => {
  const [role] = estimateRun([planned()], [], prices).roles;
  expect(role).toEqual({
    role: 'query_writer',
    model: 'priced',
    calls: { low: 100, high: 300 },
    inputTokens: { low: 50_000, high: 300_000 },
    outputTokens: { low: 2000, high: 120_000 },
    costNano: { low: 54_000_000, high: 540_000_000 },
    measuredCalls: 0,
  });
});

test('lengths that were measured take the place of the limits', () => {
  const { costNano, roles } = estimateRun([planned()], [measured()], prices);
  expect(costNano).toEqual({ low: 92_000_000, high: 276_000_000 });
  expect(roles[0]?.measuredCalls).toBe(100);
});

test('lengths that differ more, or were measured less often, give a wider range', () => {
  const width = (lengths: MeasuredLengths) => {
    const { low, high } = estimateRun([planned()], [lengths], prices).costNano;
    return high - low;
  };
  const even = width(measured());
  const uneven = width(measured({ outputTokens: { mean: 60, deviation: 30 } }));
  const unevenOfFew = width(measured({ outputTokens: { mean: 60, deviation: 30 }, calls: 5 }));
  expect(uneven).toBeGreaterThan(even);
  expect(unevenOfFew).toBeGreaterThan(uneven);
});

test.each([
  ['too few calls', measured({ calls: 4 })],
  ['another role', measured({ role: 'judge' })],
  ['another model', measured({ model: 'other' })],
])('what was measured of %s is not used', (_, lengths) => {
  expect(estimateRun([planned()], [lengths], prices)).toEqual(estimateRun([planned()], [], prices));
});

test('replies cannot be longer than the limit, however they were measured', () => {
  const lengths = measured({ outputTokens: { mean: 390, deviation: 500 }, calls: 5 });
  expect(estimateRun([planned()], [lengths], prices).outputTokens.high).toBe(300 * 400);
});

test('a batch is estimated at its own price', () => {
  expect(estimateRun([planned({ mode: 'batch' })], [], prices).costNano).toEqual({
    low: 27_000_000,
    high: 270_000_000,
  });
});

test('a model without a price is named, and its calls and tokens are counted all the same', () => {
  const estimate = estimateRun([planned(), planned({ role: 'judge', model: 'unheard-of' })], [], prices);
  expect(estimate.unpriced).toEqual(['unheard-of']);
  expect(estimate.roles[1]?.costNano).toBeNull();
  expect(estimate.costNano).toEqual({ low: 54_000_000, high: 540_000_000 });
  expect(estimate.calls).toEqual({ low: 200, high: 600 });
});

test('a run that asks nothing more costs nothing', () => {
  const none = { low: 0, high: 0 };
  const { roles: _, ...sums } = estimateRun([planned({ calls: none })], [measured()], prices);
  expect(sums).toEqual({ calls: none, inputTokens: none, outputTokens: none, costNano: none, unpriced: [] });
});

const range = (most: number) =>
  fc.tuple(fc.nat(most), fc.nat(most)).map(([a, b]) => ({ low: Math.min(a, b), high: Math.max(a, b) }));
const spread = fc.record({
  mean: fc.double({ min: 0, max: 5000, noNaN: true }),
  deviation: fc.double({ min: 0, max: 5000, noNaN: true }),
});

test('no range is upside down or below zero, and the sums are those of the roles', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          calls: range(10_000),
          inputTokens: range(5000),
          outputTokens: range(4000),
        }),
      ),
      fc.record({ calls: fc.integer({ min: 1, max: 1000 }), inputTokens: spread, outputTokens: spread }),
      (plans, lengths) => {
        const known = measured(lengths);
        const estimate = estimateRun(plans.map(planned), [known], prices);
        for (const sums of [estimate, ...estimate.roles]) {
          for (const { low, high } of [sums.calls, sums.inputTokens, sums.outputTokens, sums.costNano!]) {
            expect(low).toBeGreaterThanOrEqual(0);
            expect(high).toBeGreaterThanOrEqual(low);
          }
        }
        expect(estimate.costNano.high).toBe(estimate.roles.reduce((sum, { costNano }) => sum + costNano!.high, 0));
      },
    ),
  );
});
