import { CURRENCY_OF_LANGUAGES, SMALL_CURRENCIES } from '../../text/currencies.ts';
import { withoutTail } from '../../text/currency-beside-amount.ts';
import { minorUnitsOf } from '../../text/money.ts';
import { type Decimals, withoutCrossedOut } from './price.ts';

/** The language that the columns of amounts are named in, where it is not English, and the currency that they are in. */
export interface AmountsOf {
  readonly language: string | null;
  readonly currency: string | null;
}

/** The reading of amounts of a column that may be decimals or thousands, with one of them. */
export interface WrittenAmounts {
  /** `thousands` for grouped ones, and null where nothing tells. */
  readonly as: Decimals | 'thousands' | null;
  readonly example: string;
}

/** Amounts written otherwise than the others, at most: misprints. */
const MOST_OTHERS = 0.05;
/** Amounts that nothing but their ends tells of, at least; and different ends, and the share that are no round ones. */
const LEAST_SEEN = 3;
const LEAST_ENDS = 10;
const LEAST_UNEVEN = 0.4;
/** Different whole numbers below a thousand beside grouped ones, at least. */
const LEAST_WHOLES = 3;

/** The number of a price's text, without blanks; null where it is not one number. */
function numberIn(value: unknown): string | null {
  const single = Array.isArray(value) && value.length === 1 ? value[0] : value;
  if (typeof single !== 'string') return null;
  const number = /^[^\d]{0,8}(\d[\d.,\s'’]*)[^\d]{0,12}$/u.exec(withoutCrossedOut(withoutTail(single.trim())))?.[1];
  return number?.replace(/[\s'’]|[.,]+\s*$/g, '') ?? null;
}

const decimalSignOf = (language: string | null) =>
  new Intl.NumberFormat(language ?? 'en').formatToParts(0.5).find(({ type }) => type === 'decimal')?.value;

/** The currencies of languages with a comma before their decimals. */
const COMMA_CURRENCIES = new Set(
  Object.entries(CURRENCY_OF_LANGUAGES).flatMap(([language, code]) => (decimalSignOf(language) === ',' ? [code] : [])),
);

/** Tells whether ends of three digits are those of decimals: of prices in thousands most end in a nought, a five or a nine. */
function areUneven(numbers: readonly string[]): boolean {
  const ends = numbers.map((number) => number.slice(-3));
  const uneven = ends.filter((end) => !/[059]$/.test(end));
  return new Set(ends).size >= LEAST_ENDS && uneven.length >= ends.length * LEAST_UNEVEN;
}

/** The reading of numbers with a sign before their last three digits that may be thousands; undefined where there are none. */
function written(numbers: readonly string[], decimals: Decimals, { language, currency }: AmountsOf) {
  const [sign, other] = decimals === 'point' ? [String.raw`\.`, ','] : [',', String.raw`\.`];
  const matching = (form: string) => numbers.filter((number) => new RegExp(`^(?:${form})$`).test(number));
  const either = matching(String.raw`[1-9]\d{0,2}${sign}\d{3}`);
  if (either.length === 0) return undefined;
  const [example] = either as [string, ...string[]];
  const parted = matching(
    String.raw`0${sign}\d{3,}|\d+${sign}(?:\d{1,2}|\d{4,})|\d{4,}${sign}\d{3}|\d{1,3}(?:${other}\d{3})+${sign}\d+`,
  );
  const grouped = matching(
    String.raw`\d{1,3}(?:${sign}\d{3}){2,}|\d{1,3}(?:${sign}\d{3})+${other}\d+|\d+${other}\d{1,2}`,
  );
  if (parted.length > 0 || grouped.length > 0) {
    if (grouped.length <= parted.length * MOST_OTHERS) return { as: decimals, example };
    return { as: parted.length <= grouped.length * MOST_OTHERS ? ('thousands' as const) : null, example };
  }
  const isOfLanguage = decimalSignOf(language) === (decimals === 'point' ? '.' : ',');
  const isSmall = currency !== null && (SMALL_CURRENCIES.has(currency) || minorUnitsOf(currency) === 1);
  if (!isOfLanguage || isSmall) return { as: 'thousands' as const, example };
  if (currency !== null && minorUnitsOf(currency) === 1000) return { as: decimals, example };
  const wholes = matching(String.raw`\d+`);
  if (wholes.every(({ length }) => length <= 3) && new Set(wholes).size >= LEAST_WHOLES)
    return { as: 'thousands' as const, example };
  const mayGroup = decimals === 'comma' || COMMA_CURRENCIES.has(currency ?? '');
  if (areUneven(either)) return { as: mayGroup ? null : decimals, example };
  return { as: mayGroup || new Set(either).size < LEAST_SEEN ? ('thousands' as const) : null, example };
}

/** Tells how the amounts of prices are written that may be thousands as well, "10.837"; null where there are no such. */
export function writtenAmounts(prices: readonly unknown[], of: AmountsOf): WrittenAmounts | null {
  const numbers = prices.flatMap((price) => numberIn(price) ?? []);
  const found = (['point', 'comma'] as const).flatMap((decimals) => written(numbers, decimals, of) ?? []);
  const sure = found.filter(({ as }) => as !== 'thousands');
  const [first] = sure.length > 0 ? sure : found;
  return first === undefined ? null : { ...first, as: sure.length > 1 ? null : first.as };
}
