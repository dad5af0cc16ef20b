import {
  missingPrices,
  type Prices,
  type Range,
  type RehearsedCalls,
  type RoleEstimate,
  type RunEstimate,
  roleName,
  usdText,
} from '../../models/index.ts';
import { counted, formatCount } from '../../text/numbers.ts';
import type { Output } from '../terminal/output.ts';
import { Page } from '../terminal/page.ts';

/** Findings of a rehearsal, with the estimate of the run that follows from them. */
export interface Rehearsed {
  readonly calls: readonly RehearsedCalls[];
  /** Of the same roles, in the same order, where every first reply fits and every text passes. */
  readonly estimate: RunEstimate;
  /**
   * Upper bound of every run with these settings, the limits left out: from so many tasks, each request sent so often.
   */
  readonly most: { readonly estimate: RunEstimate; readonly candidates: number; readonly sendings: number };
  /** Batches of earlier starts that are not collected yet. */
  readonly underWay: { readonly batches: number; readonly estimate: RunEstimate };
  readonly prices: Pick<Prices, 'priceOf'>;
  readonly isBatch: boolean;
  /** True where replies are only looked up: what is missing is never asked for. */
  readonly isReplay: boolean;
  /** In billionths of a dollar. */
  readonly budget: Limit | null;
  readonly maxCalls: Limit | null;
}

/** Limit on the spending of all starts of a run, with the amount that earlier ones spent. */
interface Limit {
  readonly cap: number;
  readonly spent: number;
}

const rangeText = ({ low, high }: Range) =>
  low === high ? formatCount(low) : `${formatCount(low)} to ${formatCount(high)}`;
const callsIn = (range: Range) => `${rangeText(range)} ${range.high === 1 ? 'call' : 'calls'}`;
const costText = ({ low, high }: Range) => (low === high ? usdText(low) : `${usdText(low)} to ${usdText(high)}`);
const storedText = (stored: number) => `${counted(stored, 'reply is', 'replies are')} stored`;
const tokensText = ({ inputTokens, outputTokens }: Pick<RunEstimate, 'inputTokens' | 'outputTokens'>) =>
  `${rangeText(inputTokens)} tokens in, ${rangeText(outputTokens)} out`;

/** Prints calls, tokens and cost as ranges, role by role and together, and what the ranges rest on. */
export function tellEstimate(rehearsed: Rehearsed, output: Output): void {
  const { calls, estimate, underWay, prices, isBatch, isReplay } = rehearsed;
  const page = new Page(output);
  const stored = calls.reduce((sum, role) => sum + role.stored, 0);
  const say = (text: string) => page.paragraph(text, { hanging: 2 });
  if (isReplay) {
    const missing = calls.reduce((sum, role) => sum + role.missing, 0);
    const end = missing === 0 ? '' : ', and a replay ends at the first; run with --writer openai to ask for them';
    say(`${storedText(stored)}, ${formatCount(missing)} missing${end}`);
  } else {
    for (const [place, role] of estimate.roles.entries()) say(roleText(role, calls[place]?.stored ?? 0));
    say(
      `together: ${callsIn(estimate.calls)}, ${tokensText(estimate)}, ${moneyText(estimate)}; ${storedText(stored)} already`,
    );
    if (underWay.batches > 0) say(underWayText(underWay, isBatch));
    for (const sentence of basisOf(rehearsed)) say(sentence);
    const modes = isBatch ? (['online', 'batch'] as const) : (['online'] as const);
    const models = [...estimate.unpriced, ...underWay.estimate.unpriced];
    for (const sentence of missingPrices(prices, models, modes)) say(sentence);
    for (const sentence of [...budgetText(rehearsed), ...callsText(rehearsed)]) say(sentence);
  }
  output.write(`${page.text}\n`);
}

export function roleText({ role, model, calls, costNano, ...tokens }: RoleEstimate, stored: number): string {
  const name = `${roleName(role)} (${model})`;
  if (calls.low === 0) return `${name}: nothing to ask, ${storedText(stored)}`;
  const beside = stored === 0 ? '' : ` besides ${counted(stored, 'stored reply', 'stored replies')}`;
  const cost = costNano === null ? 'at a price not known' : costText(costNano);
  return `${name}: ${callsIn(calls)}${beside}, ${tokensText(tokens)}, ${cost}`;
}

export function moneyText({ costNano, unpriced }: RunEstimate): string {
  if (unpriced.length === 0) return costText(costNano);
  return costNano.high === 0 ? 'at a cost not known' : `${costText(costNano)} and what ${unpriced.join(' and ')} costs`;
}

