import { z } from 'zod';
import { englishExpression, readWords } from '../../lexicon/index.ts';
import type { Product } from '../../schemas/product.ts';
import { tokensOf } from '../../text/normalise.ts';
import { UNIT_OF } from '../../text/units.ts';
import {
  COLLECTIONS,
  headOf,
  isAlwaysPlural,
  isNoun,
  isPlural,
  NOT_MODIFIERS,
  singularOf,
  singularsIn,
} from './noun-words.ts';
import {
  AFTER_NAMES,
  headsOfKinds,
  isOfCollections,
  JOINED_BEHIND,
  JOINT,
  makerWords,
  namingParts,
  type Word,
  withoutMaker,
} from './title-name.ts';

/**
 * Names that shops and shoppers have for products: by their last word, in the singular, the words before it, most words first.
 * They are read when a product needs them.
 */
let names: ReadonlyMap<string, readonly (readonly string[])[]> | undefined;
/** Departments that have names which end with a word, in the singular. */
const departmentsOfWords = new Map<string, Set<string>>();

function readNames(): ReadonlyMap<string, readonly (readonly string[])[]> {
  const departments = z.record(z.string(), z.string()).parse(readWords('product-names.yaml'));
  const found = new Map<string, string[][]>();
  for (const [department, lines] of Object.entries(departments))
    for (const line of lines.trim().split('\n')) {
      const [last = '', before = ''] = line.split(': ');
      // A word with a hyphen is read as two.
      const ofLast = tokensOf(last).map(singularOf);
      const head = ofLast.pop() ?? '';
      const same = found.get(head) ?? [];
      found.set(head, same);
      departmentsOfWords.set(head, (departmentsOfWords.get(head) ?? new Set()).add(department));
      for (const words of before.split(', ')) same.push([...tokensOf(words).map(singularOf), ...ofLast]);
    }
  for (const same of found.values()) same.sort((one, other) => other.length - one.length);
  return found;
}

/** The departments of things that a word names, in the singular, or ends the names of. */
export function departmentsOf(word: string): ReadonlySet<string> {
  names ??= readNames();
  return departmentsOfWords.get(word) ?? new Set();
}

/** Tells whether listed names end with a word, in the singular. */
export function endsNames(word: string): boolean {
  names ??= readNames();
  return names.has(word);
}

/** The nouns of the kinds that a category names, where they name things, but for those that a noun is a sort of. */
export const thingsNamedBy = (category: string, noun: string): ReadonlySet<string> =>
  new Set([...headsOfKinds(category)].filter((kind) => !noun.endsWith(kind) && (isNoun(kind) || endsNames(kind))));

/** Tells whether a name of several words is listed whole, in the singular or not: "Air Conditioners". */
export function isListedName(name: string): boolean {
  names ??= readNames();
  const words = tokensOf(name).map(singularOf);
  const head = words.pop() ?? '';
  return words.length > 0 && (names.get(head) ?? []).some((before) => before.join(' ') === words.join(' '));
}

/** Tells whether a word is the head of listed names, or a name is listed whole: "keyboard", "power supply". */
export function namesGoods(name: string): boolean {
  names ??= readNames();
  return name.includes(' ') ? isListedName(name) : names.has(singularOf(name));
}

/** A listed name in a title: the places of its first and last word, both counted, and the name as it is written. */
export interface Listed {
  readonly first: number;
  readonly last: number;
  readonly name: string;
}

/** Most words of a title that a name is looked for in. */
const MOST_WORDS = 5;

/** The listed names that end with a word of a title, each once, the longest first. */
export function namesEndingAt(title: string, words: readonly Word[], last: number): Listed[] {
  const tokens: { readonly text: string; readonly at: number; readonly start: number | null }[] = [];
  for (let at = last; at > Math.max(-1, last - MOST_WORDS); at--) {
    const [word, next] = [words[at] as Word, words[at + 1]];
    if (at < last && title.slice(word.end, next?.start).trim() !== '') break;
    tokens.unshift(
      ...tokensOf(word.text).map((token, place) => ({ text: singularOf(token), at, start: startOf(word, place) })),
    );
  }
  names ??= readNames();
  const head = tokens.pop()?.text ?? '';
  const areSeveral = !COLLECTIONS.has(head) && isSeveral((words[last] as Word).text);
  const found = (names.get(head) ?? []).flatMap((before): Listed[] => {
    const from = tokens.length - before.length;
    const { at: first = last, start = null } = tokens[from] ?? {};
    // Of "Stickers Labels" the two are said beside one another.
    const isBeside = areSeveral && words.slice(first, last).some(({ text }) => isSeveral(text));
    const isHere = start !== null && !isBeside && before.every((word, at) => tokens[from + at]?.text === word);
    return isHere ? [{ first, last, name: title.slice(start, (words[last] as Word).end) }] : [];
  });
  return [...new Map(found.map((listed) => [listed.name, listed])).values()];
}

