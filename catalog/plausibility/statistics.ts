import { KNOWN_FIELDS } from '../fields.ts';
import type { Catalog } from '../store.ts';
import { FOREIGN_PHRASES, withoutAccents } from './reading.ts';

/** What the statistics need of a catalog. */
export type StatedValues = Pick<
  Catalog,
  'size' | 'shelves' | 'mainCategories' | 'numericColumns' | 'fieldNames' | 'statedValues'
>;

export interface FieldUse {
  /** Products that state the field. */
  readonly stated: number;
  /** The bucket, in each of the two rows, of the value that nearly all of them share; null where there is none. */
  readonly constant: readonly [number, number] | null;
}

export interface CategoryUse {
  readonly products: number;
  readonly fields: Readonly<Record<string, FieldUse>>;
}

/** How a catalog uses its fields: plain data, the same for any order of the products. */
export interface FieldStatistics {
  readonly products: number;
  readonly shelves: Readonly<Record<string, CategoryUse>>;
  readonly mainCategories: Readonly<Record<string, CategoryUse>>;
  /** Share of the products with an option that is not English by its letters or words. */
  readonly foreignShare: number;
}

/** A value is near-constant when at least this share of the products that state the field have it... */
const CONSTANT_SHARE = 0.95;
/** ...and at least this many state it: with fewer, one value rules by chance. */
const CONSTANT_SUPPORT = 60;

/** Values are counted in two rows of buckets, never kept, so that memory does not grow with how many there are. */
const BUCKETS = 32;

/** The bucket of a comparison form in each row: two independent parts of its FNV-1a hash. */
export function bucketsOf(norm: string): readonly [number, number] {
  let hash = 0x811c9dc5;
  for (let at = 0; at < norm.length; at++) hash = Math.imul(hash ^ norm.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash ^= hash >>> 13;
  return [hash & (BUCKETS - 1), (hash >>> 20) & (BUCKETS - 1)];
}

/** How often the products of each category state a field, and the buckets their values fall into. */
class FieldCounters {
  readonly #stated: Uint32Array;
  /** Both rows of buckets of each category, one category after the other. */
  readonly #buckets: Uint32Array;
  #seen: number[] = [];

  constructor(categories: number) {
    this.#stated = new Uint32Array(categories);
    this.#buckets = new Uint32Array(categories * 2 * BUCKETS);
  }

  /** Counts a product by the buckets of its options, as one bit mask for each row. */
  add(category: number, first: number, second: number): void {
    if (this.#stated[category]!++ === 0) this.#seen.push(category);
    const buckets = this.#buckets;
    const start = category * 2 * BUCKETS;
    for (let rest = first; rest !== 0; rest &= rest - 1) buckets[start + 31 - Math.clz32(rest & -rest)]!++;
    for (let rest = second; rest !== 0; rest &= rest - 1) buckets[start + BUCKETS + 31 - Math.clz32(rest & -rest)]!++;
  }

  /** What was counted, by category; starts anew for another field. */
  take(): [category: number, use: FieldUse][] {
    const uses = this.#seen.map((category): [number, FieldUse] => [category, this.#use(category)]);
    for (const category of this.#seen) {
      this.#stated[category] = 0;
      this.#buckets.fill(0, category * 2 * BUCKETS, (category + 1) * 2 * BUCKETS);
    }
    this.#seen = [];
    return uses;
  }

  #use(category: number): FieldUse {
    const stated = this.#stated[category] as number;
    const least = Math.ceil(stated * CONSTANT_SHARE);
    const row = (place: number) => {
      const start = (category * 2 + place) * BUCKETS;
      return this.#buckets.subarray(start, start + BUCKETS).findIndex((count) => count >= least);
    };
    const [first, second] = [row(0), row(1)];
    const ruled = stated >= CONSTANT_SUPPORT && first >= 0 && second >= 0;
    return { stated, constant: ruled ? [first, second] : null };
  }
}

/** The fields of the categories a catalog's products are in, one category each. */
class Categories {
  readonly #names: readonly string[];
  readonly #categoryOf: Uint32Array;
  readonly #products: Uint32Array;
  readonly #uses: Map<string, FieldUse>[];
  readonly #counters: FieldCounters;

  constructor(names: readonly string[], categoryOf: Uint32Array) {
    this.#names = names;
    this.#categoryOf = categoryOf;
    this.#products = new Uint32Array(names.length);
    for (const category of categoryOf) this.#products[category]!++;
    this.#uses = names.map(() => new Map());
    this.#counters = new FieldCounters(names.length);
  }

  /** Takes in a field by the rows that state it and the buckets of their options. */
  add(field: string, rows: Uint32Array, [first, second]: readonly [Uint32Array, Uint32Array]): void {
    for (let at = 0; at < rows.length; at++) {
      const row = rows[at] as number;
      this.#counters.add(this.#categoryOf[row] as number, first[row] as number, second[row] as number);
    }
    for (const [category, use] of this.#counters.take()) this.#uses[category]!.set(field, use);
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

const byCodeUnit = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Brand is what products differ by; fields we do not know are never made requirements. */
const COUNTED_FIELDS: ReadonlySet<string> = new Set(KNOWN_FIELDS.filter((field) => field !== 'Brand'));
const OTHER_LETTER = /[^\p{Script=Latin}\p{Script=Greek}\P{L}]/u;
const readsForeign = (norm: string) =>
  OTHER_LETTER.test(norm) || norm.split(' ').some((token) => FOREIGN_PHRASES.has(withoutAccents(token)));

/** Reads a catalog's index once, field by field, and none of its products. While it reads it takes thirteen bytes a product. */
export function catalogStatistics(catalog: StatedValues): FieldStatistics {
  const { shelf, mainCategory } = catalog.numericColumns();
  const shelves = new Categories(
    catalog.shelves().map(({ path }) => path),
    shelf,
  );
  const mainCategories = new Categories(catalog.mainCategories(), mainCategory);
  const masks = [new Uint32Array(catalog.size), new Uint32Array(catalog.size)] as const;
  const isForeign = new Uint8Array(catalog.size);
  let foreign = 0;
  const counted = catalog.fieldNames().filter((field) => COUNTED_FIELDS.has(field));
  const stating = new Uint32Array(catalog.size);
  const [firstMasks, secondMasks] = masks;
  for (const field of counted.sort(byCodeUnit)) {
    let length = 0;
    for (const { norm, rows } of catalog.statedValues(field)) {
      const [first, second] = bucketsOf(norm);
      const reads = readsForeign(norm);
      for (let at = 0; at < rows.length; at++) {
        const row = rows[at] as number;
        if (firstMasks[row] === 0) stating[length++] = row;
        firstMasks[row]! |= 1 << first;
        secondMasks[row]! |= 1 << second;
        if (reads && isForeign[row] === 0) {
          isForeign[row] = 1;
          foreign++;
        }
      }
    }
    const rows = stating.subarray(0, length);
    shelves.add(field, rows, masks);
    mainCategories.add(field, rows, masks);
    for (const row of rows) {
      firstMasks[row] = 0;
      secondMasks[row] = 0;
    }
  }
  return {
    products: catalog.size,
    shelves: shelves.made(),
    mainCategories: mainCategories.made(),
    foreignShare: catalog.size === 0 ? 0 : foreign / catalog.size,
  };
}
