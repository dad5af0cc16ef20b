import { englishExpression } from '../lexicon/index.ts';
import { CURRENCY_BEHIND_AMOUNTS, CURRENCY_IN_HEADERS, CURRENCY_MARKS } from './currencies.ts';
import { escaped } from './escaped.ts';

/** Every currency that has a code, as the engine's tables of the world's currencies list them. */
const CODES: readonly string[] = Intl.supportedValuesOf('currency');
const KNOWN = new Set(CODES);

type Display = 'symbol' | 'narrowSymbol';

function signIn(locale: string, currency: string, currencyDisplay: Display): string {
  const parts = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay }).formatToParts(1);
  return parts.find(({ type }) => type === 'currency')?.value ?? currency;
}

/** The short sign many currencies share ("$", "kr") and the one that tells them apart where there is one ("A$"). */
const signsOf = (currency: string): string[] => [
  signIn('en', currency, 'narrowSymbol'),
  signIn('en', currency, 'symbol'),
];

/** Tells whether a text is the code of a currency. */
export const isCurrency = (text: string): boolean => KNOWN.has(text);

const patterns = new Map<string, RegExp>();

/** The code and the signs of a currency at either end of an amount. */
function marksOf(currency: string): RegExp {
  let pattern = patterns.get(currency);
  if (pattern === undefined) {
    const signs = [...(isCurrency(currency) ? signsOf(currency) : []), ...(CURRENCY_MARKS[currency] ?? [])];
    const marks = [currency, ...signs].map(escaped).join('|');
    const behind = Object.entries(CURRENCY_BEHIND_AMOUNTS).flatMap(([word, code]) => (code === currency ? [word] : []));
    const ends = [marks, ...behind.map(escaped)].join('|');
    pattern = new RegExp(`^(?:${marks})\\.?\\s*|\\s*(?:${ends})\\.?$`, 'giu');
    patterns.set(currency, pattern);
  }
  return pattern;
}

/** "Incl. btw", "TTC", "(ex VAT)": what says behind an amount whether taxes are in it. */
const TAXES = englishExpression('price: taxes', 'iu');

/**
 * An amount, with one blank for several, without what is said of taxes behind it, or the stroke that closes whole ones: "500/-"
 * and "4,500/=" in South Asia and East Africa, "4 910:-" and "49,-" in the north of Europe.
 */
export const withoutTail = (amount: string): string =>
  amount
    .replace(/\s+/g, ' ')
    .replace(TAXES, '')
    .replace(/(?<=\d)\s?(?:\/[-=]|[:,.][-–—]{1,2})\s*$/, '');

/** An amount without the code or a sign of its currency. */
export const withoutCurrency = (amount: string, currency: string): string =>
  withoutTail(amount.trim()).replace(marksOf(currency), '').trim();

/** The code that stands at either end of an amount, "15.00 USD" or "eur 3"; null where there is none. */
export function currencyBeside(amount: string): string | null {
  const [, before, after] =
    /^\s*(?:([A-Za-z]{3})\s*(?=\d).*|\d.*?[\d.,]\s*([A-Za-z]{3}))\s*$/.exec(withoutTail(amount)) ?? [];
  const code = (before ?? after ?? '').toUpperCase();
  return isCurrency(code) ? code : null;
}

/** Words that shops write for a currency behind an amount, beside codes and signs, with the stop that may end it. */
const BEHIND = new RegExp(
  `(?<=[\\d\\s.,])(${Object.keys(CURRENCY_BEHIND_AMOUNTS).map(escaped).join('|')})\\.?\\s*$`,
  'iu',
);

/** The currency that shops write so, whatever its capitals: "TL", "грн."; null for a word of none. */
export const currencyOfWord = (text: string): string | null => {
  const word = text.toLowerCase().replace(/\.$/, '');
  return CURRENCY_BEHIND_AMOUNTS[word] ?? CURRENCY_IN_HEADERS[word] ?? null;
};

/** An amount without a word for its currency behind it: "5 500 F CFA". */
export const withoutWordBehind = (amount: string): string => withoutTail(amount).replace(BEHIND, '').trim();

/** The sign, or a word for a currency, at either end of an amount; empty where there is none. */
export const signBeside = (amount: string): string => {
  const word = BEHIND.exec(withoutTail(amount))?.[1];
  if (word !== undefined) return word;
  const [, before, after] =
    /^\s*([^\d\s.,+-][^\d.,+-]{0,3}?)\.?\s*\d[\d.,\s'’]*$|^\s*\d[\d.,\s'’]*?\s*([^\d\s.,+-][^\d]{0,3})\s*$/u.exec(
      withoutTail(amount),
    ) ?? [];
  return (before ?? after ?? '').trim();
};

let codes: Map<string, Set<string>> | undefined;

/** Currencies by their signs. */
function codesBySign(): ReadonlyMap<string, ReadonlySet<string>> {
  if (codes === undefined) {
    codes = new Map();
    for (const code of CODES)
      for (const sign of signsOf(code)) codes.set(sign, (codes.get(sign) ?? new Set()).add(code));
    // Short forms that people write, and the engine's tables lack: "Tk" of taka.
    for (const [code, marks] of Object.entries(CURRENCY_MARKS))
      for (const mark of marks) if (!codes.has(mark)) codes.set(mark, new Set([code]));
  }
  return codes;
}

/** The currencies that a sign stands for, where it may stand for several. */
export const currenciesOfSign = (sign: string): readonly string[] => [...(codesBySign().get(sign) ?? [])];

/**
 * The currency a sign stands for in texts of a language: the one that writes it without a country, as "$" is the US dollar in
 * English and "¥" the yuan in Chinese; null for a sign that is none.
 */
export function currencyOfSign(sign: string, language = 'en'): string | null {
  const candidates = currenciesOfSign(sign);
  if (candidates.length <= 1) return candidates[0] ?? null;
  const plain = (locale: string) => candidates.filter((code) => signIn(locale, code, 'symbol') === sign);
  return plain(language)[0] ?? plain('en')[0] ?? null;
}
