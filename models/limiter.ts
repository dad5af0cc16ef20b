import PQueue from 'p-queue';
import type { Clock } from '../schemas/clock.ts';
import { Congestion } from './congestion.ts';
import { KnownLimit } from './known-limit.ts';
import type { Entry } from './pace.ts';
import type { Quotes } from './rate-quote.ts';

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

/** How a request ended, as far as limits go. */
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
/** How many expected tokens the caller's estimate weighs against what replies used of it. */
const PRIOR_TOKENS = 10_000;
const SAFETY = 1.05;
/** What is due sooner is due now: no timer is finer. */
const SHORTEST_TIMER_MS = 1;

/**
 * Decides when requests to one model of one endpoint start, for everybody in the run who asks it: how many at once, how
 * many and how many tokens a minute. The first goes alone, for its answer tells limits, accepted parameters and whether
 * the key is good.
 */
export class Limiter {
  readonly #clock: Clock;
  readonly #concurrency: number;
  readonly #queue: PQueue;
  readonly #requests: KnownLimit;
  readonly #tokens: KnownLimit;
  readonly #congestion = new Congestion();
  readonly #used = { expected: 0, counted: 0 };
  #waiting: Waiter[] = [];
  #opened = false;
  #pausedUntil = Number.NEGATIVE_INFINITY;
  #cancelTimer: (() => void) | null = null;
  #cancelFirst: (() => void) | null = null;
  #stopped: { readonly reason: unknown } | null = null;

  constructor({ requestsPerMinute, tokensPerMinute, concurrency }: Limits, clock: Clock) {
    this.#clock = clock;
    this.#concurrency = concurrency;
    this.#queue = new PQueue({ concurrency: 1 });
    this.#requests = new KnownLimit(requestsPerMinute);
    this.#tokens = new KnownLimit(tokensPerMinute);
  }

  /** What holds requests back now, for reports; nulls where nothing does. */
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
    const done = this.#queue.add(work, { priority: again ? 1 : 0 });
    return done.catch((error: unknown) => {
      // What was still waiting for its place is turned away by the queue in its own words.
      throw this.#stopped !== null && isCleared(error) ? this.#stopped.reason : error;
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
    if (ending.kind !== 'failed' && ending.quotes !== null) this.#learn(now, ending.quotes, ending.kind === 'replied');
    if (ending.kind === 'replied') this.#replied(turn, now, ending.tokens);
    if (ending.kind === 'limited') this.#limited(turn, now, ending.retryAfterMs);
    if (ending.kind === 'limited' || ending.kind === 'refused') this.#tokens.pace.correct(now, turn.tokens, 0);
    if (ending.kind !== 'refused') this.#widen(ending.kind === 'replied');
    this.#serve();
  }

  /** Nothing starts any more: whatever waits is rejected with the reason. What is under way is not touched. */
  stop(reason: unknown): void {
    this.#stopped ??= { reason };
    this.#cancelTimer?.();
    this.#cancelFirst?.();
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const { stop } of waiting) stop(reason);
    this.#queue.clear();
  }

  #learn(now: number, { requests, tokens }: Quotes, withReply: boolean): void {
    if (requests !== null) this.#requests.quoted(now, requests, withReply);
    if (tokens !== null) this.#tokens.quoted(now, tokens, withReply);
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
    if (retryAfterMs !== null) this.#pausedUntil = Math.max(this.#pausedUntil, now + retryAfterMs);
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
    if (this.#pausedUntil > now) return this.#pausedUntil - now;
    this.#requests.refresh(now, this.#congestion.perMinute);
    this.#tokens.refresh(now);
    const wait = Math.max(this.#requests.pace.waitMs(now, 1), this.#tokens.pace.waitMs(now, cost));
    const changes = [this.#requests.heldUntil(now), this.#tokens.heldUntil(now)].filter((time) => time !== null);
    // A quote that runs out lets more in, so the wait may turn out shorter.
    return Math.min(wait, ...changes.map((time) => time - now));
  }
}

const isCleared = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';
