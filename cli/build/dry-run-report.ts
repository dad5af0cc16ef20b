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
import type { Output } from '../output.ts';
import { Page } from '../page.ts';

/** What a rehearsal found, and what that comes to. */
export interface Rehearsed {
  readonly calls: readonly RehearsedCalls[];
  /** Of the same roles, in the same order. */
  readonly estimate: RunEstimate;
  /** Batches of earlier starts that are not collected yet. */
  readonly underWay: { readonly batches: number; readonly estimate: RunEstimate };
  readonly prices: Pick<Prices, 'priceOf'>;
  readonly isBatch: boolean;
  /** Whether replies are only looked up: what is missing is never asked for. */
  readonly isReplay: boolean;
  readonly budget: { readonly capNano: number; readonly spentNano: number } | null;
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
    for (const sentence of basisOf(estimate)) say(sentence);
    const modes = isBatch ? (['online', 'batch'] as const) : (['online'] as const);
    const models = [...estimate.unpriced, ...underWay.estimate.unpriced];
    for (const sentence of missingPrices(prices, models, modes)) say(sentence);
    for (const sentence of budgetText(rehearsed)) say(sentence);
  }
  output.write(`${page.text}\n`);
}

function roleText({ role, model, calls, costNano, ...tokens }: RoleEstimate, stored: number): string {
  const name = `${roleName(role)} (${model})`;
  if (calls.low === 0) return `${name}: nothing to ask, ${storedText(stored)}`;
  const beside = stored === 0 ? '' : ` besides ${counted(stored, 'stored reply', 'stored replies')}`;
  const cost = costNano === null ? 'at a price not known' : costText(costNano);
  return `${name}: ${callsIn(calls)}${beside}, ${tokensText(tokens)}, ${cost}`;
}

function moneyText({ costNano, unpriced }: RunEstimate): string {
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

/** What the ends of the ranges mean, and where the lengths come from. */
function basisOf({ roles }: RunEstimate): string[] {
  const asked = roles.filter(({ calls }) => calls.low > 0);
  if (asked.length === 0) return [];
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
  return [
    'Low: every first reply fits. High: every try is used up. Texts that gates or the judge turn down come on top.',
    `Lengths: ${lengths.join(', ')}.`,
  ];
}

function budgetText({ estimate, underWay, budget }: Rehearsed): string[] {
  if (budget === null) return [];
  const { capNano, spentNano } = budget;
  if (estimate.unpriced.length + underWay.estimate.unpriced.length > 0)
    return [
      `The budget of ${usdText(capNano)} cannot hold for models without a price: a run with it would be refused.`,
    ];
  const spent = spentNano === 0 ? '' : `, of which earlier starts spent ${usdText(spentNano)},`;
  const [low, high] = [estimate, underWay.estimate].reduce(
    ([least, most], { costNano }) => [least + costNano.low, most + costNano.high],
    [spentNano, spentNano],
  ) as [number, number];
  const lasts = high <= capNano ? 'lasts' : low <= capNano ? 'may not last' : 'does not last';
  return [`The budget of ${usdText(capNano)}${spent} ${lasts}.`];
}
