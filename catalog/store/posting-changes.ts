import type { DatabaseSync } from 'node:sqlite';

export const asBytes = (rows: Uint32Array): Uint8Array => new Uint8Array(rows.buffer, rows.byteOffset, rows.byteLength);

/** Numbers that were stored as bytes, as this program keeps them. */
export function asNumbers(bytes: Uint8Array): Uint32Array {
  const { buffer, byteOffset, byteLength } = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  return new Uint32Array(buffer, byteOffset, byteLength / 4);
}

/** The numbers of two ascending lists in one, each once. */
function union(one: Uint32Array, other: Uint32Array): Uint32Array {
  const all = new Uint32Array(one.length + other.length);
  all.set(one);
  all.set(other, one.length);
  all.sort();
  return all.filter((row, place) => place === 0 || row !== all[place - 1]);
}

/** Adds rows to the lists of terms that are in the table already. */
export class PostingChanges {
  readonly #rowsOf;
  readonly #replace;

  constructor(db: DatabaseSync) {
    this.#rowsOf = db.prepare('SELECT products FROM postings WHERE term = ?');
    this.#replace = db.prepare('UPDATE postings SET products = ? WHERE term = ?');
  }

  add(term: number, rows: Uint32Array): void {
    if (rows.length === 0) return;
    const { products } = this.#rowsOf.get(term) as { products: Uint8Array };
    this.#replace.run(asBytes(union(asNumbers(products), rows)), term);
  }
}
