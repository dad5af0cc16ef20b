import type { DatabaseSync } from 'node:sqlite';
import { Numbers } from '../memory/numbers.ts';
import { asBytes, asNumbers, RowsInsert } from '../store/sqlite.ts';
import { rowsByGroup } from './row-set.ts';

/** About half of it or more, to be looked through one by one. */
const MOST_PER_BUCKET = 32;
/** Layout of a text: its hash and its number. */
const ENTRY_WORDS = 2;
const NO_ENTRIES = new Uint32Array();

/** `kind` tells texts of one kind from the same ones of another. */
function hashOf(text: string, kind: number): number {
  let hash = Math.imul(kind ^ text.length, 0x85ebca6b);
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  hash = Math.imul(hash, 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/**
 * Notes texts that are numbered from 0 in the order in which they come, to find their numbers in a finished catalog. It
 * does without sorting them, and keeps no more of a text than four bytes.
 */
export class BucketWriter {
  #hashes = new Numbers();

  add(text: string, kind = 0): void {
    this.#hashes.add(hashOf(text, kind));
  }

  /** Fills a table that is empty, and starts anew. */
  write(db: DatabaseSync, table: string): void {
    const hashes = this.#hashes;
    this.#hashes = new Numbers();
    let buckets = 1;
    while (buckets * MOST_PER_BUCKET < hashes.length) buckets *= 2;
    const bucketOf = new Uint32Array(hashes.length);
    for (let number = 0; number < bucketOf.length; number++) bucketOf[number] = hashes.at(number) & (buckets - 1);
    const numbersIn = rowsByGroup(bucketOf, buckets);
    const insert = new RowsInsert(db, table, ['bucket', 'entries']);
    for (let bucket = 0; bucket < buckets; bucket++) {
      const numbers = numbersIn(bucket);
      const entries = new Uint32Array(numbers.length * ENTRY_WORDS);
      for (let place = 0; place < numbers.length; place++) {
        const number = numbers[place] as number;
        entries[place * ENTRY_WORDS] = hashes.at(number);
        entries[place * ENTRY_WORDS + 1] = number;
      }
      insert.add(bucket, asBytes(entries));
    }
    insert.flush();
  }
}

/** All buckets of a table one after the other, and where each begins, where threads can share them. */
export interface BucketTable {
  readonly entries: Uint32Array;
  readonly starts: Uint32Array;
}

function readTable(db: DatabaseSync, table: string): BucketTable {
  const sql = `SELECT count(*) AS buckets, coalesce(sum(length(entries)), 0) AS bytes FROM ${table}`;
  const { buckets, bytes } = db.prepare(sql).get() as { buckets: number; bytes: number };
  const entries = new Uint32Array(new SharedArrayBuffer(bytes));
  const starts = new Uint32Array(new SharedArrayBuffer((buckets + 1) * Uint32Array.BYTES_PER_ELEMENT));
  const rows = db.prepare(`SELECT bucket, entries FROM ${table} ORDER BY bucket`).iterate();
  for (const row of rows as unknown as Iterable<{ bucket: number; entries: Uint8Array }>) {
    const start = starts[row.bucket] as number;
    entries.set(asNumbers(row.entries), start);
    starts[row.bucket + 1] = start + row.entries.length / Uint32Array.BYTES_PER_ELEMENT;
  }
  return { entries, starts };
}

/** Reading one bucket takes as long as reading so many of all at once. */
const BUCKETS_READ_AT_ONCE = 16;

/** Finds the numbers of texts in the table that a BucketWriter has filled, which is read at once where it is asked for much of it. */
export class Buckets {
  readonly #name: string;
  readonly #db: DatabaseSync;
  readonly #one;
  /** The number of buckets, and of those that were read one by one. */
  #count: number | null = null;
  #read = 0;
  #table: BucketTable | null;

  constructor(db: DatabaseSync, name: string, table: BucketTable | null = null) {
    this.#db = db;
    this.#name = name;
    this.#one = db.prepare(`SELECT entries FROM ${name} WHERE bucket = ?`);
    this.#table = table;
  }

  table(): BucketTable {
    this.#table ??= readTable(this.#db, this.#name);
    return this.#table;
  }

  /** The first number that `find` takes, out of those that the text may have: what is found there, else null. */
  find<Found>(text: string, kind: number, find: (number: number) => Found | undefined): Found | null {
    const hash = hashOf(text, kind);
    const entries = this.#entriesOf(hash);
    for (let at = 0; at < entries.length; at += ENTRY_WORDS) {
      if (entries[at] !== hash) continue;
      const found = find(entries[at + 1] as number);
      if (found !== undefined) return found;
    }
    return null;
  }

  /** The entries of the bucket that a hash falls into. */
  #entriesOf(hash: number): Uint32Array {
    this.#count ??= Number(this.#db.prepare(`SELECT max(bucket) + 1 AS n FROM ${this.#name}`).get()?.n ?? 0);
    if (this.#count === 0) return NO_ENTRIES;
    const bucket = hash & (this.#count - 1);
    if (this.#table === null && this.#read < this.#count / BUCKETS_READ_AT_ONCE) {
      this.#read++;
      return asNumbers((this.#one.get(bucket) as { entries: Uint8Array }).entries);
    }
    const { entries, starts } = this.table();
    return entries.subarray(starts[bucket], starts[bucket + 1]);
  }
}
