import type { Role } from '../schemas/model.ts';
import type { CallMode, Prices } from './prices.ts';
import type { MeasuredLengths, Spread } from './reply-sums.ts';

export interface Range {
  readonly low: number;
  readonly high: number;
}

/** Requests a run would send for one role. */
export interface PlannedCalls {
  readonly role: Role;
  readonly model: string;
  readonly mode: CallMode;
  /** From every reply fitting at once to every try being used up; stored replies are not among them. */
  readonly calls: Range;
  /** Tokens of one prompt and of one reply, as far as they can be told beforehand (`inputRange`, `outputRange`). */
  readonly inputTokens: Range;
  readonly outputTokens: Range;
}

export interface RoleEstimate {
  readonly role: Role;
  readonly model: string;
  readonly calls: Range;
  readonly inputTokens: Range;
  readonly outputTokens: Range;
  /** Null where no price is known. */
  readonly costNano: Range | null;
  /** Earlier replies the lengths come from; 0 where they lie anywhere between the shortest and the longest there can be. */
  readonly measuredCalls: number;
}

export interface RunEstimate {
  readonly roles: readonly RoleEstimate[];
  readonly calls: Range;
  readonly inputTokens: Range;
  readonly outputTokens: Range;
  /** Of the roles whose price is known. */
  readonly costNano: Range;
  /** Models without a known price, which `costNano` leaves out. */
  readonly unpriced: readonly string[];
}

/** Fewer earlier calls say too little about how much lengths differ. */
const LEAST_MEASURED = 5;
/** Two standard deviations: about 95 % of what may come. */
const DEVIATIONS = 2;

/** Where the mean of `calls` further calls will lie, judging by `measured` earlier ones. */
function meanOf({ mean, deviation }: Spread, measured: number, calls: number): Range {
  const reach = DEVIATIONS * deviation * Math.sqrt(1 / measured + 1 / Math.max(calls, 1));
  return { low: Math.max(0, mean - reach), high: mean + reach };
}

const times = (calls: Range, each: Range): Range => ({
  low: Math.floor(calls.low * each.low),
  high: Math.ceil(calls.high * each.high),
});

function estimateRole(
  planned: PlannedCalls,
  measured: MeasuredLengths | undefined,
  prices: Pick<Prices, 'costOf'>,
): RoleEstimate {
  const { role, model, mode, calls } = planned;
  const known = measured !== undefined && measured.calls >= LEAST_MEASURED ? measured : null;
  const input = known === null ? planned.inputTokens : meanOf(known.inputTokens, known.calls, calls.low);
  const output = known === null ? planned.outputTokens : meanOf(known.outputTokens, known.calls, calls.low);
  const inputTokens = times(calls, input);
  const most = planned.outputTokens.high;
  const outputTokens = times(calls, { low: Math.min(output.low, most), high: Math.min(output.high, most) });
  const cost = (end: keyof Range) =>
    prices.costOf(model, { input_tokens: inputTokens[end], output_tokens: outputTokens[end] }, mode);
  const [low, high] = [cost('low'), cost('high')];
  return {
    role,
    model,
    calls,
    inputTokens,
    outputTokens,
    costNano: low === null || high === null ? null : { low, high },
    measuredCalls: known?.calls ?? 0,
  };
}

const total = (ranges: readonly (Range | null)[]): Range => ({
  low: ranges.reduce((sum, range) => sum + (range?.low ?? 0), 0),
  high: ranges.reduce((sum, range) => sum + (range?.high ?? 0), 0),
});

/** Calls, tokens and cost of a run before it is started, each as a range. */
export function estimateRun(
  planned: readonly PlannedCalls[],
  measured: readonly MeasuredLengths[],
  prices: Pick<Prices, 'costOf'>,
): RunEstimate {
  const roles = planned.map((calls) =>
    estimateRole(
      calls,
      measured.find(({ role, model }) => role === calls.role && model === calls.model),
      prices,
    ),
  );
  return {
    roles,
    calls: total(roles.map(({ calls }) => calls)),
    inputTokens: total(roles.map(({ inputTokens }) => inputTokens)),
    outputTokens: total(roles.map(({ outputTokens }) => outputTokens)),
    costNano: total(roles.map(({ costNano }) => costNano)),
    unpriced: [...new Set(roles.filter(({ costNano }) => costNano === null).map(({ model }) => model))],
  };
}
