import { PairTable } from './pair-table.ts';
import { Pair, Pairs } from './pairs.ts';
import { arrayEnd, COLON, COMMA, membersEnd, spacesEnd, textEnd, UNKNOWN, valueEnd } from './skip-json.ts';

/** Members of rows that need not become what they are. */
export interface Shortcuts {
  /** Lists that nobody reads, such as pictures: they are half the bytes of some catalogs. A row may have 0 instead. */
  readonly unread?: readonly string[];
  /** Small objects of any keys. A row may have `Pairs` instead. */
  readonly asPairs?: readonly string[];
}

const [OPENING_BRACE, CLOSING_BRACE] = [0x7b, 0x7d];
const [OPENING_BRACKET, CLOSING_BRACKET] = [0x5b, 0x5d];
const ZERO = 0x30;

interface Key {
  readonly name: string;
  readonly isUnread: boolean;
  /** As it stands in a row, with its quotation marks. */
  readonly bytes: Buffer;
}

/** Members of an object: those that are known, and null with the digest of each other one. */
interface Members {
  readonly name: string;
  readonly pairs: (Pair | null)[];
  readonly digests: number[];
}

/**
 * Parses rows in half the time. A row's text is rewritten only where it is certain to mean the same: what is left out is
 * JSON, an object becomes a list of those members that were not read before, and all that is left is for the parser to judge.
 */
export class ShortcutParser {
  readonly #keys: readonly Key[];
  readonly #table = new PairTable();
  #bytes: Buffer = Buffer.alloc(0);
  #members = 0;
  /** The text in the making; what comes before `#copied` in the row stands in it. */
  #text = Buffer.alloc(0);
  #length = 0;
  #copied = 0;
  #objects: Members[] = [];
  readonly #places: number[] = [];

  constructor({ unread = [], asPairs = [] }: Shortcuts) {
    this.#keys = [...unread, ...asPairs].map((name, place) => ({
      name,
      isUnread: place < unread.length,
      bytes: Buffer.from(JSON.stringify(name)),
    }));
  }

  /** The row from `start` to `end`, which is an object; undefined where it has to be parsed as it is. */
  parse(bytes: Buffer, start: number, end: number): object | undefined {
    this.#bytes = bytes;
    if (this.#keys.length === 0 || !this.#rewrite(start, end)) return undefined;
    try {
      const row = JSON.parse(this.#text.toString('utf8', 0, this.#length));
      // Of two members with one name the later one counts, whatever either is.
      if (Object.keys(row).length < this.#members) return undefined;
      for (const members of this.#objects) row[members.name] = this.#pairsOf(members, row[members.name]);
      return row;
    } catch {
      return undefined;
    }
  }

  /** `rest` are the keys and values of the members that were not known. */
  #pairsOf({ pairs, digests }: Members, rest: readonly unknown[]): Pairs {
    for (let place = 0, at = 0; place < pairs.length; place++) {
      if (pairs[place] !== null) continue;
      const pair = new Pair(rest[at] as string, rest[at + 1]);
      pairs[place] = pair;
      this.#table.put(digests[at] as number, digests[at + 1] as number, pair);
      at += 2;
    }
    return new Pairs(pairs as Pair[]);
  }

  /** Walks over the members of a row; false where there is nothing to rewrite, or no telling. */
  #rewrite(start: number, end: number): boolean {
    const bytes = this.#bytes;
    this.#members = 0;
    this.#length = 0;
    this.#copied = start;
    this.#objects = [];
    if (this.#text.length < end - start) this.#text = Buffer.allocUnsafe((end - start) * 2);
    let at = spacesEnd(bytes, start);
    if (bytes[at] !== OPENING_BRACE) return false;
    do {
      const name = spacesEnd(bytes, at + 1);
      const nameEnd = textEnd(bytes, name);
      if (nameEnd < 0) return false;
      const colon = spacesEnd(bytes, nameEnd);
      if (bytes[colon] !== COLON) return false;
      const value = spacesEnd(bytes, colon + 1);
      const key = this.#keyAt(name, nameEnd);
      this.#members++;
      at = key === null ? valueEnd(bytes, value) : this.#rewriteValue(key, value);
      if (at < 0) return false;
    } while (bytes[at] === COMMA);
    if (bytes[at] !== CLOSING_BRACE || this.#copied === start) return false;
    this.#copy(this.#copied, end);
    return true;
  }

  #keyAt(from: number, to: number): Key | null {
    for (const key of this.#keys)
      if (key.bytes.length === to - from && this.#bytes.compare(key.bytes, 0, to - from, from, to) === 0) return key;
    return null;
  }

  /** Returns where the comma or brace after the value stands. */
  #rewriteValue(key: Key, value: number): number {
    const after = key.isUnread ? this.#leaveOut(value) : this.#asPairs(key, value);
    return after === UNKNOWN ? valueEnd(this.#bytes, value) : spacesEnd(this.#bytes, after);
  }

  #copy(from: number, to: number): void {
    this.#bytes.copy(this.#text, this.#length, from, to);
    this.#length += to - from;
  }

  #put(byte: number): void {
    this.#text[this.#length++] = byte;
  }

  #leaveOut(value: number): number {
    const after = arrayEnd(this.#bytes, value);
    if (after === UNKNOWN) return UNKNOWN;
    this.#copy(this.#copied, value);
    this.#put(ZERO);
    this.#copied = after;
    return after;
  }

  #asPairs({ name }: Key, value: number): number {
    const places = this.#places;
    places.length = 0;
    const after = membersEnd(this.#bytes, value, places);
    if (after === UNKNOWN) return UNKNOWN;
    this.#copy(this.#copied, value);
    const members: Members = { name, pairs: [], digests: [] };
    this.#put(OPENING_BRACKET);
    for (let at = 0; at < places.length; at += 3) {
      const [start, colon, end] = [places[at] as number, places[at + 1] as number, places[at + 2] as number];
      const pair = this.#table.find(this.#bytes, start, end);
      members.pairs.push(pair);
      if (pair !== null) continue;
      if (members.digests.length > 0) this.#put(COMMA);
      members.digests.push(this.#table.first, this.#table.second);
      this.#copy(start, colon);
      this.#put(COMMA);
      this.#copy(colon + 1, end);
    }
    this.#put(CLOSING_BRACKET);
    this.#objects.push(members);
    this.#copied = after;
    return after;
  }
}
