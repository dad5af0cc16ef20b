import type { DatabaseSync, StatementSync } from 'node:sqlite';

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
