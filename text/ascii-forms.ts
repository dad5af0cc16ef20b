import { MOST_OF_AMOUNT, phraseOpeners } from './amount-words.ts';
import { AsciiTokens, mostTokenBytes, NO_TOKEN } from './ascii-tokens.ts';
import { LONGEST_FROM, UNIT_OF } from './units.ts';

/** The result for a text whose form has to be made from it as that of any other. */
export const NO_FORM = -1;

/** Meanings of a byte for the form of a text. */
const [AND, SIGN, RATE, DASH] = [1, 2, 3, 4];
const MEANING = new Uint8Array(256);
for (const [characters, meaning] of [
  ['&', AND],
  ['%"\'', SIGN],
  ['/B', RATE],
  ['-~', DASH],
] as const)
  for (const character of characters) MEANING[character.charCodeAt(0)] = meaning;

const [SPACE, POINT, ZERO, NINE, SLASH, SMALL_P, SMALL_S] = [0x20, 0x2e, 0x30, 0x39, 0x2f, 0x70, 0x73];

/** A word that has a meaning beside numbers. */
interface KnownWord {
  readonly bytes: Buffer;
  /** The short form of the unit that it spells. */
  readonly unit: Buffer | null;
  /** It is the first of several words that spell a unit. */
  readonly startsUnit: boolean;
  /** It is the first of words around amounts: "up" of "up to". */
  readonly opensPhrase: boolean;
}

const KNOWN_SLOTS = 1 << 12;

/** The words that have a meaning beside numbers, by their bytes. */
class KnownWords {
  readonly #slots: (KnownWord | undefined)[] = Array(KNOWN_SLOTS).fill(undefined);
  /** The most bytes that a unit has more than the word it is spelled by. */
  readonly mostGrowth: number;

  constructor() {
    const openers = new Set(phraseOpeners());
    let mostGrowth = 0;
    for (const word of new Set([...LONGEST_FROM.keys(), ...openers])) {
      const unit = UNIT_OF.get(word);
      const startsUnit = (LONGEST_FROM.get(word) ?? 0) > 1;
      const bytes = Buffer.from(word);
      mostGrowth = Math.max(mostGrowth, (unit?.length ?? 0) - bytes.length);
      this.#slots[this.#slotOf(bytes, 0, bytes.length)] = {
        ...{ bytes, startsUnit, opensPhrase: openers.has(word) },
        unit: unit === undefined ? null : Buffer.from(unit),
      };
    }
    this.mostGrowth = mostGrowth;
  }

  find(bytes: Uint8Array, from: number, to: number): KnownWord | undefined {
    return this.#slots[this.#slotOf(bytes, from, to)];
  }

  /** The slot of a word, or the one where it would stand. */
  #slotOf(bytes: Uint8Array, from: number, to: number): number {
    let hash = to - from;
    for (let at = from; at < to; at++) hash = Math.imul(hash ^ (bytes[at] as number), 0x9e3779b1);
    for (let slot = hash >>> 20; ; slot = (slot + 1) & (KNOWN_SLOTS - 1)) {
      const known = this.#slots[slot];
      if (known === undefined || isAt(bytes, from, to, known.bytes)) return slot;
    }
  }
}

function isAt(bytes: Uint8Array, from: number, to: number, word: Uint8Array): boolean {
  if (to - from !== word.length) return false;
  for (let at = 0; at < word.length; at++) if (bytes[from + at] !== word[at]) return false;
  return true;
}

let known: KnownWords | undefined;
const tokens = new AsciiTokens();

const isDigit = (byte: number | undefined) => byte !== undefined && byte >= ZERO && byte <= NINE;

/** Tells whether a digit stands before a place, with a space between or none: a sign there may mean a unit. */
const isBehindDigit = (bytes: Uint8Array, from: number, at: number): boolean =>
  (at > from && isDigit(bytes[at - 1])) || (at - 1 > from && bytes[at - 1] === SPACE && isDigit(bytes[at - 2]));

/** Tells whether the byte at a place may begin what is left of a unit of data rates: "/s", "Bps". */
const mayBeRate = (bytes: Uint8Array, at: number, to: number): boolean =>
  bytes[at] === SLASH
    ? at + 1 < to && bytes[at + 1] === SMALL_S
    : at + 2 < to && bytes[at + 1] === SMALL_P && bytes[at + 2] === SMALL_S;

/** End of a number without the zeros that do not change it; NO_FORM where it is several in one, such as a version. */
function plainNumberEnd(bytes: Uint8Array, from: number, to: number): number {
  let points = 0;
  for (let at = from; at < to; at++) if (bytes[at] === POINT) points++;
  if (points !== 1) return points === 0 ? to : NO_FORM;
  let end = to;
  while (bytes[end - 1] === ZERO) end--;
  return bytes[end - 1] === POINT ? end - 1 : end;
}

/** The most bytes that the form of a text of so many takes. */
export function mostFormBytes(length: number): number {
  known ??= new KnownWords();
  return mostTokenBytes(length) + length * known.mostGrowth;
}

/**
 * Writes the form of a text of printable ASCII in which it is compared, as `normaliseValue` makes it, from its bytes; returns
 * where it ends. NO_FORM where that takes more than reading its words and numbers one after the other.
 */
export function writeForm(bytes: Uint8Array, from: number, to: number, into: Uint8Array, at: number): number {
  known ??= new KnownWords();
  let hasDash = false;
  for (let place = from; place < to; place++) {
    const meaning = MEANING[bytes[place] as number] as number;
    if (meaning === 0) continue;
    if (meaning === DASH) hasDash = true;
    else if (meaning === AND) return NO_FORM;
    else if (meaning === SIGN ? isBehindDigit(bytes, from, place) : mayBeRate(bytes, place, to)) return NO_FORM;
  }
  let [count, numbers, end] = [0, 0, at];
  let [isBehindNumber, isWithinUnit] = [false, false];
  tokens.begin(bytes, from, to);
  for (;;) {
    const start = count === 0 ? at : end + 1;
    const tokenEnd = tokens.next(into, start);
    if (tokenEnd === NO_TOKEN) break;
    if (isWithinUnit) return NO_FORM;
    if (count++ > 0) into[end] = SPACE;
    end = tokenEnd;
    if (isDigit(into[start])) {
      end = plainNumberEnd(into, start, tokenEnd);
      if (end === NO_FORM) return NO_FORM;
      numbers++;
      isBehindNumber = true;
    } else if (isBehindNumber) {
      isBehindNumber = false;
      const word = known.find(into, start, end);
      isWithinUnit = word?.startsUnit ?? false;
      const unit = word?.unit ?? null;
      if (unit === null) continue;
      into.set(unit, start);
      end = start + unit.length;
    }
  }
  if (numbers === 0 || numbers > MOST_OF_AMOUNT || count < 3) return end;
  const mayBeRange = numbers === MOST_OF_AMOUNT && hasDash;
  return mayBeRange || holdsOpener(into, at, end) ? NO_FORM : end;
}

/** Tells whether any of the words that stand between spaces is the first of words around amounts. */
function holdsOpener(bytes: Uint8Array, from: number, to: number): boolean {
  for (let start = from; start < to; ) {
    let end = start;
    while (end < to && bytes[end] !== SPACE) end++;
    if (known?.find(bytes, start, end)?.opensPhrase === true) return true;
    start = end + 1;
  }
  return false;
}
