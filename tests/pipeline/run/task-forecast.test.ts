import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FamilyBuilder, FamilyPlanner } from '../../../pipeline/family.ts';
import type { Needed } from '../../../pipeline/necessity.ts';
import { carried, carriedBy, forecast } from '../../../pipeline/run/task-forecast.ts';
import type { BuildEnd } from '../../../schemas/run.ts';
import { plannedTask } from '../../fixtures/tasks.ts';

/** An intent whose tasks end as listed, over and over: a level of need, or the code they are rejected with. */
const forecastOf = (ends: readonly string[], eligible: number, signal = new AbortController().signal) => {
  const endOf = (id: string) => ends[Number(id) % ends.length] as string;
  const planner = {
    next: (_intent: string, count: number) =>
      Array.from({ length: Math.min(count, eligible) }, (_, at) => plannedTask({ id: `${at}` })),
    eligibility: () => ({ eligible, reasons: [] }),
  } as unknown as FamilyPlanner;
  const rejected = (id: string): BuildEnd => ({
    ...{ kind: 'rejected', id, intent: 'i', code: endOf(id), stage: 's', lockDigest: null, line: '' },
  });
  const builder: FamilyBuilder = {
    lock: async ({ id }) =>
      endOf(id).startsWith('early')
        ? rejected(id)
        : { kind: 'locked', id, intent: 'i', line: '', lockDigest: '', turn: 'first' },
    write: async ({ id }) =>
      endOf(id).startsWith('late')
        ? rejected(id)
        : { kind: 'built', id, intent: 'i', line: endOf(id), text: '', lockDigest: '', group: 'g' },
  };
  const neededBy = (line: string) => line as Needed;
  return forecast('i', { planner, builder, usesPerProduct: 1, neededBy, signal });
};

test('each task tried is counted once, by what it needs or by the code it ended with', async () => {
  const told = await forecastOf(['both', 'one', 'none', 'early_a', 'late_b', 'late_b'], 600);
  expect(told).toEqual({
    ...{ intent: 'i', eligible: 600, tried: 60, accepted: 30 },
    needed: { both: 10, one: 10, none: 10 },
    codes: [
      { code: 'late_b', tasks: 20 },
      { code: 'early_a', tasks: 10 },
    ],
  });
});

test('where everything eligible was tried the numbers are exact', async () => {
  const told = await forecastOf(['both', 'one', 'none', 'early_a'], 8);
  expect(carried(told)).toEqual({ low: 6, high: 6 });
  expect(carriedBy(told, 'one')).toEqual({ low: 4, high: 4 });
  expect(carriedBy(told, 'both')).toEqual({ low: 2, high: 2 });
});

test('a stricter level never carries more', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom('both', 'one', 'none', 'early_a'), { minLength: 1, maxLength: 9 }),
      fc.integer({ min: 1, max: 5000 }),
      async (ends, eligible) => {
        const told = await forecastOf(ends, eligible);
        const ranges = [carriedBy(told, 'both'), carriedBy(told, 'one'), carried(told)];
        for (const end of ['low', 'high'] as const)
          expect(ranges.map((range) => range[end])).toEqual(
            ranges.map((range) => range[end]).toSorted((a, b) => a - b),
          );
        for (const { low, high } of ranges) expect(low >= 0 && low <= high && high <= eligible).toBe(true);
      },
    ),
  );
});

test('a draw of the planner is judged where it has one, and not what it plans first', async () => {
  const planner = {
    next: () => [plannedTask({ id: 'first' })],
    drawn: () => [plannedTask({ id: 'drawn' })],
    eligibility: () => ({ eligible: 2, reasons: [] }),
  } as unknown as FamilyPlanner;
  const locked: string[] = [];
  const builder = {
    lock: async ({ id }: { id: string }) => {
      locked.push(id);
      return { kind: 'rejected', id, code: 'x' };
    },
  } as unknown as FamilyBuilder;
  const { signal } = new AbortController();
  await forecast('i', { planner, builder, usesPerProduct: 1, neededBy: undefined, signal });
  expect(locked).toEqual(['drawn']);
});

test('who interrupts is not kept waiting', async () => {
  expect((await forecastOf(['both'], 600, AbortSignal.abort())).tried).toBe(0);
});
