import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TaskSource } from '../../../pipeline/run/run-parts.ts';
import { holds, shardNamed, shareOfShard, sourceOfShard } from '../../../pipeline/run/shard.ts';
import type { PlannedTask } from '../../../schemas/task.ts';
import { Sampler } from '../../../stages/sample/index.ts';
import { digestOf } from '../../../text/digest.ts';
import { waveState } from '../../fixtures/run-plan.ts';
import { plannedTask } from '../../fixtures/tasks.ts';

describe('a part is named', () => {
  test('by its number and how many there are', () => {
    expect(shardNamed('3/8', {})).toEqual({ number: 3, of: 8 });
  });

  test.each([
    ['from zero', { ID: '2', MIN: '0', COUNT: '8' }, 3],
    ['from one', { ID: '3', MIN: '1', COUNT: '8' }, 3],
    ['in steps', { ID: '15', MIN: '5', STEP: '5', COUNT: '8' }, 3],
  ])('by the index of an array of Slurm that counts %s', (_, array, number) => {
    const env = Object.fromEntries(Object.entries(array).map(([name, value]) => [`SLURM_ARRAY_TASK_${name}`, value]));
    expect(shardNamed('slurm', env)).toEqual({ number, of: 8 });
  });

  test('by the index of a job of Kubernetes, which counts from zero', () => {
    expect(shardNamed('kubernetes/8', { JOB_COMPLETION_INDEX: '2' })).toEqual({ number: 3, of: 8 });
  });

  test.each([
    ['0/8', {}, '--shard 0/8 is part 0 of 8, expected one from 1/8 to 8/8'],
    ['9/8', {}, '--shard 9/8 is part 9 of 8'],
    ['half', {}, '--shard is "half", expected a part such as 3/8'],
    ['slurm', {}, 'SLURM_ARRAY_TASK_ID, which is not set'],
    ['kubernetes/4', { JOB_COMPLETION_INDEX: 'x' }, 'JOB_COMPLETION_INDEX, which is "x"'],
    ['kubernetes/4', { JOB_COMPLETION_INDEX: '4' }, 'is part 5 of 4'],
  ])('and %s in %j is refused', (text, env, message) => {
    expect(() => shardNamed(text, env)).toThrow(message);
  });
});

const ranked = (number: number): PlannedTask => {
  const id = String(number);
  return plannedTask({ id, rank: digestOf('task', id), targetIds: [id] });
};

/** A source of so many tasks, in their order. */
function sourceOf(tasks: number): TaskSource {
  let next = 0;
  return {
    next: (_, count) => Array.from({ length: Math.min(count, tasks - next) }, () => ranked(next++)),
  };
}

const drain = (source: TaskSource, count: number): PlannedTask[] => {
  const state = waveState();
  const all: PlannedTask[] = [];
  for (let some = source.next('a', count, state); some.length > 0; some = source.next('a', count, state))
    all.push(...some);
  return all;
};

test('every task belongs to exactly one part, and a part has its tasks in the order of the whole', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9 }), fc.nat(80), fc.integer({ min: 1, max: 7 }), (of, tasks, count) => {
      const whole = drain(sourceOf(tasks), 10);
      const parts = Array.from({ length: of }, (_, index) => {
        const shard = { number: index + 1, of };
        const part = drain(sourceOfShard(sourceOf(tasks), shard), count);
        expect(part).toEqual(whole.filter((task) => holds(shard, task)));
        return part;
      });
      expect(parts.flat()).toHaveLength(tasks);
    }),
  );
});

test('what another part plans keeps none of a part from being planned', () => {
  const pairs = Array.from({ length: 12 }, (_, other) => ({ rows: [0, other + 1] }));
  const of = 4;
  const numbers = Array.from({ length: of }, (_, index) => index + 1);
  const planned = numbers.map((number) => {
    const sampler = new Sampler({
      family: 'f',
      seed: 1,
      idOf: (row) => `p${row}`,
      rowOf: (id) => Number(id.slice(1)),
      categoryOf: () => 'c',
      poolOf: () => ({ strata: [{ name: 's', weight: 1, candidates: pairs }], reasons: new Map() }),
      stratified: () => false,
      groupOf: (row) => `p${row}`,
    });
    const source = sourceOfShard({ next: (...wave) => sampler.next(...wave) }, { number, of });
    const wave = () => source.next('a', 4, waveState());
    const all: PlannedTask[] = [];
    for (let some = wave(); some.length > 0; some = wave()) all.push(...some);
    return all;
  });
  expect(planned.flat()).toHaveLength(pairs.length);
});

test('the parts together have at least as many as the whole', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 40 }), (count, of) => {
      const share = shareOfShard(count, { number: 1, of });
      expect(share * of).toBeGreaterThanOrEqual(count);
      expect((share - 1) * of).toBeLessThan(count);
    }),
  );
});
