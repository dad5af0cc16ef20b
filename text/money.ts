import { EXPONENTS, SIGNS } from './currencies.ts';

/** The currency of prices where nothing names one. */
export const DEFAULT_CURRENCY = 'USD';

const exponentOf = (currency: string) => EXPONENTS[currency] ?? 2;

/** Returns the number of minor units that make one major unit: 100 for dollars, 1 for yen. */
export function minorUnitsOf(currency: string): number {
  return 10 ** exponentOf(currency);
}

/** Digits with a comma before every third from the end. */
export const grouped = (whole: string) => whole.replace(/\B(?=(?:\d{3})+$)/g, ',');

/** The bare figure of an amount, "1,250" or "19.99": thousands commas, and decimals only where they are not zero. */
export function formatAmount(minor: number, currency: string): string {
  if (!Number.isSafeInteger(minor)) throw new RangeError(`an amount is a whole number of minor units, not ${minor}`);
  const exponent = exponentOf(currency);
  const digits = String(Math.abs(minor)).padStart(exponent + 1, '0');
  const whole = grouped(digits.slice(0, digits.length - exponent));
  const decimals = exponent === 0 ? '' : digits.slice(-exponent);
  return `${minor < 0 ? '-' : ''}${whole}${/[1-9]/.test(decimals) ? `.${decimals}` : ''}`;
}

/** An amount of minor units as people write it: "$19.99", "$20", "₱1,250", "Rp 25,000", "CHF 12.50". No locale is asked. */
export function formatMoney(minor: number, currency: string): string {
  const amount = formatAmount(Math.abs(minor), currency);
  return `${minor < 0 ? '-' : ''}${SIGNS[currency] ?? `${currency} `}${amount}`;
}
