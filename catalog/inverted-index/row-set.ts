import { type Bits, noBits, setBit } from './bits.ts';

/** A set of rows of a catalog. */
export interface RowSet {
  readonly size: number;
  readonly byteLength: number;
  has(row: number): boolean;
  /** Tells whether some row passes the test; they are tried ascending. */
  some(test: (row: number) => boolean): boolean;
  /** All rows, ascending. */
  rows(): Uint32Array;
  /** Those of ascending rows that are in the set, or the first `most` of them. */
  among(rows: Uint32Array, most?: number): Uint32Array;
  /** The places of those of ascending rows that are in the set. */
  placesIn(rows: Uint32Array): Bits;
  /** The set as threads can be sent it. */
  inMemory(): RowSetInMemory;
}

/** Rows as a set holds them: listed, or a bit for each product. */
export type RowSetInMemory = { readonly rows: Uint32Array } | { readonly size: number; readonly words: Uint32Array };

/** The set that another thread has in memory. */
export const rowSetIn = (memory: RowSetInMemory): RowSet =>
  'rows' in memory ? new RowList(memory.rows) : new RowBits(memory.words, memory.size);

/**
 * Holds ascending rows below `size` in whichever is smaller, a bit for each product or a number for each row: at most 4
 * bytes a row, and 313 KB in a catalog of 2.5 million products.
 */
export const rowSetOf = (rows: Uint32Array, size: number): RowSet =>
  isSparse(rows, size) ? new RowList(rows) : RowBits.of(rows, size);

/** The same of rows in any order, each once: bits need not be sorted. */
export const rowSetOfUnordered = (rows: Uint32Array, size: number): RowSet =>
  rowSetOf(isSparse(rows, size) ? rows.toSorted() : rows, size);

const isSparse = (rows: Uint32Array, size: number) => rows.length * 32 < size;

class RowBits implements RowSet {
  readonly size: number;
  readonly #words: Uint32Array;

  constructor(words: Bits, size: number) {
    this.#words = words;
    this.size = size;
  }

  /** The set of some rows, each once in any order, of a catalog of `products`. */
  static of(rows: Uint32Array, products: number): RowBits {
    const words = noBits(products);
    for (let at = 0; at < rows.length; at++) setBit(words, rows[at] as number);
    return new RowBits(words, rows.length);
  }

