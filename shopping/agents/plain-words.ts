import { englishExpression, englishWords } from '../../lexicon/index.ts';
import { memoised } from '../../text/cache/memoised.ts';
import { CURRENCY_MARKS, CURRENCY_WORDS } from '../../text/currencies.ts';
import { isCurrency } from '../../text/currency-beside-amount.ts';
import { escaped } from '../../text/escaped.ts';
import { flagOf } from '../../text/flags.ts';
import { hasDecimalComma, withDecimalPoint } from '../../text/foreign-money.ts';
import { preparedText } from '../../text/prepare.ts';
import type { Requirement, Rubric } from '../kinds/index.ts';

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

/** Texts and values whose words are remembered: each is looked at for every requirement. */
const MOST_TEXTS = 4096;

/** The words of a text without capitals, marks and plurals, numbers without commas and idle zeros. */
const plainWords = memoised(MOST_TEXTS, (text): readonly string[] =>
  (lowered(text).match(WORDS) ?? []).map((word) => (STARTS_WITH_DIGIT.test(word) ? plainNumber(word) : singular(word))),
);

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

const numbersOf = ({ expected_value: { min, max, nominal } }: Extract<Requirement, { type: 'numeric_range' }>) =>
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

/** Tells whether a text speaks of a field, so that a number or a yes in it may be of the field. */
function speaksOf(text: string, field: string): boolean {
  const words = new Set(plainWords(text));
  return plainWords(field.replace(/^details\./, '')).some((word) => word.length > 2 && words.has(word));
}

/** One or two figures: they count anything or are a part of it, as in "1000000:1" and "1 W (Standby)". */
const FEW_FIGURES = /^\d{1,2}$/;

/**
 * Tells whether a value that a text says is said as one of its field. A yes and a no are beside the field's name alone, as in
 * "keeps colors true". Numbers are in the value's own unit; without one in the text beside the name as well, and where the
 * value has none either, that goes for few figures: 28 mm say nothing of 28 inches, an age of 18 to 24 nothing of a size.
 */
function isSaidOf(text: string, value: string, field: string): boolean {
  const words = plainWords(value);
  const last = words.at(-1) ?? '';
  if (flagOf(value) !== null) return speaksOf(text, field);
  if (!words.every((word) => STARTS_WITH_DIGIT.test(word))) return true;
  const [unit] = unitsBehind(value, last);
  const found = [...unitsBehind(text, last), ...(goesOnBehind(text, last) ? [undefined] : [])];
  if (unit !== undefined && found.includes(unit)) return true;
  const isEnough = unit === undefined && !words.every((word) => FEW_FIGURES.test(word));
  return (found.length === 0 || found.includes(undefined)) && (isEnough || speaksOf(text, field));
}

/** Tells whether a text goes on behind a number with a word of any sentence, which is no unit for certain: "28 in black" is no 28 inches. */
function goesOnBehind(text: string, number: string): boolean {
  const words = plainWords(text);
  return words.some((word, at) => word === number && IN_ANY_SENTENCE.has(words[at + 1] ?? '') && at + 2 < words.length);
}

/** The units that stand behind a number in a text, undefined where none does. */
const unitsBehind = (text: string, number: string) =>
  preparedText(text).numbers.flatMap(({ amount, unit }) => (amount === Number(number) ? [unit] : []));

/**
 * Tells whether a text that is not about a rubric alone gives it away: a value of it, or a bound with what it is a
 * bound of.
 */
export function givesAway(text: string, rubric: Requirement): boolean {
  switch (rubric.type) {
    case 'attribute_match':
    case 'negative_attribute':
      return [rubric.expected_value].flat().some((value) => {
        const heard = value.search(MONEY) < 0 ? withoutMoney(text) : text;
        return isTelling(value) && says(heard, value) && isSaidOf(heard, value, rubric.field);
      });
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
