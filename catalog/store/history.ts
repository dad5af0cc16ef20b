import type { DatabaseSync } from 'node:sqlite';

/** Beyond this the earlier forms of products are let go of: those that come in many rows would take more than all else. */
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
