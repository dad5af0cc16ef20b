import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';

/**
 * Digest of what was written about products and reviews, and of nothing else: not the machine, the folder, the clock, nor
 * how SQLite laid it out. Products are taken in as they are written, so the finished catalog is not read again.
 */
export class ContentDigest {
  readonly #hash = createHash('sha256');

  /** A product as stored at a row; once more for every later raw row that changed it. */
  product(row: number, data: string): void {
    this.#hash.update(`${row} ${data}\n`);
  }

  /** Adds the reviews a finished catalog holds and returns the digest; only once. */
  withReviews(db: DatabaseSync): string {
    const add = (name: string, sql: string) => {
      this.#hash.update(`${name}\n`);
      const statement = db.prepare(sql);
      statement.setReturnArrays(true);
      for (const row of statement.iterate()) this.#hash.update(`${JSON.stringify(row)}\n`);
    };
    add('review counts', 'SELECT id, review_count FROM products WHERE review_count > 0 ORDER BY id');
    add('reviews', 'SELECT product, review_id, helpful_votes, verified FROM reviews ORDER BY product, review_id');
    return this.#hash.digest('hex');
  }
}
