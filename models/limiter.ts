import PQueue from 'p-queue';
import type { Clock } from '../schemas/clock.ts';
import { Congestion, MINUTE_MS } from './congestion.ts';
import { type HeaderValues, Pause, senderNow, untilMs } from './retry.ts';

/** One limit as its endpoint states it in a response. */
interface Quote {
  readonly limit: number | null;
  readonly remaining: number | null;
  /** Until the window ends or the bucket is full again. */
  readonly resetMs: number | null;
}

export interface Quotes {
  readonly requests: Quote | null;
  readonly tokens: Quote | null;
}

function countOf(text: string | null): number | null {
  const [number] = /^\d+(?=$|[,;\s])/.exec(text?.trim() ?? '') ?? [];
  return number === undefined ? null : Number(number);
}

/** Reads the `x-ratelimit-*` headers of a response. Limits without a name of their own are of requests. */
export function quotesIn(headers: HeaderValues, nowMs: number): Quotes {
  const now = senderNow(headers, nowMs);
  const quote = (suffix: string): Quote | null => {
    const value = (part: string) => headers.get(`x-ratelimit-${part}${suffix}`);
    const [limit, remaining, reset] = [value('limit'), value('remaining'), value('reset')];
    if (limit === null && remaining === null && reset === null) return null;
    return { limit: countOf(limit), remaining: countOf(remaining), resetMs: untilMs(reset, now) };
  };
  return { requests: quote('-requests') ?? quote(''), tokens: quote('-tokens') };
}

/** Most that a reset may differ from that of a bucket that refills within a minute. */
const SLACK_MS = 1_500;
/** Below this share of its size a bucket that others draw from too is spared. */
const SPARED = 0.2;
const LEAST_SHARE = 0.05;
/** A bucket of fewer is as good as empty after every request. */
const SMALLEST_BUCKET = 20;

/** Time until a bucket of this size, filled within a minute, is full again. */
const refillMs = (limit: number, remaining: number) => ((limit - remaining) / limit) * MINUTE_MS;

/** The limit per minute a quote states; null where its reset tells that it is of another span, such as a day. */
export function perMinuteIn({ limit, resetMs }: Quote): number | null {
  return limit === null || limit <= 0 || (resetMs ?? 0) > MINUTE_MS + SLACK_MS ? null : limit;
}

/**
 * The rate per minute that keeps within what remains until the reset; null where nothing has to be held back. Windows
 * that end at once and buckets that fill all the time say the same three numbers: which it is shows in the reset.
 */
export function sustainable({ limit, remaining, resetMs }: Quote): number | null {
  if (remaining === null || resetMs === null || resetMs > MINUTE_MS + SLACK_MS) return null;
  const bucket = limit !== null && limit > 0 && Math.abs(resetMs - refillMs(limit, remaining)) < SLACK_MS;
  // One interval more than starts: the last of them ends with the window.
  if (!bucket) return ((remaining + 1) * MINUTE_MS) / Math.max(resetMs, 1);
  const share = remaining / limit / SPARED;
  return limit < SMALLEST_BUCKET || share >= 1 ? null : limit * Math.max(share, LEAST_SHARE);
}

/** A start that is so late is still caught up with: late timers must not cost throughput. */
const CATCH_UP_MS = 50;
/** The time whose worth of what was reserved and not used may be spent at once. */
const REFUND_MS = 1_000;

/** One start and its cost, in requests or tokens. */
interface Entry {
  readonly at: number;
  cost: number;
}

/**
 * Spaces starts so that a minute's budget is not spent in its first second (a token bucket), and keeps the sum of every
 * minute, wherever it begins, within a limit (a sliding window). All times are milliseconds of one clock, never running
 * backwards.
 */
export class Pace {
  /** Most that any sixty seconds may sum up to; null for no limit. */
  #limit: number | null = null;
  /** Rate of the spacing; null for none. */
  #perMinute: number | null = null;
  /** Cost that may start now; below zero it is a debt that time pays off. */
  #credit = 0;
  #creditAt = 0;
  #entries: Entry[] = [];
  #expired = 0;
  #sum = 0;

