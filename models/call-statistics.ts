import type { ModelReply, Role } from '../schemas/model.ts';
import { Latencies, type Percentiles } from './latencies.ts';
import type { Outcome, UnavailableFault } from './outcome.ts';

/** Why a request was sent again. */
export type RetryCause = 'rate_limited' | 'refused_parameter' | UnavailableFault;

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

/** What happened to the questions of each role. */
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
