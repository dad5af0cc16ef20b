import { release } from './buffer-pool.ts';
import { DIGEST_WORDS } from './lane-digest.ts';
import { Numbers } from './numbers.ts';

const FEWEST_SLOTS = 1 << 8;

/**
 * Numbers digests from 0 in the order in which they are first seen, in about 25 bytes each: a catalog's ids and values do
 * not fit into a Map of strings.
 */
export class Numbering {
  /** The digests by number. */
  #digests = new Numbers(FEWEST_SLOTS * DIGEST_WORDS);
  /**
   * Number plus one, or 0 where there is none, in the slot a digest names or in one of the next. As many bits as a number leaves
   * are of the digest: of another one in the slot they mostly tell it without a look at the digests, which is waiting for memory.
   */
  #slots = new Uint32Array(FEWEST_SLOTS);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** The number of the digest that stands at `place`; -1 where it has none. */
  find(digests: Uint32Array, place: number): number {
    return ((this.#slots[this.#slotOf(digests, place)] as number) & (this.#slots.length - 1)) - 1;
  }

  /** The number of the digest that stands at `place`: the next one where it has none yet. */
  numberOf(digests: Uint32Array, place: number): number {
    const slot = this.#slotOf(digests, place);
    const mask = this.#slots.length - 1;
    const known = this.#slots[slot] as number;
    if (known !== 0) return (known & mask) - 1;
    this.#slots[slot] = ((digests[place + 1] as number) & ~mask) | ++this.#size;
    for (let word = 0; word < DIGEST_WORDS; word++) this.#digests.add(digests[place + word] as number);
    if (this.#size * 2 > this.#slots.length) this.#grow();
    return this.#size - 1;
  }

  #slotOf(digests: Uint32Array, place: number): number {
    const mask = this.#slots.length - 1;
    const first = digests[place] as number;
    const second = digests[place + 1] as number;
    const third = digests[place + 2] as number;
    const known = this.#digests;
    for (let slot = first & mask; ; slot = (slot + 1) & mask) {
      const inSlot = this.#slots[slot] as number;
      if (inSlot === 0) return slot;
      if (((inSlot ^ second) & ~mask) !== 0) continue;
      const at = ((inSlot & mask) - 1) * DIGEST_WORDS;
      if (known.at(at) === first && known.at(at + 1) === second && known.at(at + 2) === third) return slot;
    }
  }

  #grow(): void {
    const slots = new Uint32Array(this.#slots.length * 2);
    const mask = slots.length - 1;
    for (let number = 0; number < this.#size; number++) {
      let slot = this.#digests.at(number * DIGEST_WORDS) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = (this.#digests.at(number * DIGEST_WORDS + 1) & ~mask) | (number + 1);
    }
    release(this.#slots.buffer);
    this.#slots = slots;
  }

  /** All digests, one after the other; the numbering starts anew then. */
  take(): Uint32Array<ArrayBuffer> {
    this.#slots.fill(0);
    this.#size = 0;
    return this.#digests.take();
  }

  /** Lets go of the memory; the numbering starts anew. */
  forget(): void {
    this.#digests.release();
    this.#digests = new Numbers(FEWEST_SLOTS * DIGEST_WORDS);
    release(this.#slots.buffer);
    this.#slots = new Uint32Array(FEWEST_SLOTS);
    this.#size = 0;
  }
}
