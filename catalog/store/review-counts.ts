import type { DatabaseSync } from 'node:sqlite';
import { PRODUCTS_PER_PART } from './product-parts.ts';
import { RowsInsert } from './rows-insert.ts';
import { asBytes, asNumbers } from './stored-numbers.ts';

/** How many distinct reviews each product has that has any, in the order of their rows. */
export const COUNTED = 'SELECT product, count(*) AS n FROM review_keys GROUP BY product ORDER BY product';

/** Counts the reviews of every product anew. */
export function writeReviewCounts(db: DatabaseSync, products: number): void {
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
}

/** Puts the number of reviews of every product that has any into its place. */
export function readReviewCounts(db: DatabaseSync, into: Uint32Array): void {
  const parts = db.prepare('SELECT part, counts FROM review_counts').iterate();
  for (const { part, counts } of parts as unknown as Iterable<{ part: number; counts: Uint8Array }>)
    into.set(asNumbers(counts), part * PRODUCTS_PER_PART);
}
