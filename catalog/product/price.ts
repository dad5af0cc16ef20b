import { englishExpression } from '../../lexicon/index.ts';
import type { Product } from '../../schemas/product.ts';
import { withoutTail } from '../../text/currency-beside-amount.ts';
import { minorUnitsOf } from '../../text/money.ts';

/** Letters that may stand beside an amount: currency codes and signs, nothing that makes it an estimate. */
const CURRENCY_MARK =
  /^(?:US|CA|AU|HK|SG|NT|MX)?\s?\p{Sc}|^(?:rp|rm|php|usd|eur|gbp|idr|myr|sgd|thb|vnd|cny|rmb|jpy|inr|krw)\b\.?|^(?:rp|rm)(?=\d)/iu;
/** "/ea", "per piece", "each": what says of a price that it is for one. */
const FOR_ONE = englishExpression('price: for one', 'iu');
/** "before 659€", "(was $20.00)", "M.R.P: ₹999": an amount behind another one that says of itself that nobody pays it. */
const CROSSED_OUT = englishExpression('price: crossed out', 'iu');
export const withoutCrossedOut = (text: string): string => text.replace(CROSSED_OUT, '');
const TRAILING_MARK = /(?:\p{Sc}|\s(?:php|usd|eur|gbp|idr|myr|sgd|thb|vnd|cny|rmb|jpy|inr|krw)|[元円원])$/iu;

/** Whole numbers in groups of three, or as in India of two before the last three: "1,299", "30.000", "3,44,990". */
export const isGrouped = (whole: string) =>
  /^\d{1,3}(?:,\d{3})*$|^\d{1,3}(?:\.\d{3})+$|^\d{1,2}(?:,\d{2})+,\d{3}$/.test(whole);

/** Sign before the decimals of amounts. */
export type Decimals = 'point' | 'comma';
const SIGNS = { point: '.', comma: ',', none: '' } as const;

/** The amount a price text states in major units, or null where it is not one definite amount. */
function amountIn(text: string, decimals?: Decimals): number | null {
  if (/^\d+(?:\.\d+)?e[+-]?\d+$/i.test(text)) return Number(text);
  const stated = withoutCrossedOut(withoutTail(text.trim()));
  const alone = stated.replace(FOR_ONE, '');
  // "$5 2/pc" is of two numbers.
  if (alone !== stated && /\d\s+(?!\d{3}(?!\d))\d/.test(alone)) return null;
  const amount = alone.replace(CURRENCY_MARK, '').trim().replace(TRAILING_MARK, '').trim();
  if (!/^\d[\d.,\s'\u2019]*$/.test(amount)) return null;
  const compact = amount.replace(/[\s'\u2019]/g, '');
  const last = Math.max(compact.lastIndexOf('.'), compact.lastIndexOf(','));
  if (last < 0) return Number(compact);
  const mark = compact[last] as string;
  const other = mark === '.' ? ',' : '.';
  const whole = compact.slice(0, last);
  const tail = compact.slice(last + 1);
  // One separator before exactly three digits groups thousands ("1,299", "30.000"), unless decimals are known to stand behind
  // it; after a leading zero it cannot.
  const isDecimal = whole.startsWith('0') || (!whole.includes(mark) && mark === SIGNS[decimals ?? 'none']);
  const groups = tail.length === 3 && !whole.includes(other) && !isDecimal;
  if (groups) return isGrouped(compact) ? Number(compact.replaceAll(mark, '')) : null;
  if (whole.includes(mark) || !/^\d+$/.test(tail)) return null;
  if (whole.includes(other) && !isGrouped(whole)) return null;
  return Number(`${whole.replaceAll(other, '')}.${tail}`);
}

/** Sums below have no error that comes near this. */
const [MOST_SURE, FAR_FROM_HALF] = [2 ** 40, 0.25];

/** Minor units as a whole number, where the amount may be off by the error of a product of numbers. */
function roundedMinor(minor: number): number {
  const nearest = Math.round(minor);
  const isSure = minor < MOST_SURE && Math.abs(minor - nearest) < FAR_FROM_HALF;
  return isSure ? nearest : Math.round(Number(minor.toPrecision(15)));
}

/**
 * A raw price in minor units of its currency, or null where it is not one definite amount: nothing, a dash, a range,
 * "from 12.99". A price of 0 is null too, since listings write it for "not stated". `decimals` says what stands before them in
 * amounts that may be thousands: "10.837".
 */
export function priceMinor(value: unknown, currency: string | null, decimals?: Decimals): number | null {
  if (currency === null) return null;
  const amount =
    typeof value === 'number' ? value : typeof value === 'string' ? amountIn(value.trim(), decimals) : null;
  if (amount === null || !Number.isFinite(amount) || amount <= 0) return null;
  const minor = roundedMinor(amount * minorUnitsOf(currency));
  return Number.isSafeInteger(minor) && minor > 0 ? minor : null;
}

/** A product's own price, and those of its SKUs. */
export type Priced = Pick<Product, 'priceMinor'> & Partial<Pick<Product, 'skuOptions'>>;

/** The prices that a product is sold at, each once: its own, and those of its SKUs. */
export function pricesOf({ priceMinor: listed, skuOptions = [] }: Priced): readonly number[] {
  if (skuOptions.length === 0) return listed === null ? [] : [listed];
  return [...new Set([listed, ...skuOptions.map((sku) => sku.priceMinor)])].filter((price) => price != null);
}

/** Tells whether a SKU of a product has another price than the product's own. */
export const hasOtherPrices = (product: Priced): boolean =>
  pricesOf(product).some((price) => price !== product.priceMinor);

/** Tells whether a product's price depends on the SKU: no bound or budget is put to such a target. */
export const hasSeveralPrices = (product: Priced): boolean => pricesOf(product).length > 1;
