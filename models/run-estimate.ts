import { NotAskedError } from '../schemas/errors.ts';
import type { ModelRequest, Models, Role, StoredReply } from '../schemas/model.ts';
import type { CallMode, Prices } from './prices.ts';
import { type ReplyStore, requestDigest } from './reply-store.ts';
import type { MeasuredLengths, Spread } from './reply-sums.ts';
import { inputRange, outputRange } from './token-estimates.ts';

export interface Range {
  readonly low: number;
  readonly high: number;
}

/** Requests a run would send for one role. */
export interface PlannedCalls {
  readonly role: Role;
  readonly model: string;
  readonly mode: CallMode;
  /** Stored replies are not among them. */
  readonly calls: Range;
  /** Tokens of one prompt and of one reply, as far as they can be told beforehand (`inputRange`, `outputRange`). */
  readonly inputTokens: Range;
  readonly outputTokens: Range;
}

export interface RoleEstimate extends Omit<PlannedCalls, 'mode'> {
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

/** The range of the mean of `calls` further calls, judging by `measured` earlier ones. */
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

/** The calls of one role, as a dry run found them. */
export interface RehearsedCalls {
  readonly role: Role;
  readonly model: string;
  /** Requests whose replies are stored already. */
  readonly stored: number;
  /** Requests that would be sent; what is under way in batches is not among them. */
  readonly missing: number;
  /** Tokens of all prompts that would be sent, and of one reply to each. */
  readonly inputTokens: Range;
  readonly outputTokens: Range;
  /** Tokens of the longest prompt, stored or not, on the high side. */
  readonly longestInput: number;
}

const NONE: Range = { low: 0, high: 0 };
const NO_CALLS = { stored: 0, missing: 0, inputTokens: NONE, outputTokens: NONE, longestInput: 0 };

/** Calls as they are planned: of one role as many as were found missing, or as `calls` says, each as long as those. */
export function plannedCalls(
  { role, model, missing, inputTokens, outputTokens }: RehearsedCalls,
  mode: CallMode,
  calls: Range = { low: missing, high: missing },
): PlannedCalls {
  const each = ({ low, high }: Range): Range => ({
    low: low / Math.max(missing, 1),
    high: high / Math.max(missing, 1),
  });
  return { role, model, mode, calls, inputTokens: each(inputTokens), outputTokens: each(outputTokens) };
}

type Found = 'stored' | 'missing' | 'under way';

/** Counts requests by role and model, in the order each came first. */
class RequestTally {
  readonly #calls = new Map<string, RehearsedCalls>();

  get calls(): RehearsedCalls[] {
    return [...this.#calls.values()];
  }

  add(request: ModelRequest, found: Found): void {
    const { role, model } = request;
    const key = `${role}\n${model}`;
    const known = this.#calls.get(key) ?? { ...NO_CALLS, role, model };
    const isMissing = found === 'missing';
    this.#calls.set(key, {
      ...known,
      stored: known.stored + (found === 'stored' ? 1 : 0),
      missing: known.missing + (isMissing ? 1 : 0),
      inputTokens: total([known.inputTokens, isMissing ? inputRange(request) : null]),
      outputTokens: total([known.outputTokens, isMissing ? outputRange(request) : null]),
      longestInput: Math.max(known.longestInput, inputRange(request).high),
    });
  }
}

/** The same of requests that are to be answered, such as those in batches. */
export function talliedCalls(requests: Iterable<ModelRequest>): RehearsedCalls[] {
  const tally = new RequestTally();
  for (const request of requests) tally.add(request, 'missing');
  return tally.calls;
}

/** Answers from the store and counts what is not in it: every request a run would send, without sending one. */
export class Rehearsal implements Models {
  readonly #store: Pick<ReplyStore, 'get'> | null;
  readonly #underWay: ReadonlySet<string>;
  readonly #seen = new Set<string>();
  readonly #tally = new RequestTally();

  /** `store` is null where no reply was ever kept; `underWay` holds the digests of requests that stand in batches. */
  constructor(store: Pick<ReplyStore, 'get'> | null, underWay: ReadonlySet<string> = new Set()) {
    this.#store = store;
    this.#underWay = underWay;
  }

  /** By role and model, in the order they were first asked. */
  get calls(): RehearsedCalls[] {
    return this.#tally.calls;
  }

  /** Rejects with a NotAskedError where no reply is stored. */
  async ask(request: ModelRequest): Promise<StoredReply> {
    const digest = requestDigest(request);
    const reply = this.#store?.get(digest) ?? null;
    if (this.#seen.size < this.#seen.add(digest).size)
      this.#tally.add(request, reply !== null ? 'stored' : this.#underWay.has(digest) ? 'under way' : 'missing');
    if (reply !== null) return { digest, reply };
    throw new NotAskedError(`the ${request.role} was not asked`);
  }
}
