import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { release } from '../memory/buffer-pool.ts';

/** The row of a product that is not kept as a row of its own. */
export const NO_ROW = 0xffff_ffff;

export interface PostingsLimits {
  /** Numbers kept in memory before they go to the file; by default 4 MB. */
  readonly buffered: number;
  /** Numbers put in order at once; by default 32 MB. */
  readonly sortedAtOnce: number;
}

/** The file beside a catalog that is being written, for postings that do not fit into memory. */
export const postingsOf = (catalog: string): string => `${catalog}.postings`;

const LIMITS: PostingsLimits = { buffered: 1 << 20, sortedAtOnce: 1 << 23 };
const FEWEST_BUFFERED = 1 << 12;
/** A group of numbers starts with the term and how many rows follow. */
const HEAD = 2;

const asBytes = (numbers: Uint32Array, length = numbers.length) =>
  new Uint8Array(numbers.buffer, numbers.byteOffset, length * 4);

/** Puts rows in ascending order, each once. They nearly always come so, or with some twice. */
function inOrder(rows: Uint32Array): Uint32Array {
  let [ascends, descends] = [true, false];
  for (let at = 1; at < rows.length && !descends; at++) {
    const before = rows[at - 1] as number;
    const row = rows[at] as number;
    if (row <= before) ascends = false;
    if (row < before) descends = true;
  }
  if (ascends) return rows;
  if (descends) rows.sort();
  let kept = 1;
  for (let at = 1; at < rows.length; at++) {
    const row = rows[at] as number;
    if (row !== rows[kept - 1]) rows[kept++] = row;
  }
  return rows.subarray(0, kept);
}

/**
 * Takes in which rows each term is found in, in whatever order they come, and gives them back term by term. What does not
 * fit into memory lies in a file meanwhile; giving back takes one pass over it for every so many rows.
 */
export class Postings {
  readonly #path: string;
  readonly #limits: PostingsLimits;
  #file: number | null = null;
  /** Groups of numbers: term, how many rows, the rows. */
  #buffer: Uint32Array;
  #buffered = 0;
  /** The count of numbers of each write to the file. */
  readonly #written: number[] = [];
  #counts: Uint32Array<ArrayBuffer> = new Uint32Array(1 << 10);
  #terms = 0;

  constructor(path: string, limits = LIMITS) {
    this.#path = path;
    this.#limits = limits;
    this.#buffer = new Uint32Array(Math.min(FEWEST_BUFFERED, limits.buffered));
  }

  /** The rows from `start` to `end` of a list, each by its place in `rowOf`; places without a row are passed over. */
  add(term: number, places: Uint32Array, start: number, end: number, rowOf: Uint32Array): void {
    let count = 0;
    const most = this.#limits.buffered - HEAD;
    for (let from = start; from < end; from += most) {
      const to = Math.min(end, from + most);
      this.#makeRoom(to - from + HEAD);
      const buffer = this.#buffer;
      const head = this.#buffered;
      let at = head + HEAD;
      for (let place = from; place < to; place++) {
        const row = rowOf[places[place] as number] as number;
        if (row !== NO_ROW) buffer[at++] = row;
      }
      buffer[head] = term;
      buffer[head + 1] = at - head - HEAD;
      this.#buffered = at;
      count += at - head - HEAD;
    }
    this.#count(term, count);
  }

  #count(term: number, rows: number): void {
    if (term >= this.#counts.length) {
      const terms = Math.max(term + 1, this.#counts.length * 2);
      this.#counts = new Uint32Array(this.#counts.buffer.transfer(terms * Uint32Array.BYTES_PER_ELEMENT));
    }
    this.#counts[term] = (this.#counts[term] as number) + rows;
    if (term >= this.#terms) this.#terms = term + 1;
  }

  #makeRoom(length: number): void {
    if (this.#buffered + length <= this.#buffer.length) return;
    const { buffered: most } = this.#limits;
    if (this.#buffer.length < most) {
      const buffer = new Uint32Array(Math.min(most, Math.max(this.#buffer.length * 4, this.#buffered + length)));
      buffer.set(this.#buffer.subarray(0, this.#buffered));
      this.#buffer = buffer;
      this.#makeRoom(length);
      return;
    }
    this.#file ??= openSync(this.#path, 'w+');
    const bytes = asBytes(this.#buffer, this.#buffered);
    for (let done = 0; done < bytes.length; ) done += writeSync(this.#file, bytes, done);
    this.#written.push(this.#buffered);
    this.#buffered = 0;
  }

  /** The groups in the order in which they came. */
  *#groups(): Generator<Uint32Array> {
    let position = 0;
    const read = new Uint32Array(this.#written.length > 0 ? this.#limits.buffered : 0);
    for (const length of this.#written) {
      const bytes = asBytes(read, length);
      for (let done = 0; done < bytes.length; )
        done += readSync(this.#file as number, bytes, done, bytes.length - done, position + done);
      position += bytes.length;
      yield read.subarray(0, length);
    }
    yield this.#buffer.subarray(0, this.#buffered);
  }

  /**
   * Gives every term from 0 on, with the ascending rows it was added with, each once. They stay as they are until `letGo` is
   * called: then whoever keeps some waiting writes them down.
   */
  inTermOrder(give: (term: number, rows: Uint32Array) => void, letGo: () => void): void {
    const { sortedAtOnce } = this.#limits;
    for (let first = 0; first < this.#terms; ) {
      let last = first;
      let total = 0;
      while (last < this.#terms && (total === 0 || total + (this.#counts[last] as number) <= sortedAtOnce))
        total += this.#counts[last++] as number;
      const rows = new Uint32Array(total);
      const ends = this.#scatter(rows, first, last);
      for (let term = first, start = 0; term < last; term++) {
        const end = ends[term - first] as number;
        give(term, inOrder(rows.subarray(start, end)));
        start = end;
      }
      letGo();
      release(rows.buffer);
      first = last;
    }
  }

  /** Puts the rows of the terms from `first` on side by side; returns where those of each term end. */
  #scatter(rows: Uint32Array, first: number, last: number): Uint32Array {
    const next = new Uint32Array(last - first);
    for (let term = first + 1; term < last; term++)
      next[term - first] = (next[term - first - 1] as number) + (this.#counts[term - 1] as number);
    for (const groups of this.#groups()) {
      for (let at = 0; at < groups.length; ) {
        const term = groups[at] as number;
        const end = at + HEAD + (groups[at + 1] as number);
        if (term >= first && term < last) {
          let to = next[term - first] as number;
          for (let from = at + HEAD; from < end; from++) rows[to++] = groups[from] as number;
          next[term - first] = to;
        }
        at = end;
      }
    }
    return next;
  }

  /** Lets go of the file. */
  close(): void {
    if (this.#file === null) return;
    closeSync(this.#file);
    rmSync(this.#path, { force: true });
    this.#file = null;
  }
}
