import { digestOf } from '../text/digest.ts';

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

/** How long to wait before asking again, from `retry-after-ms` or `retry-after` (seconds or a date); null if unsaid. */
export function retryAfterMs(headers: HeaderValues, nowMs: number): number | null {
  const precise = headers.get('retry-after-ms')?.trim() ?? '';
  if (/^\d+(?:\.\d+)?$/.test(precise)) return Number(precise);
  return untilMs(headers.get('retry-after'), senderNow(headers, nowMs));
}

export interface BackOff {
  /** The longest wait after the first failure; it doubles with every further one. */
  readonly firstMs: number;
  /** What it grows to. */
  readonly longestMs: number;
}

/** Seven attempts take about a minute and survive an outage as long. */
export const BACK_OFF: BackOff = { firstMs: 2_000, longestMs: 60_000 };

/**
 * How long to wait after so many failures of a request: anything from nothing to the longest, so that requests that
 * failed together do not come back together. Drawn from the request's digest, so that a run can be repeated.
 */
export function backOffMs(digest: string, failures: number, { firstMs, longestMs }: BackOff): number {
  const draw = Number.parseInt(digestOf('back-off', digest, failures).slice(0, 8), 16) / 2 ** 32;
  return draw * Math.min(longestMs, firstMs * 2 ** (failures - 1));
}
