import { englishWords, FIELDS } from '../../lexicon/index.ts';
import { memoised } from '../../text/cache/memoised.ts';
import { tokensOf } from '../../text/normalise.ts';
import { coreOf } from '../language/field-name.ts';
import { FUNCTION_WORDS, foldedTokensOf, foldToken, GENERIC_WORDS, placesOf } from './question-matcher.ts';

/** The part of a slot that tells which words of a question may mean it. */
interface WordedSlot {
  /** Canonical names, without `details.`. */
  readonly fields: readonly string[];
  readonly units?: readonly string[];
  /** Values that its answer states. */
  readonly facts?: readonly string[];
}

/** Tells whether products of the shop state a value of a field. */
export type Stated = (field: string, value: string) => boolean;

/** A stretch of a question's tokens. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

const MOST_FIELDS = 1024;
const LONGEST_VALUE = 3;
const SKIPPED = new Set(englishWords('question topics: skipped'));
/** Words behind a name that measure what it names ("battery capacity"), each with words that ask for it: "how big". */
const MEASURES: ReadonlyMap<string, readonly string[]> = new Map(
  [
    ...Map.groupBy(
      englishWords('question topics: measures').map((text) => text.split(' = ') as [string, string]),
      ([measure]) => measure,
    ),
  ].map(([measure, pairs]) => [measure, pairs.map(([, word]) => word)]),
);
const MEASURED = new Set([...MEASURES.keys()].map(foldToken));
/** Words behind a name that add nothing to it: "power source". */
const ADDING_NOTHING = new Set(englishWords('question topics: adding nothing').map(foldToken));

const isTelling = (token: string) => token.length > 2 && !FUNCTION_WORDS.has(token) && !GENERIC_WORDS.has(token);
const tellingIn = (texts: readonly string[]) => texts.flatMap((text) => tokensOf(text).filter(isTelling));

/** The words of a field's name that tell it from others: "wheel" of Wheel size, and "power" of Power. */
const nameWordsOf = memoised(MOST_FIELDS, (field): readonly string[] => {
  const words = tellingIn([coreOf(field), field.replaceAll('_', ' ')]);
  const things = words.filter((word) => !MEASURES.has(word));
  return things.length > 0 ? things : words;
});
const saidWordsOf = memoised(MOST_FIELDS, (field): readonly string[] => {
  const say = FIELDS.get(field)?.say;
  const phrases = [say?.before, say?.after, say?.verb].flatMap((list) => list ?? []);
  return tellingIn(phrases.map((phrase) => phrase.replaceAll('{v}', ' ')));
});

const LEAST_COMMON = 5;
const MOST_ENDING = 3;

/** Tells whether two words are forms of one, as far as their letters tell: "intense" and "intensity". */
export function areRelated(one: string, other: string): boolean {
  if (foldToken(one) === foldToken(other)) return true;
  let common = 0;
  while (common < one.length && one[common] === other[common]) common += 1;
  return common >= LEAST_COMMON && one.length - common <= MOST_ENDING && other.length - common <= MOST_ENDING;
}

const placesRelated = (tokens: readonly string[], words: readonly string[]): number[] =>
  tokens.flatMap((token, at) => (isTelling(token) && words.some((word) => areRelated(token, word)) ? [at] : []));

/** Returns the places where a question says words of a slot's name, or words related to them. */
export const namedAt = (tokens: readonly string[], { fields }: WordedSlot): number[] =>
  placesRelated(tokens, fields.flatMap(nameWordsOf));

/** Returns the places where a question says the very words that requests say a slot's values with: "roasted by". */
export const saidAt = (tokens: readonly string[], { fields }: WordedSlot): number[] => {
  const words = fields.flatMap(saidWordsOf);
  return tokens.flatMap((token, at) => (words.includes(token) ? [at] : []));
};

/** Tells whether a question may mean a slot: it has words of its name, of its values, or of how these are said. */
export const mayMean = (tokens: readonly string[], slot: WordedSlot): boolean =>
  namedAt(tokens, slot).length > 0 ||
  saidAt(tokens, slot).length > 0 ||
  placesRelated(tokens, tellingIn(slot.facts ?? [])).length > 0;

/**
 * Ways to name a shop's own field of two words but in their order: "travel of the fork" for Fork travel, "how big the wheels
 * are" for Wheel size.
 */
export function turnedNamesOf(field: string): string[] {
  const [thing, measure, ...more] = coreOf(field).split(' ');
  if (thing === undefined || measure === undefined || more.length > 0 || !isTelling(thing)) return [];
  const asked = (MEASURES.get(measure) ?? []).flatMap((word) => [`${word} * ${thing}`, `${thing} * ${word}`]);
  return [`${measure} * ${thing}`, ...asked];
}

/**
 * Returns the stretches in which a question says a slot's field with a word that measures it, where the slot is an amount, or
 * with one that adds nothing: "battery capacity" of Battery, "power source" of Power.
 */
export const longerNamesOf = (tokens: readonly string[], { fields, units = [] }: WordedSlot): Stretch[] => {
  const folded = tokens.map(foldToken);
  const isIdle = (word = '') => ADDING_NOTHING.has(word) || (units.length > 0 && MEASURED.has(word));
  return fields.flatMap((field) => {
    const name = foldedTokensOf(coreOf(field));
    return placesOf(name, folded).flatMap((start) => {
      let end = start + name.length;
      while (isIdle(folded[end])) end += 1;
      return end > start + name.length ? [{ start, end }] : [];
    });
  });
};

const isNumber = (token: string) => /^\d/.test(token);

/** Returns the stretches of up to three tokens that end before a place, or begin behind it, the longest first. */
function stretchesBeside(tokens: readonly string[], place: number, step: 1 | -1): Stretch[] {
  let from = place + step;
  while (SKIPPED.has(tokens[from] ?? '')) from += step;
  const lengths = Array.from({ length: LONGEST_VALUE }, (_, at) => LONGEST_VALUE - at);
  return lengths
    .map((length) => (step === 1 ? { start: from, end: from + length } : { start: from - length + 1, end: from + 1 }))
    .filter(({ start, end }) => start >= 0 && end <= tokens.length);
}

/**
 * Returns the stretches of a question that name a value of a slot's field to choose from, beside "or": its own, or one that
 * the shop states. Bare numbers are of a field whose name the question has words of.
 */
export function choicesOf(tokens: readonly string[], slot: WordedSlot, states: Stated): Stretch[] {
  const facts = (slot.facts ?? []).map(foldedTokensOf);
  const isValue = ({ start, end }: Stretch) => {
    const words = tokens.slice(start, end);
    if (words.every(isNumber) && namedAt(tokens, slot).length === 0) return false;
    const folded = words.map(foldToken);
    return (
      facts.some((fact) => fact.join(' ') === folded.join(' ')) ||
      slot.fields.some((field) => states(field, words.join(' ')))
    );
  };
  const isAside = (from: number, to: number) =>
    tokens.slice(Math.max(0, from), to).every((token) => FUNCTION_WORDS.has(token));
  return tokens.flatMap((token, place) => {
    if (token !== 'or') return [];
    const [before, behind] = ([-1, 1] as const).map((step) => stretchesBeside(tokens, place, step).find(isValue));
    if (before !== undefined && behind !== undefined) return [before, behind];
    // One that is known beside one that is not, and nothing else: "electric or manual".
    if (before !== undefined && isAside(0, before.start) && isAside(place + 1 + LONGEST_VALUE, tokens.length))
      return [before];
    return behind !== undefined && isAside(0, place - LONGEST_VALUE) && isAside(behind.end, tokens.length)
      ? [behind]
      : [];
  });
}
