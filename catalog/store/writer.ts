import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { Product, QuarantinedRow, Review } from '../../schemas/product.ts';
import { Product as ProductSchema } from '../../schemas/product.ts';
import { mergeProducts } from '../merge.ts';
import { comparisonForm } from '../options.ts';
import type { IngestedFile } from '../store.ts';
import { normaliseText } from '../text/normalise.ts';
import { ContentDigest } from './digest.ts';
import { INDEXES, TABLES, WRITE_PRAGMAS } from './tables.ts';

export const MOST_REVIEWS = 20;

const MOST_CACHED_VALUES = 200_000;
const ROWS_PER_TRANSACTION = 20_000;

/** What became of a review; `evictedFile` is where the review came from that had to make room for it. */
export type ReviewFate =
  | { readonly fate: 'unknown_product' | 'merged' }
  | { readonly fate: 'kept'; readonly evictedFile: number | null };

/** The first 52 bits of a review's id, which order reviews as their ids do. */
const keyOf = (reviewId: string) => Number.parseInt(reviewId.slice(0, 13), 16);

/** The id of a name in a small table of names, made on first sight. */
class Names {
  readonly #ids = new Map<string, number>();
  readonly #insert: StatementSync;

  constructor(insert: StatementSync) {
    this.#insert = insert;
  }

  idOf(name: string, ...rest: (string | number)[]): number {
    let id = this.#ids.get(name);
    if (id === undefined) {
      id = this.#ids.size;
      this.#insert.run(id, name, ...rest);
      this.#ids.set(name, id);
    }
    return id;
  }
}

/** Fills a new catalog file; rows are numbered from 0 in the order they come. */
export class CatalogWriter {
  readonly #db: DatabaseSync;
  readonly #digest = new ContentDigest();
  readonly #mainCategories: Names;
  readonly #shelves: Names;
  readonly #fields: Names;
  readonly #statements;
  #valueIds = new Map<string, number>();
  #nextValueId = 0;
  #written = 0;
  #size = 0;
  #conflicts = 0;
  /** Per product: reviews kept, and the key of the highest one once there are as many as may be kept. */
  #reviewsKept = new Uint8Array();
  #highestKept = new Float64Array();

