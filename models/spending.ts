import { Role } from '../schemas/model.ts';
import { NANO_PER_USD } from './prices.ts';
import type { RoleCounts } from './reply-sums.ts';
import type { CallStatistics, RoleStatistics } from './statistics.ts';

/** Sums of calls, failed ones with them. */
export interface Spent {
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** As far as prices are known. */
  readonly costNano: number;
  /** Calls that `costNano` leaves out, because no price is known. */
  readonly unpriced: number;
}

export interface RoleSpending {
  readonly role: Role;
  readonly thisStart: Spent;
  /** Of all starts of the run, this one with them. */
  readonly allStarts: Spent;
}

/** The spending of a run's models, to be told at its end. */
export type Spending =
  | { readonly kind: 'recorded'; readonly replies: number }
  | {
      readonly kind: 'asked';
      /** Those that were ever asked. */
      readonly roles: readonly RoleSpending[];
      readonly modelOf: (role: Role) => string;
      /** "$0.42 of $5.00"; null without a budget. */
      readonly budget: string | null;
      /** A sentence for every model without a known price. */
      readonly unpriced: readonly string[];
    };

const NOTHING: Spent = { calls: 0, inputTokens: 0, outputTokens: 0, costNano: 0, unpriced: 0 };

/** Calls of a role that were sent, whatever came of them. */
function callsOf({ replies, lateReplies, failures }: RoleCounts): number {
  return replies + lateReplies + Object.values(failures).reduce((sum, times) => sum + times, 0);
}

export const callsIn = (counts: readonly RoleCounts[]): number => counts.reduce((sum, role) => sum + callsOf(role), 0);

function spentOf(counts: RoleCounts | undefined): Spent {
  if (counts === undefined) return NOTHING;
  const { inputTokens, outputTokens, costNano, uncosted } = counts;
  return { calls: callsOf(counts), inputTokens, outputTokens, costNano, unpriced: uncosted };
}

const combined = (a: Spent, b: Spent, sign: 1 | -1): Spent => ({
  calls: a.calls + sign * b.calls,
  inputTokens: a.inputTokens + sign * b.inputTokens,
  outputTokens: a.outputTokens + sign * b.outputTokens,
  costNano: a.costNano + sign * b.costNano,
  unpriced: a.unpriced + sign * b.unpriced,
});

/** The cost of each role of a run, from its calls as they were counted when it started and as they are now. */
export function spendingOf(before: readonly RoleCounts[], now: readonly RoleCounts[]): RoleSpending[] {
  const of = (counts: readonly RoleCounts[], role: Role) => spentOf(counts.find((one) => one.role === role));
  return Role.options
    .filter((role) => now.some((one) => one.role === role))
    .map((role) => {
      const allStarts = of(now, role);
      return { role, thisStart: combined(allStarts, of(before, role), -1), allStarts };
    });
}

export const totalOf = (spent: readonly Spent[]): Spent => spent.reduce((sum, one) => combined(sum, one, 1), NOTHING);

const spentForFile = ({ calls, inputTokens, outputTokens, costNano, unpriced }: Spent) => ({
  calls,
  input_tokens: inputTokens,
  output_tokens: outputTokens,
  cost_usd: costNano / NANO_PER_USD,
  calls_without_price: unpriced,
});

const statisticsForFile = (statistics: RoleStatistics) => ({
  asked: statistics.asked,
  from_store: statistics.fromStore,
  shared: statistics.shared,
  replies: statistics.replies,
  replies_without_usage: statistics.uncounted,
  retries: statistics.retries,
  gave_up: statistics.gaveUp,
  rejected: statistics.rejected,
  rate_limited_share: statistics.rateLimitedShare,
  latency_ms: statistics.latencyMs,
});

/** The same for `run.json`, with how each role's questions fared in this start. */
export function spendingForFile(
  spending: readonly RoleSpending[],
  statistics: CallStatistics,
  modelOf: (role: Role) => string,
): Readonly<Record<string, unknown>> {
  const roles = Role.options.filter(
    (role) => statistics[role] !== undefined || spending.some((one) => one.role === role),
  );
  return {
    roles: Object.fromEntries(
      roles.map((role) => {
        const { thisStart, allStarts } = spending.find((one) => one.role === role) ?? {
          thisStart: NOTHING,
          allStarts: NOTHING,
        };
        const asked = statistics[role];
        return [
          role,
          {
            model: modelOf(role),
            this_start: { ...spentForFile(thisStart), ...(asked === undefined ? {} : statisticsForFile(asked)) },
            all_starts: spentForFile(allStarts),
          },
        ];
      }),
    ),
    this_start: spentForFile(totalOf(spending.map(({ thisStart }) => thisStart))),
    all_starts: spentForFile(totalOf(spending.map(({ allStarts }) => allStarts))),
  };
}
