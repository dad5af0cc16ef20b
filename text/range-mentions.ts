import { englishExpression, englishWords, wordsOfLanguage } from '../lexicon/index.ts';
import type { Span } from '../schemas/finding.ts';
import { tokensOf } from './normalise.ts';
import { isCounted, statesQuantity } from './number-context.ts';
import { type NumberPlace, type PreparedText, placeOf, preparedText, spanOf, wordAfter } from './prepare.ts';
import { UNIT_OF } from './units.ts';

/**
 * Inclusive bounds of a number. Prices are in major units (whole ones), as products and texts print them, amounts of detail
 * fields in the unit.
 */
export interface Bounds {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly unit?: string | undefined;
  /** The size that texts name instead of the bounds. */
  readonly nominal?: number | undefined;
}

/** The numbers that say a range. */
export const numbersSaying = ({ min, max, nominal }: Bounds): number[] =>
  (nominal === undefined ? [min, max] : [nominal]).filter((bound) => bound !== undefined);

type Context = (text: PreparedText, place: NumberPlace) => boolean;

const RATING_WORDS = new Set(englishWords('range mentions: rating words'));
const COUNT_WORDS = new Set(englishWords('range mentions: count words'));
const PRICE_WORDS = new Set(englishWords('range mentions: price words'));
/** The same words of another language in force, none where it is English. */
const FOREIGN = {
  rating: wordsOfLanguage(({ beside }) => beside.rating),
  ratings: wordsOfLanguage(({ beside }) => beside.ratings),
  price: wordsOfLanguage(({ beside }) => beside.price),
};
const OR_LESS = new Set(englishWords('range mentions: or less'));

const near = ({ words }: PreparedText, { from, to }: NumberPlace, before: number, after: number): string[] => [
  ...words.slice(Math.max(0, from - before), from),
  ...words.slice(to, to + after),
];

const textAfter = ({ text, ends }: PreparedText, { at }: NumberPlace) => text.slice(ends[at], ends[at]! + 12);

const NAMES_RATING = new Set(englishWords('range mentions: names rating'));
const LAST = englishExpression('range mentions: last', '');
const isLast = (text: PreparedText, { to }: NumberPlace) => LAST.test(wordAfter(text, to) ?? '');

const RATED = englishExpression('range mentions: rated', 'u');
/** Could be an average rating: a star or score word close by, a star sign, "out of 5", "4.5+", a lone "4.5". */
const isRating: Context = (text, place) => {
  if (place.money || place.unit !== undefined) return false;
  if (near(text, place, 3, 2).some((word) => RATING_WORDS.has(word) || FOREIGN.rating.has(word))) return true;
  // "The average has to be at least 4": nothing behind it says what else is counted.
  if (isLast(text, place) && near(text, place, 8, 0).some((word) => NAMES_RATING.has(word))) return true;
  const after = textAfter(text, place);
  if (RATED.test(after)) return true;
  const written = text.text.slice(text.starts[place.at], text.ends[place.at]);
  return written.includes('.') && !/^\s?\p{L}/u.test(after) && !place.compound;
};

/** Could be a number of ratings: a word for those who rate or what they leave close by. */
const isRatingCount: Context = (text, place) =>
  !place.money &&
  place.unit === undefined &&
  near(text, place, 3, 4).some((word) => COUNT_WORDS.has(word) || FOREIGN.ratings.has(word));

const POUND = englishExpression('range mentions: pound', 'i');
const OR_LESS_BEHIND = englishExpression('range mentions: or less', '');
/** Could be a price: a currency sign or word, or a word of spending before a number that counts nothing else. */
const isPrice: Context = (text, place) => {
  if (place.money) return true;
  // "25 lb" may well mean 25 pounds sterling.
  if (place.unit !== undefined) return place.unit === 'lb' && POUND.test(textAfter(text, place));
  const next = wordAfter(text, place.to);
  if (next !== undefined && OR_LESS.has(next)) return true;
  if (OR_LESS_BEHIND.test(textAfter(text, place))) return true;
  if (next !== undefined && isCounted(next)) return false;
  if (near(text, place, 4, 2).some((word) => FOREIGN.price.has(word))) return true;
  return !place.compound && near(text, place, 4, 0).some((word) => PRICE_WORDS.has(word));
};

