import type { Catalog } from '../../catalog/index.ts';
import { englishDetails } from '../../lexicon/columns.ts';
import { englishWords, FIELDS } from '../../lexicon/index.ts';
import { isLeast } from '../../text/amount-words.ts';
import { inBase } from '../../text/measure.ts';
import { containsWords, tokensOf } from '../../text/normalise.ts';
import { byCodeUnit } from '../../text/order.ts';
import { dimensionOf, sizeOf, UNIT_OF } from '../../text/units.ts';
import { isMeasuredIn } from '../../text/units-in-names.ts';
import { holdsSizes } from '../language/field-name.ts';
import { extentIn } from './amount.ts';
import { BARE } from './stated-amounts.ts';

/** Ways in which a shopper asks for a quantity. */
export type AskedAs = 'least' | 'most' | 'between' | 'nominal';

/** A field whose values are numbers of one dimension. */
export interface QuantityField {
  readonly field: string;
  /** Empty for numbers without a unit. */
  readonly dimension: string;
  /** The short form of the unit most products state it in; null for numbers without one. */
  readonly unit: string | null;
  readonly asked: readonly AskedAs[];
  /** Sizes it is sold in, in the base unit, ascending: what many products share. None where people round as they like. */
  readonly sizes: readonly number[];
  /** True in a shop of the metric system, whose shoppers think of grams and centimetres. */
  readonly isMetric?: boolean;
}

/** Products that state the field; what fewer say is chance. */
export const LEAST_PRODUCTS = 5;
/** Of what is stated of the field, the share that is one number of one dimension... */
export const LEAST_SHARE = 0.9;
/** ...or, under a name of what is measured in it, this share: what else stands there is of another column, or says nothing. */
const LEAST_OF_MEASURE = 0.5;
/** ...of which so many are one number, and no range of them. */
const LEAST_ONE = 0.5;
/** Lower bounds and amounts are of two kinds, "from 3 years" and "3 years": where there are so many of either, it is none. */
const MIXED_SHARE = 0.1;
/** ...and, of the products that state it, the share that state one number and not a list. */
const LEAST_SINGLE = 0.8;
/** Different amounts; with fewer the field is a choice between names ("9H", "3H")... */
export const LEAST_DIFFERENT = 6;
/** ...unless enough products state each: 400 W, 800 W and 1,200 W are what is sold... */
const LEAST_SIZES = 3;
/** ...in a unit that is no letter of names: 3G and 4G are no grams, 2S and 3S no seconds. */
const isLetterOfNames = (unit: string) => unit.length === 1 && unit !== 'w' && unit !== 'v';
/** Numbers without a unit of so many digits, nearly one to a product, are names: a UPC. */
const NAME_DIGITS = 6;
const NAME_SHARE = 0.9;
/** An amount is a size that products are sold in where this share of them has it, and so many... */
const SIZE_SHARE = 0.02;
const SIZE_PRODUCTS = 3;
/** ...and shoppers name it where such sizes make up this share of all that is stated. */
const SIZES_COVER = 0.75;
/** ...and bound by them where they make up this share: memory runs at 2,666 MHz, not at 2,700. */
const SIZES_HABITUAL = 0.4;

/** Ways in which people ask for amounts of a dimension: of most things more is better, so they name the least. */
const ASKED_OF: Readonly<Record<string, readonly AskedAs[]>> = {
  length: ['least', 'most', 'nominal'],
  volume: ['least', 'most', 'nominal'],
  weight: ['most'],
  db: ['most'],
  voltage: ['nominal'],
};
const MORE_IS_BETTER: readonly AskedAs[] = ['least', 'nominal'];
/** Units of waiting, not of lasting. */
const SHORT = new Set(['ms', 's']);
const BETTER_MORE = englishWords('field name: more is better');
const BETTER_LESS = englishWords('field name: less is better');
const LEAST_OF_SEVERAL = englishWords('field name: least of several');
const MOST_OF_SEVERAL = englishWords('field name: most of several');

/** The words of a field's name without the unit behind them: "flight time" of "Flight Time (min)", of "flight_time_min". */
const wordsOfName = (field: string): string[] =>
  tokensOf(field.replace(/\s*[([][^()[\]]*[)\]]\s*$/u, '').replaceAll('_', ' ')).filter(
    (word, at, words) => at === 0 || at < words.length - 1 || !UNIT_OF.has(word),
  );

/** The names of a field in English, in plain words: its own, a lexicon's, and that of another language's word for it. */
function namesOf(field: string): string[] {
  const own = wordsOfName(field).join(' ');
  return [own, FIELDS.get(field)?.name, englishDetails().get(own)].flatMap((name) =>
    name === undefined ? [] : [wordsOfName(name).join(' ')],
  );
}

