import { englishWords } from '../../lexicon/index.ts';
import type { Product } from '../../schemas/product.ts';
import {
  endsNames,
  isSeveral,
  type Listed,
  MOST_BEFORE,
  namesEndingAt,
  sayNothing,
  thingsNamedBy,
} from './listed-names.ts';
import { COLLECTIONS, headOf, isNoun, isPart, isServing, isWeak, singularOf, singularsIn } from './noun-words.ts';
import {
  DOES,
  headsOfKinds,
  isJoinedBehind,
  isOfCollections,
  JOINED_BEHIND,
  JOINT,
  makerWords,
  namingParts,
  saysBeside,
  type Word,
} from './title-name.ts';

/** Collections that are things a shopper asks for: a tool kit, a sofa set. */
const ASKED_FOR = new Set(englishWords('product noun: sold together'));

/** Words for what things are sold in, behind their names. */
const SOLD_IN = new Set(englishWords('product noun: sold in'));

const nounOf = (word: Word): string => singularOf(headOf(word.text));

/** The listed name that ends first among some words, and where another begins within it the one that goes on from there. */
function firstName(title: string, words: readonly Word[]): Listed | null {
  let found: Listed | null = null;
  for (let last = 0; last < words.length; last++) {
    const [longest] = namesEndingAt(title, words, last);
    if (longest === undefined) continue;
    if (found !== null && longest.first > found.last) break;
    found = longest;
  }
  return found;
}

const isThing = (word: Word | undefined): boolean => word !== undefined && (isNoun(word.text) || isPart(word.text));
/** Tells whether a word names things, or ends the names of some. */
const isHead = (word: Word | undefined): boolean => isThing(word) || (word !== undefined && endsNames(nounOf(word)));

/** Tells whether a title says a noun again as a name, before no other noun: the first thing behind it, or anywhere. */
function isSaidAgain(parts: readonly (readonly Word[])[], behind: readonly Word[], name: Word): boolean {
  const noun = nounOf(name);
  const next = behind.find((word, at) => isHead(word) && !isHead(behind[at + 1]));
  if (next !== undefined && nounOf(next).endsWith(noun)) return true;
  return (
    !isThing(behind[1]) &&
    parts.some((words) =>
      words.some((word, at) => word.start !== name.start && nounOf(word) === noun && !isHead(words[at + 1])),
    )
  );
}

/**
 * The name by which a title that goes on behind it calls its product, as titles do that say several names, or praise, without a
 * mark between: "Shoulder Bag New Style Handbag", "Platform Sandals Summer Fashion"; and null where it may only say what the product goes with.
 */
export function stackedName({ title, category, brand }: Pick<Product, 'title' | 'category' | 'brand'>): string | null {
  const named = category.at(-1) ?? '';
  const kinds = headsOfKinds(named);
  const makers = makerWords(title, brand);
  const path = new Set(singularsIn(category.join(' ')));
  let before = 0;
  const parts = namingParts(title);
  for (const words of parts) {
    const found = firstName(title, words);
    const isLate = before > MOST_BEFORE;
    before += words.length;
    if (found === null) {
      // What the first part is of is the product, whatever is said behind it.
      if (words.some(isThing)) return null;
      continue;
    }
    const head = words[found.last] as Word;
    const noun = nounOf(head);
    if (makers.has(head.text.toLowerCase()) || isJoinedBehind(title, head.end)) return null;
    if (isLate && !path.has(noun)) return null;
    if (isOfCollections(named) && !singularsIn(named).includes(noun)) return null;
    const isOther = (word: Word) =>
      (isNoun(word.text) && nounOf(word) !== noun) || JOINED_BEHIND.has(word.text.toLowerCase());
    if (words.slice(0, found.first).some(isOther)) return null;
    const first = words[found.first] as Word;
    if (found.first > 0 && JOINT.test(title.slice(words[found.first - 2]?.end ?? words[0]?.start, first.start)))
      return null;
    // Of a spreader that says so elsewhere it says before which sandals are on the handle.
    if (!kinds.has(noun) && saysBeside(title, thingsNamedBy(named, noun), { start: first.start, end: head.end }))
      return null;
    return nameUpTo(title, words, found, parts);
  }
  return null;
}

function nameUpTo(
  title: string,
  words: readonly Word[],
  { first, last, name }: Listed,
  parts: readonly (readonly Word[])[],
): string | null {
  const head = words[last] as Word;
  const behind = words.slice(last + 1);
  const [next, ...rest] = behind;
  if (next === undefined || sayNothing(behind)) return name;
  const gap = title.slice(head.end, next.start);
  if (JOINT.test(gap) || JOINT.test(next.text)) return null;
  const word = next.text.toLowerCase();
  if (isSeveral(head.text) && !isServing(singularOf(headOf(word)))) return name;
  if (SOLD_IN.has(nounOf(next)) && sayNothing(rest)) return name;
  if (isPart(head.text) && isNoun(next.text) && !isWeak(next.text)) return name;
  if (gap.trim() === '' && isThing(next) && sayNothing(rest) && !COLLECTIONS.has(nounOf(next)))
    return title.slice(words[first]?.start, next.end);
  if (ASKED_FOR.has(nounOf(next)) && sayNothing(rest)) return title.slice(words[first]?.start, next.end);
  if (isThing(next)) return null;
  if (isSaidAgain(parts, behind, head)) return name;
  const end = behind.at(-1) as Word;
  if (isHead(next) || isHead(end) || behind.some(isThing) || JOINED_BEHIND.has(word) || isWeak(head.text)) return null;
  return [...behind.slice(0, 2), end].some(({ text }) => DOES.test(text)) ? null : name;
}
