/** The 97.5th percentile of the normal distribution. */
const Z = 1.959963984540054;

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/**
 * Wilson's score interval of a share over so many independent trials, 95 %: sound also near 0 and 1, and for few trials.
 * No rounding parts its ends from 0 and 1; of no trials, it is all from 0 to 1.
 */
export function wilson(share: number, trials: number): Interval {
  if (trials === 0) return { low: 0, high: 1 };
  const square = Z ** 2 / trials;
  const middle = share + square / 2;
  const half = Z * Math.sqrt((share * (1 - share)) / trials + square / (4 * trials));
  const [low, high] = [(middle - half) / (1 + square), (middle + half) / (1 + square)];
  return { low: share === 0 ? 0 : Math.max(0, low), high: share === 1 ? 1 : Math.min(1, high) };
}

/** A share of trials with its 95 % interval. */
export interface Share extends Interval {
  readonly hits: number;
  readonly trials: number;
  /** Null where nothing was tried. */
  readonly share: number | null;
}

export function shareOf(hits: number, trials: number): Share {
  const share = trials === 0 ? null : hits / trials;
  return { hits, trials, share, ...wilson(share ?? 0, trials) };
}
