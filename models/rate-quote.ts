import { MINUTE_MS } from './pace.ts';

/** What an endpoint says about one of its limits. */
export interface Quote {
  readonly limit: number | null;
  readonly remaining: number | null;
  /** Until the window ends or the bucket is full again. */
  readonly resetMs: number | null;
}

export interface Quotes {
  readonly requests: Quote | null;
  readonly tokens: Quote | null;
}

/** How near a reset has to be to what a bucket that refills within a minute would say. */
const SLACK_MS = 1_500;
/** Below this share of its size a bucket that others draw from too is spared. */
const SPARED = 0.2;
const LEAST_SHARE = 0.05;
/** A bucket of fewer is as good as empty after every request. */
const SMALLEST_BUCKET = 20;

/** When a bucket of this size, filled within a minute, would be full again. */
const refillMs = (limit: number, remaining: number) => ((limit - remaining) / limit) * MINUTE_MS;

/**
 * The limit per minute a quote states, null where it is of another span: some endpoints quote requests per day under
 * the same name, with a reset that tells.
 */
export function perMinuteIn({ limit, resetMs }: Quote): number | null {
  return limit === null || limit <= 0 || (resetMs ?? 0) > MINUTE_MS + SLACK_MS ? null : limit;
}

/**
 * The rate per minute that keeps within what remains until the reset; null where nothing has to be held back. Windows
 * that end at once and buckets that fill all the time say the same three numbers: which it is shows in the reset.
 */
export function sustainable({ limit, remaining, resetMs }: Quote): number | null {
  if (remaining === null || resetMs === null || resetMs > MINUTE_MS + SLACK_MS) return null;
  const bucket = limit !== null && limit > 0 && Math.abs(resetMs - refillMs(limit, remaining)) < SLACK_MS;
  // One interval more than starts: the last of them ends with the window.
  if (!bucket) return ((remaining + 1) * MINUTE_MS) / Math.max(resetMs, 1);
  const share = remaining / limit / SPARED;
  return limit < SMALLEST_BUCKET || share >= 1 ? null : limit * Math.max(share, LEAST_SHARE);
}
