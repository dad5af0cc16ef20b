import type { DatabaseSync } from 'node:sqlite';
import type { PackedReview } from './review-packer.ts';
import { RowsInsert } from './sqlite.ts';

export const MOST_REVIEWS = 20;

/** The file a review is from, and the places of all files in the order in which they are read, by id. */
export interface ReviewedFile {
  readonly id: number;
  readonly places: ReadonlyMap<number, number>;
}

/** The file of a review whose file is read again. */
export const NO_FILE = -1;

/** The fate of a review. `evictedFile` has one less: its review had to make room, or is now this file's. */
export type ReviewFate =
  | { readonly fate: 'unknown_product' | 'merged' }
  | { readonly fate: 'kept'; readonly evictedFile: number | null };

/** The first 52 bits of a review's id, which order reviews as their ids do. */
const keyOf = (reviewId: string) => Number.parseInt(reviewId.slice(0, 13), 16);

const placeOf = (id: number, { places }: ReviewedFile) => places.get(id) ?? Number.POSITIVE_INFINITY;
const orNull = (file: number) => (file === NO_FILE ? null : file);

/** Writes the reviews of a catalog, each once its product is there. */
export class ReviewWriter {
  readonly #stage: RowsInsert;
  readonly #statements;
  /** The number of reviews kept of each product, and the highest key among them once no more may be kept. */
  #kept: Uint8Array;
  #highestKept: Float64Array;

  constructor(db: DatabaseSync, products: number) {
    this.#kept = new Uint8Array(products);
    this.#highestKept = new Float64Array(products).fill(Number.POSITIVE_INFINITY);
    const known = db.prepare(
      'SELECT product, count(*) AS kept, max(review_id) AS highest FROM reviews GROUP BY product',
    );
    for (const { product, kept, highest } of known.iterate()) {
      this.#kept[product as number] = kept as number;
      if (kept === MOST_REVIEWS) this.#highestKept[product as number] = keyOf(highest as string);
    }
    this.#stage = new RowsInsert(db, 'staged_reviews', ['product', 'key']);
    this.#statements = {
      add: db.prepare(
        `INSERT INTO reviews (review_id, product, file, rating, helpful_votes, verified, time, title, text)
         VALUES (?, ?, ?, ?, ?, ?, ?, CAST(? AS TEXT), CAST(? AS TEXT)) ON CONFLICT DO NOTHING`,
      ),
      known: db.prepare('SELECT id, file FROM reviews WHERE product = ? AND review_id = ?'),
      repeat: db.prepare(
        'UPDATE reviews SET helpful_votes = max(helpful_votes, ?), verified = max(verified, ?), file = ? WHERE id = ?',
      ),
      highest: db.prepare('SELECT id, review_id, file FROM reviews WHERE product = ? ORDER BY review_id DESC LIMIT 1'),
      drop: db.prepare('DELETE FROM reviews WHERE id = ?'),
    };
  }

  /** Makes room for products that have come since. */
  grow(products: number): void {
    const before = this.#kept.length;
    if (products <= before) return;
    const room = Math.max(products, before * 2);
    const [kept, highest] = [this.#kept, this.#highestKept];
    this.#kept = new Uint8Array(room);
    this.#kept.set(kept);
    this.#highestKept = new Float64Array(room).fill(Number.POSITIVE_INFINITY, before);
    this.#highestKept.set(highest);
  }

  /**
   * Keeps the reviews of a product with the lowest ids, whatever order they come in, and counts every distinct one. The
   * id is a digest, so the lowest ones are a fair draw; the same review read twice keeps its larger vote count and is that
   * of the first file that has it.
   */
  add(
    { id, rating, helpfulVotes, verified, time, title, text }: PackedReview,
    row: number,
    file: ReviewedFile,
  ): ReviewFate {
    const key = keyOf(id);
    this.#stage.add(row, key);
    if (key > (this.#highestKept[row] as number)) return { fate: 'merged' };

    const isVerified = verified ? 1 : 0;
    if (this.#statements.add.run(id, row, file.id, rating, helpfulVotes, isVerified, time, title, text).changes === 0) {
      const known = this.#statements.known.get(row, id) as { id: number; file: number };
      const isEarlier = placeOf(file.id, file) < placeOf(known.file, file);
      this.#statements.repeat.run(helpfulVotes, isVerified, isEarlier ? file.id : known.file, known.id);
      return isEarlier ? { fate: 'kept', evictedFile: orNull(known.file) } : { fate: 'merged' };
    }
    const kept = (this.#kept[row] as number) + 1;
    if (kept < MOST_REVIEWS) {
      this.#kept[row] = kept;
      return { fate: 'kept', evictedFile: null };
    }
    let evictedFile: number | null = null;
    if (kept > MOST_REVIEWS) {
      const highest = this.#highest(row);
      this.#statements.drop.run(highest.id);
      if (highest.review_id === id) return { fate: 'merged' };
      evictedFile = orNull(highest.file);
    }
    this.#kept[row] = MOST_REVIEWS;
    this.#highestKept[row] = keyOf(this.#highest(row).review_id);
    return { fate: 'kept', evictedFile };
  }

  #highest(row: number): { id: number; review_id: string; file: number } {
    return this.#statements.highest.get(row) as { id: number; review_id: string; file: number };
  }

  flush(): void {
    this.#stage.flush();
  }
}
