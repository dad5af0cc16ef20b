import { randomInt } from 'node:crypto';

const MOST_WORTH = 3;
const SLOT_WORDS = 4;

/**
 * Remembers what was made of bytes, so that what rows state over and over is worked out once. It knows bytes by 64 bits of
 * a digest that nobody can foresee. Its size is fixed: what comes often stays, the rest makes room.
 */
export class BytesTable<Value> {
  readonly #seeds = [randomInt(2 ** 32), randomInt(2 ** 32)] as const;
  readonly #values: (Value | null)[];
  /** Per slot: the digest of what is remembered there, in two words, and its worth. They are looked at together. */
  readonly #slots: Uint32Array;
  readonly #mask: number;
  /** Of the bytes that were looked for last. */
  #first = 0;
  #second = 0;

  /** `slots` is a power of two. */
  constructor(slots: number) {
    this.#values = Array(slots).fill(null);
    this.#slots = new Uint32Array(slots * SLOT_WORDS);
    this.#mask = slots - 1;
  }

  /** What was made of the same bytes; null where nothing is remembered. */
  find(bytes: Uint8Array, from: number, to: number): Value | null {
    let first = this.#seeds[0] as number;
    let second = this.#seeds[1] as number;
    for (let at = from; at < to; at++) {
      const byte = bytes[at] as number;
      first = Math.imul(first ^ byte, 0x9e3779b1);
      first ^= first >>> 15;
      second = Math.imul(second ^ byte, 0x85ebca77);
      second ^= second >>> 13;
    }
    this.#first = first >>> 0;
    this.#second = Math.imul(second ^ (to - from), 0xc2b2ae3d) >>> 0;
    const slot = this.#first & this.#mask;
    if (!this.#isOf(slot)) return null;
    if ((this.#slots[slot * SLOT_WORDS + 2] as number) < MOST_WORTH) this.#slots[slot * SLOT_WORDS + 2]!++;
    return this.#values[slot] as Value | null;
  }

  #isOf(slot: number): boolean {
    return this.#slots[slot * SLOT_WORDS] === this.#first && this.#slots[slot * SLOT_WORDS + 1] === this.#second;
  }

  /** Remembers what was made of the bytes that were looked for last, unless something there is worth more. */
  put(value: Value): void {
    const slot = this.#first & this.#mask;
    if (!this.#isOf(slot)) {
      if ((this.#slots[slot * SLOT_WORDS + 2] as number) > 0) {
        this.#slots[slot * SLOT_WORDS + 2]!--;
        return;
      }
      this.#slots[slot * SLOT_WORDS] = this.#first;
      this.#slots[slot * SLOT_WORDS + 1] = this.#second;
    }
    this.#values[slot] = value;
  }
}
