import { type Catalog, inOneForm, KNOWN_FIELDS, type RowSet } from '../../catalog/index.ts';
import { type RowSetInMemory, rowSetIn, rowSetOfUnordered } from '../../catalog/inverted-index/index.ts';
import { ofLexicon } from '../../lexicon/index.ts';
import type { Product } from '../../schemas/product.ts';
import { normaliseText } from '../../text/normalise.ts';
import { byCodeUnit } from '../../text/order.ts';
import { BARE_NUMBER, LEAST_NUMBERED } from './quantity.ts';
import { FOREIGN_PHRASES, withoutAccents } from './reading.ts';

/** Parts of a catalog that the statistics need. */
type StatedValues = Pick<
  Catalog,
  'size' | 'shelves' | 'mainCategories' | 'numericColumns' | 'fieldNames' | 'statedValues'
>;

interface FieldUse {
  /** Products that state the field. */
  readonly stated: number;
  /** The values that nearly all of them have, as their comparison forms. */
  readonly constant: readonly string[];
}

export interface CategoryUse {
  readonly products: number;
  readonly fields: Readonly<Record<string, FieldUse>>;
}

/** Statistics of a catalog's use of its fields: plain data, the same for any order of the products. */
export interface FieldStatistics {
  readonly products: number;
  readonly shelves: Readonly<Record<string, CategoryUse>>;
  readonly mainCategories: Readonly<Record<string, CategoryUse>>;
  /** Share of the products with an option that is not English by its letters or words. */
  readonly foreignShare: number;
  /** Shelves whose sizes are numbers without a unit, as those of shoes, by their paths. */
  readonly numberedSizes: Readonly<Record<string, true>>;
}

/** A value is near-constant when at least this share of the products that state the field have it... */
const CONSTANT_SHARE = 0.95;
/** ...and at least this many state it: with fewer, one value rules by chance. */
const CONSTANT_SUPPORT = 60;

/** A value that fewer products have is near-constant nowhere. */
const FEWEST_RULED = Math.ceil(CONSTANT_SUPPORT * CONSTANT_SHARE);

/** Numbers of products by category since they were last taken, with the categories that have any. */
class Counts {
  readonly #counts: Uint32Array;
  readonly #counted: number[] = [];

  constructor(categories: number) {
    this.#counts = new Uint32Array(categories);
  }

  add(category: number): void {
    if (this.#counts[category]!++ === 0) this.#counted.push(category);
  }

  of(category: number): number {
    return this.#counts[category] as number;
  }

  /** Each category with its count; starts anew. */
  *take(): Generator<readonly [category: number, count: number]> {
    for (const category of this.#counted) {
      yield [category, this.of(category)];
      this.#counts[category] = 0;
    }
    this.#counted.length = 0;
  }
}

/** A value of a field and the products that have it. */
interface Value {
  readonly norm: string;
  readonly rows: Uint32Array;
}

/** The fields of the categories a catalog's products are in, one category each. */
class Categories {
  readonly #names: readonly string[];
  readonly #categoryOf: Uint32Array;
  readonly #products: Uint32Array;
  readonly #uses: Map<string, FieldUse>[];
  /** Products that state the field at hand, and those that have a value of it. */
  readonly #stated: Counts;
  readonly #having: Counts;

  constructor(names: readonly string[], categoryOf: Uint32Array) {
    this.#names = names;
    this.#categoryOf = categoryOf;
    this.#products = new Uint32Array(names.length);
    for (const category of categoryOf) this.#products[category]!++;
    this.#uses = names.map(() => new Map());
    this.#stated = new Counts(names.length);
    this.#having = new Counts(names.length);
  }

