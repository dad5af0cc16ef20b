import type { Clock } from './clock.ts';

/** Sums of fractions: a bucket that lacks this little is full enough. */
const TOLERANCE = 1e-6;

/**
 * Grants at most its capacity at once and its rate in the long run: in any time span, at most the capacity and what
 * flows in during it.
 */
export class TokenBucket {
  readonly perMinute: number;
  readonly capacity: number;
  readonly #clock: Clock;
  #level: number;
  #atMs: number;

  constructor(perMinute: number, capacity: number, clock: Clock) {
    this.perMinute = perMinute;
    this.capacity = capacity;
    this.#clock = clock;
    this.#level = capacity;
    this.#atMs = clock.now();
  }

  get level(): number {
    const nowMs = this.#clock.now();
    this.#level = Math.min(this.capacity, this.#level + ((nowMs - this.#atMs) * this.perMinute) / 60_000);
    this.#atMs = nowMs;
    return this.#level;
  }

  /** Milliseconds until the amount is there; 0 when it is now, Infinity when it never will be. */
  waitMs(amount: number): number {
    if (amount > this.capacity) return Number.POSITIVE_INFINITY;
    const lacking = amount - this.level;
    return lacking <= TOLERANCE ? 0 : (lacking * 60_000) / this.perMinute;
  }

  /** Takes the amount, or what there is of it. */
  drain(amount: number): void {
    this.#level = Math.max(0, this.level - amount);
  }
}