  set(now: number, limit: number | null, perMinute: number | null): void {
    if (limit === this.#limit && perMinute === this.#perMinute) return;
    this.#earn(now);
    this.#limit = limit;
    this.#perMinute = perMinute;
  }

  /** Time a start of this cost has to wait; one that costs more than the whole limit waits for an empty minute. */
  waitMs(now: number, cost: number): number {
    this.#earn(now);
    const debt = this.#perMinute === null ? 0 : (Math.max(0, -this.#credit) * MINUTE_MS) / this.#perMinute;
    return Math.max(debt, this.#roomInMs(now, cost));
  }

  take(now: number, cost: number): Entry {
    this.#earn(now);
    const entry = { at: now, cost };
    if (this.#perMinute !== null) this.#credit -= cost;
    // Kept without a limit too: one learned later has to know the minute before it.
    this.#expire(now);
    this.#entries.push(entry);
    this.#sum += cost;
    return entry;
  }

  /** Puts the real cost of a start in place of the expected one. */
  correct(now: number, entry: Entry, cost: number): void {
    this.#earn(now);
    if (this.#perMinute !== null) this.#credit = Math.min(this.#most(REFUND_MS), this.#credit + entry.cost - cost);
    this.#expire(now);
    if (entry.at + MINUTE_MS > now) this.#sum += cost - entry.cost;
    entry.cost = cost;
  }

  /** Cost of the starts of the last sixty seconds. */
  lastMinute(now: number): number {
    this.#expire(now);
    return this.#sum;
  }

  #most(ms: number): number {
    return ((this.#perMinute ?? 0) * ms) / MINUTE_MS;
  }

  #earn(now: number): void {
    const earned = this.#most(now - this.#creditAt);
    this.#creditAt = now;
    // What was refunded may exceed what may be caught up with; time alone never adds to it.
    if (this.#perMinute === null) this.#credit = 0;
    else this.#credit = Math.max(this.#credit, Math.min(this.#most(CATCH_UP_MS), this.#credit + earned));
  }

  #roomInMs(now: number, cost: number): number {
    if (this.#limit === null) return 0;
    this.#expire(now);
    const wanted = Math.min(cost, this.#limit);
    let sum = this.#sum;
    for (let index = this.#expired; sum + wanted > this.#limit && index < this.#entries.length; index++) {
      const entry = this.#entries[index]!;
      sum -= entry.cost;
      if (sum + wanted <= this.#limit) return entry.at + MINUTE_MS - now;
    }
    return 0;
  }

  #expire(now: number): void {
    for (let entry = this.#entries[this.#expired]; entry !== undefined; entry = this.#entries[this.#expired]) {
      if (entry.at + MINUTE_MS > now) break;
      this.#sum -= entry.cost;
      this.#expired++;
    }
    if (this.#expired > 64 && this.#expired * 2 > this.#entries.length) {
      this.#entries = this.#entries.slice(this.#expired);
      this.#expired = 0;
    }
  }
}

/** Requests reach an endpoint a little closer together than they were sent: aiming at all of a limit would pass it. */
const AIM = 0.98;

const least = (...values: readonly (number | null)[]): number | null => {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : Math.min(...known);
};

/** One limit per minute, set by the user or quoted by the endpoint, and the pace that keeps to it. */
class KnownLimit {
  readonly pace = new Pace();
  readonly #configured: number | null;
  #quoted: number | null = null;
  #held: { readonly perMinute: number; readonly until: number } | null = null;

  constructor(configured: number | null) {
    this.#configured = configured;
  }

  /** Most that any minute may sum up to. */
  get perMinute(): number | null {
    return least(this.#configured, this.#quoted);
  }

  /** Rate of the spacing when nothing else holds it back. */
  get aim(): number | null {
    return this.perMinute === null ? null : this.perMinute * AIM;
  }

  /** Time until the latest quote stops holding the pace back; infinite where it does not. */
  heldForMs(now: number): number {
    return this.#held !== null && this.#held.until > now ? this.#held.until - now : Number.POSITIVE_INFINITY;
  }

  /** Takes in a quote. Only one that came with a reply is believed about the limit itself: 429s are not all of one source. */
  learn(now: number, quote: Quote | null, withReply: boolean): void {
    if (quote === null) return;
    if (withReply) this.#quoted = perMinuteIn(quote) ?? this.#quoted;
    const perMinute = sustainable(quote);
    this.#held = perMinute === null ? null : { perMinute, until: now + (quote.resetMs ?? 0) };
  }

  /** Brings the pace up to date; `congested` is a rate that 429s left. */
  refresh(now: number, congested: number | null = null): void {
    const held = this.#held !== null && this.#held.until > now ? this.#held.perMinute : null;
    this.pace.set(now, this.perMinute, least(this.aim, held, congested));
  }
}

export interface Limits {
  /** Null where the user sets none: what the endpoint quotes and its 429s then decide. */
  readonly requestsPerMinute: number | null;
  readonly tokensPerMinute: number | null;
  /** Requests under way at once. */
  readonly concurrency: number;
}

/** A request that may start. */
export interface Turn {
  readonly startedAt: number;
  /** Tokens expected before they are known. */
  readonly expected: number;
  readonly request: Entry;
  readonly tokens: Entry;
}

/** The end of a request, as far as limits go. */
export type Ending =
  | { readonly kind: 'replied'; readonly tokens: number | null; readonly quotes: Quotes | null }
  /** A 429. */
  | { readonly kind: 'limited'; readonly retryAfterMs: number | null; readonly quotes: Quotes | null }
  /** Turned away for what it is: it cost no tokens, and says nothing about how much the endpoint bears. */
  | { readonly kind: 'refused'; readonly quotes: Quotes | null }
  | { readonly kind: 'failed' };

interface Waiter {
  readonly expected: number;
  readonly start: (turn: Turn) => void;
  readonly stop: (reason: unknown) => void;
}

/** Requests under way once the first has been answered, or is slow to be; every reply lets one more in. */
const FIRST_WAVE = 16;
const FIRST_ALONE_MS = 5_000;
/** Weight of the caller's estimate against the share of it that replies used, in expected tokens. */
const PRIOR_TOKENS = 10_000;
const SAFETY = 1.05;
/** A start that is due sooner is due now: no timer is finer. */
const SHORTEST_TIMER_MS = 1;

/**
 * Decides when requests to one model of one endpoint start, for everybody in the run who asks it: how many at once, how
 * many and how many tokens a minute. The first goes alone, for its answer tells limits, accepted parameters and whether
 * the key is good.
 */
export class Limiter {
  readonly #clock: Clock;
  readonly #concurrency: number;
  readonly #queue = new PQueue({ concurrency: 1 });
  readonly #requests: KnownLimit;
  readonly #tokens: KnownLimit;
  readonly #congestion = new Congestion();
  readonly #pause = new Pause();
  readonly #used = { expected: 0, counted: 0 };
  #waiting: Waiter[] = [];
  #opened = false;
  #cancelTimer: (() => void) | null = null;
  #cancelFirst: (() => void) | null = null;
  #stopped: { readonly reason: unknown } | null = null;

  constructor({ requestsPerMinute, tokensPerMinute, concurrency }: Limits, clock: Clock) {
    this.#clock = clock;
    this.#concurrency = concurrency;
    this.#requests = new KnownLimit(requestsPerMinute);
    this.#tokens = new KnownLimit(tokensPerMinute);
  }

  /** The limits in force now, for reports; nulls where nothing holds requests back. */
  get state() {
    return {
      concurrency: this.#queue.concurrency,
      requestsPerMinute: this.#requests.perMinute,
      tokensPerMinute: this.#tokens.perMinute,
      congestedPerMinute: this.#congestion.perMinute,
    };
  }

  /** Does the work in one of the places for requests under way; `again` comes before what has not been tried yet. */
  place<T>(work: () => Promise<T>, again = false): Promise<T> {
    if (this.#stopped !== null) return Promise.reject(this.#stopped.reason);
    return this.#queue.add(work, { priority: again ? 1 : 0 }).catch((error: unknown) => {
      // What was still waiting for its place is turned away by the queue in its own words.
      const isCleared = error instanceof DOMException && error.name === 'AbortError';
      throw this.#stopped !== null && isCleared ? this.#stopped.reason : error;
    });
  }

  /** Waits, inside a place, until the limits let a request of so many tokens start. Every turn has to be ended. */
  turn(tokens: number): Promise<Turn> {
    return new Promise((start, stop) => {
      if (this.#stopped !== null) return stop(this.#stopped.reason);
      this.#waiting.push({ expected: tokens, start, stop });
      this.#serve();
    });
  }

  end(turn: Turn, ending: Ending): void {
    const now = this.#clock.now();
    if (ending.kind !== 'failed') {
      this.#requests.learn(now, ending.quotes?.requests ?? null, ending.kind === 'replied');
      this.#tokens.learn(now, ending.quotes?.tokens ?? null, ending.kind === 'replied');
    }
    if (ending.kind === 'replied') this.#replied(turn, now, ending.tokens);
    if (ending.kind === 'limited') this.#limited(turn, now, ending.retryAfterMs);
    if (ending.kind === 'limited' || ending.kind === 'refused') this.#tokens.pace.correct(now, turn.tokens, 0);
    if (ending.kind !== 'refused') this.#widen(ending.kind === 'replied');
    this.#serve();
  }

  /** Rejects whatever waits or comes with the reason; requests under way are not touched. */
  stop(reason: unknown): void {
    this.#stopped ??= { reason };
    this.#cancelTimer?.();
    this.#cancelFirst?.();
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const { stop } of waiting) stop(reason);
    this.#queue.clear();
  }

  #replied(turn: Turn, now: number, tokens: number | null): void {
    this.#congestion.replied(turn.startedAt, now, this.#requests.aim);
    if (tokens === null) return;
    this.#used.expected += turn.expected;
    this.#used.counted += tokens;
    this.#tokens.pace.correct(now, turn.tokens, tokens);
  }

  #limited(turn: Turn, now: number, retryAfterMs: number | null): void {
    const { aim: knownPerMinute, pace } = this.#requests;
    this.#congestion.limited(turn.startedAt, now, { retryAfterMs, lastMinute: pace.lastMinute(now), knownPerMinute });
    this.#pause.ask(now, retryAfterMs);
  }

  #widen(replied: boolean): void {
    this.#cancelFirst?.();
    const now = this.#queue.concurrency;
    const wider = this.#opened ? now + (replied ? 1 : 0) : FIRST_WAVE;
    this.#opened = true;
    if (now < this.#concurrency) this.#queue.concurrency = Math.min(wider, this.#concurrency);
  }

  /** Callers estimate tokens on the safe side: what replies really use of that is learned. */
  #cost(expected: number): number {
    const share = (this.#used.counted + PRIOR_TOKENS) / (this.#used.expected + PRIOR_TOKENS);
    return Math.min(expected, Math.ceil(expected * share * SAFETY));
  }

  /** Starts what may start, and sets the timer for the next. */
  #serve(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
      const now = this.#clock.now();
      const cost = this.#cost(next.expected);
      const wait = this.#waitMs(now, cost);
      if (wait > 0) {
        this.#congestion.felt(now);
        this.#cancelTimer = this.#clock.after(Math.max(wait, SHORTEST_TIMER_MS), () => this.#serve());
        return;
      }
      this.#waiting.shift();
      if (!this.#opened) this.#cancelFirst ??= this.#clock.after(FIRST_ALONE_MS, () => this.#widen(false));
      this.#congestion.started(now);
      const request = this.#requests.pace.take(now, 1);
      const tokens = this.#tokens.pace.take(now, cost);
      next.start({ startedAt: now, expected: next.expected, request, tokens });
    }
  }

  #waitMs(now: number, cost: number): number {
    const paused = this.#pause.leftMs(now);
    if (paused > 0) return paused;
    this.#requests.refresh(now, this.#congestion.perMinute);
    this.#tokens.refresh(now);
    const wait = Math.max(this.#requests.pace.waitMs(now, 1), this.#tokens.pace.waitMs(now, cost));
    // A quote that runs out lets more in, so the wait may turn out shorter.
    return Math.min(wait, this.#requests.heldForMs(now), this.#tokens.heldForMs(now));
  }
}
