import { randomInt } from 'node:crypto';

const SOME = 1;

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
    return this.#slots.find(bytes, from, to) === NO_VALUE ? null : (this.#values[this.#slots.slot] as Value);
  }

  /** Remembers what was made of the bytes that were looked for last, unless something there is worth more. */
  put(value: Value): void {
    if (this.#slots.put(SOME)) this.#values[this.#slots.slot] = value;
  }
}

const MOST_WORTH = 3;
/** Bytes that are taken at once. */
const WORD = 4;
/** Layout of a slot: the digest of its bytes in two words, its worth and its value, which are looked at together. */
const SLOT_WORDS = 4;
const [WORTH, VALUE] = [2, 3];
export const NO_VALUE = -1;

/**
 * A table of numbers by bytes, which it knows by 64 bits of a digest that nobody can foresee. Its size is fixed: what
 * comes often stays, the rest makes room.
 */
export class BytesSlots {
  readonly #seeds = [randomInt(2 ** 32), randomInt(2 ** 32)] as const;
  readonly #slots: Int32Array;
  readonly #mask: number;
  /** The bytes that were looked at last, and a view of them by four. */
  #bytes: Uint8Array = new Uint8Array();
  #words = new DataView(this.#bytes.buffer);
  /** The digest of the bytes that were looked for last. */
  #first = 0;
  #second = 0;

  /** `slots` is a power of two. */
  constructor(slots: number) {
    this.#slots = new Int32Array(slots * SLOT_WORDS);
    this.#mask = slots - 1;
  }

  clear(): void {
    this.#slots.fill(0);
  }

  /** The value of the same bytes; NO_VALUE where nothing is remembered. */
  find(bytes: Uint8Array, from: number, to: number): number {
    this.#digest(bytes, from, to);
    const at = this.slot * SLOT_WORDS;
    if (!this.#isOf(at)) return NO_VALUE;
    if ((this.#slots[at + WORTH] as number) < MOST_WORTH) this.#slots[at + WORTH]!++;
    return this.#slots[at + VALUE] as number;
  }

  /** The slot of the bytes that were looked for last. */
  get slot(): number {
    return this.#first & this.#mask;
  }

  /** Takes four bytes at once, and where fewer are left the last four once more; fewer than that one by one. */
  #digest(bytes: Uint8Array, from: number, to: number): void {
    let first = this.#seeds[0] as number;
    let second = this.#seeds[1] as number;
    const step = to - from < WORD ? 1 : WORD;
    const words = this.#wordsOf(bytes);
    const last = to - step;
    for (let at = from; at < to; at += step) {
      const word = step === 1 ? (bytes[at] as number) : words.getInt32(at < last ? at : last, true);
      first = Math.imul(first ^ word, 0x9e3779b1);
      first ^= first >>> 15;
      second = Math.imul(second ^ word, 0x85ebca77);
      second ^= second >>> 13;
    }
    this.#first = first | 0;
    this.#second = Math.imul(second ^ (to - from), 0xc2b2ae3d);
  }

  #wordsOf(bytes: Uint8Array): DataView {
    if (bytes !== this.#bytes) {
      this.#bytes = bytes;
      this.#words = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    }
    return this.#words;
  }

  #isOf(at: number): boolean {
    return this.#slots[at] === this.#first && this.#slots[at + 1] === this.#second;
  }

  /** Remembers the value of the bytes that were looked for last; false where something in their slot is worth more. */
  put(value: number): boolean {
    const at = this.slot * SLOT_WORDS;
    if (!this.#isOf(at)) {
      if ((this.#slots[at + WORTH] as number) > 0) {
        this.#slots[at + WORTH]!--;
        return false;
      }
      this.#slots[at] = this.#first;
      this.#slots[at + 1] = this.#second;
    }
    this.#slots[at + VALUE] = value;
    return true;
  }
}
