import { randomInt } from 'node:crypto';

/** Remembers what was made of bytes, so that what rows state over and over is worked out once. */
export class BytesTable<Value> {
  readonly #slots: BytesSlots;
  readonly #values: Value[] = [];

  /** `slots` is a power of two. */
  constructor(slots: number) {
    this.#slots = new BytesSlots(slots);
  }

  /** The value made of the same bytes; null where nothing is remembered. */
  find(bytes: Uint8Array, from: number, to: number): Value | null {
    const slot = this.#slots.find(bytes, from, to);
    return slot === NO_SLOT ? null : (this.#values[slot] as Value);
  }

  /** Remembers what was made of the bytes that were looked for last, unless something there is worth more. */
  put(value: Value): void {
    if (this.#slots.put()) this.#values[this.#slots.slot] = value;
  }
}

const MOST_WORTH = 3;
/** Bytes that are taken at once. */
const WORD = 4;
/** Layout of a slot: the digest of its bytes in two words, its worth, and what it is for, which are looked at together. */
const WORTH = 2;
/** The words of a slot before those of whoever keeps something there. */
export const OWN_WORDS = 3;
export const NO_SLOT = -1;

/**
 * A table of slots by bytes, which it knows by 64 bits of a digest that nobody can foresee. Its size is fixed: what comes
 * often stays, the rest makes room.
 */
export class BytesSlots {
  readonly #seeds = [randomInt(2 ** 32), randomInt(2 ** 32)] as const;
  /** The words of all slots. */
  readonly words: Int32Array;
  readonly #width: number;
  readonly #mask: number;
  /** The bytes that were looked at last, and a view of them by four. */
  #bytes: Uint8Array = new Uint8Array();
  #view = new DataView(this.#bytes.buffer);
  /** The digest of the bytes that were looked for last. */
  #first = 0;
  #second = 0;

  /** `slots` is a power of two; `words` those that are kept in each for whoever has them. */
  constructor(slots: number, words = 1) {
    this.#width = OWN_WORDS + words;
    this.words = new Int32Array(slots * this.#width);
    this.#mask = slots - 1;
  }

  clear(): void {
    this.words.fill(0);
  }

  /** The slot of the same bytes; NO_SLOT where nothing is remembered. `kind` tells bytes of one kind from the same ones of another. */
  find(bytes: Uint8Array, from: number, to: number, kind = 0): number {
    this.#digest(bytes, from, to, kind);
    const { slot } = this;
    if (!this.#isOf(slot)) return NO_SLOT;
    if ((this.words[slot + WORTH] as number) < MOST_WORTH) this.words[slot + WORTH]!++;
    return slot;
  }

  /** The slot of the bytes that were looked for last: the place of its first word. */
  get slot(): number {
    return (this.#first & this.#mask) * this.#width;
  }

  /** Takes four bytes at once, and where fewer are left the last four once more; fewer than that one by one. */
  #digest(bytes: Uint8Array, from: number, to: number, kind: number): void {
    let first = Math.imul((this.#seeds[0] as number) ^ kind, 0x9e3779b1);
    first ^= first >>> 15;
    let second = Math.imul((this.#seeds[1] as number) ^ kind, 0x85ebca77);
    second ^= second >>> 13;
    const step = to - from < WORD ? 1 : WORD;
    const view = this.#viewOf(bytes);
    const last = to - step;
    for (let at = from; at < to; at += step) {
      const word = step === 1 ? (bytes[at] as number) : view.getInt32(at < last ? at : last, true);
      first = Math.imul(first ^ word, 0x9e3779b1);
      first ^= first >>> 15;
      second = Math.imul(second ^ word, 0x85ebca77);
      second ^= second >>> 13;
    }
    this.#first = first | 0;
    this.#second = Math.imul(second ^ (to - from), 0xc2b2ae3d);
  }

  #viewOf(bytes: Uint8Array): DataView {
    if (bytes !== this.#bytes) {
      this.#bytes = bytes;
      this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    }
    return this.#view;
  }

  #isOf(slot: number): boolean {
    return this.words[slot] === this.#first && this.words[slot + 1] === this.#second;
  }

  /** Gives their slot to the bytes that were looked for last; false where something there is worth more. */
  put(): boolean {
    const { slot } = this;
    if (this.#isOf(slot)) return true;
    if ((this.words[slot + WORTH] as number) > 0) {
      this.words[slot + WORTH]!--;
      return false;
    }
    this.words[slot] = this.#first;
    this.words[slot + 1] = this.#second;
    return true;
  }
}
