import type { TermCollector } from '../inverted-index/index.ts';
import { ByteWriter } from '../memory/byte-writer.ts';
import { Numbers } from '../memory/numbers.ts';
import { BytesSlots, NO_SLOT, OWN_WORDS } from './bytes-table.ts';

/** Marks in place of a part for bytes that are new, or came once, as most never come again. */
export const [NEW, ONCE] = [NO_SLOT, -2];
/** Layout of a part behind what its slot has: its mark, bounds of its bytes, its terms, the last product that had it. */
const [MARK, FROM, TO, TERMS, PRODUCT] = [0, 1, 2, 3, 4].map((word) => OWN_WORDS + word) as [
  number,
  number,
  number,
  number,
  number,
];
const PART_WORDS = 5;
/** Stands for no term; what lies below it for the place of several, nearly all parts having one. */
const NO_TERM = -1;

const MOST_BYTES = 1 << 23;

/**
 * Cache of the parts that rows state over and over, as the store takes them in: bytes to write and terms to note. What is
 * known of a part lies in its slot, since looking it up is mostly waiting for memory. When there is no more room for
 * bytes, everything is forgotten.
 */
export class KnownParts {
  readonly #terms: TermCollector;
  readonly #slots: BytesSlots;
  readonly #words: Int32Array;
  readonly #bytes = new ByteWriter();
  /** Terms of the parts that have several, behind how many they are. */
  readonly #several = new Numbers();
  #product = 0;
  #isFull = false;
  /** The collector's memory that the terms are in. */
  #memory = '';

  /** `slots` is a power of two. */
  constructor(terms: TermCollector, slots: number) {
    this.#terms = terms;
    this.#slots = new BytesSlots(slots, PART_WORDS);
    this.#words = this.#slots.words;
  }

  /** Has all parts forgotten before the next product. */
  forget(): void {
    this.#isFull = true;
  }

  /** Begins a product, while which no part that it has is forgotten; returns whether all were. */
  next(): boolean {
    this.#product++;
    if (!this.#isFull && this.#memory === this.#terms.memory) return false;
    this.#memory = this.#terms.memory;
    this.#isFull = false;
    this.#slots.clear();
    this.#bytes.clear();
    this.#several.clear();
    return true;
  }

  /** The part that bytes are, or NEW, or ONCE. */
  find(bytes: Uint8Array, from: number, to: number): number {
    const part = this.#slots.find(bytes, from, to);
    if (part === NO_SLOT) return NEW;
    if (this.#words[part + MARK] === ONCE) return ONCE;
    this.#words[part + PRODUCT] = this.#product;
    return part;
  }

  /** Remembers that the bytes that were looked for last came once. */
  meet(): void {
    if (this.#takeSlot()) this.#words[this.#slots.slot + MARK] = ONCE;
  }

  /** Takes the slot of the bytes that were looked for last; false where the product has another part there. */
  #takeSlot(): boolean {
    return this.#words[this.#slots.slot + PRODUCT] !== this.#product && this.#slots.put();
  }

  /**
   * Remembers of the bytes that were looked for last what they are, which `write` writes; returns the part, or NEW where
   * there is no room.
   */
  add(terms: readonly number[], mark: number, write: (to: ByteWriter) => void): number {
    this.#isFull ||= this.#bytes.end > MOST_BYTES;
    if (this.#isFull || !this.#takeSlot()) return NEW;
    const part = this.#slots.slot;
    this.#words[part + MARK] = mark;
    this.#words[part + FROM] = this.#bytes.end;
    write(this.#bytes);
    this.#words[part + TO] = this.#bytes.end;
    this.#words[part + TERMS] = this.#placeOf(terms);
    this.#words[part + PRODUCT] = this.#product;
    return part;
  }

  /** The one term of a part, NO_TERM, or the place of several. */
  #placeOf(terms: readonly number[]): number {
    if (terms.length < 2) return terms[0] ?? NO_TERM;
    const place = this.#several.length;
    this.#several.add(terms.length);
    for (const term of terms) this.#several.add(term);
    return NO_TERM - 1 - place;
  }

  /** The mark of a part. */
  markOf(part: number): number {
    return this.#words[part + MARK] as number;
  }

  /** A number of a part that no other has until all are forgotten. */
  numberOf(part: number): number {
    return this.#words[part + FROM] as number;
  }

  write(part: number, to: ByteWriter): void {
    to.copy(this.#bytes.buffer, this.#words[part + FROM] as number, this.#words[part + TO] as number);
  }

  /** Notes that the product at a place has the terms of a part. */
  note(part: number, place: number): void {
    const term = this.#words[part + TERMS] as number;
    if (term >= 0) this.#terms.note(term, place);
    else if (term < NO_TERM) this.#noteSeveral(NO_TERM - 1 - term, place);
  }

  #noteSeveral(at: number, place: number): void {
    const to = at + 1 + this.#several.at(at);
    for (let term = at + 1; term < to; term++) this.#terms.note(this.#several.at(term), place);
  }
}
