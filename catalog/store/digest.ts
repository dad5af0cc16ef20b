import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { COUNTED } from './review-counts.ts';

const BUFFERED = 1 << 18;
const LONGEST_HEAD = 16;

/**
 * Digest of what was written about products and reviews, and of nothing else: not the machine, the folder, the clock, nor
 * how SQLite laid it out. Products are taken in as they are written, so the finished catalog is not read again.
 */
export class ContentDigest {
  readonly #hash = createHash('sha256');
  /** Hashing many small pieces takes longer than copying them together first. */
  readonly #buffer = Buffer.allocUnsafe(BUFFERED);
  #buffered = 0;

  /** A product as stored at a row, as JSON; once more for every later raw row that changed it. */
  product(row: number, data: Uint8Array): void {
    if (this.#buffered + data.length + LONGEST_HEAD > BUFFERED) this.#flush();
    this.#buffered += this.#buffer.write(`${row} `, this.#buffered, 'latin1');
    if (this.#buffered + data.length < BUFFERED) {
      this.#buffer.set(data, this.#buffered);
      this.#buffered += data.length;
    } else {
      this.#flush();
      this.#hash.update(data);
    }
    this.#buffered += this.#buffer.write('\n', this.#buffered, 'latin1');
  }

  #flush(): void {
    this.#hash.update(this.#buffer.subarray(0, this.#buffered));
    this.#buffered = 0;
  }

  /** Adds the reviews a finished catalog holds and returns the digest; only once. */
  withReviews(db: DatabaseSync): string {
    this.#flush();
    const add = (name: string, sql: string) => {
      this.#hash.update(`${name}\n`);
      const statement = db.prepare(sql);
      statement.setReturnArrays(true);
      for (const row of statement.iterate()) this.#hash.update(`${JSON.stringify(row)}\n`);
    };
    add('review counts', COUNTED);
    add('reviews', 'SELECT product, review_id, helpful_votes, verified FROM reviews ORDER BY product, review_id');
    return this.#hash.digest('hex');
  }
}
