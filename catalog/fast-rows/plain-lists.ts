import type { Field, TermCollector } from '../inverted-index/index.ts';
import type { ByteWriter } from '../memory/byte-writer.ts';
import { Numbers } from '../memory/numbers.ts';
import { isFinishOf, MOST_REMEMBERED_LENGTH } from '../product/options.ts';
import { BytesSlots, NO_SLOT, OWN_WORDS } from './bytes-table.ts';
import { holdsWord } from './plain-values.ts';
import { CLOSING_BRACKET, COMMA, OPENING_BRACKET, QUOTE } from './skip-json.ts';

const SPACE = 0x20;
/** Meanings of a byte within a list: it parts options, or what it does depends on what stands around it. */
const [PARTS, ODD] = [1, 2];
const MEANING = new Uint8Array(256);
for (const [characters, meaning] of [
  [',;|', PARTS],
  ['()[]{}/', ODD],
] as const)
  for (const character of characters) MEANING[character.charCodeAt(0)] = meaning;

const isDigit = (byte: number | undefined) => byte !== undefined && byte >= 0x30 && byte <= 0x39;

/** The place of an option's term behind what its slot has: twice its number, and one more for what was only done to a material. */
const TERM = OWN_WORDS;
const isFinish = (stated: number) => (stated & 1) === 1;
/** Slots for the options of lists. */
const OPTIONS = 1 << 15;
/** Longer lists are rare, and each option of one is held against all others. */
const MOST_OPTIONS = 24;

/** The lists that the details of one product state, read from bytes whose options were read before. */
export class PlainLists {
  readonly #terms: TermCollector;
  readonly #options = new BytesSlots(OPTIONS);
  /** Bounds and terms of the options of all lists of the product, one list's after the other's. */
  readonly #starts = new Numbers();
  readonly #ends = new Numbers();
  readonly #termsOf: Numbers = new Numbers();

  constructor(terms: TermCollector) {
    this.#terms = terms;
  }

  /** Forgets the product before. */
  next(): void {
    this.#cut(0);
  }

  /** Forgets all options. */
  forget(): void {
    this.#options.clear();
  }

  /** The number of options of all lists of the product so far. */
  get end(): number {
    return this.#starts.length;
  }

  #cut(end: number): void {
    this.#starts.cut(end);
    this.#ends.cut(end);
    this.#termsOf.cut(end);
  }

  /**
   * Adds the list of a field that a plain text is; false, having added nothing, where it is no plain list or has an option
   * that is not known. `place` is a number that no other field has until all is forgotten.
   */
  add(place: number, bytes: Uint8Array, from: number, to: number): boolean {
    const first = this.end;
    if (!this.#split(bytes, from, to)) return false;
    const count = this.end - first;
    let finishes = 0;
    for (let option = first; option < first + count; option++) {
      const slot = this.#options.find(bytes, this.#starts.at(option), this.#ends.at(option), place);
      if (slot === NO_SLOT) {
        this.#cut(first);
        return false;
      }
      const stated = this.#options.words[slot + TERM] as number;
      this.#termsOf.add(stated);
      if (isFinish(stated)) finishes++;
    }
    this.#choose(first, finishes < count);
    return true;
  }

  /** Adds the bounds of the options of a list; false, having added none, where it is no plain one. */
  #split(bytes: Uint8Array, from: number, to: number): boolean {
    const first = this.end;
    let start = from;
    for (let at = from; at <= to; at++) {
      const meaning = at === to ? PARTS : (MEANING[bytes[at] as number] as number);
      if (meaning === 0) continue;
      if (meaning === ODD) break;
      if (at < to && bytes[at] === COMMA && isDigit(bytes[at - 1]) && isDigit(bytes[at + 1])) continue;
      let end = at;
      while (start < end && bytes[start] === SPACE) start++;
      while (start < end && bytes[end - 1] === SPACE) end--;
      if (start < end) {
        if (end - start > MOST_REMEMBERED_LENGTH || !holdsWord(bytes, start, end)) break;
        this.#starts.add(start);
        this.#ends.add(end);
      }
      start = at + 1;
    }
    const isWhole = start > to && this.end > first && this.end - first <= MOST_OPTIONS;
    if (!isWhole) this.#cut(first);
    return isWhole;
  }

  /** Leaves of the last list each option once, and what was only done to materials out where it is to be. */
  #choose(first: number, leavesFinishes: boolean): void {
    let end = first;
    for (let option = first; option < this.end; option++) {
      const stated = this.#termsOf.at(option);
      const term = stated >> 1;
      if ((isFinish(stated) && leavesFinishes) || this.#holds(first, end, term)) continue;
      this.#starts.put(end, this.#starts.at(option));
      this.#ends.put(end, this.#ends.at(option));
      this.#termsOf.put(end++, term);
    }
    this.#cut(end);
  }

  #holds(first: number, end: number, term: number): boolean {
    for (let option = first; option < end; option++)
      if (this.#terms.areAlike(this.#termsOf.at(option), term)) return true;
    return false;
  }

  /** Remembers the options of a plain list, where there is room. */
  learn(field: Field, place: number, bytes: Buffer, from: number, to: number): void {
    const first = this.end;
    if (!this.#split(bytes, from, to)) return;
    for (let option = first; option < this.end; option++) {
      const [start, end] = [this.#starts.at(option), this.#ends.at(option)];
      if (this.#options.find(bytes, start, end, place) !== NO_SLOT || !this.#options.put()) continue;
      const { slot } = this.#options;
      const spelling = bytes.toString('latin1', start, end);
      const term = this.#terms.option(field, spelling);
      this.#options.words[slot + TERM] = term * 2 + (isFinishOf(field.name, spelling) ? 1 : 0);
    }
    this.#cut(first);
  }

  /** The terms of the options from `first` to `end`. */
  termsOf(first: number, end: number): readonly number[] {
    return Array.from({ length: end - first }, (_, option) => this.#termsOf.at(first + option));
  }

  /** Notes that the product at a place has the options from `first` to `end`. */
  note(first: number, end: number, place: number): void {
    for (let option = first; option < end; option++) this.#terms.note(this.#termsOf.at(option), place);
  }

  /** True where the one option is all that stands between `from` and `to`. */
  isOne(first: number, end: number, from: number, to: number): boolean {
    return end - first === 1 && this.#starts.at(first) === from && this.#ends.at(first) === to;
  }

  /** Writes the options from `first` to `end` as JSON. */
  write(first: number, end: number, bytes: Buffer, into: ByteWriter): void {
    for (let option = first; option < end; option++) {
      into.byte(option === first ? OPENING_BRACKET : COMMA);
      into.byte(QUOTE);
      into.copy(bytes, this.#starts.at(option), this.#ends.at(option));
      into.byte(QUOTE);
    }
    into.byte(CLOSING_BRACKET);
  }
}
