import { englishExpression, englishWords } from '../../lexicon/index.ts';
import { CURRENCY_MARKS, CURRENCY_WORDS } from '../../text/currencies.ts';
import { isCurrency } from '../../text/currency-beside-amount.ts';
import { escaped } from '../../text/escaped.ts';
import { flagOf } from '../../text/flags.ts';
import { hasDecimalComma, withDecimalPoint } from '../../text/foreign-money.ts';
import type { Rubric } from '../kinds/index.ts';

/**
 * A letter that an apostrophe leaves of a word is none, nor is one before a number: "I'm" says nothing of the size M, a rim of
 * "R16" nothing of the speed rating R.
 */
const WORDS =
  /(?!(?<=\p{L}['’])\p{L}(?![\p{L}\p{M}]))(?:(?<![\p{L}\p{M}\p{N}])\p{L}\d+(?:[.,]\d+)*|[\p{L}\p{M}]+)|\d+(?:[.,]\d+)*/gu;
/** Scripts that are written without spaces: there a value is looked for as it stands. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const STARTS_WITH_DIGIT = /^\d/;

const plainNumber = (written: string) =>
  String(Number(hasDecimalComma() ? withDecimalPoint(written) : written.replaceAll(',', '')));
const singular = (word: string) => (word.length > 3 && /[^su]s$/.test(word) ? word.slice(0, -1) : word);
/** In one way of writing, "&" said as "and". */
const lowered = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/(?<=\s)&(?=\s)/g, 'and');

/** The words of a text without capitals, marks and plurals, numbers without commas and idle zeros. */
function plainWords(text: string): string[] {
  return (lowered(text).match(WORDS) ?? []).map((word) =>
    STARTS_WITH_DIGIT.test(word) ? plainNumber(word) : singular(word),
  );
}

/** Values that are words of any sentence: "All" of skin types is not said by "all morning". */
const IN_ANY_SENTENCE = new Set(englishWords('plain words: in any sentence'));

const NUMBER = String.raw`\d+(?:[.,]\d+)*`;
const anyOf = (lists: Readonly<Record<string, readonly string[]>>) =>
  Object.values(lists).flat().map(escaped).join('|');
/** Signs, codes and short forms of currencies before a number, or these and words for them behind one. */
const BEFORE_AMOUNT = String.raw`(?:\p{Sc}|(?<!\p{L})(?:\p{Lu}{3}|${anyOf(CURRENCY_MARKS)}))`;
const BEHIND_AMOUNT = String.raw`(?:\p{Sc}|(?:\p{Lu}{3}|${anyOf(CURRENCY_MARKS)}|${anyOf(CURRENCY_WORDS)})(?!\p{L}))`;
const MONEY = new RegExp(String.raw`${BEFORE_AMOUNT}\s?${NUMBER}|${NUMBER}\s?${BEHIND_AMOUNT}`, 'gu');
/** A text without the amounts of money in it: an order of €40 says nothing of a size 40. */
const withoutMoney = (text: string) =>
  text.replace(MONEY, (amount) => {
    const code = /\p{Lu}{3}/u.exec(amount)?.[0];
    return code === undefined || isCurrency(code) ? ' ' : amount;
  });

/**
 * Tells whether a text says a value in its own words, one after the other. It knows nothing of other spellings: what it
 * finds is beyond doubt, what it misses is for the gates.
 */
export function says(text: string, value: string): boolean {
  if (UNSPACED.test(value)) return lowered(text).includes(lowered(value));
  const wanted = plainWords(value);
  const words = plainWords(text);
  // "At least 3.5 stars" says nothing of a shape.
  const isRating = (at: number) =>
    wanted.length === 1 && words[at] === 'star' && STARTS_WITH_DIGIT.test(words[at - 1] ?? '');
  return (
    wanted.length > 0 &&
    words.some((_, at) => !isRating(at) && wanted.every((word, offset) => words[at + offset] === word))
  );
}

/** Patterns of texts that say a number as one of a field; `§` stands for the number. */
const SAID_OF: Readonly<Record<string, RegExp>> = {
  price: englishExpression('plain words: price', ''),
  average_rating: englishExpression('plain words: average rating', ''),
  rating_number: englishExpression('plain words: rating number', ''),
};

const numbersOf = ({ expected_value: { min, max, nominal } }: Extract<Rubric, { type: 'numeric_range' }>) =>
  (nominal === undefined ? [min, max] : [nominal]).filter((bound) => bound !== undefined);

const holds = (text: string, number: number) => plainWords(text).includes(String(number));

/** Tells whether a text says a number as one of the field. */
function saysOf(text: string, number: number, field: string): boolean {
  const pattern = SAID_OF[field];
  const marked = lowered(text).replace(/\d+(?:[.,]\d+)*/g, (written) =>
    plainNumber(written) === String(number) ? '§' : written,
  );
  return pattern?.test(marked) ?? false;
}

/** Tells whether a value is more than words that stand in any sentence. */
export const isTelling = (value: string) => !plainWords(value).every((word) => IN_ANY_SENTENCE.has(word));

/** A number of one or two figures: it counts anything or is a part of it, as in "1000000:1" and "1 W (Standby)". */
const SMALL_NUMBER = /^\d{1,2}(?:[.,]0{1,2})?$/;
/** Tells whether a value says something only beside the name of its field: a small number, or a yes and a no, as in "keeps colors true". */
const saysLittle = (value: string) => SMALL_NUMBER.test(value) || flagOf(value) !== null;

/** Tells whether a text speaks of a field, so that a small number or a yes in it may be of the field. */
function speaksOf(text: string, field: string): boolean {
  const words = new Set(plainWords(text));
  return plainWords(field.replace(/^details\./, '')).some((word) => word.length > 2 && words.has(word));
}

/**
 * Tells whether a text that is not about a rubric alone gives it away: a value of it, or a bound with what it is a
 * bound of.
 */
export function givesAway(text: string, rubric: Rubric): boolean {
  switch (rubric.type) {
    case 'attribute_match':
    case 'negative_attribute':
      return [rubric.expected_value]
        .flat()
        .some(
          (value) =>
            isTelling(value) &&
            says(value.search(MONEY) < 0 ? withoutMoney(text) : text, value) &&
            (!saysLittle(value) || speaksOf(text, rubric.field)),
        );
    case 'numeric_range':
      return numbersOf(rubric).some((bound) => saysOf(text, bound, rubric.field));
    default:
      return false;
  }
}

/** Tells whether a text that answers for a rubric says all of it. */
export function tells(text: string, rubric: Rubric): boolean {
  switch (rubric.type) {
    case 'attribute_match':
    case 'negative_attribute':
      return [rubric.expected_value].flat().every((value) => says(text, value));
    case 'numeric_range':
      return numbersOf(rubric).every((bound) => holds(text, bound));
    default:
      return false;
  }
}
