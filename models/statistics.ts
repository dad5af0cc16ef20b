import type { ModelReply, Role } from '../schemas/model.ts';
import type { Outcome, UnavailableFault } from './faults.ts';

/** Bounds of the bins grow by this factor, which is how exact a percentile is. */
const GROWTH = 1.05;
const LOG_GROWTH = Math.log(GROWTH);

interface Percentiles {
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

/** Reasons to send a request again. */
type RetryCause = 'rate_limited' | 'refused_parameter' | UnavailableFault;

export interface RoleStatistics {
  /** Questions put to us, and how many of them needed no request: answered before, or under way already. */
  readonly asked: number;
  readonly fromStore: number;
  readonly shared: number;
  /** HTTP requests that were sent, and replies that came. */
  readonly calls: number;
  readonly replies: number;
  readonly retries: Readonly<Partial<Record<RetryCause, number>>>;
  /** Questions given up after the last attempt, and those the endpoint will never answer. */
  readonly gaveUp: number;
  readonly rejected: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Replies of endpoints that do not count tokens. */
  readonly uncounted: number;
  /** Of all calls whose price is known, failed ones with them: the most they can cost where nobody counted. */
  readonly costNano: number;
  /** Share of the calls answered with 429. */
  readonly rateLimitedShare: number;
  /** From sending a request to its reply. */
  readonly latencyMs: Percentiles | null;
}

export type CallStatistics = Readonly<Partial<Record<Role, RoleStatistics>>>;

class Tally {
  readonly counts = { asked: 0, fromStore: 0, shared: 0, calls: 0, replies: 0, gaveUp: 0, rejected: 0 };
  readonly #retries: Partial<Record<RetryCause, number>> = {};
  readonly #latencies = new Latencies();
  readonly #sums = { inputTokens: 0, outputTokens: 0, uncounted: 0, costNano: 0 };
  #rateLimited = 0;

  replied({ usage }: ModelReply, ms: number): void {
    this.counts.replies++;
    this.#latencies.add(ms);
    if (usage === null) this.#sums.uncounted++;
    this.#sums.inputTokens += usage?.input_tokens ?? 0;
    this.#sums.outputTokens += usage?.output_tokens ?? 0;
  }

  charged(nano: number | null): void {
    this.#sums.costNano += nano ?? 0;
  }

  failed({ kind }: Outcome): void {
    if (kind === 'rate_limited') this.#rateLimited++;
  }

  retried(cause: RetryCause): void {
    this.#retries[cause] = (this.#retries[cause] ?? 0) + 1;
  }

  get snapshot(): RoleStatistics {
    const { calls } = this.counts;
    return {
      ...this.counts,
      ...this.#sums,
      retries: { ...this.#retries },
      rateLimitedShare: calls === 0 ? 0 : this.#rateLimited / calls,
      latencyMs: this.#latencies.percentiles,
    };
  }
}

/** Counts the questions of each role and their ends. */
export class CallTally {
  readonly #roles = new Map<Role, Tally>();

  of(role: Role): Tally {
    const known = this.#roles.get(role) ?? new Tally();
    this.#roles.set(role, known);
    return known;
  }

  snapshot(): CallStatistics {
    return Object.fromEntries([...this.#roles].map(([role, tally]) => [role, tally.snapshot]));
  }
}

const ADDED = [
  'calls',
  'replies',
  'gaveUp',
  'rejected',
  'inputTokens',
  'outputTokens',
  'uncounted',
  'costNano',
] as const satisfies readonly (keyof RoleStatistics)[];

/**
 * Batches and what was asked online beside them as one. Every question was put to the batches first; latencies are those
 * of single calls.
 */
export function withBatches(batches: CallStatistics, online: CallStatistics): CallStatistics {
  return Object.fromEntries(
    Object.entries(batches).map(([role, inBatches]) => {
      const single = online[role as keyof CallStatistics];
      if (single === undefined) return [role, { ...inBatches, latencyMs: null }];
      const sums = Object.fromEntries(ADDED.map((key) => [key, inBatches[key] + single[key]]));
      const { retries, rateLimitedShare, latencyMs } = single;
      return [role, { ...inBatches, ...sums, retries, rateLimitedShare, latencyMs }];
    }),
  );
}
