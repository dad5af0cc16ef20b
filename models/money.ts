import { ConfigError } from '../schemas/errors.ts';

/** Money is counted in whole billionths of a US dollar: sums of any length stay exact up to nine million dollars. */
export const NANO_PER_USD = 1_000_000_000;
const MOST_USD = 1_000_000;

/** An amount of dollars as a user gives it, to the nearest billionth; `place` is where it stands. */
export function nanoOf(usd: number, place: string): number {
  if (!Number.isFinite(usd) || usd < 0 || usd > MOST_USD)
    throw new ConfigError(`${place} is ${usd}, expected US dollars from 0 to ${MOST_USD}`);
  return Math.round(usd * NANO_PER_USD);
}

/** Dollars as people read them: cents from one dollar on, two significant digits below. */
export function usdText(nano: number): string {
  if (nano === 0) return '$0';
  const usd = nano / NANO_PER_USD;
  if (usd >= 0.995) return `$${usd.toFixed(2)}`;
  const digits = Math.min(9, 1 - Math.floor(Math.log10(usd)));
  return `$${usd.toFixed(digits)}`;
}
