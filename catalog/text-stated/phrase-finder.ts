/** A place in a text where a phrase stands as whole words, end exclusive. */
export interface PhrasePlace {
  /** The number that `add` gave the phrase. */
  readonly phrase: number;
  readonly start: number;
  readonly end: number;
}

const NONE = -1;
const SPACE = 0x20;
const HYPHEN = 0x2d;
const NO_BREAK_SPACE = 0xa0;
const APOSTROPHE = 0x27;
const FULL_STOP = 0x2e;

const isDigit = (code: number) => code >= 0x30 && code <= 0x39;

/** Letters and digits; of other scripts whatever is not among their punctuation marks and signs. */
function isWord(code: number): boolean {
  if (code < 0x80) return isDigit(code) || (code >= 0x61 && code <= 0x7a);
  if (code < 0xc0 || code === 0xd7 || code === 0xf7) return false;
  return !((code >= 0x2000 && code <= 0x2bff) || (code >= 0x3000 && code <= 0x303f) || code >= 0xff00);
}

const isGap = (code: number) => code === SPACE || code === HYPHEN || code === NO_BREAK_SPACE;

/**
 * Finds many phrases in a text at once, in one pass over it. Phrases are given in comparison form: words in lower case
 * parted by one space, which stands for a space or a hyphen in the text. The case of the text plays no role.
 */
export class PhraseFinder {
  readonly #numbers = new Map<string, number>();
  /** A tree of characters: the character of each node, its first child, its next sibling and the phrase that ends there. */
  readonly #codes: number[] = [0];
  readonly #children: number[] = [NONE];
  readonly #siblings: number[] = [NONE];
  readonly #phrases: number[] = [NONE];
  /** The children of the root, which every word of a text is compared with. */
  readonly #first = new Int32Array(0x10000).fill(NONE);

  /** Returns the phrase's number, which is the same each time it is added. */
  add(phrase: string): number {
    const known = this.#numbers.get(phrase);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    this.#numbers.set(phrase, number);
    let node = 0;
    for (let at = 0; at < phrase.length; at++) node = this.#childMade(node, phrase.charCodeAt(at));
    this.#phrases[node] = number;
    return number;
  }

  #child(node: number, code: number): number {
    if (node === 0) return this.#first[code] as number;
    let child = this.#children[node] as number;
    while (child !== NONE && this.#codes[child] !== code) child = this.#siblings[child] as number;
    return child;
  }

  #childMade(node: number, code: number): number {
    const known = this.#child(node, code);
    if (known !== NONE) return known;
    const made = this.#codes.push(code) - 1;
    this.#children.push(NONE);
    this.#siblings.push(this.#children[node] as number);
    this.#phrases.push(NONE);
    if (node === 0) this.#first[code] = made;
    this.#children[node] = made;
    return made;
  }

  /** Every place of every phrase, by where it starts, then where it ends. */
  find(text: string): PhrasePlace[] {
    const folded = text.toLowerCase();
    // Few letters become longer in lower case; their places would be others.
    const lower = folded.length === text.length ? folded : text;
    const found: PhrasePlace[] = [];
    for (let at = 0; at < lower.length; ) {
      if (!isWord(lower.charCodeAt(at))) {
        at++;
        continue;
      }
      this.#walk(lower, at, found);
      at = wordEnd(lower, at);
    }
    return found;
  }

  #walk(text: string, start: number, found: PhrasePlace[]): void {
    let node = 0;
    for (let at = start; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === APOSTROPHE && isWord(text.charCodeAt(at + 1))) continue;
      node = this.#child(node, isGap(code) ? SPACE : code);
      if (node === NONE) return;
      const phrase = this.#phrases[node] as number;
      if (phrase !== NONE && endsWord(text, at + 1)) found.push({ phrase, start, end: at + 1 });
    }
  }
}

/** "5.0" and "men's" are one word each. */
const joins = (text: string, at: number) => {
  const code = text.charCodeAt(at);
  if (code === APOSTROPHE) return isWord(text.charCodeAt(at + 1));
  return code === FULL_STOP && isDigit(text.charCodeAt(at - 1)) && isDigit(text.charCodeAt(at + 1));
};

const endsWord = (text: string, at: number) => at === text.length || (!isWord(text.charCodeAt(at)) && !joins(text, at));

function wordEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length && (isWord(text.charCodeAt(at)) || joins(text, at))) at++;
  return at;
}
