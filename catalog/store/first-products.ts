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

/** The first product of every term that is there, in a list with room for those of more. */
export function readFirstProducts(db: DatabaseSync, into: Uint32Array): Uint32Array {
  const parts = db.prepare('SELECT part, products FROM first_products').iterate();
  for (const { part, products } of parts as unknown as Iterable<{ part: number; products: Uint8Array }>)
    into.set(asNumbers(products), part * TERMS_PER_ROW);
  return into;
}

/** Like `readFirstProducts`, where threads can share them. */
export function allFirstProducts(db: DatabaseSync): Uint32Array {
  const { bytes } = db.prepare('SELECT coalesce(sum(length(products)), 0) AS bytes FROM first_products').get() as {
    bytes: number;
  };
  return readFirstProducts(db, new Uint32Array(new SharedArrayBuffer(bytes)));
}
