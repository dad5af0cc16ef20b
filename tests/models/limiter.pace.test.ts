import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Pace } from '../../models/limiter.ts';

const MINUTE = 60_000;

/** Starts as many of these costs, one after the other, as the pace allows within `untilMs`, timers being late. */
function startsOf(pace: Pace, costs: Iterable<number>, untilMs: number, lateMs: (index: number) => number = () => 0) {
  const starts: { at: number; cost: number }[] = [];
  let now = 0;
  for (const cost of costs) {
    for (let wait = pace.waitMs(now, cost); wait > 0; wait = pace.waitMs(now, cost))
      now += Math.max(wait, 1) + lateMs(starts.length);
    if (now > untilMs) break;
    pace.take(now, cost);
    starts.push({ at: now, cost });
  }
  return starts;
}

function mostInAMinute(starts: readonly { at: number; cost: number }[]): number {
  return Math.max(
    0,
    ...starts.map(({ at }) =>
      starts
        .filter((start) => start.at <= at && start.at > at - MINUTE + 1e-6)
        .reduce((sum, { cost }) => sum + cost, 0),
    ),
  );
}

const repeated = (count: number, cost = 1) => Array.from({ length: count }, () => cost);

test('no minute holds more than the limit, and at least 95 % of it are used while work waits, timers late or not', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 800 }), fc.array(fc.integer({ min: 0, max: 20 })), (limit, late) => {
      const pace = new Pace();
      pace.set(0, limit, limit * 0.98);
      const starts = startsOf(pace, repeated(limit * 3), 2 * MINUTE, (index) => late[index % (late.length || 1)] ?? 0);
      expect(mostInAMinute(starts)).toBeLessThanOrEqual(limit);
      expect(starts.length).toBeGreaterThanOrEqual(Math.floor(2 * limit * 0.95));
    }),
    { numRuns: 40 },
  );
});

test('no minute holds more tokens than the limit, whatever single requests cost', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 3_000 }), { minLength: 50, maxLength: 120 }), (costs) => {
      const pace = new Pace();
      pace.set(0, 10_000, 9_800);
      expect(mostInAMinute(startsOf(pace, costs, 20 * MINUTE))).toBeLessThanOrEqual(10_000);
    }),
    { numRuns: 40 },
  );
});

test('a minute of requests is not spent in its first second', () => {
  const pace = new Pace();
  pace.set(0, 600, 600);
  const starts = startsOf(pace, repeated(600), MINUTE);
  for (let second = 0; second < 59; second++) {
    const count = starts.filter(({ at }) => at >= second * 1000 && at < (second + 1) * 1000).length;
    expect(count).toBeLessThanOrEqual(11);
  }
});

test('after a pause nothing is caught up with but what a late timer owes', () => {
  const pace = new Pace();
  pace.set(0, null, 600);
  pace.take(0, 1);
  expect(pace.waitMs(30_000, 1)).toBe(0);
  pace.take(30_000, 1);
  expect(pace.waitMs(30_000, 1)).toBeCloseTo(50, 0);
});

test('a request that costs more than the limit waits for an empty minute, not for ever', () => {
  const pace = new Pace();
  pace.set(0, 1_000, 1_000_000);
  pace.take(0, 10);
  expect(pace.waitMs(10, 5_000)).toBe(59_990);
  expect(pace.waitMs(MINUTE, 5_000)).toBe(0);
});

test('what was reserved and not used can be used by others', () => {
  const pace = new Pace();
  pace.set(0, 1_000, 1_000);
  const entry = pace.take(0, 1_000);
  expect(pace.waitMs(0, 900)).toBe(MINUTE);
  pace.correct(0, entry, 100);
  expect(pace.waitMs(0, 900)).toBeLessThan(7_000);
});

test('what cost more than was reserved is paid off before anything starts', () => {
  const pace = new Pace();
  pace.set(0, 1_000, 1_000);
  const entry = pace.take(0, 10);
  pace.correct(0, entry, 500);
  expect(pace.waitMs(0, 10)).toBeCloseTo(30_000, 0);
});

test('a correction that comes after its minute changes nothing in the minute now', () => {
  const pace = new Pace();
  pace.set(0, 100, 1_000_000);
  const entry = pace.take(0, 50);
  pace.take(MINUTE, 60);
  pace.correct(MINUTE, entry, 0);
  expect(pace.lastMinute(MINUTE)).toBe(60);
});

test('a limit that becomes known counts what started in the minute before', () => {
  const pace = new Pace();
  for (let index = 0; index < 10; index++) pace.take(index, 1);
  pace.set(10, 10, 1_000_000);
  expect(pace.waitMs(10, 1)).toBe(MINUTE - 10);
});

test('without limit and rate nothing waits', () => {
  const pace = new Pace();
  for (let index = 0; index < 1_000; index++) pace.take(0, 1_000_000);
  expect(pace.waitMs(0, 1_000_000)).toBe(0);
});
