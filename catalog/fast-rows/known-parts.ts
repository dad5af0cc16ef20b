import type { TermCollector } from '../inverted-index/index.ts';
import { ByteWriter } from '../memory/byte-writer.ts';
import { Numbers } from '../memory/numbers.ts';
import { BytesSlots, NO_VALUE } from './bytes-table.ts';

/** Marks in place of a part for bytes that are new, or came once, as most never come again. */
export const [NEW, ONCE] = [NO_VALUE, -2];
/** Layout of a part: bounds of its bytes, bounds of its terms, its mark. */
const PART_WORDS = 5;
const [FROM, TO, TERMS_FROM, TERMS_TO, MARK] = [0, 1, 2, 3, 4];

const MOST_PARTS = 1 << 17;
const MOST_BYTES = 1 << 23;

/**
 * Cache of the parts that rows state over and over, as the store takes them in: bytes to write and terms to note. All
 * of it lies close together, since looking it up is mostly waiting for memory. When it is full, everything is
 * forgotten.
 */
export class KnownParts {
  readonly #terms: TermCollector;
  readonly #slots: BytesSlots;
  readonly #parts = new Int32Array(MOST_PARTS * PART_WORDS);
  #size = 0;
  readonly #bytes = new ByteWriter();
  readonly #termsOf = new Numbers();
  #isFull = false;
  /** The collector's memory that the terms are in. */
  #memory = '';

  /** `slots` is a power of two. */
  constructor(terms: TermCollector, slots: number) {
    this.#terms = terms;
    this.#slots = new BytesSlots(slots);
  }

  /** Has all parts forgotten before the next product. */
  forget(): void {
    this.#isFull = true;
  }

  /** Begins a product, while which no part is forgotten; returns whether all were. */
  next(): boolean {
    if (!this.#isFull && this.#memory === this.#terms.memory) return false;
    this.#memory = this.#terms.memory;
    this.#isFull = false;
    this.#slots.clear();
    this.#size = 0;
    this.#bytes.clear();
    this.#termsOf.clear();
    return true;
  }

  /** The part that bytes are, or NEW, or ONCE. */
  find(bytes: Uint8Array, from: number, to: number): number {
    return this.#slots.find(bytes, from, to);
  }

  /** Remembers that the bytes that were looked for last came once. */
  meet(): void {
    this.#slots.put(ONCE);
  }

  /** Remembers of the bytes that were looked for last what they are; returns the part, or NEW where there is no room. */
  add(written: string, terms: readonly number[], mark: number): number {
    this.#isFull ||= this.#size === MOST_PARTS || this.#bytes.end > MOST_BYTES;
    if (this.#isFull || !this.#slots.put(this.#size)) return NEW;
    const part = this.#size++;
    const at = part * PART_WORDS;
    this.#parts[at + FROM] = this.#bytes.end;
    this.#bytes.text(written);
    this.#parts[at + TO] = this.#bytes.end;
    this.#parts[at + TERMS_FROM] = this.#termsOf.length;
    for (const term of terms) this.#termsOf.add(term);
    this.#parts[at + TERMS_TO] = this.#termsOf.length;
    this.#parts[at + MARK] = mark;
    return part;
  }

  /** The mark of a part. */
  markOf(part: number): number {
    return this.#parts[part * PART_WORDS + MARK] as number;
  }

  write(part: number, to: ByteWriter): void {
    const at = part * PART_WORDS;
    to.copy(this.#bytes.buffer, this.#parts[at + FROM] as number, this.#parts[at + TO] as number);
  }

  /** Notes that the product at a place has the terms of a part. */
  note(part: number, place: number): void {
    const at = part * PART_WORDS;
    const to = this.#parts[at + TERMS_TO] as number;
    for (let term = this.#parts[at + TERMS_FROM] as number; term < to; term++)
      this.#terms.note(this.#termsOf.at(term), place);
  }
}
