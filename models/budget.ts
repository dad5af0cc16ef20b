import { ConfigError, type ModelError } from '../schemas/errors.ts';
import type { Usage } from '../schemas/model.ts';
import { formatCount } from '../text/numbers.ts';
import { overBudget, overCalls } from './messages.ts';
import { type CallMode, nanoOf, noPriceFor, type Prices, usdText } from './prices.ts';

/** A call under way, with the most it can cost; settled, waived or released exactly once. */
export interface Reservation {
  readonly model: string;
  readonly mode: CallMode;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Null where the model has no known price. */
  readonly nano: number | null;
}

interface Waiter {
  readonly reservation: Reservation;
  readonly nano: number;
  readonly grant: (reservation: Reservation) => void;
  readonly refuse: (reason: unknown) => void;
}

export interface BudgetSettings {
  /** US dollars (--budget-usd); null where spending is only counted. */
  readonly capUsd: number | null;
  /** Most calls (--max-calls), whatever they cost; where left out, any number. */
  readonly capCalls?: number | null;
  readonly prices: Pick<Prices, 'costOf' | 'priceOf'>;
  /** Every model the run may ask, with how: under a cap each needs a price before the first call. */
  readonly models: Iterable<readonly [model: string, mode: CallMode]>;
  /** Money that earlier starts of the same run spent (`ReplyStore.spentNano`): the cap is for all of them together. */
  readonly spentNano?: number;
  /** Calls that earlier starts of the same run made. */
  readonly calls?: number;
}

/**
 * Keeps what is spent and what is under way within the caps on money and on calls. A call's upper bound is reserved
 * before it is sent and what it really used is charged after. A call that used more than its bound is charged in full, for that is what it cost: only then can the
 * cap be passed, and nothing is granted after.
 */
export class Budget {
  readonly capNano: number | null;
  readonly capCalls: number | null;
  readonly #prices: BudgetSettings['prices'];
  readonly #open = new Set<Reservation>();
  readonly #unpriced = new Map<string, number>();
  #waiting: Waiter[] = [];
  #spentNano: number;
  #reservedNano = 0;
  #calls: number;

  constructor({ capUsd, capCalls = null, prices, models, spentNano = 0, calls = 0 }: BudgetSettings) {
    this.capCalls = capCalls;
    this.#calls = calls;
    this.capNano = capUsd === null ? null : nanoOf(capUsd, '--budget-usd');
    this.#prices = prices;
    this.#spentNano = spentNano;
    if (this.capNano !== null) for (const [model, mode] of models) this.#requirePrice(model, mode);
  }

  get spentNano(): number {
    return this.#spentNano;
  }

  get reservedNano(): number {
    return this.#reservedNano;
  }

  /** Reservations neither settled nor released yet. */
  get open(): number {
    return this.#open.size;
  }

  /** Calls that were charged nothing because their model has no known price. */
  get unpriced(): ReadonlyMap<string, number> {
    return this.#unpriced;
  }

