import { CLOSING_BRACE, COMMA, jsonEnd, memberValue, OPENING_BRACE, spacesEnd, textEnd } from './skip-json.ts';

const BACKSLASH = 0x5c;
const NOWHERE = -1;

/** Where the members of a row stand in its bytes. */
export class RowMembers {
  /** Where the value of each name begins, or -1 where the row has none, and where it ends. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly #names: readonly Buffer[];
  /** Rows mostly have their members in one order: the name that is to come. */
  #next = 0;

  constructor(names: readonly string[]) {
    this.#names = names.map((name) => Buffer.from(JSON.stringify(name)));
    this.starts = new Int32Array(names.length);
    this.ends = new Int32Array(names.length);
  }

  /**
   * Looks through the row from `from` to `to`; false where it is not certain to be an object that is JSON and has each
   * name at most once.
   */
  find(bytes: Uint8Array, from: number, to: number): boolean {
    this.starts.fill(NOWHERE);
    let at = spacesEnd(bytes, from);
    if (bytes[at] !== OPENING_BRACE) return false;
    do {
      const name = spacesEnd(bytes, at + 1);
      const nameEnd = textEnd(bytes, name);
      if (nameEnd < 0) return false;
      const value = memberValue(bytes, nameEnd);
      if (value < 0) return false;
      const end = jsonEnd(bytes, value);
      if (end < 0 || !this.#note(bytes, name, nameEnd, value, end)) return false;
      at = spacesEnd(bytes, end);
    } while (bytes[at] === COMMA);
    return bytes[at] === CLOSING_BRACE && spacesEnd(bytes, at + 1) === to;
  }

  /** False where the member has the name of another one, or may have. */
  #note(bytes: Uint8Array, name: number, nameEnd: number, value: number, end: number): boolean {
    const count = this.#names.length;
    for (let tried = 0; tried < count; tried++) {
      const place = (this.#next + tried) % count;
      if (!isAt(bytes, name, nameEnd, this.#names[place] as Buffer)) continue;
      if (this.starts[place] !== NOWHERE) return false;
      this.starts[place] = value;
      this.ends[place] = end;
      this.#next = place + 1;
      return true;
    }
    // A name with escapes may be any.
    for (let at = name; at < nameEnd; at++) if (bytes[at] === BACKSLASH) return false;
    return true;
  }
}

function isAt(bytes: Uint8Array, from: number, to: number, name: Uint8Array): boolean {
  if (to - from !== name.length) return false;
  for (let at = 1; at < name.length; at++) if (bytes[from + at] !== name[at]) return false;
  return true;
}
