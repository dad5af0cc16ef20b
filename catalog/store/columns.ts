import type { DatabaseSync } from 'node:sqlite';
import { PRODUCTS_PER_PART, storedNumbers } from './product-parts.ts';
import { asBytes, asNumbers, namesIn, RowsInsert } from './sqlite.ts';

/** The numbers of every product, by row. NaN means not stated. */
export interface Columns {
  readonly priceMinor: Float64Array;
  /** Place of the price's currency in `currencies`; 0 means not stated. */
  readonly currencyIds: Uint8Array;
  readonly currencies: readonly (string | null)[];
  readonly averageRating: Float64Array;
  readonly ratingCount: Float64Array;
  /** Every distinct review read, kept or not. */
  readonly reviewCount: Uint32Array;
  /** Place in `mainCategories()`. */
  readonly mainCategory: Uint32Array;
  /** Place in `shelves()`. */
  readonly shelf: Uint32Array;
  /** Place of the product's shop in `shops`; 0 means not stated. */
  readonly shop: Uint32Array;
  readonly shops: readonly (string | null)[];
}

export interface Shelf {
  readonly id: number;
  readonly mainCategory: number;
  /** Category path, joined by ' > '. */
  readonly path: string;
}

export const shelvesIn = (db: DatabaseSync): Shelf[] =>
  (
    db.prepare('SELECT id, main_category AS mainCategory, path FROM shelves ORDER BY id').all() as unknown as Shelf[]
  ).map(
    // Rows of SQLite have no prototype; spread, they compare like any other record.
    (row) => ({ ...row }),
  );

/** The names in a small table in which 0 stands for none. */
const namesOf = (db: DatabaseSync, table: string): (string | null)[] => [null, ...namesIn(db, table, 'name')];

/** Reads the columns in one pass: 49 bytes a product, held where threads can share them. */
export function readColumns(db: DatabaseSync, size: number): Columns {
  const floats = () => new Float64Array(new SharedArrayBuffer(size * Float64Array.BYTES_PER_ELEMENT));
  const whole = () => new Uint32Array(new SharedArrayBuffer(size * Uint32Array.BYTES_PER_ELEMENT));
  const columns = {
    priceMinor: floats(),
    currencyIds: new Uint8Array(new SharedArrayBuffer(size)),
    averageRating: floats(),
    ratingCount: floats(),
    reviewCount: whole(),
    mainCategory: whole(),
    shelf: whole(),
    shop: whole(),
  };
  for (const [from, numbers] of storedNumbers(db)) {
    columns.priceMinor.set(numbers.priceMinor, from);
    columns.currencyIds.set(numbers.currency, from);
    columns.averageRating.set(numbers.averageRating, from);
    columns.ratingCount.set(numbers.ratingCount, from);
    columns.mainCategory.set(numbers.mainCategory, from);
    columns.shelf.set(numbers.shelf, from);
    columns.shop.set(numbers.shop, from);
  }
  readReviewCounts(db, columns.reviewCount);
  return { ...columns, currencies: namesOf(db, 'currencies'), shops: namesOf(db, 'shops') };
}

/** Counts the distinct reviews of each product that has any. */
const COUNTED = 'SELECT product, count(*) AS n FROM review_keys GROUP BY product';

/** Counts the reviews of every product anew, and returns the counts by row. */
export function writeReviewCounts(db: DatabaseSync, products: number): Uint32Array {
  db.exec('DELETE FROM review_counts');
  const counts = new Uint32Array(products);
  const parts = new Set<number>();
  for (const { product, n } of db.prepare(COUNTED).iterate() as unknown as Iterable<{ product: number; n: number }>) {
    counts[product] = n;
    parts.add(Math.floor(product / PRODUCTS_PER_PART));
  }
  const insert = new RowsInsert(db, 'review_counts', ['part', 'counts']);
  for (const part of parts) {
    const from = part * PRODUCTS_PER_PART;
    insert.add(part, asBytes(counts.subarray(from, from + PRODUCTS_PER_PART)));
  }
  insert.flush();
  return counts;
}

/** The places in which products stand, by row: their shelves and main categories. */
export type Places = Pick<Columns, 'shelf' | 'mainCategory'>;

/** Reads places alone, which take 8 bytes a product. */
export function readPlaces(db: DatabaseSync, size: number): Places {
  const places = { shelf: new Uint32Array(size), mainCategory: new Uint32Array(size) };
  for (const [from, numbers] of storedNumbers(db)) {
    places.shelf.set(numbers.shelf, from);
    places.mainCategory.set(numbers.mainCategory, from);
  }
  return places;
}

/** Puts the number of reviews of every product that has any into its place. */
function readReviewCounts(db: DatabaseSync, into: Uint32Array): void {
  const parts = db.prepare('SELECT part, counts FROM review_counts').iterate();
  for (const { part, counts } of parts as unknown as Iterable<{ part: number; counts: Uint8Array }>)
    into.set(asNumbers(counts), part * PRODUCTS_PER_PART);
}