  constructor(path: string) {
    const db = new DatabaseSync(path, { defensive: false });
    db.exec(WRITE_PRAGMAS);
    db.exec(TABLES);
    this.#db = db;
    this.#mainCategories = new Names(db.prepare('INSERT INTO main_categories (id, name) VALUES (?, ?)'));
    this.#shelves = new Names(db.prepare('INSERT INTO shelves (id, path, main_category) VALUES (?, ?, ?)'));
    this.#fields = new Names(db.prepare('INSERT INTO fields (id, name) VALUES (?, ?)'));
    this.#statements = {
      addProduct: db.prepare(
        `INSERT INTO products (id, product_id, main_category, shelf, price_minor, currency, average_rating, rating_count, shop_id, title, title_words)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (product_id) DO NOTHING`,
      ),
      changeProduct: db.prepare(
        'UPDATE products SET price_minor = ?, currency = ?, average_rating = ?, rating_count = ?, shop_id = ? WHERE id = ?',
      ),
      addData: db.prepare('INSERT INTO product_data (id, data) VALUES (?, ?)'),
      changeData: db.prepare('UPDATE product_data SET data = ? WHERE id = ?'),
      rowOf: db.prepare('SELECT id FROM products WHERE product_id = ?'),
      dataOf: db.prepare('SELECT data FROM product_data WHERE id = ?'),
      valueOf: db.prepare('SELECT id FROM field_values WHERE field = ? AND norm = ?'),
      addValue: db.prepare('INSERT INTO field_values (id, field, norm, display) VALUES (?, ?, ?, ?)'),
      addService: db.prepare('INSERT OR IGNORE INTO product_services (service, product) VALUES (?, ?)'),
      stagePosting: db.prepare('INSERT INTO staged_postings (value, product) VALUES (?, ?)'),
      stageReview: db.prepare('INSERT INTO staged_reviews (product, key) VALUES (?, ?)'),
      addReview: db.prepare(
        `INSERT INTO reviews (review_id, product, file, rating, helpful_votes, verified, time, title, text)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ),
      repeatReview: db.prepare(
        `UPDATE reviews SET helpful_votes = max(helpful_votes, ?), verified = max(verified, ?)
         WHERE product = ? AND review_id = ?`,
      ),
      highestReview: db.prepare(
        'SELECT id, review_id, file FROM reviews WHERE product = ? ORDER BY review_id DESC LIMIT 1',
      ),
      dropReview: db.prepare('DELETE FROM reviews WHERE id = ?'),
      quarantine: db.prepare('INSERT INTO quarantine (file, line, kind, reason, excerpt) VALUES (?, ?, ?, ?, ?)'),
      addFile: db.prepare(
        'INSERT INTO ingest_files (file, format, digest, bytes, read, kept, merged, quarantined) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
      ),
      addMeta: db.prepare('INSERT INTO meta (key, value) VALUES (?, ?)'),
    };
    db.exec('BEGIN');
  }

  get size(): number {
    return this.#size;
  }

  /** Rows whose product was there already with another value in some field. */
  get conflicts(): number {
    return this.#conflicts;
  }

  addProduct(product: Product, merges: 'fill' | 'skus'): 'kept' | 'merged' {
    const category = this.#mainCategories.idOf(product.mainCategory);
    const shelf = this.#shelves.idOf(product.category.join(' > '), category);
    const { changes } = this.#statements.addProduct.run(
      this.#size,
      product.id,
      category,
      shelf,
      product.priceMinor,
      product.currency,
      product.averageRating,
      product.ratingCount,
      product.shopId,
      product.title,
      normaliseText(product.title),
    );
    if (changes === 0) {
      this.#merge(product, merges);
      return 'merged';
    }
    const data = JSON.stringify(product);
    this.#statements.addData.run(this.#size, data);
    this.#digest.product(this.#size, data);
    this.#stageOptions(this.#size, product);
    this.#size++;
    this.#afterWrite();
    return 'kept';
  }

  #merge(later: Product, merges: 'fill' | 'skus'): void {
    const { id: row } = this.#statements.rowOf.get(later.id) as { id: number };
    const { data } = this.#statements.dataOf.get(row) as { data: string };
    const { product, conflicts, changed } = mergeProducts(JSON.parse(data) as Product, later, merges);
    if (conflicts.length > 0) this.#conflicts++;
    if (!changed) return;
    ProductSchema.parse(product);
    const { priceMinor, currency, averageRating, ratingCount, shopId } = product;
    this.#statements.changeProduct.run(priceMinor, currency, averageRating, ratingCount, shopId, row);
    const changedData = JSON.stringify(product);
    this.#statements.changeData.run(changedData, row);
    this.#digest.product(row, changedData);
    this.#stageOptions(row, product);
    this.#afterWrite();
  }

  #stageOptions(row: number, product: Product): void {
    for (const service of product.services) this.#statements.addService.run(service, row);
    for (const [name, detail] of Object.entries(product.details)) {
      for (const option of detail.options) this.#statements.stagePosting.run(this.#valueId(name, option), row);
    }
  }

  #valueId(fieldName: string, option: string): number {
    const key = `${fieldName}\u0000${option}`;
    let id = this.#valueIds.get(key);
    if (id !== undefined) return id;
    const field = this.#fields.idOf(fieldName);
    const norm = comparisonForm(option);
    const known = this.#statements.valueOf.get(field, norm) as { id: number } | undefined;
    id = known?.id ?? this.#nextValueId++;
    if (known === undefined) this.#statements.addValue.run(id, field, norm, option);
    // Starting over forgets only what the table still knows, and keeps memory from growing with the catalog.
    if (this.#valueIds.size >= MOST_CACHED_VALUES) this.#valueIds = new Map();
    this.#valueIds.set(key, id);
    return id;
  }

  /**
   * Keeps the reviews of a product with the lowest ids, whatever order they come in, and counts every distinct one. The
   * id is a digest, so the lowest ones are a fair draw; the same review read twice keeps its larger vote count.
   */
  addReview(review: Review, file: number): ReviewFate {
    const known = this.#statements.rowOf.get(review.productId) as { id: number } | undefined;
    if (known === undefined) return { fate: 'unknown_product' };
    if (this.#highestKept.length === 0) {
      this.#reviewsKept = new Uint8Array(this.#size);
      this.#highestKept = new Float64Array(this.#size).fill(Number.POSITIVE_INFINITY);
    }
    const row = known.id;
    const key = keyOf(review.id);
    this.#statements.stageReview.run(row, key);
    this.#afterWrite();
    if (key > (this.#highestKept[row] as number)) return { fate: 'merged' };

    const { id, rating, helpfulVotes, verified, time, title, text } = review;
    const { changes } = this.#statements.repeatReview.run(helpfulVotes, verified ? 1 : 0, row, id);
    if (changes > 0) return { fate: 'merged' };
    this.#statements.addReview.run(id, row, file, rating, helpfulVotes, verified ? 1 : 0, time, title, text);
    const kept = (this.#reviewsKept[row] as number) + 1;
    if (kept < MOST_REVIEWS) {
      this.#reviewsKept[row] = kept;
      return { fate: 'kept', evictedFile: null };
    }
    let evictedFile: number | null = null;
    if (kept > MOST_REVIEWS) {
      const highest = this.#highestReview(row);
      this.#statements.dropReview.run(highest.id);
      if (highest.review_id === id) return { fate: 'merged' };
      evictedFile = highest.file;
    }
    this.#reviewsKept[row] = MOST_REVIEWS;
    this.#highestKept[row] = keyOf(this.#highestReview(row).review_id);
    return { fate: 'kept', evictedFile };
  }

  #highestReview(row: number): { id: number; review_id: string; file: number } {
    return this.#statements.highestReview.get(row) as { id: number; review_id: string; file: number };
  }

  quarantine({ file, line, kind, reason, excerpt }: QuarantinedRow): void {
    this.#statements.quarantine.run(file, line, kind, reason, excerpt);
    this.#afterWrite();
  }

  #afterWrite(): void {
    if (++this.#written % ROWS_PER_TRANSACTION === 0) this.#db.exec('COMMIT; BEGIN');
  }

  addFile({ file, format, digest, bytes, read, kept, merged, quarantined }: IngestedFile): void {
    this.#statements.addFile.run(file, format, digest, bytes, read, kept, merged, quarantined);
  }

  /** The first row that was set aside, for a message. */
  firstQuarantined(): string {
    const row = this.#db.prepare('SELECT file, line, reason FROM quarantine ORDER BY id LIMIT 1').get();
    return row === undefined ? 'there were no rows' : `${row.file}:${row.line} ${row.reason}`;
  }

  /** What the tables hold, to be compared with what was counted on the way in. */
  counts(): { products: number; reviews: number; quarantined: number } {
    const count = (table: string) => (this.#db.prepare(`SELECT count(*) AS n FROM ${table}`).get() as { n: number }).n;
    return { products: count('products'), reviews: count('reviews'), quarantined: count('quarantine') };
  }

  /** Builds the indexes, writes the notes and closes the file; returns the catalog's digest. */
  finish(notes: Readonly<Record<string, string>>): string {
    this.#db.exec('COMMIT; BEGIN');
    this.#db.exec(INDEXES);
    const digest = this.#digest.withReviews(this.#db);
    const meta = { ...notes, digest, merge_conflicts: String(this.#conflicts) };
    for (const [key, value] of Object.entries(meta)) this.#statements.addMeta.run(key, value);
    this.#db.exec('COMMIT');
    this.#db.close();
    return digest;
  }

  /** Lets go of a file that will not be finished. */
  abandon(): void {
    if (this.#db.isOpen) this.#db.close();
  }
}
