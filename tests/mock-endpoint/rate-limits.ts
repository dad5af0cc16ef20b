import type { Clock } from './clock.ts';
import { TokenBucket } from './token-bucket.ts';

/** Limits that are enforced. Those left out do not exist. */
export interface Limits {
  readonly requestsPerMinute?: number;
  /** Of the prompt, estimated, and the output the request allows for. */
  readonly tokensPerMinute?: number;
  /**
   * How many seconds' worth may be used at once: 60 unless told, so that a minute's worth can go in its first second; with
   * 1 the limit is held every second. A request of more tokens than that is never let in.
   */
  readonly burstSeconds?: number;
  /** Whether requests that are turned away use up the limit too. */
  readonly countsRefused?: boolean;
  /** What a client is told when it is turned away, and with `headers` and `everything` in every reply. */
  readonly tells?: 'everything' | 'retry_after' | 'headers' | 'nothing';
}

/** Why a request was turned away. */
export interface TurnedAway {
  readonly by: 'requests' | 'tokens';
  readonly limit: number;
  readonly used: number;
  readonly requested: number;
  /** Infinity for a request that is too large for the limit. */
  readonly waitMs: number;
}

export class RateLimits {
  readonly tells: NonNullable<Limits['tells']>;
  readonly #countsRefused: boolean;
  readonly #buckets: { readonly of: 'requests' | 'tokens'; readonly bucket: TokenBucket }[] = [];

  constructor(limits: Limits, clock: Clock) {
    const {
      requestsPerMinute,
      tokensPerMinute,
      burstSeconds = 60,
      countsRefused = false,
      tells = 'everything',
    } = limits;
    this.tells = tells;
    this.#countsRefused = countsRefused;
    const add = (of: 'requests' | 'tokens', perMinute: number | undefined) => {
      if (perMinute === undefined) return;
      // Under one request at once nothing would ever be let in.
      const capacity = Math.max(1, (perMinute * burstSeconds) / 60);
      this.#buckets.push({ of, bucket: new TokenBucket(perMinute, capacity, clock) });
    };
    add('requests', requestsPerMinute);
    add('tokens', tokensPerMinute);
  }

  /** Lets a request in and counts it, or says why not. */
  admit(tokens: number): TurnedAway | null {
    const asked = this.#buckets.map(({ of, bucket }) => {
      const requested = of === 'requests' ? 1 : tokens;
      return { of, bucket, requested, waitMs: bucket.waitMs(requested) };
    });
    const worst = asked.reduce<(typeof asked)[number] | null>((a, b) => (b.waitMs > (a?.waitMs ?? 0) ? b : a), null);
    if (worst === null || this.#countsRefused) for (const { bucket, requested } of asked) bucket.drain(requested);
    if (worst === null) return null;
    const { of: by, bucket, requested, waitMs } = worst;
    return { by, limit: bucket.perMinute, used: Math.round(bucket.capacity - bucket.level), requested, waitMs };
  }

  /** The x-ratelimit headers of a reply given now. */
  headers(): Record<string, string> {
    const headers: Record<string, string> = {};
    for (const { of, bucket } of this.#buckets) {
      headers[`x-ratelimit-limit-${of}`] = String(bucket.perMinute);
      headers[`x-ratelimit-remaining-${of}`] = String(Math.floor(bucket.level));
      headers[`x-ratelimit-reset-${of}`] = durationText(bucket.waitMs(bucket.capacity));
    }
    return headers;
  }
}

/** A duration as the API writes it: 20ms, 1.5s, 1m26.4s, 1h0m0s. */
export function durationText(ms: number): string {
  const whole = Math.ceil(ms);
  if (whole < 1000) return `${whole}ms`;
  const seconds = `${(whole % 60_000) / 1000}s`;
  const minutes = Math.floor(whole / 60_000);
  if (minutes === 0) return seconds;
  return minutes < 60 ? `${minutes}m${seconds}` : `${Math.floor(minutes / 60)}h${minutes % 60}m${seconds}`;
}
