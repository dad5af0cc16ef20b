import { randomInt } from 'node:crypto';
import type { Pair } from './pairs.ts';

const SLOTS = 1 << 14;
const MOST_WORTH = 3;

/**
 * Remembers pairs by the bytes they were read from, so that what rows state over and over is parsed once. It knows bytes
 * by 64 bits of a digest that nobody can foresee. Its size is fixed: a pair that comes often stays, others make room.
 */
export class PairTable {
  readonly #seeds = [randomInt(2 ** 32), randomInt(2 ** 32)] as const;
  readonly #pairs: (Pair | null)[] = Array(SLOTS).fill(null);
  readonly #digests = new Uint32Array(SLOTS * 2);
  readonly #worth = new Uint8Array(SLOTS);
  /** Of the bytes that were looked for last. */
  first = 0;
  second = 0;

  /** The pair that was read from the same bytes; null where none is remembered. */
  find(bytes: Uint8Array, from: number, to: number): Pair | null {
    let [first, second] = this.#seeds as [number, number];
    for (let at = from; at < to; at++) {
      const byte = bytes[at] as number;
      first = Math.imul(first ^ byte, 0x9e3779b1);
      first ^= first >>> 15;
      second = Math.imul(second ^ byte, 0x85ebca77);
      second ^= second >>> 13;
    }
    this.first = first >>> 0;
    this.second = Math.imul(second ^ (to - from), 0xc2b2ae3d) >>> 0;
    const slot = this.first % SLOTS;
    if (this.#digests[slot * 2] !== this.first || this.#digests[slot * 2 + 1] !== this.second) return null;
    if ((this.#worth[slot] as number) < MOST_WORTH) this.#worth[slot]!++;
    return this.#pairs[slot] as Pair | null;
  }

  /** Remembers a pair by `first` and `second` of when it was looked for, unless another one there is worth more. */
  put(first: number, second: number, pair: Pair): void {
    const slot = first % SLOTS;
    if ((this.#worth[slot] as number) > 0) {
      this.#worth[slot]!--;
      return;
    }
    this.#digests[slot * 2] = first;
    this.#digests[slot * 2 + 1] = second;
    this.#pairs[slot] = pair;
  }
}