/** Bounds that people ask for of a field, by what its names say: of a load capacity the least, of a noise the most. */
function askedOf(field: string, dimension: string, unit: string | null): readonly AskedAs[] {
  if (unit !== null && SHORT.has(unit)) return ['most'];
  const names = namesOf(field);
  const says = (words: readonly string[]) => words.some((word) => names.some((name) => containsWords(name, word)));
  const end = tokensOf(field.replaceAll('_', ' ')).at(-1) ?? '';
  // "Flight time min" is in minutes, and so may be bare numbers.
  if (unit !== null && dimension !== 'time' && LEAST_OF_SEVERAL.includes(end)) return ['most'];
  // A load is no size: who asks for one that bears 120 kg takes what bears more.
  if (dimension !== 'voltage' && says(BETTER_MORE)) return dimension === 'weight' ? ['least'] : MORE_IS_BETTER;
  if (says(BETTER_LESS)) return ['most'];
  if (MOST_OF_SEVERAL.includes(end)) return ['least'];
  return ASKED_OF[dimension] ?? MORE_IS_BETTER;
}

/** Numbers of products that state each amount of a dimension, and each unit of it. */
interface Counts {
  readonly amounts: Map<number, number>;
  readonly units: Map<string, number>;
  statements: number;
  /** Those that state a range of amounts, which are no statements of one. */
  ranges: number;
}

const longest = <Key>(counts: ReadonlyMap<Key, number>, compare: (a: Key, b: Key) => number): Key | undefined =>
  [...counts].sort(([a, x], [b, y]) => y - x || compare(a, b))[0]?.[0];

/** Statements of a field by products, by comparison forms. */
type Statements = Iterable<{ readonly norm: string; readonly rows: Uint32Array }>;

/** Amounts that products state of a field, counted value by value; nothing depends on the order of values or rows. */
export class QuantityTally {
  readonly #field: string;
  readonly #byDimension = new Map<string, Counts>();
  readonly #products = new StatingProducts();
  #statements = 0;
  /** Statements that say it is the least. */
  #least = 0;

  private constructor(field: string) {
    this.#field = field;
  }

  /** The tally of a field; null where the lexicon says how it is asked about, which is no quantity. */
  static of(field: string): QuantityTally | null {
    const entry = FIELDS.get(field);
    const isSaid = entry?.kind === 'quantity';
    if (entry?.kind !== undefined && !isSaid) return null;
    // What is said of how it may be asked about says nothing of its amounts, unless it is also said how its values are spoken.
    const isOfWords = (entry?.ask !== undefined && entry.say !== undefined) || entry?.vocabulary !== undefined;
    return !isSaid && entry?.quantity === undefined && isOfWords ? null : new QuantityTally(field);
  }

  /** Counts a value and the products that state it, ascending. */
  add(norm: string, rows: Uint32Array): void {
    this.#statements += rows.length;
    this.#products.add(rows);
    const read = extentIn(this.#field, norm);
    if (read === null) return;
    const { amount, upTo, unit } = read;
    const dimension = unit === null ? BARE : dimensionOf(unit);
    const counts = this.#byDimension.get(dimension) ?? {
      amounts: new Map(),
      units: new Map(),
      statements: 0,
      ranges: 0,
    };
    this.#byDimension.set(dimension, counts);
    if (upTo !== amount) {
      counts.ranges += rows.length;
      return;
    }
    if (isLeast(norm)) this.#least += rows.length;
    const base = unit === null ? amount : inBase(amount, unit);
    counts.statements += rows.length;
    counts.amounts.set(base, (counts.amounts.get(base) ?? 0) + rows.length);
    if (unit !== null) counts.units.set(unit, (counts.units.get(unit) ?? 0) + rows.length);
  }

