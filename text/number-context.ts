import { englishWords } from '../lexicon/index.ts';
import { type NumberPlace, type PreparedText, wordAfter, wordBefore } from './prepare.ts';
import type { QuantityPattern } from './spellings.ts';
import { stemOf } from './stem.ts';
import { UNIT_SCALES } from './units.ts';

/** Words that make the number before them something else than a property of the product. */
const COUNTS_SOMETHING_ELSE = new Set(englishWords('number context: counts something else'));
/** Words whose number is part of a name or a score: "iPhone 15", "version 5", "out of 5", "at 8". */
const NAMES_SOMETHING = new Set(englishWords('number context: names something'));
const AFTER_OF = new Set(englishWords('number context: after of'));
const BEFORE_OF = new Set(englishWords('number context: before of'));
const CLOCK_WORDS = new Set(englishWords('number context: clock words'));

/** True for a word that, after a number, says what is counted: "pages", "people", "days". */
export const isCounted = (word: string): boolean => COUNTS_SOMETHING_ELSE.has(word) || isPlural(word);

const isPlural = (word: string) => word.length > 3 && word.endsWith('s') && !/(?:ss|us|is)$/.test(word);
const startsUpper = (text: string, at: number) => /\p{Lu}/u.test(text[at] ?? '');

/** True when a number without a unit can be the amount of a value; `measured` when the value has a unit of measure. */
function countsBare(text: PreparedText, place: NumberPlace, measured: boolean): boolean {
  if (place.money || place.compound || place.unit !== undefined) return false;
  const before = wordBefore(text, place.from);
  const after = wordAfter(text, place.to);
  if (after !== undefined && COUNTS_SOMETHING_ELSE.has(after)) return false;
  if (after === 'of' && AFTER_OF.has(text.words[place.to + 1] ?? '')) return false;
  if (
    after !== undefined &&
    /^[★⭐☆]/u.test(text.text.slice(text.ends[place.at]!, text.ends[place.at]! + 4).trimStart())
  )
    return false;
  if (before !== undefined && NAMES_SOMETHING.has(before)) return false;
  if (before === 'of' && BEFORE_OF.has(text.words[place.from - 2] ?? '')) return false;
  if (/[★⭐☆#]\s?$/u.test(text.text.slice(Math.max(0, text.starts[place.at]! - 2), text.starts[place.at])))
    return false;
  // "eight-pin", "3-way": the number belongs to the word.
  if (/^-\p{L}/u.test(text.text.slice(text.ends[place.at]!, text.ends[place.at]! + 3))) return false;
  if (isDimension(text, place)) return false;
  if (!measured) return true;
  // "Another one for $5 off": without a unit it stands for a thing.
  if (text.text.slice(text.starts[place.from], text.ends[place.to - 1]).toLowerCase() === 'one') return false;
  if (after !== undefined && isPlural(after)) return false;
  if (before === undefined) return true;
  if (CLOCK_WORDS.has(before) && place.amount <= 24) return false;
  // "Series 9", "Boeing 16": a name and its number, unless the name's capital only opens the sentence.
  const start = text.starts[place.from - 1]!;
  const opensSentence = /(?:^|[.!?:;\n]["'”’)]?\s*)$/.test(text.text.slice(Math.max(0, start - 40), start).trimEnd());
  return opensSentence || !startsUpper(text.text, start);
}

/** Words about what is drawn on a thing or cut out of it, by their stems. */
const DRAWN = new Set(englishWords('number context: drawn').map(stemOf));
const PLACE_WORDS = new Set(englishWords('number context: place words'));
/** Behind a word of place, these still speak of a rating: "4 stars on average". */
const PLACES_OF_RATINGS = new Set(englishWords('number context: places of ratings'));
/** Words that begin another thought: "rated 4 stars and printed". */
const CONNECTIVES = new Set(englishWords('number context: connectives'));
const MOST_STARS = 5;

/**
 * True for a word that a rating is counted in: "4 stars", "a 4.5-star average". False where stars are counted that a thing
 * has: "5 stars on the lid", "printed with 3 stars".
 */
export function isRatingUnit(text: PreparedText, at: number): boolean {
  if (!/^stars?$/.test(text.words[at] ?? '')) return false;
  const place = text.numbers.find(({ to, unit }) => to === at && unit === undefined);
  if (place === undefined || place.amount > MOST_STARS || wordAfter(text, at) === undefined) return false;
  if (!Number.isInteger(place.amount)) return true;
  if (text.forms.slice(Math.max(0, place.from - 4), place.from).some((form) => DRAWN.has(form))) return false;
  for (let behind = at + 1; behind < at + 4; behind++) {
    const word = wordAfter(text, behind);
    if (word === undefined || CONNECTIVES.has(word)) return true;
    if (DRAWN.has(text.forms[behind] ?? '')) return false;
    if (behind === at + 1 && PLACE_WORDS.has(word)) return PLACES_OF_RATINGS.has(wordAfter(text, behind + 1) ?? '');
  }
  return true;
}

const isDimension = ({ words }: PreparedText, { from, to }: NumberPlace) =>
  [words[from - 1], words[to]].some((word) => word === 'x') || (words[to] === 'by' && /^\d/.test(words[to + 1] ?? ''));

/** Shops say 1 TB for 1000 GB and computers for 1024; inches, ounces and pounds are rounded when turned into metric. */
function sameAmount(amount: number, unit: string, other: number, otherUnit: string): boolean {
  if (unit === otherUnit) return amount === other;
  // "64G" is shop talk for 64 GB.
  if (unit === 'g' && otherUnit === 'gb') return amount === other;
  const scale = UNIT_SCALES.get(unit);
  const otherScale = UNIT_SCALES.get(otherUnit);
  if (scale === undefined || otherScale === undefined || scale[0] !== otherScale[0]) return false;
  const ratio = (amount * scale[1]) / (other * otherScale[1]);
  const near = (target: number, tolerance: number) => Math.abs(ratio / target - 1) <= tolerance;
  if (scale[0] === 'memory') return [1, 1.024, 1.048576].some((step) => near(step, 1e-9) || near(1 / step, 1e-9));
  const exact = Number.isInteger(scale[1] / otherScale[1]) || Number.isInteger(otherScale[1] / scale[1]);
  return near(1, exact ? 1e-9 : 0.01);
}

/** True when a number of a text states a quantity; a number with another unit, a price or a score does not. */
export function statesQuantity(
  text: PreparedText,
  place: NumberPlace,
  { amount, unit, units, bare }: QuantityPattern,
): boolean {
  if (place.money) return false;
  if (place.unit === undefined) {
    const measured = unit !== undefined && UNIT_SCALES.get(unit)?.[0] !== 'items';
    return bare && place.amount === amount && countsBare(text, place, measured);
  }
  if (unit === undefined) return place.amount === amount && units.includes(place.unit);
  return sameAmount(place.amount, place.unit, amount, unit);
}
