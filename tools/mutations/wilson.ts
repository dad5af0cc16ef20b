import { intervalOf } from '../../cli/adjudicate/raters.ts';

/** A share of trials with its 95 % interval. */
export interface Share {
  readonly hits: number;
  readonly trials: number;
  /** Null where nothing was tried. */
  readonly share: number | null;
  readonly low: number;
  readonly high: number;
}

export function wilson(hits: number, trials: number): Share {
  const [low, high] = intervalOf(hits, trials);
  return { hits, trials, share: trials === 0 ? null : hits / trials, low, high };
}
