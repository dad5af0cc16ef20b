import { type Interval, wilson } from '../../pipeline/share-interval.ts';

/** Results of an agent's trials of one task. */
export interface TaskTrials {
  readonly task: string;
  readonly trials: number;
  readonly successes: number;
}

/** Mean over tasks, each as heavy as its trials. */
export function successRate(tasks: readonly TaskTrials[]): number | null {
  const trials = tasks.reduce((sum, task) => sum + task.trials, 0);
  return trials === 0 ? null : tasks.reduce((sum, { successes }) => sum + successes, 0) / trials;
}

/**
 * The 95 % interval of a success rate, clustered by task: Wilson's, with as many independent trials as the spread between
 * tasks leaves. Trials of one task may all end alike, and count for no more than one then; where all tasks end alike the
 * interval still has a width.
 */
export function clusteredInterval(tasks: readonly TaskTrials[]): Interval | null {
  const known = tasks.filter((task) => task.trials > 0);
  const rate = successRate(known);
  if (rate === null) return null;
  const trials = known.reduce((sum, task) => sum + task.trials, 0);
  const count = known.length;
  let effective = count;
  if (count > 1 && rate > 0 && rate < 1) {
    const squares = known.reduce((sum, task) => sum + (task.successes - rate * task.trials) ** 2, 0);
    const variance = (squares * count) / (count - 1) / trials ** 2;
    if (variance > 0) effective = Math.min(trials, Math.max(1, (rate * (1 - rate)) / variance));
    else effective = trials;
  }
  return wilson(rate, effective);
}

/** C(n, k) / C(m, k), without large numbers. */
function ratioOfChoices(n: number, m: number, k: number): number {
  let ratio = 1;
  for (let at = 0; at < k; at++) ratio *= Math.max(0, n - at) / (m - at);
  return ratio;
}

/** Rates at which agents succeed in all of k trials of a task, and in one of k at least. */
export interface PassRates {
  readonly k: number;
  /** pass^k: mean over tasks of C(c, k) / C(n, k), for c successes of n trials. */
  readonly all: number;
  /** pass@k: mean over tasks of 1 - C(n - c, k) / C(n, k). */
  readonly any: number;
  /** Tasks with k trials that count; the others are left out. */
  readonly tasks: number;
}

export function passRates(tasks: readonly TaskTrials[], k: number): PassRates | null {
  const enough = tasks.filter(({ trials }) => trials >= k);
  if (enough.length === 0) return null;
  const mean = (of: (task: TaskTrials) => number) => enough.reduce((sum, task) => sum + of(task), 0) / enough.length;
  return {
    k,
    all: mean(({ successes, trials }) => ratioOfChoices(successes, trials, k)),
    any: mean(({ successes, trials }) => 1 - ratioOfChoices(trials - successes, trials, k)),
    tasks: enough.length,
  };
}

/** Results of two agents for the same task: mean rewards, and shares of trials that succeeded. */
export interface PairedTask {
  readonly task: string;
  readonly a: number;
  readonly b: number;
  readonly successA: number;
  readonly successB: number;
}

export interface PairedComparison {
  readonly tasks: number;
  readonly meanA: number;
  readonly meanB: number;
  /** Mean of b - a over tasks. */
  readonly difference: number;
  /** Of the difference, from resampled tasks. */
  readonly interval: Interval;
  readonly successA: number;
  readonly successB: number;
  /** Tasks that b alone succeeds in, and a alone; null where tasks were tried more than once. */
  readonly mcnemar: { readonly won: number; readonly lost: number; readonly p: number } | null;
}

export const RESAMPLES = 2000;

/** A quick, even generator of draws below a number: mulberry32. */
function drawing(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return Math.floor((((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

/** Probability of so many successes or more in so many independent trials, each with the same chance. */
export function binomialTail(successes: number, trials: number, chance: number): number {
  if (successes <= 0) return 1;
  if (chance <= 0 || chance >= 1) return chance <= 0 ? 0 : 1;
  const logs = [0];
  for (let n = 1; n <= trials; n++) logs.push((logs[n - 1] as number) + Math.log(n));
  let tail = 0;
  for (let k = successes; k <= trials; k++)
    tail += Math.exp(
      (logs[trials] as number) -
        (logs[k] as number) -
        (logs[trials - k] as number) +
        k * Math.log(chance) +
        (trials - k) * Math.log1p(-chance),
    );
  return Math.min(1, tail);
}

/** Probability that a coin falls so unevenly, or more, in so many throws: McNemar's test, exact and two-sided. */
export const mcnemarExact = (won: number, lost: number): number =>
  Math.min(1, 2 * binomialTail(Math.max(won, lost), won + lost, 0.5));

/**
 * Compares two agents task by task. The interval is the percentile bootstrap over tasks, 2,000 resamples under a fixed
 * seed; where each task was tried once, McNemar's exact test of who succeeds in what stands beside it.
 */
export function compared(pairs: readonly PairedTask[], triedOnce: boolean): PairedComparison | null {
  const tasks = pairs.length;
  if (tasks === 0) return null;
  const mean = (of: (pair: PairedTask) => number) => pairs.reduce((sum, pair) => sum + of(pair), 0) / tasks;
  const differences = pairs.map(({ a, b }) => b - a);
  const draw = drawing(42);
  const resampled = Array.from({ length: RESAMPLES }, () => {
    let sum = 0;
    for (let at = 0; at < tasks; at++) sum += differences[draw(tasks)] as number;
    return sum / tasks;
  }).sort((x, y) => x - y);
  const percentile = (share: number) => resampled[Math.min(RESAMPLES - 1, Math.floor(share * RESAMPLES))] as number;
  const won = pairs.filter(({ successA, successB }) => successB > successA).length;
  const lost = pairs.filter(({ successA, successB }) => successA > successB).length;
  return {
    tasks,
    meanA: mean(({ a }) => a),
    meanB: mean(({ b }) => b),
    successA: mean(({ successA }) => successA),
    successB: mean(({ successB }) => successB),
    difference: mean(({ a, b }) => b - a),
    interval: { low: percentile(0.025), high: percentile(0.975) },
    mcnemar: triedOnce ? { won, lost, p: mcnemarExact(won, lost) } : null,
  };
}
