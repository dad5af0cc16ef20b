import { FOREIGN_UNITS, type Language, ofLexicon, otherLanguage } from '../lexicon/index.ts';
import type { ReadNumber } from './english-numbers.ts';
import type { TokenPlaces } from './tokens.ts';
import { unitAt } from './units.ts';

/** Number words of the language in force, as they are looked for; nothing in English, whose rules stand beside this. */
const inForce = ofLexicon((): { numbers?: Language['numbers']; word?: RegExp } => {
  const { numbers } = otherLanguage() ?? {};
  if (numbers === undefined) return {};
  const words = [...Object.keys(numbers.adds), ...Object.keys(numbers.times), ...numbers.joins].sort(
    (a, b) => b.length - a.length,
  );
  return { numbers, word: new RegExp(`(?:${words.join('|')})`, 'gu') };
});

const DIGITS = /^\d+(?:\.\d+)?$/;

/** The number words a token is made of; null for any other token. */
function partsOf(token: string, numbers: Language['numbers']): string[] | null {
  const isWord = (word: string) => Object.hasOwn(numbers.adds, word) || Object.hasOwn(numbers.times, word);
  if (isWord(token)) return [token];
  if (!numbers.glued) return null;
  const parts = token.match(inForce.word as RegExp) ?? [];
  return parts.join('') === token && parts.some(isWord) && isWord(parts[0] as string) ? [...parts] : null;
}

/** Tells whether a token can be the first of a number in words. */
export function mayStartForeignNumber(token: string): boolean {
  const { numbers } = inForce;
  return numbers !== undefined && (Object.hasOwn(numbers.before_unit, token) || partsOf(token, numbers) !== null);
}

/** Tells whether numbers in words are those of another language than English. */
export const hasForeignNumbers = (): boolean => inForce.numbers !== undefined;

/** Returns what a word adds that may begin a number, -1 for words that go with what stands before them. */
const adds = (word: string, { adds: amounts, behind }: Language['numbers']): number =>
  behind.includes(word) ? -1 : (amounts[word] ?? -1);

/** Sums up number words as they come: "seven", "and", "twenty"; "three", "hundred", "fifty". */
class Sum {
  #total = 0;
  #group = 0;
  #last = 0;

  add(amount: number): void {
    this.#group += amount;
    this.#last = amount;
  }

  times(factor: number): void {
    if (factor >= 1000 && factor >= this.#group) {
      this.#total += Math.max(1, this.#group) * factor;
      this.#group = 0;
    } else this.#group += Math.max(1, this.#last) * factor - this.#last;
    this.#last = 0;
  }

  /** The amount added last, 0 where it was multiplied since. */
  get last(): number {
    return this.#last;
  }

  get amount(): number {
    return this.#total + this.#group;
  }
}

/** The number in words, or in digits and words, that some tokens start with; undefined where they start with none. */
export function readForeignNumber(tokens: readonly string[]): ReadNumber | undefined {
  const { numbers } = inForce;
  const first = tokens[0];
  if (numbers === undefined || first === undefined) return undefined;
  const half = Object.hasOwn(numbers.before_unit, first) ? numbers.before_unit[first] : undefined;
  if (half !== undefined && unitAt(tokens, 1) !== undefined) return { amount: half, length: 1 };
  const sum = new Sum();
  let at = 0;
  for (; at < tokens.length; at++) {
    const token = tokens[at] as string;
    if (at === 0 && DIGITS.test(token)) {
      sum.add(Number(token));
      continue;
    }
    const isJoin = at > 0 && numbers.joins.includes(token) && partsOf(tokens[at + 1] ?? '', numbers) !== null;
    if (isJoin) continue;
    const parts = partsOf(token, numbers);
    // A number in words that follows another is another number, unless words of it are set apart.
    if (parts === null || (at > 0 && DIGITS.test(first) && !Object.hasOwn(numbers.times, parts[0] as string))) break;
    // "Ein siebenundzwanzig Zoll großer": a larger amount begins another number.
    if (at > 0 && adds(parts[0] as string, numbers) > sum.last && sum.last > 0) break;
    for (const part of parts) {
      if (Object.hasOwn(numbers.adds, part)) sum.add(numbers.adds[part] as number);
      else if (Object.hasOwn(numbers.times, part)) sum.times(numbers.times[part] as number);
    }
  }
  if (at === 0) return undefined;
  const decimals = decimalsAt(tokens, at, numbers);
  const amount = Math.round((sum.amount + decimals.amount) * 1e9) / 1e9;
  return { amount, length: at + decimals.length };
}

