import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';

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
