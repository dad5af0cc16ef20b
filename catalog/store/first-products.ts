import type { DatabaseSync } from 'node:sqlite';
import { RowsInsert } from './rows-insert.ts';
import { asBytes, asNumbers } from './stored-numbers.ts';

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

/** The first product of every term that is there, with room for those of more. */
export function allFirstProducts(db: DatabaseSync, terms: number): Uint32Array {
  const all = new Uint32Array(terms);
  const parts = db.prepare('SELECT part, products FROM first_products').iterate();
  for (const { part, products } of parts as unknown as Iterable<{ part: number; products: Uint8Array }>)
    all.set(asNumbers(products), part * TERMS_PER_ROW);
  return all;
}

/** Reads the first products of terms: those of neighbours together. */
export class FirstProducts {
  readonly #partAt;
  #part = -1;
  #products: Uint32Array = new Uint32Array();

  constructor(db: DatabaseSync) {
    this.#partAt = db.prepare('SELECT products FROM first_products WHERE part = ?');
  }

  of(term: number): number {
    const part = Math.floor(term / TERMS_PER_ROW);
    if (part !== this.#part) {
      const { products } = this.#partAt.get(part) as { products: Uint8Array };
      this.#products = asNumbers(products);
      this.#part = part;
    }
    return this.#products[term % TERMS_PER_ROW] as number;
  }
}
