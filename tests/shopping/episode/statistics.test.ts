import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  binomialTail,
  clusteredInterval,
  compared,
  mcnemarExact,
  passRates,
  successRate,
  type TaskTrials,
} from '../../../shopping/episode/statistics.ts';

const task = (name: string, ...rewards: number[]): TaskTrials => ({
  task: name,
  trials: rewards.length,
  successes: rewards.filter((reward) => reward === 1).length,
});

const anyTasks = fc
  .array(fc.array(fc.constantFrom(0, 1), { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 12 })
  .map((all) => all.map((rewards, at) => task(String(at), ...rewards)));

describe('pass rates', () => {
  test('are the share of k trials that all succeed, and of those where one does, over every choice of k', () => {
    const choices = (list: readonly number[], k: number): number[][] =>
      k === 0 ? [[]] : list.flatMap((first, at) => choices(list.slice(at + 1), k - 1).map((rest) => [first, ...rest]));
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(0, 1), { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 1, max: 6 }),
        (rewards, k) => {
          fc.pre(k <= rewards.length);
          const all = choices(rewards, k);
          const share = (of: (choice: number[]) => boolean) => all.filter(of).length / all.length;
          const rates = passRates([task('t', ...rewards)], k);
          expect(rates?.all).toBeCloseTo(
            share((choice) => choice.every((reward) => reward === 1)),
            10,
          );
          expect(rates?.any).toBeCloseTo(
            share((choice) => choice.some((reward) => reward === 1)),
            10,
          );
        },
      ),
    );
  });

  test('leave out tasks with fewer trials than k that count', () => {
    expect(passRates([task('a', 1, 1), task('b', 1)], 2)).toMatchObject({ all: 1, tasks: 1 });
    expect(passRates([task('a', 1)], 2)).toBeNull();
  });
});

describe('the interval of a success rate', () => {
  test('holds the rate, and lies between 0 and 1', () => {
    fc.assert(
      fc.property(anyTasks, (tasks) => {
        const rate = successRate(tasks) as number;
        const { low, high } = clusteredInterval(tasks) as { low: number; high: number };
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual(1);
        expect(low).toBeLessThanOrEqual(rate + 1e-12);
        expect(high).toBeGreaterThanOrEqual(rate - 1e-12);
      }),
    );
  });

  test('is no narrower for trials that all end alike than for one of each task', () => {
    const once = [task('a', 1), task('b', 0), task('c', 1), task('d', 0)];
    const often = once.map(({ task: name, successes }) => task(name, successes, successes, successes));
    const [one, many] = [clusteredInterval(once), clusteredInterval(often)];
    expect((many?.high ?? 0) - (many?.low ?? 0)).toBeGreaterThan(0.9 * ((one?.high ?? 0) - (one?.low ?? 0)));
  });

  test('has a width where every task is won', () => {
    expect(clusteredInterval([task('a', 1), task('b', 1)])?.low).toBeLessThan(0.6);
  });

  test('is Wilson’s for tasks tried once: 0.0552 to 0.1744 for 10 of 100', () => {
    const { low, high } =
      clusteredInterval(Array.from({ length: 100 }, (_, at) => task(`${at}`, Number(at < 10)))) ?? {};
    expect(low).toBeCloseTo(0.0552, 2);
    expect(high).toBeCloseTo(0.1744, 2);
  });
});

const paired = (task: string, a: number, b: number) => ({
  task,
  a,
  b,
  successA: Number(a === 1),
  successB: Number(b === 1),
});

describe('a comparison', () => {
  test('tests who succeeds: of agents that fail everywhere, more reward is no win', () => {
    const pairs = ['1', '2', '3', '4', '5', '6', '7', '8'].map((task) => paired(task, 0.3, 0.1));
    expect(compared(pairs, true)).toMatchObject({ successA: 0, successB: 0, mcnemar: { won: 0, lost: 0, p: 1 } });
  });

  test('is the same each time, and the other way round with the agents exchanged', () => {
    const pairs = [paired('1', 0, 1), paired('2', 1, 1), paired('3', 0, 0)];
    expect(compared(pairs, true)).toEqual(compared(pairs, true));
    const back = compared(
      pairs.map(({ task, a, b }) => paired(task, b, a)),
      true,
    );
    expect(back?.difference).toBeCloseTo(-(compared(pairs, true)?.difference ?? 0), 12);
  });

  test.each([
    [0, 0, 1],
    [5, 0, 0.0625],
    [8, 2, 0.109375],
    [3, 3, 1],
  ])('has the p of a coin that falls %i to %i', (won, lost, p) => expect(mcnemarExact(won, lost)).toBeCloseTo(p, 9));
});

test.each([
  [3, 3, 0.4, 0.064],
  [1, 2, 0.5, 0.75],
  [0, 5, 0.1, 1],
  [1, 80, 0, 0],
  [2, 2, 1, 1],
])('%i successes or more of %i, each with a chance of %f, have the probability %f', (successes, trials, chance, p) =>
  expect(binomialTail(successes, trials, chance)).toBeCloseTo(p, 9),
);
