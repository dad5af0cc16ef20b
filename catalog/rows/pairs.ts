import { isRawObject } from './row.ts';

const STARTS_WITH_DIGIT = /^\d/;
/** Looking for a key twice among few keys is quicker than keeping a set of them. */
const FEW = 24;

type Entry = [key: string, value: unknown];

const hasTwins = (keys: readonly string[]) =>
  keys.length > FEW ? new Set(keys).size < keys.length : keys.some((key, place) => keys.indexOf(key) < place);

/**
 * An object of a row that was parsed as a list of its keys and values: for small objects whose keys differ from row to row
 * that takes a quarter of the time.
 */
export class Pairs {
  /** Key, value, key, value. */
  readonly #list: readonly unknown[];

  constructor(list: readonly unknown[]) {
    this.#list = list;
  }

  /** What `Object.entries` gives of the object: of two members with one key the later one, and keys that are numbers first. */
  entries(): Entry[] {
    const entries: Entry[] = [];
    const keys: string[] = [];
    for (let at = 0; at < this.#list.length; at += 2) {
      const key = this.#list[at] as string;
      keys.push(key);
      entries.push([key, this.#list[at + 1]]);
    }
    const isInOrder = !keys.some((key) => STARTS_WITH_DIGIT.test(key)) && !hasTwins(keys);
    return isInOrder ? entries : Object.entries(Object.fromEntries(entries));
  }
}

/** The members of an object of a row; null where it is no object. */
export function entriesIn(value: unknown): Entry[] | null {
  if (value instanceof Pairs) return value.entries();
  return isRawObject(value) ? Object.entries(value) : null;
}
