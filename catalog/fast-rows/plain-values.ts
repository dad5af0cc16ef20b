import { QUOTE as QUOTATION_MARK, UNKNOWN } from './skip-json.ts';

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
