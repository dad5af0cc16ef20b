import { hash } from 'node:crypto';
import { canonicalJson } from '../../schemas/canonical-json.ts';
import { type Delta, type Row, type Store, type StoreFacts, TABLES, type TableName } from './schema.ts';
import { type AnyTable, tableOf } from './table.ts';

export const TABLE_NAMES = Object.keys(TABLES) as TableName[];

const tableIn = (store: Store, name: TableName) => store[name] as unknown as AnyTable;

/** Rows by table; a table that is left out is empty. */
export type StoreRows = { readonly [N in TableName]?: readonly Row<N>[] };

export const storeOf = (facts: StoreFacts, rows: StoreRows): Store =>
  ({
    facts,
    ...Object.fromEntries(TABLE_NAMES.map((name) => [name, tableOf((rows[name] ?? []) as readonly Row<TableName>[])])),
  }) as unknown as Store;

/** All of a store as a file holds it: facts, and the rows of every table in the order of ids. */
export const snapshotOf = (store: Store) =>
  ({
    facts: store.facts,
    ...Object.fromEntries(TABLE_NAMES.map((name) => [name, [...tableIn(store, name).rows()]])),
  }) as { readonly facts: StoreFacts } & Required<StoreRows>;

/** The text of a store's file: canonical, so equal stores have equal bytes. */
export const storeText = (store: Store): string => `${canonicalJson(snapshotOf(store))}\n`;

/**
 * Hex digest of a store: of its facts and of which rows its tables hold. It is the same for equal stores, whatever was
 * written in which order, and of a copy with a few writes it takes microseconds.
 */
export const digestOfStore = (store: Store): string =>
  hash(
    'sha256',
    canonicalJson([store.facts, TABLE_NAMES.map((name) => [name, tableIn(store, name).hash().toString(16)])]),
    'hex',
  );

/** Writes to a store, all or none of which become part of the next one. */
export interface Transaction {
  /** The store as it is with the writes so far. */
  readonly store: Store;
  insert<N extends TableName>(table: N, row: Row<N>): void;
  /** Replaces fields of a row that is there. */
  update<N extends TableName>(table: N, id: string, fields: Partial<Row<N>>): void;
}

/** A store after a transaction, what the transaction came to, and each row it changed. */
interface Committed<R> {
  readonly store: Store;
  readonly result: R;
  readonly deltas: readonly Delta[];
}

class Writes implements Transaction {
  store: Store;
  readonly #before: Store;
  readonly #touched = new Map<TableName, Set<string>>();

  constructor(store: Store) {
    this.store = store;
    this.#before = store;
  }

  insert<N extends TableName>(table: N, row: Row<N>): void {
    if (this.store[table].has(row.id)) throw new RangeError(`"${table}" has a row "${row.id}" already`);
    this.#put(table, row);
  }

  update<N extends TableName>(table: N, id: string, fields: Partial<Row<N>>): void {
    const row = tableIn(this.store, table).get(id);
    if (row === undefined) throw new RangeError(`"${table}" has no row "${id}"`);
    this.#put(table, { ...row, ...fields } as unknown as Row<N>);
  }

  #put(table: TableName, row: Row<TableName>) {
    this.store = { ...this.store, [table]: tableIn(this.store, table).changed(new Map([[row.id, row]])) };
    const ids = this.#touched.get(table);
    if (ids === undefined) this.#touched.set(table, new Set([row.id]));
    else ids.add(row.id);
  }

  deltas(): Delta[] {
    return [...this.#touched].flatMap(([table, ids]) =>
      [...ids].flatMap((id) => {
        const before = tableIn(this.#before, table).get(id) ?? null;
        const after = tableIn(this.store, table).get(id) ?? null;
        return canonicalJson(before) === canonicalJson(after) ? [] : [{ table, id, before, after }];
      }),
    );
  }
}

/** Carries out writes on a copy. Where they throw, nothing of them is left. */
export function transact<R>(store: Store, write: (transaction: Transaction) => R): Committed<R> {
  const writes = new Writes(store);
  const result = write(writes);
  return { store: writes.store, result, deltas: writes.deltas() };
}
