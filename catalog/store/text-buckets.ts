import type { DatabaseSync } from 'node:sqlite';
import { rowsByGroup } from './grouped-rows.ts';
import { Numbers } from './numbers.ts';
import { RowsInsert } from './rows-insert.ts';
import { asBytes, asNumbers } from './stored-numbers.ts';

/** About half of it, to be looked through one by one. */
const MOST_PER_BUCKET = 128;
/** Per text: its hash and its number. */
const ENTRY_WORDS = 2;

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
  readonly #hashes = new Numbers();

  add(text: string, kind = 0): void {
    this.#hashes.add(hashOf(text, kind));
  }

  /** Fills a table that is empty. */
  write(db: DatabaseSync, table: string): void {
    const hashes = this.#hashes;
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

/** Finds the numbers of texts in the table that a BucketWriter has filled. */
export class Buckets {
  readonly #entries;
  readonly #mask: number;

  constructor(db: DatabaseSync, table: string) {
    this.#entries = db.prepare(`SELECT entries FROM ${table} WHERE bucket = ?`);
    this.#mask = Number(db.prepare(`SELECT max(bucket) AS last FROM ${table}`).get()?.last ?? 0);
  }

  /** The first number that `find` takes, out of those that the text may have: what is found there, else null. */
  find<Found>(text: string, kind: number, find: (number: number) => Found | undefined): Found | null {
    const hash = hashOf(text, kind);
    const row = this.#entries.get(hash & this.#mask) as { entries: Uint8Array } | undefined;
    if (row === undefined) return null;
    const entries = asNumbers(row.entries);
    for (let at = 0; at < entries.length; at += ENTRY_WORDS) {
      if (entries[at] !== hash) continue;
      const found = find(entries[at + 1] as number);
      if (found !== undefined) return found;
    }
    return null;
  }
}
