import type { ByteWriter } from '../memory/byte-writer.ts';
import {
  BACKSLASH,
  CLOSING_BRACE,
  COMMA,
  memberValue,
  QUOTE as QUOTATION_MARK,
  spacesEnd,
  textEnd,
  UNKNOWN,
} from './skip-json.ts';

/** The classes of bytes that matter for cleaning a text. */
const [SPACE, AMPERSAND, SEMICOLON, ODD, QUOTE] = [1, 2, 4, 8, 16];

const MEANING = new Uint8Array(256).fill(ODD);
for (let byte = 0x20; byte < 0x7f; byte++) MEANING[byte] = 0;
for (const [character, meaning] of [
  [' ', SPACE],
  ['&', AMPERSAND],
  [';', SEMICOLON],
  ['<', ODD],
  ['\\', ODD],
  ['"', QUOTE],
] as const)
  MEANING[character.charCodeAt(0)] = meaning;

/**
 * Finds the end of a plain text that begins with its quotation mark: one that is clean, and stands in JSON as it is.
 * UNKNOWN where there is no text, or cleaning it or writing it as JSON may give something else than stands there.
 */
export function plainEnd(bytes: Uint8Array, from: number): number {
  if (bytes[from] !== QUOTATION_MARK) return UNKNOWN;
  let seen = 0;
  let before = SPACE;
  for (let at = from + 1; ; at++) {
    const meaning = MEANING[bytes[at] ?? 0] as number;
    if (meaning === QUOTE) {
      const mayHoldEntity = (seen & (AMPERSAND | SEMICOLON)) === (AMPERSAND | SEMICOLON);
      const isEmpty = at === from + 1;
      return isEmpty || (!mayHoldEntity && before !== SPACE) ? at + 1 : UNKNOWN;
    }
    // Two spaces are one too many, and so is one at either end.
    if (meaning === ODD || (meaning & before & SPACE) !== 0) return UNKNOWN;
    seen |= meaning;
    before = meaning;
  }
}

const [ZERO, NINE, POINT] = [0x30, 0x39, 0x2e];
/** Numbers of as many digits are exact, and so is dividing them by a power of ten. */
const MOST_DIGITS = 15;

/** The number that stands in the bytes, which are JSON, if it is one of digits and at most one point; null for any other. */
export function plainNumber(bytes: Uint8Array, from: number, to: number): number | null {
  if (to - from > MOST_DIGITS) return null;
  let digits = 0;
  let divisor = 0;
  for (let at = from; at < to; at++) {
    const byte = bytes[at] as number;
    if (byte >= ZERO && byte <= NINE) {
      digits = digits * 10 + byte - ZERO;
      divisor *= 10;
    } else if (byte === POINT) divisor = 1;
    else return null;
  }
  return divisor === 0 ? digits : digits / divisor;
}

/** Tells whether bytes hold a letter or a digit of ASCII. */
export function holdsWord(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const byte = bytes[at] as number;
    if (isLetter(byte) || (byte >= ZERO && byte <= NINE)) return true;
  }
  return false;
}

const MOST_MEMBERS = 8;
const isLetter = (byte: number | undefined) => byte !== undefined && (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;

/** Bounds of the names that an object was found to have. */
const names = new Int32Array(MOST_MEMBERS * 2);

function isKnownName(bytes: Uint8Array, from: number, to: number, count: number): boolean {
  for (let name = 0; name < count; name++) {
    const start = names[name * 2] as number;
    if ((names[name * 2 + 1] as number) - start !== to - from) continue;
    let same = from;
    while (same < to && bytes[same] === bytes[start + same - from]) same++;
    if (same === to) return true;
  }
  return false;
}

/**
 * Tells whether an object, which is JSON, has a few plain names, each once and beginning with a letter, and counts: parsed
 * and written again it differs by the spaces between them alone.
 */
export function holdsCounts(bytes: Uint8Array, from: number): boolean {
  let at = from;
  for (let count = 0; count < MOST_MEMBERS; count++) {
    const name = spacesEnd(bytes, at + 1);
    const nameEnd = textEnd(bytes, name);
    if (nameEnd < 0 || !isLetter(bytes[name + 1]) || isKnownName(bytes, name, nameEnd, count)) return false;
    for (let place = name + 1; place < nameEnd - 1; place++)
      if (((MEANING[bytes[place] as number] as number) & ODD) !== 0) return false;
    names[count * 2] = name;
    names[count * 2 + 1] = nameEnd;
    const value = memberValue(bytes, nameEnd);
    at = value;
    while ((bytes[at] as number) >= ZERO && (bytes[at] as number) <= NINE) at++;
    if (at === value || at - value > MOST_DIGITS) return false;
    at = spacesEnd(bytes, at);
    if (bytes[at] === CLOSING_BRACE) return true;
    if (bytes[at] !== COMMA) return false;
  }
  return false;
}

/** Writes an object that holds counts, without spaces between them, as it stands within a text of JSON. */
export function writeCounts(bytes: Uint8Array, from: number, to: number, into: ByteWriter): void {
  let isName = false;
  for (let at = from; at < to; at++) {
    const byte = bytes[at] as number;
    if (byte === QUOTATION_MARK) {
      isName = !isName;
      into.byte(BACKSLASH);
    } else if (!isName && (byte === 0x20 || byte === 0x09 || byte === 0x0d)) continue;
    into.byte(byte);
  }
}
