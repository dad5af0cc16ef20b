import { MINUTE_MS } from './pace.ts';

const PAGE_MS = 5_000;
/** A rate taken over less would be a burst's. */
const LEAST_MS = 1_000;

/** How many requests a minute really went out lately. */
export class SendRate {
  #since = 0;
  #count = 0;
  /** Of the page before; null where nothing was sent in it. */
  #before: number | null = null;

  sent(now: number): void {
    this.#turnPage(now);
    this.#count++;
  }

  /** Whether it was counted over so short a time that a burst may be all of it. */
  isBrief(now: number): boolean {
    this.#turnPage(now);
    return this.#before === null;
  }

  perMinute(now: number): number {
    this.#turnPage(now);
    const lasted = now - this.#since;
    const counted = this.#before === null ? Math.max(lasted, LEAST_MS) : lasted + PAGE_MS;
    return ((this.#count + (this.#before ?? 0)) * MINUTE_MS) / counted;
  }

  #turnPage(now: number): void {
    const pages = Math.floor((now - this.#since) / PAGE_MS);
    if (pages === 1 && this.#count > 0) {
      this.#since += PAGE_MS;
      this.#before = this.#count;
      this.#count = 0;
    } else if (pages >= 1 || (this.#count === 0 && this.#before === null)) {
      this.#since = now;
      this.#before = null;
      this.#count = 0;
    }
  }
}