const CONTEXTS = new Map<string, Context>(
  Object.entries({
    average_rating: isRating,
    rating_number: isRatingCount,
    price: isPrice,
    budget: isPrice,
  }),
);

/** "2k ratings": a thousand written on to the number. */
function amountOf(text: PreparedText, place: NumberPlace): number {
  return text.words[place.to] === 'k' && text.starts[place.to] === text.ends[place.at]
    ? place.amount * 1000
    : place.amount;
}

const STARS = /[★⭐]{1,5}/g;

/** Words of a field's name that may stand between it and its number, or the other way round. */
const NAME_REACH = 4;
/** Words of names that name nothing by themselves. */
const EMPTY_NAME_WORDS = new Set(englishWords('range mentions: empty name words'));

/** Could be a number of a field that has no unit of its own: nothing else is counted, or the field is named close by. */
function isBareOf(field: string): (amount: number) => Context {
  const tokens = tokensOf(field.replaceAll('_', ' '));
  const name = new Set(tokens.filter((word) => word.length > 2 && !EMPTY_NAME_WORDS.has(word)));
  const units = tokens.flatMap((word) => UNIT_OF.get(word) ?? []);
  /** "USB 2.0 ports": the number is a part of the name. */
  const isNamed = ({ words }: PreparedText, { from, to, amount }: NumberPlace) =>
    tokens.some(
      (word, at) =>
        Number(word) === amount &&
        [tokens[at - 1] ?? '', tokens[at + 1] ?? ''].some(
          (beside, side) => beside === words[side === 0 ? from - 1 : to],
        ),
    );
  return (amount) => (text, place) =>
    !isNamed(text, place) &&
    (statesQuantity(text, place, { amount, unit: undefined, units, bare: true }) ||
      (!place.money &&
        place.amount === amount &&
        near(text, place, NAME_REACH, NAME_REACH).some((word) => name.has(word))));
}

/** Decides for each number of a range whether a place of a text says it. */
function contextsOf(field: string, range: Bounds): (readonly [amount: number, fits: Context])[] {
  const own = CONTEXTS.get(field);
  const { unit } = range;
  const fitting = (amount: number): Context => {
    if (own !== undefined) return own;
    if (unit === undefined) return isBareOf(field)(amount);
    return (text, place) => statesQuantity(text, place, { amount, unit, units: [unit], bare: true });
  };
  return numbersSaying(range).map((amount) => [amount, fitting(amount)]);
}

/**
 * Every place where a bound of a numeric requirement stands in a text, in words or digits, where it could be about the
 * field: "4 stars" for an average rating of 4, "25 bucks" for a price of 25, "a hundred reviews" for 100 ratings, "32 oz"
 * for a weight of 2 lb; never any other 4, 25, 100 or 2.
 */
export function findRangeMentions(text: string | PreparedText, field: string, range: Bounds): Span[] {
  const prepared = typeof text === 'string' ? preparedText(text) : text;
  const found = rangeMentionsIn(prepared, field, range);
  if (found.length > 0 || prepared.undisguised === undefined) return found;
  return rangeMentionsIn(prepared.undisguised, field, range);
}

function rangeMentionsIn(prepared: PreparedText, field: string, range: Bounds): Span[] {
  const contexts = prepared.numbers.length === 0 ? [] : contextsOf(field, range);
  /** In a unit a bound may be another number. */
  const isConverted = range.unit !== undefined;
  const found: Span[] = [];
  for (const place of prepared.numbers) {
    const amount = amountOf(prepared, place);
    const written = amount === place.amount ? place : { ...place, amount, to: place.to + 1 };
    if (contexts.some(([bound, fits]) => (isConverted || amount === bound) && fits(prepared, written)))
      found.push(spanOf(prepared, place.from, written.to));
  }
  if (field === 'average_rating') {
    const bounds = numbersSaying(range);
    for (const { 0: row, index } of prepared.text.matchAll(STARS)) {
      if (row.length > 1 && bounds.includes(row.length)) found.push(placeOf(prepared, index, index + row.length));
    }
  }
  return found;
}