  inMemory(): RowSetInMemory {
    return { size: this.size, words: this.#words };
  }

  get byteLength(): number {
    return this.#words.byteLength;
  }

  has(row: number): boolean {
    return (((this.#words[row >>> 5] ?? 0) >>> (row & 31)) & 1) === 1;
  }

  some(test: (row: number) => boolean): boolean {
    for (let word = 0; word < this.#words.length; word++) {
      for (let rest = this.#words[word] as number; rest !== 0; rest &= rest - 1)
        if (test(word * 32 + 31 - Math.clz32(rest & -rest))) return true;
    }
    return false;
  }

  rows(): Uint32Array {
    const rows = new Uint32Array(this.size);
    let length = 0;
    for (let word = 0; word < this.#words.length; word++) {
      for (let rest = this.#words[word] as number; rest !== 0; rest &= rest - 1)
        rows[length++] = word * 32 + 31 - Math.clz32(rest & -rest);
    }
    return rows;
  }

  among(rows: Uint32Array, most = rows.length): Uint32Array {
    const words = this.#words;
    const found = new Uint32Array(Math.min(rows.length, most));
    let length = 0;
    for (let at = 0; at < rows.length && length < found.length; at++) {
      const row = rows[at] as number;
      if (((words[row >>> 5] as number) >>> (row & 31)) & 1) found[length++] = row;
    }
    return found.slice(0, length);
  }

  placesIn(rows: Uint32Array): Bits {
    const words = this.#words;
    const places = noBits(rows.length);
    // Word by word: to add each bit to the word in memory takes twice as long.
    for (let word = 0, place = 0; word < places.length; word++) {
      let bits = 0;
      for (const end = Math.min(rows.length, place + 32); place < end; place++) {
        const row = rows[place] as number;
        bits |= (((words[row >>> 5] as number) >>> (row & 31)) & 1) << (place & 31);
      }
      places[word] = bits;
    }
    return places;
  }
}

/** Rows as they are listed. */
export class RowList implements RowSet {
  readonly #rows: Uint32Array;

  constructor(rows: Uint32Array) {
    this.#rows = rows;
  }

  inMemory(): RowSetInMemory {
    return { rows: this.#rows };
  }

  get size(): number {
    return this.#rows.length;
  }

  get byteLength(): number {
    return this.#rows.byteLength;
  }

  has(row: number): boolean {
    return includesRow(this.#rows, row);
  }

  some(test: (row: number) => boolean): boolean {
    return this.#rows.some(test);
  }

  rows(): Uint32Array {
    return this.#rows;
  }

  among(rows: Uint32Array, most = rows.length): Uint32Array {
    return sharedPlaces(rows, this.#rows, most).map((place) => rows[place] as number);
  }

  placesIn(rows: Uint32Array): Bits {
    const places = noBits(rows.length);
    for (const place of sharedPlaces(rows, this.#rows, rows.length)) setBit(places, place);
    return places;
  }
}

/** Tells whether an ascending list of rows has the row. */
export function includesRow(ascending: Uint32Array, wanted: number): boolean {
  let low = 0;
  let high = ascending.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const value = ascending[middle] as number;
    if (value === wanted) return true;
    if (value < wanted) low = middle + 1;
    else high = middle - 1;
  }
  return false;
}

/** The longer the other list, the more it pays to stride in it; otherwise both are walked side by side. */
const STRIDING_PAYS = 8;

/** The places in the first of two ascending lists of rows that both have, or the first `most` of them. */
function sharedPlaces(rows: Uint32Array, others: Uint32Array, most: number): Uint32Array {
  const found = new Uint32Array(Math.min(rows.length, others.length, most));
  const isShorter = rows.length <= others.length;
  const [few, many] = isShorter ? [rows, others] : [others, rows];
  const strides = many.length > few.length * STRIDING_PAYS;
  let length = 0;
  let at = 0;
  for (let place = 0; place < few.length && length < found.length; place++) {
    const wanted = few[place] as number;
    if (strides) at = seekRow(many, at, wanted);
    else while (at < many.length && (many[at] as number) < wanted) at++;
    if (at === many.length) break;
    if (many[at] === wanted) found[length++] = isShorter ? place : at;
  }
  return found.subarray(0, length);
}

/** The first place from `from` on of an ascending list whose row is not below the wanted one; its length where none is. */
export function seekRow(ascending: Uint32Array, from: number, wanted: number): number {
  let at = from;
  let stride = 1;
  while (at + stride < ascending.length && (ascending[at + stride] as number) < wanted) {
    at += stride;
    stride <<= 1;
  }
  let end = Math.min(at + stride, ascending.length);
  while (at < end) {
    const middle = (at + end) >>> 1;
    if ((ascending[middle] as number) < wanted) at = middle + 1;
    else end = middle;
  }
  return at;
}

/** The rows of each group, ascending, where `groupOf` has the group of every row: a number below `count`. */
export function rowsByGroup(groupOf: Uint32Array, count: number): (group: number) => Uint32Array {
  const ends = new Uint32Array(count + 1);
  for (const group of groupOf) ends[group + 1]!++;
  for (let group = 0; group < count; group++) ends[group + 1]! += ends[group] as number;
  const next = ends.slice();
  const rows = new Uint32Array(groupOf.length);
  for (let row = 0; row < groupOf.length; row++) {
    const group = groupOf[row] as number;
    rows[next[group] as number] = row;
    next[group]!++;
  }
  return (group) => rows.subarray(ends[group], ends[group + 1]);
}
