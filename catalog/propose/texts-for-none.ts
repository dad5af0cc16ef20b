import { denyingWords } from '../../lexicon/columns.ts';
import { englishWords } from '../../lexicon/index.ts';
import { canonicalField } from '../product/fields.ts';
import { standsForNothing } from '../product/values.ts';
import { fieldNamed, prefixOf } from './field-names.ts';
import { headerWords } from './header.ts';
import { type Column, isNumber, keyOf, MOSTLY } from './profile.ts';

/** The texts that say that a product has none of what a column holds: its name behind a word that denies ("no size"), and noughts. */
function noneOf(column: Column): readonly string[] {
  const name = headerWords(column.name);
  const denies = (value: string) => {
    const [first = '', ...rest] = headerWords(value);
    return denyingWords().has(first) && rest.join() === name.join();
  };
  const values = new Set(column.stated.map(keyOf));
  // Nothing that can be bought weighs nothing.
  const noughts = new Set([...values, ...column.unstated].filter((value) => NOUGHTS.test(value)));
  const denying = [...values].filter(denies);
  if (noughts.size > 0 && isMeasured(column)) return [...noughts, ...denying];
  const [only = NOUGHT, ...others] = denying;
  if (others.length > 0 || values.size < LEAST_BESIDE_NONE) return [];
  // A nought among words says that there is none of them, and among numbers how many there are.
  if (only === NOUGHT && column.share((value) => keyOf(value) !== NOUGHT && isNumber(value)) > 0) return [];
  return column.share((value) => keyOf(value) === only) >= LEAST_NONE ? [only] : [];
}

/**
 * The text or texts of a column that say that a product has none of what it holds, and marks for nothing that no other value looks like: "NA" beside EU and JP is a
 * market, and "-" beside "+" a grade.
 */
export function textsForNone(column: Column): string | string[] | null {
  const marks = [
    ...englishWords('cells: no value among others'),
    ...(column.share(hasFigure) >= MOSTLY ? englishWords('cells: none among figures') : []),
  ];
  const seen = [...column.unstated].filter((text) => marks.includes(text.toLowerCase()));
  const hasCodes = column.stated.some((value) => CODE.test(keyOf(value)));
  const beside = [...column.unstated].filter(
    (text) => !standsForNothing(text) && !seen.includes(text) && !isNumber(text),
  );
  const found = seen.filter((text) => (/\p{L}/u.test(text) ? !hasCodes : beside.length === 0));
  const [first, ...others] = [...noneOf(column), ...found];
  return first === undefined ? null : others.length === 0 ? first : [first, ...others];
}

const CODE = /^\p{Lu}{2,3}$/u;

/** Tells whether a value says how much or which grade, "10K" and "IPX7": beside such, "none" says that there is none. */
const hasFigure = (value: unknown) => /\d/.test(keyOf(value));

/** Tells whether a column is named for what any thing has some of; a least of it may be nought, and so may a heel. */
export function isMeasured(column: Column): boolean {
  const words = headerWords(canonicalField(fieldNamed(column.name, prefixOf(column))));
  const hasAny = (key: string) => words.some((word) => englishWords(key).includes(word));
  return hasAny('columns: never nought') && !hasAny('columns: nought after all');
}

const NOUGHT = '0';
/** A nought, with a unit behind it or without: "0.0 kg". */
const NOUGHTS = /^0+(?:[.,]0*)?\s?\p{L}{0,3}$/u;
/** Values a column has beside the one that says none, at least, and share of its rows that say it. */
const LEAST_BESIDE_NONE = 3;
const LEAST_NONE = 0.1;
