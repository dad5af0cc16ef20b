import { englishExpression } from '../../lexicon/index.ts';
import {
  COLLECTIONS,
  COMPANIONS,
  headOf,
  isNoun,
  isPart,
  isPlural,
  isWeak,
  PARTS,
  singularOf,
  singularsIn,
} from './noun-words.ts';

/** Words at which the name of the product ends and its advertising begins. */
const NAME_END = englishExpression('product noun: name end', 'i');
/** Marks that set the parts of a title apart: "JBL Flip 5 - Portable Bluetooth Speaker - Blue". */
const PART_END = /[,;|()[\]{}:•·–—]|\s-\s/g;
/** Parts of a title that may name the product. */
const NAMING_PARTS = 4;

export interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export function wordsOf(text: string): Word[] {
  return [...text.matchAll(/[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}'’./-]*[\p{L}\p{M}\p{N}]|[\p{L}\p{M}\p{N}]/gu)].map(
    (match) => ({
      text: match[0],
      start: match.index,
      end: match.index + match[0].length,
    }),
  );
}

/** A noun in the naming part of a title that may name the product. */
export interface Head {
  /** In the singular. */
  readonly noun: string;
  readonly part: number;
  readonly words: readonly Word[];
  readonly at: number;
}

/** The heads of a part of a title, the last first: none before one that goes with others, unless the shelf is of its kind. */
export function headsIn(
  words: readonly Word[],
  part: number,
  kinds: ReadonlySet<string>,
  context: HeadContext,
): Head[] {
  const lastPart = words.findLastIndex(({ text }) => isPart(text));
  return [...words.keys()]
    .filter((at) => isHead(words, at, context))
    .map((at) => ({ noun: singularOf(headOf((words[at] as Word).text)), part, words, at }))
    .filter(({ noun, at }) => at >= lastPart || kinds.has(noun))
    .reverse();
}

/** Nouns that may name the product of a title, in the singular. */
export const headsOfName = (title: string): string[] =>
  namingParts(title).flatMap((words, part) =>
    headsIn(words, part, new Set(), { brand: new Set(), category: [] }).map(({ noun }) => noun),
  );

/** Signs and words that join several kinds of products in one category: "Stands & Mounts" says of no product which it is. */
export const SEVERAL = englishExpression('product type: several', 'i');
/**
 * Nouns of the kinds that a category names: mount of "TV Wall & Ceiling Mounts", which has no TVs, and shelf of "Desktop &
 * Off-Surface Shelves".
 */
export function headsOfKinds(leaf: string): ReadonlySet<string> {
  const heads = leaf
    .toLowerCase()
    .split(SEVERAL)
    .flatMap((kind) => kind.match(/[\p{L}\p{N}]+/gu)?.findLast((word) => !COLLECTIONS.has(singularOf(word))) ?? []);
  const isSeveral = (head: string) => singularOf(head) !== head || isPlural(head);
  const last = heads.at(-1) ?? '';
  const kinds = isNoun(last) && isSeveral(last) ? heads.filter(isSeveral) : heads;
  return new Set(kinds.map(singularOf));
}

/** Tells whether a noun phrase names what goes with a thing: "Throw Pillow Covers" of a pillow. */
export function isPartOf(phrase: string, thing: string): boolean {
  const words = phrase.split(/\s+/).map((word) => singularOf(headOf(word)));
  return !PARTS.has(thing) && PARTS.has(words.at(-1) ?? '') && words.slice(0, -1).includes(thing);
}

/** Tells whether the name in a title says a word before nouns alone, or not at all: "Walking" of "Walking Sock Shoes". */
export function isOnlyBeforeNouns(title: string, word: string): boolean {
  const parts = namingParts(title).map((words) => words.map(({ text }) => headOf(text)));
  const saying = parts.filter((words) => words.includes(word));
  return saying.every((words) => words.slice(words.indexOf(word) + 1).some(isNoun));
}

/**
 * Tells whether the name in a title is that of something that goes with other things, and says nothing of the noun
 * in its forms, or only as what it goes with: "Firestick Remote Cover" is no control, "Gel Pen Refills" are no pen.
 */
export function isPartBeside(title: string, forms: readonly string[]): boolean {
  const isThing = (word: string) => isPart(word) || (isNoun(word) && !COLLECTIONS.has(singularOf(headOf(word))));
  const parts = namingParts(title).map((words) => words.map(({ text }) => headOf(text)));
  const says = (words: readonly string[]) => words.some((word) => forms.includes(word));
  const saysOnlyBefore = (words: readonly string[]) =>
    words.every((word, at) => !forms.includes(word) || isPart(words[at + 1] ?? ''));
  const naming = parts.find((words) => words.some(isThing)) ?? [];
  const thing = naming.findLast(isThing) ?? '';
  if (isPart(thing) && !forms.some(isPart)) return says(naming) ? saysOnlyBefore(naming) : !parts.some(says);
  const isCompanion = (noun: string) => COMPANIONS.has(singularOf(noun));
  if (!isCompanion(thing) || forms.some((form) => isCompanion(form) || isWeak(form)) || parts.some(says)) return false;
  return says(wordsOf(title).map(({ text }) => headOf(text)));
}

/**
 * The words of a title's parts, each up to where its name ends or to the first specification behind a product noun,
 * unless one of the shelf's kinds stands behind it: "Olympus Stylus 550 Waterproof Camera".
 */
export function namingParts(title: string, kinds: ReadonlySet<string> = new Set()): Word[][] {
  const parts: Word[][] = [];
  let start = 0;
  for (const { index, 0: separator } of [...title.matchAll(PART_END), { index: title.length, 0: '' }]) {
    const name = title.slice(start, index).split(NAME_END)[0] ?? '';
    const words = wordsOf(name).map((word) => ({ ...word, start: word.start + start, end: word.end + start }));
    const firstKind = words.findIndex(({ text }) => kinds.has(singularOf(headOf(text))));
    const specification = words.findIndex(
      ({ text }, place) => place > firstKind && /\d/.test(text) && isNoun(words[place - 1]?.text ?? ''),
    );
    if (words.length > 0) parts.push(specification === -1 ? words : words.slice(0, specification));
    start = index + separator.length;
  }
  return parts.slice(0, NAMING_PARTS);
}

/**
 * A product noun that no other follows at once: "charger" is none in "charger block", "fan" none in "fan bracket", nor
 * "microwave" in "microwave popcorn" among popcorn.
 */
function isHead(words: readonly Word[], index: number, { brand, category }: HeadContext): boolean {
  const { text } = words[index] as Word;
  const next = words[index + 1]?.text ?? '';
  // "3-Lights" counts what is on the thing.
  return (
    isNoun(text) &&
    !/^\d/.test(text) &&
    !brand.has(text.toLowerCase()) &&
    !isNoun(next) &&
    !isPart(next) &&
    !isSortOfAbove(
      words.slice(index).map((word) => word.text.toLowerCase()),
      category,
    )
  );
}

/**
 * Tells whether the first of some words of a title says which sort the product is of what the category above its own is
 * named for: "Popcorn > Microwave" of a "Microwave Popcorn". A sort is said in the singular.
 */
export function isSortOfAbove([sort = '', ...behind]: readonly string[], category: readonly string[]): boolean {
  const around = category.at(-2) ?? '';
  const above = SEVERAL.test(around) ? undefined : singularsIn(around).findLast((word) => word !== '');
  return singularOf(sort) === sort && behind.slice(0, 2).some((word) => singularOf(word) === above);
}

export interface HeadContext {
  readonly brand: ReadonlySet<string>;
  readonly category: readonly string[];
}
