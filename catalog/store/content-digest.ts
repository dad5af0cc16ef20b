import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { ByteWriter } from '../memory/byte-writer.ts';

const BUFFERED = 1 << 17;
const [SPACE, LINE_BREAK] = [0x20, 0x0a];

/** Products whose reviews are fetched as one text: to fetch review by review takes twice as long. */
const PRODUCTS_AT_ONCE = 1024;
const REVIEW_LINES = `
SELECT group_concat(json_array(product, review_id, helpful_votes, verified) || char(10), '')
FROM (SELECT * FROM reviews WHERE product >= ? AND product < ? ORDER BY product, review_id)`;

/**
 * Digest of what was written about products and reviews, and of nothing else: not the machine, the folder, the clock, nor
 * how SQLite laid it out. Products are taken in as they are written, so the finished catalog is not read again.
 */
export class ContentDigest {
  readonly #hash = createHash('sha256');
  /** Hashing many small pieces takes longer than copying them together first. */
  readonly #bytes = new ByteWriter();

  /** A product as stored at a row, as JSON; once more for every later raw row that changed it. */
  product(row: number, data: Uint8Array): void {
    const bytes = this.#bytes;
    if (bytes.end + data.length > BUFFERED) this.#flush();
    bytes.number(row);
    bytes.byte(SPACE);
    bytes.room(data.length).set(data, bytes.end);
    bytes.end += data.length;
    bytes.byte(LINE_BREAK);
  }

  #flush(): void {
    this.#hash.update(this.#bytes.buffer.subarray(0, this.#bytes.end));
    this.#bytes.clear();
  }

  /** Adds how many reviews each product has and those a finished catalog holds, and returns the digest; only once. */
  withReviews(db: DatabaseSync, counts: Uint32Array): string {
    this.#flush();
    this.#hash.update('review counts\n');
    const reviews = db.prepare(REVIEW_LINES);
    reviews.setReturnArrays(true);
    for (let from = 0; from < counts.length; from += PRODUCTS_AT_ONCE) {
      const some = Array.from(counts.subarray(from, from + PRODUCTS_AT_ONCE).entries());
      const lines = some.map(([place, count]) => (count === 0 ? '' : `[${from + place},${count}]\n`));
      this.#hash.update(lines.join(''));
    }
    this.#hash.update('reviews\n');
    for (let from = 0; from < counts.length; from += PRODUCTS_AT_ONCE) {
      const [lines] = reviews.get(from, from + PRODUCTS_AT_ONCE) as unknown as [string | null];
      this.#hash.update(lines ?? '');
    }
    return this.#hash.digest('hex');
  }
}

/** The most bytes of earlier forms of products that are kept: of products in many rows they would take more than all else. */
const MOST_BYTES = 64 * 1024 * 1024;

interface Change {
  readonly id: number;
  readonly position: number;
  readonly product: number;
}

/**
 * Keeps what products were before later rows changed them. The digest of a catalog is over all of it in the order in which
 * it was written, and only who knows that can go on from it.
 */
export class History {
  readonly #db: DatabaseSync;
  readonly #add;
  #bytes: number;
  readonly #mostBytes: number;
  #isWhole = true;

  /** Goes on from what the catalog has of it. */
  constructor(db: DatabaseSync, mostBytes = MOST_BYTES) {
    this.#db = db;
    this.#mostBytes = mostBytes;
    this.#add = db.prepare('INSERT INTO earlier_products (position, product, data) VALUES (?, ?, ?)');
    this.#bytes = Number(db.prepare('SELECT total(length(data)) AS bytes FROM earlier_products').get()?.bytes);
  }

  get isWhole(): boolean {
    return this.#isWhole;
  }

  /** A product is about to change from what it was; `position` is how many products are there. */
  add(position: number, product: number, data: string): void {
    if (!this.#isWhole) return;
    this.#bytes += data.length;
    if (this.#bytes > this.#mostBytes) {
      this.#isWhole = false;
      this.#db.exec('DELETE FROM earlier_products');
    } else this.#add.run(position, product, data);
  }
}

/** Everything that was ever written about the products of a catalog, in the order in which it was. */
export function* writtenProducts(db: DatabaseSync): Generator<{ row: number; data: string }> {
  const changes = db
    .prepare('SELECT id, position, product FROM earlier_products ORDER BY id')
    .all() as unknown as Change[];
  const current = db.prepare('SELECT data FROM product_data WHERE id = ?');
  const earlier = db.prepare('SELECT data FROM earlier_products WHERE id = ?');
  const ids = Map.groupBy(changes, ({ product }) => product);
  const dataOf = (change: Change | undefined, row: number) =>
    (change === undefined ? current.get(row) : earlier.get(change.id))?.data as string;
  let next = 0;
  for (const { id, data } of db.prepare('SELECT id, data FROM product_data ORDER BY id').iterate()) {
    const row = id as number;
    const first = ids.get(row)?.[0];
    yield { row, data: first === undefined ? (data as string) : dataOf(first, row) };
    for (; changes[next] !== undefined && (changes[next] as Change).position === row + 1; next++) {
      const change = changes[next] as Change;
      const ofProduct = ids.get(change.product) as Change[];
      yield { row: change.product, data: dataOf(ofProduct[ofProduct.indexOf(change) + 1], change.product) };
    }
  }
}