  /** The dimension that most statements are of; undefined where none is an amount. */
  #leading(): string | undefined {
    return longest(new Map([...this.#byDimension].map(([name, counts]) => [name, counts.statements])), byCodeUnit);
  }

  /** Finds what is against asking for the amounts that were counted; null where nothing is. */
  fault(): string | null {
    const leading = this.#leading();
    if (leading === undefined) return 'no value of it is an amount in a unit that is known';
    const entry = FIELDS.get(this.#field);
    if (entry?.quantity !== undefined || entry?.kind === 'quantity') return null;
    const counts = this.#byDimension.get(leading) as Counts;
    if (leading === BARE && holdsSizes(this.#field) && areNames(counts)) return 'its numbers are names of sizes';
    const isMeasure = namesOf(this.#field).some((name) => isMeasuredIn(name.split(' ').at(-1) as string, leading));
    const leastShare = isMeasure ? LEAST_OF_MEASURE : LEAST_SHARE;
    const fault = faultOf(leading, counts, this.#statements, leastShare, this.#products);
    if (fault !== null) return fault;
    const ofLeast = this.#least / this.#statements;
    return ofLeast > MIXED_SHARE && ofLeast < 1 - MIXED_SHARE
      ? 'some of its amounts are the least of a range, and some are not'
      : null;
  }

  /** The quantity that was counted; null where it is none. */
  quantity(): QuantityField | null {
    const field = this.#field;
    const known = FIELDS.get(field)?.quantity;
    const leading = this.#leading();
    if (leading === undefined || this.fault() !== null) return null;
    const counts = this.#byDimension.get(leading) as Counts;
    const unit = longest(counts.units, (a, b) => sizeOf(a) - sizeOf(b) || byCodeUnit(a, b)) ?? null;
    const sizes = sizesSold(counts);
    const covered = sizes.reduce((sum, size) => sum + (counts.amounts.get(size) as number), 0);
    const areNamed = known !== undefined || covered >= counts.statements * SIZES_COVER;
    const said = FIELDS.get(field)?.bounds ?? known?.asked ?? askedOf(field, leading, unit);
    // Nobody names a bare number that is not whole: a mean of 4.7 is no size.
    const areWhole = leading !== BARE || [...counts.amounts.keys()].every(Number.isInteger);
    const asked =
      (areNamed && (areWhole || known !== undefined)) || said.length === 1
        ? said
        : said.filter((as) => as !== 'nominal');
    const areHabitual = asked.includes('least') && covered >= counts.statements * SIZES_HABITUAL;
    return {
      ...{ field, dimension: leading, unit, asked },
      sizes: asked.includes('nominal') || areHabitual ? sizes : [],
    };
  }
}

/** The tally of what products state of a field; null where the lexicon says how it is asked about, which is no quantity. */
function tallyOf(field: string, values: Statements): QuantityTally | null {
  const tally = QuantityTally.of(field);
  if (tally !== null) for (const { norm, rows } of values) tally.add(norm, rows);
  return tally;
}

/**
 * Learns from what products state whether the values of a field are a quantity; null where they are none. The lexicon
 * decides where it says how a field is asked about.
 */
export function learnQuantity(field: string, values: Statements): QuantityField | null {
  return tallyOf(field, values)?.quantity() ?? null;
}

/** Counts the products that state a field, and those that state one value of it. */
class StatingProducts {
  all = 0;
  single = 0;
  /** Values that the product of each row states, more than two counted as two. */
  #stated = new Uint8Array(0);

  /** Takes the products of a value, ascending. */
  add(rows: Uint32Array): void {
    const needed = rows.length === 0 ? 0 : (rows[rows.length - 1] as number) + 1;
    if (needed > this.#stated.length) {
      const longer = new Uint8Array(2 * needed);
      longer.set(this.#stated);
      this.#stated = longer;
    }
    const stated = this.#stated;
    for (let at = 0; at < rows.length; at++) {
      const row = rows[at] as number;
      const before = stated[row] as number;
      if (before === 0) this.all++;
      if (before < 2) {
        this.single += before === 0 ? 1 : -1;
        stated[row] = before + 1;
      }
    }
  }
}

const percent = (share: number) => `${Math.round(100 * share)} %`;

/** Finds what is against asking for amounts of a dimension; null where nothing is. */
function faultOf(
  dimension: string,
  counts: Counts,
  statements: number,
  leastShare: number,
  { all, single }: StatingProducts,
) {
  const { amounts, ranges } = counts;
  if (all < LEAST_PRODUCTS) return `${all} products state it, and ${LEAST_PRODUCTS} have to`;
  if (single < all * LEAST_SINGLE) return `${percent(1 - single / all)} of its products state several amounts`;
  const read = counts.statements + ranges;
  if (read < statements * leastShare)
    return `${percent(read / statements)} of values are ${dimension === BARE ? 'bare numbers' : 'amounts of one kind'}, not ${percent(leastShare)}`;
  if (counts.statements < statements * LEAST_ONE) return 'most of its values are ranges';
  if (amounts.size < LEAST_DIFFERENT && !areSizes(dimension, counts))
    return `${amounts.size} different amounts, and ${LEAST_DIFFERENT} are needed${dimension === BARE ? '' : `, or ${LEAST_SIZES} that it is sold in`}`;
  if (dimension !== BARE) return null;
  const long = [...amounts.keys()].filter((amount) => amount >= 10 ** (NAME_DIGITS - 1)).length;
  return long < amounts.size / 2 || amounts.size < counts.statements * NAME_SHARE
    ? null
    : 'its numbers tell products apart';
}

/** Tells whether bare numbers are names of sizes: most of them are stated again and again. */
const areNames = ({ amounts, statements }: Counts): boolean => {
  const recurring = [...amounts.values()].filter((products) => products > 1).reduce((sum, count) => sum + count, 0);
  return recurring >= statements * SIZES_COVER;
};

const areSizes = (dimension: string, counts: Counts): boolean =>
  dimension !== BARE && ![...counts.units.keys()].some(isLetterOfNames) && sizesSold(counts).length >= LEAST_SIZES;

const sizesSold = ({ amounts, statements }: Counts): number[] =>
  [...amounts]
    .filter(([, products]) => products >= SIZE_PRODUCTS && products >= statements * SIZE_SHARE)
    .map(([amount]) => amount)
    .sort((a, b) => a - b);

/** Learns a field of a catalog as a quantity from the values it states; null where it is none. */
export const quantityIn = (catalog: Pick<Catalog, 'statedValues'>, field: string): QuantityField | null =>
  learnQuantity(field, catalog.statedValues(field));

/** Finds what is against asking for the amounts of a field of a catalog; null where nothing is. */
export const quantityFaultIn = (catalog: Pick<Catalog, 'statedValues'>, field: string): string | null =>
  tallyOf(field, catalog.statedValues(field))?.fault() ?? null;
