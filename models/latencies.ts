/** Bounds of the bins grow by this factor, which is how exact a percentile is. */
const GROWTH = 1.05;
const LOG_GROWTH = Math.log(GROWTH);

export interface Percentiles {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly most: number;
}

/** Counts durations in bins, so that any number of them takes the same little room. */
export class Latencies {
  readonly #bins: number[] = [];
  #count = 0;
  #most = 0;

  add(ms: number): void {
    const bin = Math.max(0, Math.ceil(Math.log(Math.max(ms, 1)) / LOG_GROWTH));
    while (this.#bins.length <= bin) this.#bins.push(0);
    this.#bins[bin]!++;
    this.#count++;
    this.#most = Math.max(this.#most, ms);
  }

  /** Whole milliseconds, at most 5 % too high; null where there are none. */
  get percentiles(): Percentiles | null {
    if (this.#count === 0) return null;
    const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => this.#at(share)) as [number, number, number];
    return { p50, p95, p99, most: Math.round(this.#most) };
  }

  #at(share: number): number {
    let left = Math.ceil(this.#count * share);
    const bin = this.#bins.findIndex((count) => {
      left -= count;
      return left <= 0;
    });
    return Math.round(Math.min(GROWTH ** bin, this.#most));
  }
}
