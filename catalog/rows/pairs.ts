import { isRawObject } from './row.ts';

const STARTS_WITH_DIGIT = /^\d/;

type Entry = [key: string, value: unknown];

/** A member of an object; rows that state the same may share it. */
export class Pair {
  readonly key: string;
  readonly value: unknown;
  /** Whether it may have another place among the members of an object than it was written at: numbers come first. */
  readonly mayMove: boolean;
  /** What somebody has worked out about it; no part of the row. */
  meaning: unknown = null;

  constructor(key: string, value: unknown) {
    this.key = key;
    this.value = value;
    this.mayMove = STARTS_WITH_DIGIT.test(key);
  }
}

/** An object of a row whose members need not become one: for small objects of ever different keys that takes long. */
export class Pairs {
  /** As they were written. */
  readonly members: readonly Pair[];

  constructor(members: readonly Pair[]) {
    this.members = members;
  }

  /** What `Object.entries` gives of the object: of two members with one key the later one, and keys that are numbers first. */
  entries(): Entry[] {
    const entries = this.members.map(({ key, value }): Entry => [key, value]);
    return Object.entries(Object.fromEntries(entries));
  }
}

/** The members of an object of a row; null where it is no object. */
export function entriesIn(value: unknown): Entry[] | null {
  if (value instanceof Pairs) return value.entries();
  return isRawObject(value) ? Object.entries(value) : null;
}