  /**
   * Reserves now or throws a ModelError, which `ends` the run unless calls under way may yet make room. For callers that
   * settle nothing before they have reserved everything, such as a batch; single calls wait with `reserveWhenRoom`.
   */
  reserve(model: string, inputTokens: number, outputTokens: number, mode: CallMode = 'online'): Reservation {
    const reservation = this.#bound(model, inputTokens, outputTokens, mode);
    const nano = reservation.nano ?? 0;
    if (!this.#fits(nano)) throw this.#refusal(nano);
    return this.#grant(reservation);
  }

  /**
   * Reserves as soon as there is room, first come, first served. Bounds are far above what calls really use, so near the
   * cap calls wait for the settling of others; it rejects (ModelError, `ends`) only once waiting cannot help any more, or
   * with the reason of the signal, for what is waited for may take a day.
   */
  reserveWhenRoom(
    model: string,
    inputTokens: number,
    outputTokens: number,
    mode: CallMode = 'online',
    signal?: AbortSignal,
  ): Promise<Reservation> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const reservation = this.#bound(model, inputTokens, outputTokens, mode);
      const leave = () => {
        this.#waiting = this.#waiting.filter((other) => other !== waiter);
        reject(signal?.reason);
        this.#serve();
      };
      const ended =
        <T>(end: (value: T) => void) =>
        (value: T) => {
          signal?.removeEventListener('abort', leave);
          end(value);
        };
      const waiter = { reservation, nano: reservation.nano ?? 0, grant: ended(resolve), refuse: ended(reject) };
      signal?.addEventListener('abort', leave, { once: true });
      this.#waiting.push(waiter);
      this.#serve();
    });
  }

  /** Reserves for a call that an earlier start has sent, whatever the cap: it will be on the bill. */
  reserveSent(model: string, inputTokens: number, outputTokens: number, mode: CallMode): Reservation {
    return this.#grant(this.#bound(model, inputTokens, outputTokens, mode));
  }

  /**
   * Ends a reservation with what the call used, and returns what was charged, null without a known price. Where nobody
   * counted (null) everything that was reserved is charged: less could be passed by what stands on the bill.
   */
  settle(reservation: Reservation, usage: Usage | null): number | null {
    this.#close(reservation);
    this.#calls += 1;
    const { model, mode, inputTokens, outputTokens } = reservation;
    const most = { input_tokens: inputTokens, output_tokens: outputTokens };
    const charged = this.#prices.costOf(model, usage ?? most, mode);
    if (charged === null) this.#unpriced.set(model, (this.#unpriced.get(model) ?? 0) + 1);
    this.#spentNano += charged ?? 0;
    this.#serve();
    return charged;
  }

  /** Ends a reservation with what the call is charged for, null for nothing; returns the cost, null without a known price. */
  charge(reservation: Reservation, usage: Usage | null): number | null {
    if (usage !== null) return this.settle(reservation, usage);
    this.waive(reservation);
    return 0;
  }

  /** Ends a reservation whose call was sent and costs nothing. */
  waive(reservation: Reservation): void {
    this.#close(reservation);
    this.#calls += 1;
    this.#serve();
  }

  /** Ends a reservation whose call was never sent, or is counted already. */
  release(reservation: Reservation): void {
    this.#close(reservation);
    this.#serve();
  }

  /** For the progress line, beside the number of calls: `$0.42 of $5.00, 120 of 500 calls`. */
  spendText(): string {
    const calls = [...this.#unpriced.values()].reduce((sum, count) => sum + count, 0);
    if (calls > 0 && this.#spentNano === 0) return 'no price known';
    const unknown = calls === 0 ? '' : ` + ${calls} ${calls === 1 ? 'call' : 'calls'} without a known price`;
    const cap = this.capNano === null ? '' : ` of ${usdText(this.capNano)}`;
    const counted =
      this.capCalls === null ? '' : `, ${formatCount(this.#calls)} of ${formatCount(this.capCalls)} calls`;
    return `${usdText(this.#spentNano)}${cap}${unknown}${counted}`;
  }

  #requirePrice(model: string, mode: CallMode): void {
    if (!this.#prices.priceOf(model)?.[mode])
      throw new ConfigError(`--budget-usd cannot hold: ${noPriceFor(model, mode)}`);
  }

  #bound(model: string, inputTokens: number, outputTokens: number, mode: CallMode): Reservation {
    if (this.capNano !== null) this.#requirePrice(model, mode);
    const nano = this.#prices.costOf(model, { input_tokens: inputTokens, output_tokens: outputTokens }, mode);
    return { model, mode, inputTokens, outputTokens, nano };
  }

  /** Tells whether there is room for a call; for `alone`, whether there will be once nothing else is under way. */
  #fits(nano: number, alone = false): boolean {
    const reserved = alone ? 0 : this.#reservedNano;
    return this.#isOneMoreCall(alone) && (this.capNano === null || this.#spentNano + reserved + nano <= this.capNano);
  }

  #isOneMoreCall(alone: boolean): boolean {
    return this.capCalls === null || this.#calls + (alone ? 0 : this.#open.size) < this.capCalls;
  }

  #grant(reservation: Reservation): Reservation {
    this.#open.add(reservation);
    this.#reservedNano += reservation.nano ?? 0;
    return reservation;
  }

  #close(reservation: Reservation): void {
    if (!this.#open.delete(reservation))
      throw new RangeError(`a reservation for ${reservation.model} was settled or released twice`);
    this.#reservedNano -= reservation.nano ?? 0;
  }

  /** Grants what fits and refuses what never can; the first that has to wait holds back those behind it. */
  #serve(): void {
    for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
      if (this.#fits(next.nano)) next.grant(this.#grant(next.reservation));
      else if (!this.#fits(next.nano, true)) next.refuse(this.#refusal(next.nano));
      else return;
      this.#waiting.shift();
    }
  }

  #refusal(nano: number): ModelError {
    const ends = !this.#fits(nano, true);
    if (this.capCalls !== null && !this.#isOneMoreCall(ends))
      return overCalls({ cap: this.capCalls, made: this.#calls, underWay: this.#open.size }, ends);
    const amounts = { capNano: this.capNano ?? 0, spentNano: this.#spentNano, reservedNano: this.#reservedNano };
    return overBudget({ ...amounts, nextNano: nano }, ends);
  }
}
