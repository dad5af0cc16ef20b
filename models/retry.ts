import { digestOf } from '../text/digest.ts';

/*
 * When a request is sent again. All that is made of Retry-After stands here: how it is read (`retryAfterMs`), that the
 * request itself waits at least as long (`retryDelayMs`, `atLeast`), that nobody else asks the same model meanwhile
 * (`Pause`, of the limiter), from which length on it tells of a used-up minute (`tellsOfUsedUpMinute`, for the rate) and
 * from which on it ends the run (`isOutOfQuota`).
 */

/** The part of `Headers` that is read. */
export interface HeaderValues {
  get(name: string): string | null;
}

const UNIT_MS: Readonly<Record<string, number>> = { h: 3_600_000, m: 60_000, s: 1_000, ms: 1 };
const EPOCH_SECONDS = 1e9;
const EPOCH_MS = 1e12;

/** Milliseconds of `6m0s`, `2m59.56s`, `120ms`; null for anything else. */
function spanMs(text: string): number | null {
  if (!/^(?:\d+(?:\.\d+)?(?:h|ms|m|s))+$/.test(text)) return null;
  let sum = 0;
  for (const [, amount, unit] of text.matchAll(/(\d+(?:\.\d+)?)(h|ms|m|s)/g)) sum += Number(amount) * UNIT_MS[unit!]!;
  return sum;
}

/** Milliseconds from `nowMs` to what a header says: a span, seconds, seconds or milliseconds since 1970, or a date. */
export function untilMs(text: string | null, nowMs: number): number | null {
  if (text === null || text.trim() === '') return null;
  const value = text.trim();
  const span = spanMs(value);
  if (span !== null) return span;
  if (/^\d+(?:\.\d+)?$/.test(value)) {
    const number = Number(value);
    if (number >= EPOCH_MS) return Math.max(0, number - nowMs);
    return number >= EPOCH_SECONDS ? Math.max(0, number * 1000 - nowMs) : number * 1000;
  }
  const date = Date.parse(value);
  // "-5" and other numbers that are no count parse as dates too.
  return Number.isNaN(date) || !/[a-z]/i.test(value) ? null : Math.max(0, date - nowMs);
}

/** The clock of the sender where it tells: dates it gives are read against its own. */
export function senderNow(headers: HeaderValues, nowMs: number): number {
  const date = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(date) ? nowMs : date;
}

/** Time to wait before asking again, from `retry-after-ms` or `retry-after` (seconds or a date); null if unsaid. */
export function retryAfterMs(headers: HeaderValues, nowMs: number): number | null {
  const precise = headers.get('retry-after-ms')?.trim() ?? '';
  if (/^\d+(?:\.\d+)?$/.test(precise)) return Number(precise);
  return untilMs(headers.get('retry-after'), senderNow(headers, nowMs));
}

/** A wait that is no shorter than what the endpoint asked for. */
export const atLeast = (waitMs: number, retryAfterMs: number | null): number => Math.max(waitMs, retryAfterMs ?? 0);

/** An endpoint that asks for a longer wait is out of quota for hours: the run ends, and goes on when started again. */
const LONGEST_WAIT_MS = 600_000;
/** A wait this long tells of a window of a minute that is used up, however short the time in which it was. */
const USED_UP_MINUTE_MS = 5_000;

export const isOutOfQuota = (retryAfterMs: number | null): retryAfterMs is number =>
  atLeast(0, retryAfterMs) > LONGEST_WAIT_MS;

export const tellsOfUsedUpMinute = (retryAfterMs: number | null): boolean =>
  atLeast(0, retryAfterMs) >= USED_UP_MINUTE_MS;

/** The pause an endpoint asks for with a 429: of everybody who asks the same model, not of that request alone. */
export class Pause {
  #until = Number.NEGATIVE_INFINITY;

  ask(now: number, retryAfterMs: number | null): void {
    if (retryAfterMs !== null) this.#until = Math.max(this.#until, now + retryAfterMs);
  }

  /** Milliseconds until it is over; 0 where there is none. */
  leftMs(now: number): number {
    return Math.max(0, this.#until - now);
  }
}

export interface BackOff {
  /** The longest wait after the first failure; it doubles with every further one. */
  readonly firstMs: number;
  readonly longestMs: number;
}

/** Attempts of a request that only the network or a limit keeps from being answered. */
export const ATTEMPTS = 6;

/** Six attempts wait half a minute in all, a minute at most, and survive an outage as long. */
const BACK_OFF: BackOff = { firstMs: 2_000, longestMs: 60_000 };

/**
 * Time to wait after so many failures of a request: anything from nothing to the longest back-off, so that requests
 * that failed together do not come back together, and no less than Retry-After. Drawn from the request's digest, so that
 * a run can be repeated.
 */
export function retryDelayMs(
  digest: string,
  failures: number,
  retryAfterMs: number | null,
  { firstMs, longestMs }: BackOff = BACK_OFF,
): number {
  const draw = Number.parseInt(digestOf('back-off', digest, failures).slice(0, 8), 16) / 2 ** 32;
  return atLeast(draw * Math.min(longestMs, firstMs * 2 ** (failures - 1)), retryAfterMs);
}