/** Place where a name may begin with a token of a word: with its first, or behind a slash, as in an "MP3/Video Player"; or null. */
function startOf({ text, start }: Word, token: number): number | null {
  if (token === 0) return start;
  const behind = text.lastIndexOf('/') + 1;
  return behind > 0 && tokensOf(text.slice(0, behind)).length === token ? start + behind : null;
}

/** Most words before the part that names the product: a maker, a series. */
export const MOST_BEFORE = 2;

/** Words of a title from which on it says what else there is. */
const OTHERS = englishExpression('product noun: others', 'i');
/** Place in a title from which on it says what else there is. */
export const endOfName = (title: string, brand: string | null): number =>
  OTHERS.exec(withoutMaker(title, brand))?.index ?? title.length;

/** Tells whether words behind a name say no other thing: numbers, with a unit or without, colours, counts. */
export const sayNothing = (words: readonly Word[]): boolean =>
  words.every(({ text }, at) => {
    const word = text.toLowerCase();
    if (/\d/.test(word) || (NOT_MODIFIERS.has(word) && !JOINED_BEHIND.has(word))) return true;
    return UNIT_OF.has(word) && /^\d[\d.,]*$/.test(words[at - 1]?.text ?? '');
  });

/**
 * The listed names of several words by which a title calls its product, the longest first: those that end last in the first
 * part that has one, where nothing else is said behind them.
 */
export function listedNamesIn({ title, category, brand }: Pick<Product, 'title' | 'category' | 'brand'>): string[] {
  const named = category.at(-1) ?? '';
  const kinds = headsOfKinds(named);
  const end = endOfName(title, brand);
  const makers = makerWords(title, brand);
  const path = new Set(singularsIn(category.join(' ')));
  let before = 0;
  for (const words of namingParts(title, kinds)) {
    const last = words.findLastIndex((_, at) => namesEndingAt(title, words, at).length > 0);
    const isLate = before > MOST_BEFORE;
    before += words.length;
    if (last === -1) continue;
    const head = words[last] as Word;
    const behind = words.slice(last + 1);
    if (head.start > end || makers.has(head.text.toLowerCase())) return [];
    // What a title says later may be what the product is like: a flavour, or what it comes in.
    if (isLate && !path.has(singularOf(headOf(head.text)))) return [];
    // "Model Scale: 1/100" names a property.
    if (!sayNothing(behind) || title[head.end] === ':') return [];
    if (isOfCollections(named) && !singularsIn(named).includes(singularOf(head.text.toLowerCase()))) return [];
    return namesEndingAt(title, words, last)
      .filter(({ first }) => first < last && !isBesideOthers(title, words, first))
      .map(({ name }) => name);
  }
  return [];
}

/** Tells whether a word is a noun in the plural, which says no sort of what stands behind it. */
export const isSeveral = (word: string): boolean => isPlural(word) && !isAlwaysPlural(headOf(word));

/** Tells whether a title joins a name to things before it: of "Gloves And Christmas Hat" the hat is one of several. */
function isBesideOthers(title: string, words: readonly Word[], first: number): boolean {
  const at = words.slice(0, first).findLastIndex(({ text }) => isSeveral(text));
  const between = words.slice(at + 1, first);
  return at !== -1 && between.length < 2 && JOINT.test(title.slice(words[at]?.end, words[first]?.start));
}

/** The longest listed name of a title that ends with a noun phrase of it and says more: "Food Processor" of a processor. */
export function listedNameWith(title: string, phrase: string, category: readonly string[]): string | null {
  const start = title.indexOf(phrase);
  for (const words of start === -1 ? [] : namingParts(title, headsOfKinds(category.at(-1) ?? ''))) {
    const last = words.findIndex((word) => word.end === start + phrase.length);
    if (last === -1) continue;
    const longer = namesEndingAt(title, words, last).filter(({ first }) => (words[first] as Word).start < start);
    return longer[0]?.name ?? null;
  }
  return null;
}

/** Most words behind a noun that a name which begins with it goes on with. */
const MOST_BEHIND = 3;

/**
 * The listed names of a title that go on behind a noun phrase of it, the longest first, and so name another thing than it does:
 * a "Hard Drive Docking Station" is no hard drive. What is sold by the set, or is only called a PC, is none.
 */
export function listedNamesBeyond(title: string, phrase: string, category: readonly string[]): string[] {
  if (!title.includes(phrase)) return [];
  const end = title.indexOf(phrase) + phrase.length;
  for (const words of namingParts(title, headsOfKinds(category.at(-1) ?? ''))) {
    const at = words.findIndex((word) => word.end === end);
    if (at === -1) continue;
    for (let last = Math.min(at + MOST_BEHIND, words.length - 1); last > at; last--) {
      const head = singularOf((words[last] as Word).text.toLowerCase());
      if (COLLECTIONS.has(head) || AFTER_NAMES.has(head)) continue;
      // Behind what has two halves a title says what else it is called: "Bikini Briefs Underwear".
      if (!isAlwaysPlural(headOf((words[last] as Word).text)) && !sayNothing(words.slice(last + 1))) continue;
      const names = namesEndingAt(title, words, last).filter(({ first }) => first <= at);
      if (names.length > 0) return names.map(({ name }) => name);
    }
  }
  return [];
}
