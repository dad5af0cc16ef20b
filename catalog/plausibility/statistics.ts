import type { Detail } from '../../schemas/product.ts';
import { KNOWN_FIELDS } from '../fields.ts';
import { normaliseValue } from '../text/normalise.ts';
import { FOREIGN_PHRASES, withoutAccents } from './reading.ts';

/** What the statistics need of a product. */
export interface ShelvedDetails {
  /** Category path, joined by " > ". */
  readonly shelf: string;
  readonly mainCategory: string;
  readonly details: Readonly<Record<string, Detail>>;
}

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

/** The buckets of one product's options of a field, as one bit mask for each row. */
type Masks = readonly [number, number];

function masksOf(norms: readonly string[]): Masks {
  let first = 0;
  let second = 0;
  for (const norm of norms) {
    const [a, b] = bucketsOf(norm);
    first |= 1 << a;
    second |= 1 << b;
  }
  return [first, second];
}

class FieldCounter {
  stated = 0;
  readonly #rows = [new Uint32Array(BUCKETS), new Uint32Array(BUCKETS)] as const;

  add([first, second]: Masks): void {
    this.stated++;
    for (let bucket = 0; bucket < BUCKETS; bucket++) {
      if ((first >>> bucket) & 1) this.#rows[0][bucket]!++;
      if ((second >>> bucket) & 1) this.#rows[1][bucket]!++;
    }
  }

  use(): FieldUse {
    const least = Math.ceil(this.stated * CONSTANT_SHARE);
    const first = this.#rows[0].findIndex((count) => count >= least);
    const second = this.#rows[1].findIndex((count) => count >= least);
    const ruled = this.stated >= CONSTANT_SUPPORT && first >= 0 && second >= 0;
    return { stated: this.stated, constant: ruled ? [first, second] : null };
  }
}

function getOrMake<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}

function sortedRecord<From, To>(map: ReadonlyMap<string, From>, convert: (value: From) => To): Record<string, To> {
  const keys = [...map.keys()].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  return Object.fromEntries(keys.map((key) => [key, convert(map.get(key)!)]));
}

class CategoryCounter {
  #products = 0;
  readonly #fields = new Map<string, FieldCounter>();

  add(stated: ReadonlyMap<string, Masks>): void {
    this.#products++;
    for (const [field, masks] of stated) getOrMake(this.#fields, field, () => new FieldCounter()).add(masks);
  }

  use(): CategoryUse {
    return { products: this.#products, fields: sortedRecord(this.#fields, (counter) => counter.use()) };
  }
}

/** Brand is what products differ by; fields we do not know are never made requirements. */
const COUNTED_FIELDS: ReadonlySet<string> = new Set(KNOWN_FIELDS.filter((field) => field !== 'Brand'));
const OTHER_LETTER = /[^\p{Script=Latin}\p{Script=Greek}\P{L}]/u;
const readsForeign = (norm: string) =>
  OTHER_LETTER.test(norm) || norm.split(' ').some((token) => FOREIGN_PHRASES.has(withoutAccents(token)));

/** Reads a catalog once. Memory grows with its categories and known fields, not with its products or values. */
export function catalogStatistics(products: Iterable<ShelvedDetails>): FieldStatistics {
  const shelves = new Map<string, CategoryCounter>();
  const mainCategories = new Map<string, CategoryCounter>();
  let total = 0;
  let foreign = 0;
  for (const { shelf, mainCategory, details } of products) {
    const stated = new Map<string, Masks>();
    let isForeign = false;
    for (const [field, { options }] of Object.entries(details)) {
      if (!COUNTED_FIELDS.has(field) || options.length === 0) continue;
      const norms = options.map(normaliseValue);
      isForeign ||= norms.some(readsForeign);
      stated.set(field, masksOf(norms));
    }
    total++;
    if (isForeign) foreign++;
    getOrMake(shelves, shelf, () => new CategoryCounter()).add(stated);
    getOrMake(mainCategories, mainCategory, () => new CategoryCounter()).add(stated);
  }
  return {
    products: total,
    shelves: sortedRecord(shelves, (counter) => counter.use()),
    mainCategories: sortedRecord(mainCategories, (counter) => counter.use()),
    foreignShare: total === 0 ? 0 : foreign / total,
  };
}
