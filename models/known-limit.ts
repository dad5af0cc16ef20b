import { Pace } from './pace.ts';
import { perMinuteIn, type Quote, sustainable } from './rate-quote.ts';

/** Requests reach an endpoint a little closer together than they were sent: aiming at all of a limit would pass it. */
const AIM = 0.98;

const least = (...values: readonly (number | null)[]): number | null => {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : Math.min(...known);
};

/** One limit per minute: what the user set, what the endpoint quotes, and the pace that keeps both. */
export class KnownLimit {
  readonly pace = new Pace();
  readonly #configured: number | null;
  #quoted: number | null = null;
  #held: { readonly perMinute: number; readonly until: number } | null = null;

  constructor(configured: number | null) {
    this.#configured = configured;
  }

  /** What any minute may sum up to. */
  get perMinute(): number | null {
    return least(this.#configured, this.#quoted);
  }

  /** What the spacing aims at when nothing else holds it back. */
  get aim(): number | null {
    return this.perMinute === null ? null : this.perMinute * AIM;
  }

  /** When what was quoted last stops holding the pace back. */
  heldUntil(now: number): number | null {
    return this.#held !== null && this.#held.until > now ? this.#held.until : null;
  }

  /** Takes in a quote. Only one that came with a reply is believed about the limit itself: 429s are not all of one source. */
  quoted(now: number, quote: Quote, withReply: boolean): void {
    if (withReply) this.#quoted = perMinuteIn(quote) ?? this.#quoted;
    const perMinute = sustainable(quote);
    this.#held = perMinute === null ? null : { perMinute, until: now + (quote.resetMs ?? 0) };
  }

  /** Brings the pace up to date; `congested` is a rate that 429s left. */
  refresh(now: number, congested: number | null = null): void {
    const held = this.heldUntil(now) === null ? null : this.#held!.perMinute;
    this.pace.set(now, this.perMinute, least(this.aim, held, congested));
  }
}
