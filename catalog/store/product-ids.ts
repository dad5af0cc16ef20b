import type { DatabaseSync } from 'node:sqlite';
import { readerOf } from '../memory/texts.ts';
import { asNumbers } from './sqlite.ts';

interface IdsRow {
  readonly ids: Uint8Array<ArrayBuffer>;
  readonly id_ends: Uint8Array;
}

const textsOf = ({ ids, id_ends }: IdsRow) => ({ bytes: ids, ends: asNumbers(id_ends) });

/** The ids of all products, by row. */
export function* productIdsIn(db: DatabaseSync): Generator<string> {
  const rows = db.prepare('SELECT ids, id_ends FROM products ORDER BY part').iterate();
  for (const row of rows as unknown as Iterable<IdsRow>) {
    const texts = textsOf(row);
    const idAt = readerOf(texts);
    for (let place = 0; place < texts.ends.length; place++) yield idAt(place);
  }
}

/** The ids of all products, one after the other, where threads can share them. */
export interface IdsInMemory {
  readonly bytes: Uint8Array;
  /** The start of each, and the end of the last. */
  readonly starts: Uint32Array;
}

function readIds(db: DatabaseSync): IdsInMemory {
  const sql = 'SELECT coalesce(sum(length(ids)), 0) AS length, coalesce(sum(length(id_ends)), 0) AS ends FROM products';
  const { length, ends } = db.prepare(sql).get() as { length: number; ends: number };
  const bytes = new Uint8Array(new SharedArrayBuffer(length));
  const starts = new Uint32Array(new SharedArrayBuffer(ends + Uint32Array.BYTES_PER_ELEMENT));
  let row = 0;
  let from = 0;
  const rows = db.prepare('SELECT ids, id_ends FROM products ORDER BY part').iterate();
  for (const part of rows as unknown as Iterable<IdsRow>) {
    bytes.set(part.ids, from);
    for (const end of asNumbers(part.id_ends)) starts[++row] = from + end;
    from += part.ids.length;
  }
  return { bytes, starts };
}

/** The ids of products by row, which are read once, on first use. */
export class ProductIds {
  readonly #db: DatabaseSync;
  #ids: IdsInMemory | null;
  #buffer: Buffer | null = null;

  constructor(db: DatabaseSync, held: IdsInMemory | null = null) {
    this.#db = db;
    this.#ids = held;
  }

  inMemory(): IdsInMemory {
    this.#ids ??= readIds(this.#db);
    return this.#ids;
  }

  at(row: number): string {
    const { bytes, starts } = this.inMemory();
    this.#buffer ??= Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    return this.#buffer.toString('utf8', starts[row], starts[row + 1]);
  }
}