  /** Takes in a field by the rows that state it, each once, and its values, of which those of few products may be left out. */
  add(field: string, stating: Uint32Array, values: readonly Value[]): void {
    const categoryOf = this.#categoryOf;
    for (let at = 0; at < stating.length; at++) this.#stated.add(categoryOf[stating[at] as number] as number);
    const ruling = new Map<number, string[]>();
    for (const { norm, rows } of values) {
      for (let at = 0; at < rows.length; at++) this.#having.add(categoryOf[rows[at] as number] as number);
      for (const [category, count] of this.#having.take()) {
        const stated = this.#stated.of(category);
        if (stated < CONSTANT_SUPPORT || count < stated * CONSTANT_SHARE) continue;
        ruling.set(category, [...(ruling.get(category) ?? []), norm]);
      }
    }
    for (const [category, stated] of this.#stated.take())
      this.#uses[category]!.set(field, { stated, constant: (ruling.get(category) ?? []).sort(byCodeUnit) });
  }

  /** By name, in the order of code units; a category of no product is left out. */
  made(): Record<string, CategoryUse> {
    const places = [...this.#names.keys()].filter((place) => this.#products[place] !== 0);
    places.sort((a, b) => byCodeUnit(this.#names[a] as string, this.#names[b] as string));
    return Object.fromEntries(
      places.map((place) => [
        this.#names[place] as string,
        {
          products: this.#products[place] as number,
          fields: Object.fromEntries(this.#uses[place] as Map<string, FieldUse>),
        },
      ]),
    );
  }
}

/**
 * Fields that tell products apart: they rule no shelf and are in no language. There are nearly as many numbers as
 * products.
 */
const TELLING_APART: ReadonlySet<string> = new Set(['Brand', 'Model Number', 'Part Number']);
/** Fields of the lexicon count, and those that may be asked about. */
const COUNTED_FIELDS: ReadonlySet<string> = ofLexicon(
  () => new Set(KNOWN_FIELDS.filter((field) => !TELLING_APART.has(field))),
);
const OTHER_LETTER = /[^\p{Script=Latin}\p{Script=Greek}\P{L}]/u;
const readsForeign = (norm: string) =>
  OTHER_LETTER.test(norm) || norm.split(' ').some((token) => FOREIGN_PHRASES.has(withoutAccents(token)));

/** Share of what a product states that reads like another language, from which on it is in one: of forty ingredients some are Latin. */
const LEAST_FOREIGN = 0.1;
const areForeign = (foreign: number, stated: number) => foreign > 0 && foreign >= stated * LEAST_FOREIGN;

/** Tells whether a product states values in another language, of fields whose values are no names. */
export function statesForeign({ details }: Pick<Product, 'details'>): boolean {
  const stated = Object.entries(details).flatMap(([field, { options }]) => (TELLING_APART.has(field) ? [] : options));
  return areForeign(stated.filter((option) => readsForeign(normaliseText(option))).length, stated.length);
}

/** The statistics of a catalog, and the products that state each field that is in use. */
export interface FieldsInUse {
  readonly statistics: FieldStatistics;
  readonly stating: ReadonlyMap<string, RowSet>;
}

/** The same as threads can be sent it: to count takes seconds where there are many products. */
export interface FieldsInMemory {
  readonly statistics: FieldStatistics;
  readonly stating: ReadonlyMap<string, RowSetInMemory>;
}

export const fieldsInMemory = ({ statistics, stating }: FieldsInUse): FieldsInMemory => ({
  statistics,
  stating: new Map([...stating].map(([field, rows]) => [field, rows.inMemory()])),
});

/** The use of fields that another thread has counted in the same catalog. */
export const fieldsIn = ({ statistics, stating }: FieldsInMemory): FieldsInUse => ({
  statistics,
  stating: new Map([...stating].map(([field, rows]) => [field, rowSetIn(rows)])),
});

export function statisticsInUse(catalog: StatedValues, isUsed: (field: string) => boolean): FieldsInUse {
  const stating = new Map<string, RowSet>();
  const statistics = catalogStatistics(catalog, isUsed, (field, rows) => {
    if (isUsed(field)) stating.set(field, rowSetOfUnordered(rows, catalog.size));
  });
  return { statistics, stating };
}

/** Reads a catalog's index once, field by field, and none of its products; `take` is given who states each field. */
export function catalogStatistics(
  catalog: StatedValues,
  isAsked: (field: string) => boolean = () => false,
  take: (field: string, stating: Uint32Array) => void = () => {},
): FieldStatistics {
  const { shelf, mainCategory } = catalog.numericColumns();
  const shelves = new Categories(
    catalog.shelves().map(({ path }) => path),
    shelf,
  );
  const mainCategories = new Categories(catalog.mainCategories(), mainCategory);
  const counted = catalog.fieldNames().filter((field) => COUNTED_FIELDS.has(field) || isAsked(field));
  const stating = new Uint32Array(catalog.size);
  /** In which field a row was met last: a product with several values of a field states it once. */
  const metIn = new Uint16Array(catalog.size);
  /** Values of each product, and those that read like another language. */
  const [said, foreign] = [new Uint32Array(catalog.size), new Uint32Array(catalog.size)];
  for (const [place, field] of counted.sort(byCodeUnit).entries()) {
    let length = 0;
    const frequent: Value[] = [];
    for (const value of inOneForm(field, catalog.statedValues(field), 'lexicon')) {
      const { norm, rows } = value;
      for (let at = 0; at < rows.length; at++) {
        const row = rows[at] as number;
        said[row]!++;
        if (metIn[row] === place + 1) continue;
        metIn[row] = place + 1;
        stating[length++] = row;
      }
      if (readsForeign(norm)) for (const row of rows) foreign[row]!++;
      if (rows.length >= FEWEST_RULED) frequent.push(value);
    }
    const rows = stating.subarray(0, length);
    take(field, rows);
    shelves.add(field, rows, frequent);
    mainCategories.add(field, rows, frequent);
  }
  const inAnother = foreign.reduce((sum, count, row) => sum + Number(areForeign(count, said[row] as number)), 0);
  return {
    products: catalog.size,
    shelves: shelves.made(),
    mainCategories: mainCategories.made(),
    foreignShare: catalog.size === 0 ? 0 : inAnother / catalog.size,
    numberedSizes: numberedSizes(catalog),
  };
}

/** A shelf, or a whole catalog, has numbers for sizes where so many products state one, so many of those with any size... */
const FEWEST_NUMBERED = 20;
const NUMBERED_SHARE = 0.5;
/** ...and where most of them are numbers that several products have, so many different ones. */
const RECURRING_SHARE = 0.75;

/** Finds the shelves on which a bare number is a size; all of them where it is one in the catalog as a whole. */
function numberedSizes(
  catalog: Pick<StatedValues, 'shelves' | 'numericColumns' | 'statedValues'>,
): Record<string, true> {
  const { shelf } = catalog.numericColumns();
  const paths = catalog.shelves().map(({ path }) => path);
  const whole = paths.length;
  const tallies = Array.from({ length: whole + 1 }, () => ({ stated: 0, numbered: 0, recurring: 0, values: 0 }));
  const having = new Counts(whole + 1);
  for (const { norm, rows } of catalog.statedValues('Size')) {
    const isNumbered = BARE_NUMBER.test(norm);
    for (const row of rows) for (const place of [shelf[row] as number, whole]) having.add(place);
    for (const [place, products] of having.take()) {
      const tally = tallies[place]!;
      tally.stated += products;
      if (!isNumbered) continue;
      tally.numbered += products;
      if (products > 1) tally.recurring += products;
      if (products > 1) tally.values++;
    }
  }
  const [all, ...some] = [tallies[whole]!, ...tallies.slice(0, whole)].map(
    ({ stated, numbered, recurring, values }) =>
      numbered >= FEWEST_NUMBERED &&
      numbered >= stated * NUMBERED_SHARE &&
      recurring >= numbered * RECURRING_SHARE &&
      values >= LEAST_NUMBERED,
  );
  return Object.fromEntries(paths.flatMap((path, place) => (all || some[place] ? [[path, true]] : [])));
}
