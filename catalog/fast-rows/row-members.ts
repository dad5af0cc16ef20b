import { CLOSING_BRACE, COMMA, jsonEnd, memberValue, OPENING_BRACE, spacesEnd, textEnd } from './skip-json.ts';

const BACKSLASH = 0x5c;
const [NOWHERE, DOUBTFUL] = [-1, -2];

type StepOver = (place: number, value: number, bytes: Uint8Array) => number;

const jsonAt: StepOver = (_, value, bytes) => jsonEnd(bytes, value);

/** The bounds of a row's members in its bytes. */
export class RowMembers {
  /** The start of the value of each name, or -1 where the row has none, and its end. */
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
   * name at most once. `stepOver` is told where the value of a name begins, and says where it ends, or -1 if it cannot.
   */
  find(bytes: Uint8Array, from: number, to: number, stepOver: StepOver = jsonAt): boolean {
    this.starts.fill(NOWHERE);
    let at = spacesEnd(bytes, from);
    if (bytes[at] !== OPENING_BRACE) return false;
    do {
      const name = spacesEnd(bytes, at + 1);
      const nameEnd = textEnd(bytes, name);
      if (nameEnd < 0) return false;
      const value = memberValue(bytes, nameEnd);
      if (value < 0) return false;
      const place = this.#placeOf(bytes, name, nameEnd);
      if (place === DOUBTFUL) return false;
      const end = place === NOWHERE ? jsonEnd(bytes, value) : stepOver(place, value, bytes);
      if (end < 0) return false;
      if (place !== NOWHERE) {
        this.starts[place] = value;
        this.ends[place] = end;
      }
      at = spacesEnd(bytes, end);
    } while (bytes[at] === COMMA);
    return bytes[at] === CLOSING_BRACE && spacesEnd(bytes, at + 1) === to;
  }

  /** The place of a name; DOUBTFUL where the row had it before, or may have. */
  #placeOf(bytes: Uint8Array, name: number, nameEnd: number): number {
    const count = this.#names.length;
    for (let tried = 0, place = this.#next; tried < count; tried++, place++) {
      if (place >= count) place = 0;
      if (!isAt(bytes, name, nameEnd, this.#names[place] as Buffer)) continue;
      this.#next = place + 1;
      return this.starts[place] === NOWHERE ? place : DOUBTFUL;
    }
    // A name with escapes may be any.
    for (let at = name; at < nameEnd; at++) if (bytes[at] === BACKSLASH) return DOUBTFUL;
    return NOWHERE;
  }
}

function isAt(bytes: Uint8Array, from: number, to: number, name: Uint8Array): boolean {
  if (to - from !== name.length) return false;
  for (let at = 1; at < name.length; at++) if (bytes[from + at] !== name[at]) return false;
  return true;
}

/** The bounds of a list's items in the bytes of a row; kept from row to row, since making it costs more than filling it. */
export class ListItems {
  /** The start and end of each; the end is below 0 where it is no plain text. */
  starts = new Int32Array(16);
  ends = new Int32Array(16);
  count = 0;

  clear(): void {
    this.count = 0;
  }

  add(start: number, end: number): void {
    if (this.count === this.starts.length) {
      this.starts = grown(this.starts);
      this.ends = grown(this.ends);
    }
    this.starts[this.count] = start;
    this.ends[this.count++] = end;
  }
}

function grown(places: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(places.length * 2);
  larger.set(places);
  return larger;
}
