export const MINUTE_MS = 60_000;

/** How far behind its schedule a start may be and still be caught up with: late timers must not cost throughput. */
const CATCH_UP_MS = 50;
/** How much of what was reserved and not used may be spent at once. */
const REFUND_MS = 1_000;

/** One start and what it costs, in requests or tokens. */
export interface Entry {
  readonly at: number;
  cost: number;
}

/**
 * Spaces starts so that a minute's budget is not spent in its first second, and keeps the sum of every minute, wherever
 * it begins, within a limit. All times are milliseconds of one clock, never running backwards.
 */
export class Pace {
  /** What any sixty seconds may sum up to; null for no limit. */
  #limit: number | null = null;
  /** What the spacing aims at; null for none. */
  #perMinute: number | null = null;
  /** What may be spent now; below zero it is a debt that time pays off. */
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

  /** How long a start of this cost has to wait; one that costs more than the whole limit waits for an empty minute. */
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

  /** Puts what a start really cost in place of what was expected. */
  correct(now: number, entry: Entry, cost: number): void {
    this.#earn(now);
    if (this.#perMinute !== null) this.#credit = Math.min(this.#most(REFUND_MS), this.#credit + entry.cost - cost);
    this.#expire(now);
    if (entry.at + MINUTE_MS > now) this.#sum += cost - entry.cost;
    entry.cost = cost;
  }

  /** What the starts of the last sixty seconds cost. */
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
