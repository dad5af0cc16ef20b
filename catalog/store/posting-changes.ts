import type { DatabaseSync } from 'node:sqlite';
import { asBytes, asNumbers } from './stored-numbers.ts';

/** The numbers of two ascending lists in one, each once. */
function union(one: Uint32Array, other: Uint32Array): Uint32Array {
  const all = new Uint32Array(one.length + other.length);
  all.set(one);
  all.set(other, one.length);
  all.sort();
  return all.filter((row, place) => place === 0 || row !== all[place - 1]);
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
