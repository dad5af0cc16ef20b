import { ofLexicon, otherLanguage } from '../lexicon/index.ts';
import { CURRENCY_MARKS } from './currencies.ts';
import { escaped } from './escaped.ts';
import { formatAmount, formatMoney } from './money.ts';
import type { TokenPlaces } from './tokens.ts';

/** A word as it is listed and as it stands at the start of a sentence. */
const inEitherCase = (word: string) => [...new Set([word, word[0]?.toUpperCase() + word.slice(1), word.toLowerCase()])];

/** Words of money of the language in force, by currency; none where it is English, whose words stand beside this. */
export const FOREIGN_MONEY: ReadonlyMap<string, readonly string[]> = ofLexicon(
  () =>
    new Map(
      Object.entries(otherLanguage()?.money.words ?? {}).map(([currency, words]) => [
        currency,
        words.flatMap(inEitherCase),
      ]),
    ),
);

/** A letter that keeps a mark or word from standing by itself: of a script that sets words apart. */
export const SPACED_LETTER = String.raw`[^\P{L}\p{Script=Han}]`;

/** Tells whether decimals stand behind a comma, and thousands are set apart by full stops. */
export const hasDecimalComma = (): boolean => otherLanguage()?.money.decimal === ',';

/** A text whose amounts have a point before their decimals, with the signs of the language in force: "A$1.200,50". */
const inOwnSigns = (text: string): string =>
  hasDecimalComma() ? text.replace(/[.,](?=\d)/g, (mark) => (mark === ',' ? '.' : ',')) : text;

/** An amount of minor units as the language in force says it: "3000元", "1.250 Euro"; by its sign where that has no word for it. */
export function moneySaid(minor: number, currency: string): string {
  const { money } = otherLanguage() ?? {};
  const [word] = money?.words[currency] ?? [];
  if (money === undefined || word === undefined) return inOwnSigns(formatMoney(minor, currency));
  const plain = formatAmount(minor, currency);
  const amount = hasDecimalComma() ? inOwnSigns(plain) : plain.replaceAll(',', '');
  return money.said.replace('{a}', amount).replace('{w}', () => word);
}

/** A number as the language in force writes it: "4,5" where decimals stand behind a comma. */
export const numberSaid = (amount: number): string => inOwnSigns(String(amount));

/** Amounts of money and stars with a decimal comma. */
const COMMA_AMOUNTS = ofLexicon((): { places?: RegExp } => {
  if (!hasDecimalComma()) return {};
  const codes = String.raw`(?<!\p{L})\p{Lu}{3}(?!\p{L})`;
  const marks = [...Object.values(CURRENCY_MARKS).flat().map(escaped), codes].join('|');
  const stars = otherLanguage()?.beside.rating ?? [];
  const words = [...FOREIGN_MONEY.values(), stars.flatMap(inEitherCase)].flat().map(escaped).join('|');
  const amount = String.raw`(?:\d{1,3}(?:\.\d{3})+|\d+)(?:,\d{1,2})?(?![\d]|[.,]\d)`;
  return {
    places: new RegExp(
      String.raw`(?<=(?:${marks})\s?)${amount}|(?<![\p{L}\d.,])${amount}(?=\s?(?:${marks}|(?:${words})(?!\p{L})))`,
      'gu',
    ),
  };
});

/**
 * An amount as texts of a decimal comma write it, with a point: "1.250,50" is "1250.50", and "19.99" is none of them. A
 * comma before three digits stands before decimals only where an amount has as many.
 */
export const withDecimalPoint = (written: string, decimals = 2): string =>
  /^\d{1,3}(?:\.\d{3})+(?:,\d+)?$|^\d+,\d{1,2}$/.test(written) || (decimals > 2 && /^\d+,\d{3}$/.test(written))
    ? written.replaceAll('.', '').replace(',', '.')
    : written.replaceAll(',', '');

/** A text whose amounts of money and stars have a point before their decimals, in any language. */
export const withPoints = (text: string): string =>
  COMMA_AMOUNTS.places === undefined
    ? text
    : text.replace(COMMA_AMOUNTS.places, (written) => withDecimalPoint(written));

/** Tokens of which an amount of money or stars with a decimal comma is one, with a point: "1.250,50 Euro" says 1250.5. */
export function amountsRead(places: TokenPlaces, text: string): TokenPlaces {
  const { places: pattern } = COMMA_AMOUNTS;
  if (pattern === undefined) return places;
  const amounts = [...text.matchAll(pattern)].filter(({ 0: written }) => /[.,]/.test(written));
  if (amounts.length === 0) return places;
  const read: TokenPlaces = { tokens: [], starts: [], ends: [] };
  for (const [at, token] of places.tokens.entries()) {
    const [start, end] = [places.starts[at] as number, places.ends[at] as number];
    const amount = amounts.find(({ index, 0: written }) => start >= index && end <= index + written.length);
    if (amount === undefined || start === amount.index) {
      read.tokens.push(amount === undefined ? token : withDecimalPoint(amount[0]));
      read.starts.push(start);
      read.ends.push(amount === undefined ? end : amount.index + amount[0].length);
    }
  }
  return read;
}
