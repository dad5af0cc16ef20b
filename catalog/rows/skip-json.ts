/** Steps over JSON in bytes without making anything of it; each step says where what it steps over ends. */

/** What a step returns that does not know what stands there: perhaps no JSON, perhaps more than it was made for. */
export const UNKNOWN = -1;

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
export const [COMMA, COLON] = [0x2c, 0x3a];
const [LETTER_N, LETTER_U] = [0x6e, 0x75];

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
    // Nearly every byte of a text is one of these.
    while (byte > BACKSLASH || (byte > QUOTE && byte < BACKSLASH)) byte = bytes[++at] as number;
    if (byte === QUOTE) return at + 1;
    if (byte === BACKSLASH) {
      at = escapeEnd(bytes, at);
      if (at < 0) return UNKNOWN;
    } else if (byte >= 0x20) at++;
    else return UNKNOWN;
  }
}

const nullEnd = (bytes: Uint8Array, from: number) =>
  bytes[from] === LETTER_N && bytes[from + 1] === LETTER_U && bytes[from + 2] === 0x6c && bytes[from + 3] === 0x6c
    ? from + 4
    : UNKNOWN;

const textOrNullEnd = (bytes: Uint8Array, from: number) =>
  bytes[from] === QUOTE ? textEnd(bytes, from) : nullEnd(bytes, from);

export function spacesEnd(bytes: Uint8Array, from: number): number {
  let at = from;
  while (bytes[at] === 0x20 || bytes[at] === 0x09 || bytes[at] === 0x0d) at++;
  return at;
}

/** End of an object whose values are texts and nulls. */
function objectEnd(bytes: Uint8Array, from: number): number {
  let at = spacesEnd(bytes, from + 1);
  if (bytes[at] === 0x7d) return at + 1;
  for (;;) {
    at = textEnd(bytes, at);
    if (at < 0) return UNKNOWN;
    at = spacesEnd(bytes, at);
    if (bytes[at] !== COLON) return UNKNOWN;
    at = textOrNullEnd(bytes, spacesEnd(bytes, at + 1));
    if (at < 0) return UNKNOWN;
    at = spacesEnd(bytes, at);
    if (bytes[at] === 0x7d) return at + 1;
    if (bytes[at] !== COMMA) return UNKNOWN;
    at = spacesEnd(bytes, at + 1);
  }
}

/** End of an array of texts, nulls, and objects of texts and nulls. */
export function arrayEnd(bytes: Uint8Array, from: number): number {
  if (bytes[from] !== 0x5b) return UNKNOWN;
  let at = spacesEnd(bytes, from + 1);
  if (bytes[at] === 0x5d) return at + 1;
  for (;;) {
    at = bytes[at] === 0x7b ? objectEnd(bytes, at) : textOrNullEnd(bytes, at);
    if (at < 0) return UNKNOWN;
    at = spacesEnd(bytes, at);
    if (bytes[at] === 0x5d) return at + 1;
    if (bytes[at] !== COMMA) return UNKNOWN;
    at = spacesEnd(bytes, at + 1);
  }
}

/** Where any value ends, at the comma or brace that follows it. What stands in it is for the parser to judge. */
export function valueEnd(bytes: Uint8Array, from: number): number {
  let depth = 0;
  let at = from;
  for (;;) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      at = textEnd(bytes, at);
      if (at < 0) return UNKNOWN;
      continue;
    }
    if (byte === undefined || byte === 0x0a) return UNKNOWN;
    if (byte === 0x7b || byte === 0x5b) depth++;
    else if (depth === 0 && (byte === COMMA || byte === 0x7d)) return at;
    else if ((byte === 0x7d || byte === 0x5d) && --depth < 0) return UNKNOWN;
    at++;
  }
}

/** End of an object; `members` gets where the key of each member begins, where its colon stands, and where it ends. */
export function membersEnd(bytes: Uint8Array, from: number, members: number[]): number {
  if (bytes[from] !== 0x7b) return UNKNOWN;
  let at = spacesEnd(bytes, from + 1);
  if (bytes[at] === 0x7d) return at + 1;
  for (;;) {
    const start = at;
    at = textEnd(bytes, at);
    if (at < 0) return UNKNOWN;
    const colon = spacesEnd(bytes, at);
    if (bytes[colon] !== COLON) return UNKNOWN;
    at = valueEnd(bytes, colon + 1);
    if (at < 0) return UNKNOWN;
    members.push(start, colon, at);
    if (bytes[at] === 0x7d) return at + 1;
    at = spacesEnd(bytes, at + 1);
  }
}
