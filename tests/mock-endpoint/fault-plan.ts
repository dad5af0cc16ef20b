import { draw } from './draw.ts';
import { type Fault, type FaultKind, type FaultSettings, isContentFault } from './fault-kinds.ts';
import type { RequestFacts, Route } from './request-facts.ts';

/** A fault for the requests it names: all conditions that are given have to hold. The first entry that fits is taken. */
export interface ScriptedFault {
  readonly fault: FaultKind;
  /** Chat completions and lines of batches unless told. Elsewhere only transport and status faults mean anything. */
  readonly route?: Route;
  /** Which requests of the route, counted from 1. */
  readonly numbers?: readonly number[];
  readonly when?: (request: RequestFacts) => boolean;
  /** For how many requests; no end unless told. */
  readonly times?: number;
  /** Where they differ from the endpoint's. */
  readonly settings?: Partial<FaultSettings>;
}

/** Faults at given rates. Which request meets which fault depends on the seed, its digest and how often it was seen. */
export interface SeededFaults {
  readonly seed: number;
  /** Each fault's share of the replies to chat completions and lines of batches; together at most 1. */
  readonly rates: Readonly<Partial<Record<FaultKind, number>>>;
  /**
   * Whether a request meets the same content fault however often it is seen. A run that is killed and goes on then gets
   * the contents an undisturbed run gets, as long as different questions have different digests.
   */
  readonly sameContentAgain?: boolean;
  readonly when?: (request: RequestFacts) => boolean;
}

const DEFAULTS: FaultSettings = { retryAfterSeconds: 1, delayMs: Number.POSITIVE_INFINITY, contentBytes: 10_000_000 };

type Rates = readonly (readonly [FaultKind, number])[];
const sumOf = (rates: Rates) => rates.reduce((sum, [, rate]) => sum + rate, 0);

/** Decides what goes wrong with which request. */
export class FaultPlan {
  readonly #script: { readonly entry: ScriptedFault; left: number }[];
  readonly #seeded: SeededFaults | undefined;
  readonly #contentRates: Rates;
  readonly #otherRates: Rates;
  readonly #settings: FaultSettings;

  constructor(script: readonly ScriptedFault[], seeded?: SeededFaults, settings: Partial<FaultSettings> = {}) {
    this.#script = script.map((entry) => ({ entry, left: entry.times ?? Number.POSITIVE_INFINITY }));
    this.#seeded = seeded;
    this.#settings = { ...DEFAULTS, ...settings };
    const rates = Object.entries(seeded?.rates ?? {}) as [FaultKind, number][];
    this.#contentRates = rates.filter(([kind]) => isContentFault(kind));
    this.#otherRates = rates.filter(([kind]) => !isContentFault(kind));
    if (rates.some(([, rate]) => !(rate >= 0)) || sumOf(rates) > 1 + 1e-9) {
      throw new RangeError(`fault rates add up to ${sumOf(rates)}, expected shares that add up to at most 1`);
    }
  }

  /** Whether any request may meet a fault of this kind. */
  names(kind: FaultKind): boolean {
    return this.#script.some(({ entry }) => entry.fault === kind) || (this.#seeded?.rates[kind] ?? 0) > 0;
  }

  faultFor(request: RequestFacts): Fault | null {
    const scripted = this.#script.find(({ entry, left }) => left > 0 && fits(entry, request));
    if (scripted !== undefined) {
      scripted.left--;
      const { fault: kind, settings } = scripted.entry;
      return { kind, ...this.#settings, ...settings };
    }
    const kind = isQuestion(request.route) ? this.#drawn(request) : null;
    return kind === null ? null : { kind, ...this.#settings };
  }

  /**
   * Content faults are drawn apart, among the requests that meet no other fault, so that they can stay the same when a
   * request comes again.
   */
  #drawn(request: RequestFacts): FaultKind | null {
    if (this.#seeded === undefined || this.#seeded.when?.(request) === false) return null;
    const { seed, sameContentAgain = false } = this.#seeded;
    const other = pick(this.#otherRates, draw(seed, 'other', request.digest, request.seen));
    if (other !== null) return other;
    const at = draw(seed, 'content', request.digest, sameContentAgain ? 0 : request.seen);
    return pick(this.#contentRates, at * (1 - sumOf(this.#otherRates)));
  }
}

const isQuestion = (route: Route) => route === 'chat' || route === 'batch_line';

function fits({ route, numbers, when }: ScriptedFault, request: RequestFacts): boolean {
  if (route === undefined ? !isQuestion(request.route) : route !== request.route) return false;
  return (numbers?.includes(request.number) ?? true) && (when?.(request) ?? true);
}

function pick(rates: Rates, at: number): FaultKind | null {
  let upTo = 0;
  for (const [kind, rate] of rates) {
    upTo += rate;
    if (at < upTo) return kind;
  }
  return null;
}
