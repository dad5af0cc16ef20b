import { BASE_FIELDS, englishExpression } from '../../lexicon/index.ts';
import { flagOf } from '../../text/flags.ts';
import { byCodeUnit } from '../../text/order.ts';
import type { FieldValue } from '../inverted-index/index.ts';
import { baseFormOf } from '../product/options.ts';
import { PhraseFinder } from './phrase-finder.ts';

/** A value that products of a catalog state for a field. */
export interface Value {
  readonly field: string;
  readonly norm: string;
  readonly display: string;
  /** The number of its term in the catalog. */
  readonly term: number;
  /** Its place among the values of the vocabulary; all ways to write a value share one. */
  readonly place: number;
}

/** A value as the catalog's index has it, and how many products state it. */
export interface IndexedValue extends FieldValue {
  readonly term: number;
}

/** A field as the catalog's index has it. */
export interface IndexedField {
  readonly name: string;
  /** Products that state it. */
  readonly products: number;
  readonly values: Iterable<IndexedValue>;
}

/** With fewer products a field tells nothing of how texts say it. */
const FEWEST_STATING = 20;
/** Fewest products that state a value for it to be a word that sellers share. */
const FEWEST_PRODUCTS = 3;
/** Longer values are sentences. */
const MOST_CHARACTERS = 32;
const MOST_WORDS = 4;
/** Values of most products first: the rest is looked for in no text. */
const MOST_VALUES = 20_000;

/** A number and at most a unit: the same text may say it of anything. */
const AMOUNT = /^\d[\d. x]*(?: [a-z]{1,12})?$/u;
/** Words and numbers, and at least two letters or a letter and a digit. */
const WORDS = /^(?=.*\p{L}[\p{L}\d]|.*\d\p{L})[\p{L}\d][\p{L}\d .]*$/u;
/** Says of a field that something else holds, or nothing. */
const NOTHING = englishExpression('vocabulary: nothing', 'u');

/** Tells whether titles are searched for the values of a field. */
const isLookedFor = (name: string): boolean => {
  const { asked, in_titles } = BASE_FIELDS.get(name) ?? {};
  return name !== '__proto__' && asked !== false && in_titles !== false;
};

const mayBeSaid = (norm: string) =>
  norm.length <= MOST_CHARACTERS &&
  WORDS.test(norm) &&
  !AMOUNT.test(norm) &&
  !NOTHING.test(norm) &&
  flagOf(norm) === null &&
  norm.split(' ').length <= MOST_WORDS;

/** The values of a catalog's fields that texts may say, to be looked for in them. */
export class Vocabulary {
  readonly finder = new PhraseFinder();
  readonly values: readonly Value[];
  readonly fields: ReadonlySet<string>;
  readonly #meanings: Value[][] = [];
  readonly #known: ReadonlySet<string>;

  constructor(values: readonly Value[]) {
    this.values = values;
    this.fields = new Set(values.map(({ field }) => field));
    this.#known = new Set(values.map(({ field, norm }) => `${field}\n${norm}`));
    for (const value of values) {
      const phrase = this.finder.add(value.norm);
      const meanings = this.#meanings[phrase];
      if (meanings === undefined) this.#meanings[phrase] = [value];
      else meanings.push(value);
    }
  }

  has(field: string, norm: string): boolean {
    return this.#known.has(`${field}\n${norm}`);
  }

  /** The values that a phrase spells. */
  meaning(phrase: number): readonly Value[] {
    return this.#meanings[phrase] ?? [];
  }

  /** The values of some of the fields. */
  of(fields: ReadonlySet<string>): Vocabulary {
    return new Vocabulary(this.values.filter(({ field }) => fields.has(field)));
  }
}

/** The vocabulary of a catalog; the order of its fields and values plays no role in what is in it. */
export function vocabularyOf(fields: Iterable<IndexedField>): Vocabulary {
  const values: (Omit<Value, 'place'> & { readonly count: number })[] = [];
  for (const { name, products, values: ofField } of fields) {
    if (products < FEWEST_STATING || !isLookedFor(name)) continue;
    const said = [...ofField].filter(({ norm }) => mayBeSaid(norm));
    for (const spellings of Map.groupBy(said, ({ norm }) => baseFormOf(name, norm)).values()) {
      const together = spellings.reduce((sum, { count }) => sum + count, 0);
      if (together < FEWEST_PRODUCTS) continue;
      for (const { term, norm, display } of spellings)
        values.push({ field: name, norm, display, term, count: together });
    }
  }
  values.sort((a, b) => b.count - a.count || byCodeUnit(a.field, b.field) || byCodeUnit(a.norm, b.norm));
  const places = new Map<string, number>();
  return new Vocabulary(
    values.slice(0, MOST_VALUES).map(({ count: _, ...value }, at) => {
      const form = `${value.field}\n${baseFormOf(value.field, value.norm)}`;
      const place = places.get(form) ?? at;
      places.set(form, place);
      return { ...value, place };
    }),
  );
}