function decimalsAt(tokens: readonly string[], from: number, { point, adds }: Language['numbers']): ReadNumber {
  const none = { amount: 0, length: 0 };
  if (point === undefined || tokens[from] !== point) return none;
  let digits = '';
  let at = from + 1;
  for (; at < tokens.length; at++) {
    const token = tokens[at] as string;
    if (/^\d+$/.test(token) && digits === '') digits = token;
    else if ((adds[token] ?? 10) < 10) digits += adds[token];
    else break;
  }
  return digits === '' ? none : { amount: Number(`0.${digits}`), length: at - from };
}

const HAN = /\p{Script=Han}/u;
const HAN_UNITS = [...FOREIGN_UNITS.keys()].filter((unit) => HAN.test(unit)).sort((a, b) => b.length - a.length);

/**
 * Tokens with numbers and units set apart where the script does not: of "六十升水箱" 六十, 升 and 水箱. The dictionary cuts
 * them with what stands beside them, each time in another way.
 */
export function numbersSetApart(places: TokenPlaces): TokenPlaces {
  if (!places.tokens.some((token) => HAN.test(token))) return places;
  const { numbers } = inForce;
  const parted: TokenPlaces = { tokens: [], starts: [], ends: [] };
  const push = (token: string, start: number, end: number) => {
    parted.tokens.push(token);
    parted.starts.push(start);
    parted.ends.push(end);
  };
  const isNumeral = (character: string) =>
    numbers?.glued === true &&
    (Object.hasOwn(numbers.adds, character) || Object.hasOwn(numbers.times, character) || character === numbers.point);
  /** 六 starts one, and so does 十 before another numeral; 千 alone is a part of many words. */
  const startsNumber = (token: string, at: number) =>
    numbers?.glued === true &&
    (Object.hasOwn(numbers.adds, token[at] as string) ||
      (isNumeral(token[at] as string) && Object.hasOwn(numbers.adds, token[at + 1] ?? '')));
  let afterNumber = false;
  for (const [place, token] of places.tokens.entries()) {
    const start = places.starts[place] as number;
    const end = places.ends[place] as number;
    if (!HAN.test(token) || end - start !== token.length) {
      push(token, start, end);
      afterNumber = DIGITS.test(token);
      continue;
    }
    let from = 0;
    while (from < token.length) {
      // Units are read on into what follows, for the dictionary may have cut within one.
      const ahead = token.slice(from) + unbroken(places, place);
      const unit = afterNumber ? HAN_UNITS.find((one) => ahead.startsWith(one)) : undefined;
      if (unit !== undefined && unit.length <= token.length - from) {
        push(unit, start + from, start + from + unit.length);
        from += unit.length;
        afterNumber = false;
        continue;
      }
      let to = from;
      if (startsNumber(token, from) || (afterNumber && isNumeral(token[from] as string)))
        while (to < token.length && isNumeral(token[to] as string)) {
          push(token[to] as string, start + to, start + to + 1);
          to++;
        }
      if (to > from) {
        afterNumber = true;
        from = to;
        continue;
      }
      afterNumber = false;
      while (to < token.length && !startsNumber(token, to)) to++;
      push(token.slice(from, to), start + from, start + to);
      from = to;
    }
  }
  return parted;
}

/** The Han characters of the next token, where nothing stands between. */
const unbroken = ({ tokens, starts, ends }: TokenPlaces, place: number): string =>
  starts[place + 1] === ends[place] && HAN.test(tokens[place + 1] ?? '') ? (tokens[place + 1] as string) : '';
