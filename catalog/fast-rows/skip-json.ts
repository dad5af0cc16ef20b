/** Steps over JSON in bytes without making anything of it; each step says where what it steps over ends. */

/** The result of a step that does not know the bytes: perhaps no JSON, perhaps more than it was made for. */
export const UNKNOWN = -1;

export const [QUOTE, COMMA] = [0x22, 0x2c];
export const BACKSLASH = 0x5c;
const [SPACE, COLON] = [0x20, 0x3a];
export const [OPENING_BRACE, CLOSING_BRACE] = [0x7b, 0x7d];
export const [OPENING_BRACKET, CLOSING_BRACKET] = [0x5b, 0x5d];
const [ZERO, NINE, MINUS, PLUS, POINT, LETTER_E] = [0x30, 0x39, 0x2d, 0x2b, 0x2e, 0x65];
const [LETTER_F, LETTER_N, LETTER_T, LETTER_U] = [0x66, 0x6e, 0x74, 0x75];
const WORDS = { null: Buffer.from('null'), true: Buffer.from('true'), false: Buffer.from('false') };

/** The deepest nesting of lists and objects: what is deeper is for the parser. */
const MOST_NESTING = 8;

const isDigit = (byte: number | undefined) => byte !== undefined && byte >= ZERO && byte <= NINE;

const isHex = (byte: number | undefined) =>
  byte !== undefined && ((byte >= 0x30 && byte <= 0x39) || ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x66));

/** End of an escape from its backslash on. */
function escapeEnd(bytes: Uint8Array, from: number): number {
  const byte = bytes[from + 1];
  if (byte === LETTER_U) {
    for (let at = from + 2; at < from + 6; at++) if (!isHex(bytes[at])) return UNKNOWN;
    return from + 6;
  }
  return byte !== undefined && '"\\/bfnrt'.includes(String.fromCharCode(byte)) ? from + 2 : UNKNOWN;
}

export function textEnd(bytes: Uint8Array, from: number): number {
  if (bytes[from] !== QUOTE) return UNKNOWN;
  let at = from + 1;
  for (;;) {
    let byte = bytes[at] as number;
    while (byte > QUOTE ? byte !== BACKSLASH : byte < QUOTE && byte >= SPACE) byte = bytes[++at] as number;
    if (byte === QUOTE) return at + 1;
    if (byte !== BACKSLASH) return UNKNOWN;
    at = escapeEnd(bytes, at);
    if (at < 0) return UNKNOWN;
  }
}

export function spacesEnd(bytes: Uint8Array, from: number): number {
  let at = from;
  while (bytes[at] === 0x20 || bytes[at] === 0x09 || bytes[at] === 0x0d) at++;
  return at;
}

function wordEnd(bytes: Uint8Array, from: number, word: Uint8Array): number {
  for (let at = 0; at < word.length; at++) if (bytes[from + at] !== word[at]) return UNKNOWN;
  return from + word.length;
}

/** End of one digit or more. */
function digitsEnd(bytes: Uint8Array, from: number): number {
  let at = from;
  while (isDigit(bytes[at])) at++;
  return at === from ? UNKNOWN : at;
}

function numberEnd(bytes: Uint8Array, from: number): number {
  let at = bytes[from] === MINUS ? from + 1 : from;
  at = bytes[at] === ZERO ? at + 1 : digitsEnd(bytes, at);
  if (at >= 0 && bytes[at] === POINT) at = digitsEnd(bytes, at + 1);
  if (at < 0 || ((bytes[at] as number) | 0x20) !== LETTER_E) return at;
  const sign = bytes[at + 1];
  return digitsEnd(bytes, sign === MINUS || sign === PLUS ? at + 2 : at + 1);
}

/** End of a list from its first item on. */
function itemsEnd(bytes: Uint8Array, from: number, nesting: number): number {
  let at = spacesEnd(bytes, from);
  if (bytes[at] === CLOSING_BRACKET) return at + 1;
  for (;;) {
    at = jsonEnd(bytes, at, nesting);
    if (at < 0) return UNKNOWN;
    at = spacesEnd(bytes, at);
    if (bytes[at] === CLOSING_BRACKET) return at + 1;
    if (bytes[at] !== COMMA) return UNKNOWN;
    at = spacesEnd(bytes, at + 1);
  }
}

/** The start of a member's value, given the end of its name. */
export function memberValue(bytes: Uint8Array, nameEnd: number): number {
  const colon = spacesEnd(bytes, nameEnd);
  return bytes[colon] === COLON ? spacesEnd(bytes, colon + 1) : UNKNOWN;
}

/** End of an object from its first member on. */
function membersEnd(bytes: Uint8Array, from: number, nesting: number): number {
  let at = spacesEnd(bytes, from);
  if (bytes[at] === CLOSING_BRACE) return at + 1;
  for (;;) {
    at = textEnd(bytes, at);
    if (at < 0) return UNKNOWN;
    at = memberValue(bytes, at);
    if (at < 0) return UNKNOWN;
    at = jsonEnd(bytes, at, nesting);
    if (at < 0) return UNKNOWN;
    at = spacesEnd(bytes, at);
    if (bytes[at] === CLOSING_BRACE) return at + 1;
    if (bytes[at] !== COMMA) return UNKNOWN;
    at = spacesEnd(bytes, at + 1);
  }
}

/** The end of any value that is JSON and on one line. */
export function jsonEnd(bytes: Uint8Array, from: number, nesting = MOST_NESTING): number {
  switch (bytes[from]) {
    case QUOTE:
      return textEnd(bytes, from);
    case OPENING_BRACE:
      return nesting === 0 ? UNKNOWN : membersEnd(bytes, from + 1, nesting - 1);
    case OPENING_BRACKET:
      return nesting === 0 ? UNKNOWN : itemsEnd(bytes, from + 1, nesting - 1);
    case LETTER_N:
      return wordEnd(bytes, from, WORDS.null);
    case LETTER_T:
      return wordEnd(bytes, from, WORDS.true);
    case LETTER_F:
      return wordEnd(bytes, from, WORDS.false);
    default:
      return numberEnd(bytes, from);
  }
}
