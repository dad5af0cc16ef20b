import { createHistogram } from 'node:perf_hooks';
import type { ModelReply, Role } from '../schemas/model.ts';
import { foundOrMade } from '../text/cache/found-or-made.ts';
import type { UnavailableFault } from './faults.ts';

interface Percentiles {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly most: number;
}

const LONGEST_MS = 86_400_000;

/** Durations counted in bins, so that any number of them takes the same little room. */
export class Latencies {
  readonly #bins = createHistogram({ lowest: 1, highest: LONGEST_MS, figures: 2 });
  #most = 0;

  add(ms: number): void {
    this.#bins.record(Math.min(Math.max(Math.ceil(ms), 1), LONGEST_MS));
    this.#most = Math.max(this.#most, ms);
  }

  /** Whole milliseconds, at most 1 % too high; null where there are none. */
  get percentiles(): Percentiles | null {
    const { count } = this.#bins;
    if (count === 0) return null;
    // Of few durations, the histogram itself would take the one before.
    const percent = (share: number) => (100 * Math.ceil(count * share)) / count;
    const at = (share: number) => Math.round(Math.min(this.#bins.percentile(percent(share)), this.#most));
    return { p50: at(0.5), p95: at(0.95), p99: at(0.99), most: Math.round(this.#most) };
  }
}

/** Reasons to send a request again. */
type RetryCause = 'rate_limited' | 'refused_parameter' | UnavailableFault;

/** The questions of one role and their ends. */
class Tally {
  readonly counts = {
    /** Questions put to us, and how many of them needed no request: answered before, or under way already. */
    asked: 0,
    fromStore: 0,
    shared: 0,
    /** HTTP requests that were sent, and replies that came. */
    calls: 0,
    replies: 0,
    /** Replies of endpoints that do not count tokens. */
    uncounted: 0,
    /** Questions given up after the last attempt, and those the endpoint will never answer. */
    gaveUp: 0,
    rejected: 0,
  };
  /** Calls answered with 429. */
  rateLimited = 0;
  readonly #retries: Partial<Record<RetryCause, number>> = {};
  readonly #latencies = new Latencies();

  replied({ usage }: ModelReply, ms: number): void {
    this.counts.replies++;
    if (usage === null) this.counts.uncounted++;
    this.#latencies.add(ms);
  }

  retried(cause: RetryCause): void {
    this.#retries[cause] = (this.#retries[cause] ?? 0) + 1;
  }

  get snapshot() {
    return {
      ...this.counts,
      retries: { ...this.#retries },
      rateLimitedShare: this.counts.calls === 0 ? 0 : this.rateLimited / this.counts.calls,
      /** From sending a request to its reply. */
      latencyMs: this.#latencies.percentiles,
    };
  }
}

export type RoleStatistics = Readonly<Tally['snapshot']>;
export type CallStatistics = Readonly<Partial<Record<Role, RoleStatistics>>>;

/** Counts the questions of each role and their ends. */
export class CallTally {
  readonly #roles = new Map<Role, Tally>();

  of(role: Role): Tally {
    return foundOrMade(this.#roles, role, () => new Tally());
  }

  snapshot(): CallStatistics {
    return Object.fromEntries([...this.#roles].map(([role, tally]) => [role, tally.snapshot]));
  }
}

const ADDED = ['calls', 'replies', 'uncounted', 'gaveUp', 'rejected'] as const;

/** Batches and single calls as one: every question was put to batches first, and latencies are of single calls. */
export function withBatches(batches: CallStatistics, online: CallStatistics): CallStatistics {
  return Object.fromEntries(
    Object.entries(batches).map(([role, inBatches]) => {
      const single = online[role as keyof CallStatistics];
      if (single === undefined) return [role, { ...inBatches, latencyMs: null }];
      const { asked, fromStore, shared } = inBatches;
      const sums = Object.fromEntries(ADDED.map((key) => [key, inBatches[key] + single[key]]));
      return [role, { ...single, ...sums, asked, fromStore, shared }];
    }),
  );
}
