/** What a byte of a text means for cleaning it. */
const [SPACE, AMPERSAND, SEMICOLON, ODD, BACKSLASH, QUOTE] = [1, 2, 4, 8, 16, 32];

const MEANING = new Uint8Array(256).fill(ODD);
for (let byte = 0x20; byte < 0x7f; byte++) MEANING[byte] = 0;
for (const [character, meaning] of [
  [' ', SPACE],
  ['&', AMPERSAND],
  [';', SEMICOLON],
  ['<', ODD],
  ['\\', BACKSLASH],
  ['"', QUOTE],
] as const)
  MEANING[character.charCodeAt(0)] = meaning;

/**
 * Where a text of a row ends that begins with its quotation mark and is JSON. Negative where the text is not plain:
 * cleaning it, or writing it as JSON again, may give something else than stands there.
 */
export function plainEnd(bytes: Uint8Array, from: number): number {
  let seen = 0;
  let before = SPACE;
  for (let at = from + 1; ; at++) {
    const meaning = MEANING[bytes[at] as number] as number;
    if (meaning === QUOTE) {
      const isEmpty = at === from + 1;
      const mayHoldEntity = (seen & (AMPERSAND | SEMICOLON)) === (AMPERSAND | SEMICOLON);
      const isPlain = isEmpty || ((seen & ODD) === 0 && !mayHoldEntity && before !== SPACE);
      return isPlain ? at + 1 : -(at + 1);
    }
    if (meaning === BACKSLASH) {
      seen |= ODD;
      at++;
    } else {
      // Two spaces are one too many, and so is one at either end.
      seen |= meaning === SPACE && before === SPACE ? ODD : meaning;
    }
    before = meaning;
  }
}
