import { tellsOfUsedUpMinute } from './retry.ts';

export const MINUTE_MS = 60_000;

const PAGE_MS = 5_000;
/** A rate taken over less would be a burst's. */
const LEAST_MS = 1_000;

/** The rate at which requests really went out lately, counted in pages of five seconds. */
class SendRate {
  #since = 0;
  #count = 0;
  /** Of the page before; null where nothing was sent in it. */
  #before: number | null = null;

  sent(now: number): void {
    this.#turnPage(now);
    this.#count++;
  }

  /** True where it was counted over so short a time that a burst may be all of it. */
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
    if (pages === 0 && (this.#count > 0 || this.#before !== null)) return;
    const isNext = pages === 1 && this.#count > 0;
    this.#since = isNext ? this.#since + PAGE_MS : now;
    this.#before = isNext ? this.#count : null;
    this.#count = 0;
  }
}

/** Share of the rate that is left after a 429. */
const CUT = 0.7;
/** Slower than this a run would look dead; one request every ten seconds finds out when the endpoint is back. */
const SLOWEST_PER_MINUTE = 6;
/** Shares of the rate that was cut at which the quick climb ends, and the careful one. */
const NEAR = 0.95;
const PASSED = 1.1;
/** Shares of that rate gained per second, back up to it and around it; beyond it, of the rate itself. */
const QUICK = 0.025;
const CAREFUL = 0.0025;
const FREE = 0.05;
/** The most that one reply adds around a known limit: a few hundred come for every 429 that tries whether it still holds. */
const CAREFUL_PER_REPLY = 0.00025;
/** Around the slowest rates a share would be next to nothing. */
const LEAST_GAIN_PER_MINUTE = 0.5;
/** Time without replies is no sign of room: a gap counts for one interval of the slowest rate at most. */
const LONGEST_STEP_MS = MINUTE_MS / SLOWEST_PER_MINUTE;
/** A rate that has made nobody wait for so long holds nothing back. */
const UNFELT_MS = 10_000;
/** The outcomes that tell whether 429s are the exception, how many of them may be, and how long that is believed. */
const RECENT = 20;
const MOST_LIMITED = 4;
const NOISE_MS = 60_000;
/** Taken for the rate while too few requests went out to tell. */
const FIRST_PER_MINUTE = 600;

/** The state in which a 429 comes in. */
interface Seen {
  readonly retryAfterMs: number | null;
  /** Requests started in the minute before. */
  readonly lastMinute: number;
  /** Rate the known limits allow. */
  readonly knownPerMinute: number | null;
}

/**
 * The rate that 429s leave us, by additive increase and multiplicative decrease: it falls at once, on the first of a
 * burst only, and climbs back with the replies that come: quickly at first, carefully around the rate where the last cut
 * was, freely beyond it. Single 429s that come well below that rate have nothing to do with how much is asked; while they
 * do, only many of them count.
 */
export class Congestion {
  readonly #sendRate = new SendRate();
  #perMinute: number | null = null;
  #ceiling = 0;
  /**
   * True for a ceiling that may be no more than a burst's, or was found among many 429s, which come at any rate above the
   * limit and of an endpoint that is down: then 429s below it are no noise, and there is no need to be careful around it.
   */
  #isGuess = false;
  #cutAt = Number.NEGATIVE_INFINITY;
  #climbedAt = 0;
  #feltAt = 0;
  #noisyUntil = 0;
  /** The latest outcomes, true for a 429. */
  #outcomes: boolean[] = [];

  /** Requests per minute; null while nothing but the known limits holds them back. */
  get perMinute(): number | null {
    return this.#perMinute;
  }

  started(now: number): void {
    this.#sendRate.sent(now);
  }

  /** Takes in a 429 to a request started then; one that was on its way when the rate fell changes nothing. */
  limited(startedAt: number, now: number, { retryAfterMs, lastMinute, knownPerMinute }: Seen): void {
    this.#note(true);
    if (startedAt <= this.#cutAt || this.#isNoise(now)) return;
    const inForce = Math.min(
      tellsOfUsedUpMinute(retryAfterMs) ? lastMinute : this.#measuredPerMinute(now),
      knownPerMinute ?? Number.POSITIVE_INFINITY,
      this.#perMinute ?? Number.POSITIVE_INFINITY,
    );
    this.#ceiling = Math.max(inForce, SLOWEST_PER_MINUTE);
    this.#isGuess = this.#sendRate.isBrief(now) || this.#recentlyLimited > MOST_LIMITED;
    this.#perMinute = Math.max(this.#ceiling * CUT, SLOWEST_PER_MINUTE);
    this.#cutAt = now;
    this.#climbedAt = now;
    this.#feltAt = now;
  }

  /** Somebody has to wait, for the rate or for a pause that was asked for. */
  felt(now: number): void {
    this.#feltAt = now;
  }

  /** Takes in a reply to a request started then. */
  replied(startedAt: number, now: number, knownPerMinute: number | null): void {
    this.#note(false);
    if (this.#perMinute === null || startedAt <= this.#cutAt) return;
    const seconds = Math.min(now - this.#climbedAt, LONGEST_STEP_MS) / 1000;
    this.#climbedAt = now;
    this.#perMinute += this.#gain(this.#perMinute, now, seconds);
    const unfelt = now - this.#feltAt > UNFELT_MS;
    if (unfelt || (knownPerMinute !== null && this.#perMinute >= knownPerMinute)) this.#perMinute = null;
  }

  /** The gain by a reply that came so many seconds after the one before. */
  #gain(perMinute: number, now: number, seconds: number): number {
    if (perMinute >= this.#ceiling * PASSED || now < this.#noisyUntil) return perMinute * FREE * seconds;
    if (this.#isNear && !this.#isGuess) return this.#ceiling * Math.min(CAREFUL * seconds, CAREFUL_PER_REPLY);
    return Math.max(this.#ceiling * (this.#isNear ? CAREFUL : QUICK), LEAST_GAIN_PER_MINUTE) * seconds;
  }

  #measuredPerMinute(now: number): number {
    const measured = this.#sendRate.perMinute(now);
    return this.#outcomes.length < RECENT ? Math.max(measured, FIRST_PER_MINUTE) : measured;
  }

  get #isNear(): boolean {
    return this.#perMinute === null || this.#perMinute >= this.#ceiling * NEAR;
  }

  get #recentlyLimited(): number {
    return this.#outcomes.filter(Boolean).length;
  }

  #isNoise(now: number): boolean {
    const few = !this.#isGuess && this.#outcomes.length === RECENT && this.#recentlyLimited <= MOST_LIMITED;
    if (!few) this.#noisyUntil = 0;
    else if (!this.#isNear) this.#noisyUntil = now + NOISE_MS;
    return now < this.#noisyUntil;
  }

  #note(limited: boolean): void {
    this.#outcomes.push(limited);
    if (this.#outcomes.length > RECENT) this.#outcomes.shift();
  }
}
