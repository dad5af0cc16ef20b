const SPACE = 0x20;
const [APOSTROPHE, COMMA, POINT, ZERO, SMALL_X] = [0x27, 0x2c, 0x2e, 0x30, 0x78];
const [DIGIT, LETTER] = [1, 2];

/** The kind of each byte; 0 of what stands between tokens. */
const KIND = new Uint8Array(256);
/** Each byte in lower case. */
const LOWER = new Uint8Array(256).map((_, byte) => byte);
for (let byte = 0x30; byte <= 0x39; byte++) KIND[byte] = DIGIT;
for (let byte = 0x61; byte <= 0x7a; byte++) {
  KIND[byte] = LETTER;
  KIND[byte - 0x20] = LETTER;
  LOWER[byte - 0x20] = byte;
}

export const NO_TOKEN = -1;

/** The most bytes that the tokens of a text of so many take, a space between each two. */
export const mostTokenBytes = (length: number): number => 2 * length + 2;

/** Reads the tokens of a text of ASCII alone, as `tokensOf` does, from its bytes and into bytes: no string is made of any. */
export class AsciiTokens {
  #bytes: Uint8Array = new Uint8Array();
  #from = 0;
  #to = 0;
  /** The end of the last token. */
  #at = 0;

  /** Begins a text that stands from `from` to `to`. */
  begin(bytes: Uint8Array, from: number, to: number): void {
    this.#bytes = bytes;
    this.#from = from;
    this.#to = to;
    this.#at = from;
  }

  /** Writes the next token; returns where it ends there, or NO_TOKEN behind the last. */
  next(into: Uint8Array, at: number): number {
    const bytes = this.#bytes;
    const start = this.#nextStart();
    if (start === this.#to) return NO_TOKEN;
    const isWord = KIND[bytes[start] as number] === LETTER;
    const end = isWord ? this.#nameEnd(start) : this.#numberEnd(start);
    this.#at = end;
    const leftOut = isWord ? APOSTROPHE : COMMA;
    let written = at;
    if (bytes[start] === POINT) into[written++] = ZERO;
    for (let place = start; place < end; place++) {
      const byte = bytes[place] as number;
      if (byte !== leftOut) into[written++] = LOWER[byte] as number;
    }
    return written;
  }

  #nextStart(): number {
    const bytes = this.#bytes;
    for (let at = this.#at; at < this.#to; at++) {
      const byte = bytes[at] as number;
      if (KIND[byte] !== 0) return at;
      if (byte === POINT && this.#kindAt(at + 1) === DIGIT && (at === this.#from || bytes[at - 1] === SPACE)) return at;
    }
    return this.#to;
  }

  #kindAt(at: number): number {
    return at < this.#to ? (KIND[this.#bytes[at] as number] as number) : 0;
  }

  #digitsEnd(from: number): number {
    let at = from;
    while (this.#kindAt(at) === DIGIT) at++;
    return at;
  }

  /** End of a number from its first digit, or its point, on: digits, thousands groups and decimal parts. */
  #numberEnd(from: number): number {
    const bytes = this.#bytes;
    let at = this.#digitsEnd(from);
    while (bytes[at] === COMMA && (at - from <= 3 || bytes[at - 4] === COMMA)) {
      if (this.#digitsEnd(at + 1) !== at + 4) break;
      at += 4;
    }
    while (bytes[at] === POINT && this.#kindAt(at + 1) === DIGIT) at = this.#digitsEnd(at + 1);
    return at;
  }

  /** End of the letters, and digits if asked for, from `from`; an apostrophe between letters belongs to them. */
  #lettersEnd(from: number, withDigits: boolean): number {
    const bytes = this.#bytes;
    for (let at = from; ; at++) {
      const kind = this.#kindAt(at);
      if (kind === LETTER || (kind === DIGIT && withDigits)) continue;
      if (at === this.#to || at === from || bytes[at] !== APOSTROPHE) return at;
      if (this.#kindAt(at + 1) !== LETTER || this.#kindAt(at - 1) !== LETTER) return at;
    }
  }

  /** End of a word from its first letter on, which may go on with digits. */
  #nameEnd(from: number): number {
    const bytes = this.#bytes;
    const lettersEnd = this.#lettersEnd(from, false);
    if (this.#kindAt(lettersEnd) !== DIGIT) return lettersEnd;
    const end = this.#lettersEnd(from, true);
    const isTimesSign =
      lettersEnd === from + 1 &&
      LOWER[bytes[from] as number] === SMALL_X &&
      from > this.#from &&
      this.#kindAt(from - 1) === DIGIT;
    return isTimesSign || this.#numberEnd(lettersEnd) > end ? lettersEnd : end;
  }
}
