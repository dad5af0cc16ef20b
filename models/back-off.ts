import { digestOf } from '../text/digest.ts';

export interface BackOff {
  /** The longest wait after the first failure; it doubles with every further one. */
  readonly firstMs: number;
  /** What it grows to. */
  readonly longestMs: number;
}

/** Seven attempts take about a minute and survive an outage as long. */
export const BACK_OFF: BackOff = { firstMs: 2_000, longestMs: 60_000 };

/**
 * How long to wait after so many failures of a request: anything from nothing to the longest, so that requests that
 * failed together do not come back together. Drawn from the request's digest, so that a run can be repeated.
 */
export function backOffMs(digest: string, failures: number, { firstMs, longestMs }: BackOff): number {
  const draw = Number.parseInt(digestOf('back-off', digest, failures).slice(0, 8), 16) / 2 ** 32;
  return draw * Math.min(longestMs, firstMs * 2 ** (failures - 1));
}