function underWayText({ batches, estimate }: Rehearsed['underWay'], isBatch: boolean): string {
  const end = isBatch
    ? 'a start collects them'
    : 'a start without --batch cancels them and asks online what they have not done';
  const what = `${counted(batches, 'batch', 'batches')} under way`;
  return `besides that in ${what}: ${callsIn(estimate.calls)}, ${tokensText(estimate)}, ${moneyText(estimate)}; ${end}`;
}

/** Says what the estimate leaves open, and which replies its lengths come from. */
function basisOf({ estimate: { roles }, most, budget, maxCalls }: Rehearsed): string[] {
  const asked = roles.filter(({ calls }) => calls.low > 0);
  const high = most.estimate.calls.high === 0 ? [] : [highText({ most, budget, maxCalls })];
  if (asked.length === 0) return high;
  const measured = asked.filter(({ measuredCalls }) => measuredCalls > 0);
  const from = measured.map(
    ({ role, measuredCalls }) => `${roleName(role)} from ${counted(measuredCalls, 'earlier reply', 'earlier replies')}`,
  );
  const others = measured.length === 0 ? 'every length' : 'the others';
  const lengths = [
    ...from,
    ...(measured.length === asked.length
      ? []
      : [
          `${others} from the shortest reply that fits to the longest allowed, until a few replies are stored (try --per-intent 1)`,
        ]),
  ];
  return ['That is Low: every first reply fits, and every text passes.', ...high, `Lengths: ${lengths.join(', ')}.`];
}

/** Says the bound that no run passes, and what it takes to come there. */
function highText({ most, budget, maxCalls }: Pick<Rehearsed, 'most' | 'budget' | 'maxCalls'>): string {
  const { estimate, candidates, sendings } = most;
  const within = (high: number, limit: Limit | null) =>
    limit === null ? high : Math.min(high, Math.max(0, limit.cap - limit.spent));
  const calls = within(estimate.calls.high, maxCalls);
  const cost = within(estimate.costNano.high, budget);
  const money = moneyText({ ...estimate, costNano: { low: cost, high: cost } });
  const ends = [
    calls < estimate.calls.high ? '--max-calls' : [],
    budget !== null && cost < estimate.costNano.high ? '--budget-usd' : [],
  ].flat();
  const worst = `${counted(candidates, 'candidate', 'candidates')} (--max-candidates) asked about, every text turned down, every try used up at its longest, every request sent ${sendings} times`;
  const before =
    ends.length === 0
      ? 'a model that is no use ends a run long before (--max-unusable, --min-passing), and --budget-usd and --max-calls end it where you say'
      : `${ends.join(' and ')} ${ends.length === 1 ? 'ends' : 'end'} it there`;
  return `High: never more than ${counted(calls, 'call', 'calls')}, ${money} (${worst}); ${before}.`;
}

function budgetText({ estimate, most, underWay, budget }: Rehearsed): string[] {
  if (budget === null) return [];
  if (most.estimate.unpriced.length + underWay.estimate.unpriced.length > 0)
    return [
      `The budget of ${usdText(budget.cap)} cannot hold for models without a price: a run with it would be refused.`,
    ];
  const spent = budget.spent === 0 ? '' : `, of which earlier starts spent ${usdText(budget.spent)},`;
  const { low, high: likely } = summed(estimate.costNano, underWay.estimate.costNano);
  const high = most.estimate.costNano.high + underWay.estimate.costNano.high;
  return [`The budget of ${usdText(budget.cap)}${spent} ${lasts(budget, { low, likely, high })}.`];
}

function callsText({ estimate, most, underWay, maxCalls }: Rehearsed): string[] {
  if (maxCalls === null) return [];
  const spent = maxCalls.spent === 0 ? '' : `, of which earlier starts made ${formatCount(maxCalls.spent)},`;
  const { low, high: likely } = summed(estimate.calls, underWay.estimate.calls);
  const high = most.estimate.calls.high + underWay.estimate.calls.high;
  return [`The limit of ${counted(maxCalls.cap, 'call', 'calls')}${spent} ${lasts(maxCalls, { low, likely, high })}.`];
}

const summed = (one: Range, other: Range): Range => ({ low: one.low + other.low, high: one.high + other.high });

/** Says whether a limit lasts for what a run takes: `likely` at most where every first reply fits, `high` at the very worst. */
function lasts({ cap, spent }: Limit, { low, likely, high }: Range & { readonly likely: number }): string {
  if (spent + high <= cap) return 'lasts';
  if (spent + likely <= cap) return 'lasts where replies fit at the first try, and not at the worst';
  return spent + low <= cap ? 'may not last' : 'does not last';
}
