import type { DatabaseSync } from 'node:sqlite';
import { asBytes, asNumbers, RowsInsert } from '../store/sqlite.ts';

/** Terms whose first products stand in one row. */
const TERMS_PER_ROW = 256;

/** Writes the first product of every term from 0 on in place of those that were there. */
export function writeFirstProducts(db: DatabaseSync, products: Uint32Array): void {
  db.exec('DELETE FROM first_products');
  const insert = new RowsInsert(db, 'first_products', ['part', 'products']);
  for (let from = 0; from < products.length; from += TERMS_PER_ROW)
    insert.add(from / TERMS_PER_ROW, asBytes(products.subarray(from, from + TERMS_PER_ROW)));
  insert.flush();
}

/** The first product of every term that is there, in a list with room for those of more. */
export function readFirstProducts(db: DatabaseSync, into: Uint32Array): Uint32Array {
  const parts = db.prepare('SELECT part, products FROM first_products').iterate();
  for (const { part, products } of parts as unknown as Iterable<{ part: number; products: Uint8Array }>)
    into.set(asNumbers(products), part * TERMS_PER_ROW);
  return into;
}

/** Reads the first product of every term into memory that threads can share. */
export function allFirstProducts(db: DatabaseSync): Uint32Array {
  const { bytes } = db.prepare('SELECT coalesce(sum(length(products)), 0) AS bytes FROM first_products').get() as {
    bytes: number;
  };
  return readFirstProducts(db, new Uint32Array(new SharedArrayBuffer(bytes)));
}

/** The numbers of two ascending lists in one, each once. */
export function union(one: Uint32Array, other: Uint32Array): Uint32Array {
  if (one.length === 0 || other.length === 0) return one.length === 0 ? other : one;
  const all = new Uint32Array(one.length + other.length);
  let length = 0;
  for (let first = 0, second = 0; first < one.length || second < other.length; length++) {
    const left = first < one.length ? (one[first] as number) : Number.POSITIVE_INFINITY;
    const right = second < other.length ? (other[second] as number) : Number.POSITIVE_INFINITY;
    all[length] = left < right ? left : right;
    if (left <= right) first++;
    if (right <= left) second++;
  }
  return all.slice(0, length);
}

/** Adds rows to the lists of terms that were there before. */
export class PostingChanges {
  readonly #first: Uint32Array;
  readonly #rowsOf;
  readonly #replace;

  /** `first` are the first products of the terms, and are kept up to date. */
  constructor(db: DatabaseSync, first: Uint32Array) {
    this.#first = first;
    this.#rowsOf = db.prepare('SELECT products FROM postings WHERE term = ?');
    this.#replace = db.prepare('INSERT OR REPLACE INTO postings (term, products) VALUES (?, ?)');
  }

  add(term: number, rows: Uint32Array): void {
    if (rows.length === 0) return;
    const known = this.#rowsOf.get(term) as { products: Uint8Array } | undefined;
    const before = known === undefined ? this.#first.subarray(term, term + 1) : asNumbers(known.products);
    const all = union(before, rows);
    this.#first[term] = all[0] as number;
    if (all.length > 1) this.#replace.run(term, asBytes(all));
  }
}
