import { wordsAroundAmounts } from '../lexicon/index.ts';
import { tokensOf } from './tokens.ts';
import { dimensionOf } from './units.ts';

/** Phrases by their first tokens, those of most tokens first. */
type Phrases = ReadonlyMap<string, readonly (readonly string[])[]>;

function phrasesOf(texts: readonly string[]): Phrases {
  const phrases = [...new Set(texts.map((text) => tokensOf(text).join(' ')))]
    .map((phrase) => phrase.split(' '))
    .sort((a, b) => b.length - a.length);
  return Map.groupBy(phrases, ([first]) => first as string);
}

function readPhrases() {
  const { about, most, least, from, to, between, and } = wordsAroundAmounts();
  return {
    /** Around an amount that they leave as it is: "about"; and around the most of something, which is that amount. */
    leaving: phrasesOf([...about, ...most]),
    least: phrasesOf(least),
    all: phrasesOf([...about, ...most, ...least]),
    opening: phrasesOf([...from, ...least, ...about]),
    joining: phrasesOf(to),
    between: phrasesOf(between),
    and: phrasesOf(and),
  };
}

let known: ReturnType<typeof readPhrases> | undefined;

const phrases = () => {
  known ??= readPhrases();
  return known;
};

/** The first tokens of the phrases that tell an amount, or a range of two, from the words around it. */
export function* phraseOpeners(): Generator<string, void, void> {
  const { leaving, opening, joining, between, and } = phrases();
  for (const group of [leaving, opening, joining, between, and]) yield* group.keys();
}

/** The number of tokens from a place on that are one of some phrases; 0 where none is. */
function lengthAt(among: Phrases, tokens: readonly string[], at: number): number {
  const found = among.get(tokens[at] ?? '')?.find((phrase) => phrase.every((word, step) => tokens[at + step] === word));
  return found?.length ?? 0;
}

/** The number of tokens at the start of some that are phrases, one after the other: "ca bis zu". */
function lengthOf(among: Phrases, tokens: readonly string[], from = 0): number {
  let at = from;
  for (let length = lengthAt(among, tokens, at); length > 0; length = lengthAt(among, tokens, at)) at += length;
  return at - from;
}

/** Tells whether all tokens are such words: those behind an amount, "60 w maximal". */
const areAll = (among: Phrases, tokens: readonly string[], from: number): boolean =>
  from + lengthOf(among, tokens, from) === tokens.length;

const startsWithDigit = (token: string) => token.charCodeAt(0) >= 0x30 && token.charCodeAt(0) <= 0x39;
const isNumber = (token: string | undefined) => token !== undefined && startsWithDigit(token);
const isWord = (token: string | undefined) => token !== undefined && !startsWithDigit(token);

/** A dash between two numbers of a text, or the unit of the first: "2700-6500 K", "2700 K – 6500 K". */
const DASHED = /^[^\d]*(?<!-\s*)[\d.,]+\s?[^\d\s]*\s?[-‐‑–—−~～〜]\s?[\d.,]+(?!\s?[-‐‑–—−/])/u;

/** Numbers of a range of amounts; a value with more is no amount. */
export const MOST_OF_AMOUNT = 2;

/** The tokens of a value that is an amount with its unit, or a range of two, without the words around it; others as they are. */
export function amountAlone(text: string, tokens: readonly string[]): readonly string[] {
  return rangeAlone(text, tokens) ?? oneAlone(tokens) ?? tokens;
}

/**
 * The amount that words of approximation or of an upper bound stand around: "ca. 13 kg" is 13 kg, and "max. 60 W" the 60 W
 * that a lamp draws or a shelf bears. A lower bound is another thing than the amount alone: from 3 years on, of a toy.
 */
function oneAlone(tokens: readonly string[]): readonly string[] | null {
  if (tokens.length < 3) return null;
  const { leaving } = phrases();
  const from = isNumber(tokens[0]) ? 0 : lengthOf(leaving, tokens);
  if (!isNumber(tokens[from]) || !isWord(tokens[from + 1])) return null;
  const to = [from + 2, from + 3].find((end) => areAll(leaving, tokens, end));
  return to === undefined || (from === 0 && to === tokens.length) ? null : tokens.slice(from, to);
}

/** Dimensions of units that stand beside amperes. */
const ELECTRIC: ReadonlySet<string> = new Set(['voltage', 'power', 'energy']);

/** A range as "2700 to 6500 k", its ends ascending and followed by a unit or one other word; null for anything else. */
function rangeAlone(text: string, tokens: readonly string[]): readonly string[] | null {
  const numbers = tokens.length < 3 ? [] : tokens.flatMap((token, at) => (isNumber(token) ? at : []));
  const [first, second] = numbers;
  if (first === undefined || second === undefined || numbers.length !== MOST_OF_AMOUNT) return null;
  const { opening, joining, between, and, leaving } = phrases();
  const isBetween = first > 0 && areAll(between, tokens.slice(0, first), 0);
  if (!isBetween && !areAll(opening, tokens.slice(0, first), 0)) return null;
  const inside = tokens.slice(first + 1, second);
  const joint = inside.findIndex((_, at) => areAll(isBetween ? and : joining, inside, at));
  if (joint < 0 && (isBetween || !DASHED.test(text))) return null;
  const end = [second + 2, second + 3].find((place) => place <= tokens.length && areAll(leaving, tokens, place));
  const [unit, own] = [tokens.slice(second + 1, end), joint < 0 ? inside : inside.slice(0, joint)];
  if (end === undefined || !unit.every(isWord)) return null;
  if (own.length > 0 && own.join(' ') !== unit.join(' ')) return null;
  // "5 A 10 V" are amperes.
  if (inside[joint] === 'a' && ELECTRIC.has(dimensionOf(unit.join(' ')))) return null;
  const [low, high] = [tokens[first] as string, tokens[second] as string];
  return Number(low) < Number(high) ? [low, 'to', high, ...unit] : null;
}

/** The tokens of a value without the words in front of its number, whatever bound they say. */
export function withoutLead(tokens: readonly string[]): readonly string[] {
  const length = isNumber(tokens[0]) ? 0 : lengthOf(phrases().all, tokens);
  return length > 0 && isNumber(tokens[length]) ? tokens.slice(length) : tokens;
}

/** Tells whether a value in its comparison form may start with a number, behind words around amounts or none: most do not. */
export const mayStartWithNumber = (norm: string): boolean =>
  isNumber(norm) || phrases().all.has(norm.slice(0, `${norm} `.indexOf(' ')));

/** Tells whether tokens behind an amount say of it what bound it is, and nothing else. */
export const saysBound = (tokens: readonly string[]): boolean => areAll(phrases().all, tokens, 0);

/** Tells whether a value in its comparison form is the least of something: "from 3 year". */
export const isLeast = (norm: string): boolean => !isNumber(norm) && lengthAt(phrases().least, norm.split(' '), 0) > 0;
