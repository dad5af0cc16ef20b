import { hash } from 'node:crypto';
import { canonicalJson } from '../../schemas/canonical-json.ts';
import { foundOrMade } from '../../text/cache/found-or-made.ts';
import { byCodeUnit } from '../../text/order.ts';
import type { Row, Table, TableName } from './schema.ts';

/** 128 bits of a row or of a sum of rows. */
type RowHash = bigint;

const BITS = 128;
const known = new WeakMap<object, RowHash>();

/** The first bits of the SHA-256 of a row's canonical JSON; rows never change, so it is made once a row. */
function rowHash(row: object): RowHash {
  return foundOrMade(known, row, () => BigInt(`0x${hash('sha256', canonicalJson(row), 'hex').slice(0, BITS / 4)}`));
}

/** A sum of hashes without some: it depends on which rows there are, not on their order. */
function sumOf(hashes: readonly RowHash[], without: readonly RowHash[] = []): RowHash {
  let sum = 0n;
  for (const one of hashes) sum += one;
  for (const one of without) sum -= one;
  return BigInt.asUintN(BITS, sum);
}

interface Rowed {
  readonly id: string;
}

/** Table with what it adds for those who write: another one with changes, and its digest's part. */
interface StoredTable<T> extends Table<T> {
  /** A table with some rows changed, added or, where null, gone; it shares all others. */
  changed(changes: ReadonlyMap<string, T | null>): StoredTable<T>;
  /** The sum of its rows' hashes: equal for equal rows, however they came to be. */
  hash(): RowHash;
}

type AnyRow = Row<TableName>;
export type AnyTable = StoredTable<AnyRow>;

/** Ids a field of a row names. */
function namedBy(row: Rowed, field: string): readonly string[] {
  const value = (row as unknown as Record<string, unknown>)[field];
  return typeof value === 'string' ? [value] : Array.isArray(value) ? (value as string[]) : [];
}

/** Rows as a simulation or a file left them. Indexes and hashes are made when first asked for, once for all copies. */
class BaseTable<T extends Rowed> implements StoredTable<T> {
  readonly #rows: ReadonlyMap<string, T>;
  readonly #indexes = new Map<string, ReadonlyMap<string, readonly T[]>>();
  #hash: RowHash | undefined;

  constructor(rows: Iterable<T>) {
    this.#rows = new Map([...rows].sort((a, b) => byCodeUnit(a.id, b.id)).map((row) => [row.id, row]));
  }

  get size() {
    return this.#rows.size;
  }
  get = (id: string) => this.#rows.get(id);
  has = (id: string) => this.#rows.has(id);
  rows = (): Iterable<T> => this.#rows.values();

  where(field: string, id: string): readonly T[] {
    let index = this.#indexes.get(field);
    if (index === undefined) {
      const made = new Map<string, T[]>();
      for (const row of this.#rows.values())
        for (const named of namedBy(row, field)) {
          foundOrMade(made, named, () => []).push(row);
        }
      index = made;
      this.#indexes.set(field, index);
    }
    return index.get(id) ?? [];
  }

  changed = (changes: ReadonlyMap<string, T | null>): StoredTable<T> =>
    changes.size === 0 ? this : new ChangedTable(this, changes);

  hash(): RowHash {
    this.#hash ??= sumOf([...this.#rows.values()].map((row) => rowHash(row)));
    return this.#hash;
  }
}

/** A base with some rows changed. A change of it copies the changes alone, which an episode has few of. */
class ChangedTable<T extends Rowed> implements StoredTable<T> {
  readonly #base: StoredTable<T>;
  readonly #changes: ReadonlyMap<string, T | null>;
  readonly size: number;
  #hash: RowHash | undefined;

  constructor(base: StoredTable<T>, changes: ReadonlyMap<string, T | null>) {
    this.#base = base;
    this.#changes = changes;
    let size = base.size;
    for (const [id, row] of changes) size += Number(row !== null) - Number(base.has(id));
    this.size = size;
  }

  get(id: string) {
    const changed = this.#changes.get(id);
    return changed === undefined ? this.#base.get(id) : (changed ?? undefined);
  }
  has = (id: string) => this.get(id) !== undefined;

  *rows(): Iterable<T> {
    const added = [...this.#changes]
      .filter(([id, row]) => row !== null && !this.#base.has(id))
      .map(([, row]) => row as T)
      .sort((a, b) => byCodeUnit(a.id, b.id));
    let at = 0;
    for (const row of this.#base.rows()) {
      while (at < added.length && byCodeUnit((added[at] as T).id, row.id) < 0) yield added[at++] as T;
      const changed = this.#changes.get(row.id);
      if (changed === undefined) yield row;
      else if (changed !== null) yield changed;
    }
    yield* added.slice(at);
  }

  where(field: string, id: string): readonly T[] {
    const kept = this.#base.where(field as keyof T & string, id).filter((row) => !this.#changes.has(row.id));
    const found = [...this.#changes.values()].filter((row) => row !== null && namedBy(row, field).includes(id)) as T[];
    return found.length === 0 ? kept : [...kept, ...found].sort((a, b) => byCodeUnit(a.id, b.id));
  }

  changed(changes: ReadonlyMap<string, T | null>): StoredTable<T> {
    return changes.size === 0 ? this : new ChangedTable(this.#base, new Map([...this.#changes, ...changes]));
  }

  hash(): RowHash {
    if (this.#hash === undefined) {
      const gone: RowHash[] = [];
      const come: RowHash[] = [];
      for (const [id, row] of this.#changes) {
        const before = this.#base.get(id);
        if (before !== undefined) gone.push(rowHash(before));
        if (row !== null) come.push(rowHash(row));
      }
      this.#hash = sumOf([this.#base.hash(), ...come], gone);
    }
    return this.#hash;
  }
}

export const tableOf = <T extends Rowed>(rows: Iterable<T>): StoredTable<T> => new BaseTable(rows);
