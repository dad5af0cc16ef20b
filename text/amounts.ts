import { ofLexicon } from '../lexicon/index.ts';
import { CURRENCY_MARKS, CURRENCY_WORDS } from './currencies.ts';
import { FOREIGN_MONEY, hasDecimalComma, SPACED_LETTER, withDecimalPoint } from './foreign-money.ts';
import { minorUnitsOf } from './money.ts';

/** An amount of money or a percentage that stands in a text. */
export interface Quantity {
  readonly kind: 'money' | 'percentage';
  /** Minor units, or basis points of a percentage; null for an amount of another currency or one that is not exact. */
  readonly value: number | null;
  readonly start: number;
  readonly end: number;
  /** "$40+": this much or more. */
  readonly orMore: boolean;
}

const PERCENT = ['%', 'percent', 'per cent', 'pct'];

/** Currencies whose thousands are grouped with full stops as often as with commas. */
const DOTTED_THOUSANDS = new Set(['IDR', 'VND']);

const escaped = (text: string) => text.replace(/[.$]/g, '\\$&');
const alternatives = (spellings: readonly string[]) =>
  [...new Set(spellings)]
    .sort((a, b) => b.length - a.length || (a < b ? -1 : 1))
    .map(escaped)
    .join('|');

const ALL_MARKS = [...Object.values(CURRENCY_MARKS).flat(), ...Object.keys(CURRENCY_MARKS)];
const ALL_WORDS = Object.values(CURRENCY_WORDS).flat();
const POINT_NUMBER = String.raw`\d{1,3}(?:[.,]\d{3})+(?:[.,]\d{1,2})?(?!\d)|\d+(?:\.\d+)?`;
const COMMA_NUMBER = String.raw`\d{1,3}(?:\.\d{3})+(?:,\d{1,3})?(?!\d)|\d+(?:[.,]\d+)?`;

/** A currency's code in capitals and, where that is no word like any other ("try 5"), in small letters. */
export const codesOf = (currency: string) => (currency === 'TRY' ? [currency] : [currency, currency.toLowerCase()]);

function patternFor(currency: string): RegExp {
  const marks = alternatives([...ALL_MARKS, ...codesOf(currency)]);
  const words = [...ALL_WORDS, ...[...FOREIGN_MONEY.values()].flat()];
  const following = alternatives([...ALL_MARKS, ...words, ...PERCENT, ...codesOf(currency)]);
  const number = hasDecimalComma() ? COMMA_NUMBER : POINT_NUMBER;
  const L = SPACED_LETTER;
  const before = String.raw`(?<!${L}|\d)(?<before>${marks})\s?(?<amount>${number})(?<thousands>\s?[kK]\b)?`;
  const after = String.raw`(?<!${L}|[\d.,])(?<number>${number})(?<kilo>[kK])?[\s-]?(?<after>${following})(?!(?<!\p{Script=Han})${L})`;
  return new RegExp(`(?:${before}|${after})(?<plus>\\s?\\+)?`, 'gu');
}

const patterns = ofLexicon(() => new Map<string, RegExp>());

/** A written number as an exact multiple of 1/scale, or null where it has more decimals than that. */
function exact(written: string, scale: number, dottedThousands: boolean): number | null {
  const dotted = dottedThousands && /^\d{1,3}(?:\.\d{3})+(?:,\d+)?$/.test(written);
  const places = String(scale).length - 1;
  const plain = dotted || hasDecimalComma() ? withDecimalPoint(written, places) : written.replaceAll(',', '');
  const [, whole, decimals = ''] = /^(\d+)(?:\.(\d+))?$/.exec(plain) ?? [];
  if (whole === undefined) return null;
  const padded = decimals.replace(/0+$/, '').padEnd(places, '0');
  if (padded.length > places) return null;
  const value = Number(whole) * scale + Number(padded || '0');
  return Number.isSafeInteger(value) ? value : null;
}

/** Every amount of money (in any known currency, or the given one's code) and every percentage of a text, in order. */
export function quantitiesIn(text: string, currency: string): Quantity[] {
  const pattern = patterns.get(currency) ?? patternFor(currency);
  patterns.set(currency, pattern);
  const own = new Set([
    ...(CURRENCY_MARKS[currency] ?? []),
    ...(CURRENCY_WORDS[currency] ?? []),
    ...(FOREIGN_MONEY.get(currency) ?? []),
    ...codesOf(currency),
  ]);

  return [...text.matchAll(pattern)].map((match): Quantity => {
    const { before, amount, thousands, number, kilo, after, plus } = match.groups as Record<string, string | undefined>;
    const mark = before ?? after ?? '';
    const written = amount ?? number ?? '';
    const end = match.index + match[0].length - (plus?.length ?? 0);
    const place = { start: match.index, end, orMore: plus !== undefined };
    if (PERCENT.includes(mark)) return { kind: 'percentage', value: exact(written, 100, false), ...place };
    const scale = minorUnitsOf(currency) * ((thousands ?? kilo) === undefined ? 1 : 1000);
    const value = own.has(mark) ? exact(written, scale, DOTTED_THOUSANDS.has(currency)) : null;
    return { kind: 'money', value, ...place };
  });
}
