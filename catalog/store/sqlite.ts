import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';

/** SQLite's page cache, in KB, for whoever reads what products state once, from the first value to the last, and looks nothing up. */
export const CACHE_KB_OF_ONE_PASS = 16_384;

/** Rows put in with one statement: half the time of one statement each. */
const ROWS_AT_ONCE = 16;

/** Puts rows into a table, several with one statement; the last few wait until `flush`. */
export class RowsInsert {
  readonly #one: StatementSync;
  readonly #several: StatementSync;
  readonly #width: number;
  readonly #values: SQLInputValue[] = [];

  /** `columns` are names; `text` ones among them are given as bytes of UTF-8. */
  constructor(db: DatabaseSync, table: string, columns: readonly string[], text: readonly string[] = []) {
    const row = `(${columns.map((column) => (text.includes(column) ? 'CAST(? AS TEXT)' : '?')).join(', ')})`;
    const insert = `INSERT INTO ${table} (${columns.join(', ')}) VALUES`;
    this.#width = columns.length;
    this.#one = db.prepare(`${insert} ${row}`);
    this.#several = db.prepare(`${insert} ${Array(ROWS_AT_ONCE).fill(row).join(', ')}`);
  }

  /** Rows that are not in the table yet. */
  get waiting(): number {
    return this.#values.length / this.#width;
  }

  add(...row: SQLInputValue[]): void {
    this.#values.push(...row);
    if (this.#values.length < ROWS_AT_ONCE * this.#width) return;
    this.#several.run(...this.#values);
    this.#values.length = 0;
  }

  flush(): void {
    for (let at = 0; at < this.#values.length; at += this.#width)
      this.#one.run(...this.#values.slice(at, at + this.#width));
    this.#values.length = 0;
  }
}

/** The names in a small table, by id. */
export const namesIn = (db: DatabaseSync, table: string, column: string): string[] =>
  (db.prepare(`SELECT ${column} AS name FROM ${table} ORDER BY id`).all() as { name: string }[]).map(
    ({ name }) => name,
  );

/** The id of a name in a small table of names, made on first sight. */
export class Names {
  readonly #ids = new Map<string, number>();
  readonly #insert: StatementSync;

  /** `known` are those that are in the table already, by id. */
  constructor(insert: StatementSync, known: readonly string[] = []) {
    this.#insert = insert;
    for (const [id, name] of known.entries()) this.#ids.set(name, id);
  }

  get size(): number {
    return this.#ids.size;
  }

  has(name: string): boolean {
    return this.#ids.has(name);
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

/** Numbers as the bytes that are stored, the lowest byte first. */
export const asBytes = (numbers: Uint32Array | Float64Array): Uint8Array =>
  new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);

const aligned = (bytes: Uint8Array, width: number) => (bytes.byteOffset % width === 0 ? bytes : bytes.slice());

/** Reads whole numbers that were stored as bytes. */
export function asNumbers(bytes: Uint8Array): Uint32Array {
  const { buffer, byteOffset, byteLength } = aligned(bytes, Uint32Array.BYTES_PER_ELEMENT);
  return new Uint32Array(buffer, byteOffset, byteLength / Uint32Array.BYTES_PER_ELEMENT);
}

/** Reads any numbers that were stored as bytes. */
export function asFloats(bytes: Uint8Array): Float64Array {
  const { buffer, byteOffset, byteLength } = aligned(bytes, Float64Array.BYTES_PER_ELEMENT);
  return new Float64Array(buffer, byteOffset, byteLength / Float64Array.BYTES_PER_ELEMENT);
}
