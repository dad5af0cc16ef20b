import { randomInt } from 'node:crypto';

const MOST_WORTH = 3;

/**
 * Remembers what was made of bytes, so that what rows state over and over is worked out once. It knows bytes by 64 bits of
 * a digest that nobody can foresee. Its size is fixed: what comes often stays, the rest makes room.
 */
export class BytesTable<Value> {
  readonly #seeds = [randomInt(2 ** 32), randomInt(2 ** 32)] as const;
  readonly #values: (Value | null)[];
  readonly #digests: Uint32Array;
  readonly #worth: Uint8Array;
  readonly #mask: number;
  /** Of the bytes that were looked for last. */
  #first = 0;
  #second = 0;

  /** `slots` is a power of two. */
  constructor(slots: number) {
    this.#values = Array(slots).fill(null);
    this.#digests = new Uint32Array(slots * 2);
    this.#worth = new Uint8Array(slots);
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
    if (this.#digests[slot * 2] !== this.#first || this.#digests[slot * 2 + 1] !== this.#second) return null;
    if ((this.#worth[slot] as number) < MOST_WORTH) this.#worth[slot]!++;
    return this.#values[slot] as Value | null;
  }

  /** Remembers what was made of the bytes that were looked for last, unless something there is worth more. */
  put(value: Value): void {
    const slot = this.#first & this.#mask;
    const isOther = this.#digests[slot * 2] !== this.#first || this.#digests[slot * 2 + 1] !== this.#second;
    if (isOther && (this.#worth[slot] as number) > 0) {
      this.#worth[slot]!--;
      return;
    }
    this.#digests[slot * 2] = this.#first;
    this.#digests[slot * 2 + 1] = this.#second;
    this.#values[slot] = value;
  }
}
