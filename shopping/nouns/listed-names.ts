import { z } from 'zod';
import { englishExpression, readWords } from '../../lexicon/index.ts';
import { tokensOf } from '../../text/normalise.ts';
import {
  COLLECTIONS,
  headOf,
  isAlwaysPlural,
  NOT_MODIFIERS,
  singularOf,
  singularOfKind,
  singularsIn,
} from './noun-words.ts';
import { AFTER_NAMES, headsOfKinds, isOfCollections, JOINED_BEHIND, namingParts, type Word } from './title-name.ts';

/**
 * Names that shops and shoppers have for products: by their last word, in the singular, the words before it, most words first.
 * They are read when a product needs them.
 */
let names: ReadonlyMap<string, readonly (readonly string[])[]> | undefined;

function readNames(): ReadonlyMap<string, readonly (readonly string[])[]> {
  const departments = z.record(z.string(), z.string()).parse(readWords('product-names.yaml'));
  const found = new Map<string, string[][]>();
  for (const line of Object.values(departments).flatMap((department) => department.trim().split('\n'))) {
    const [last = '', before = ''] = line.split(': ');
    // A word with a hyphen is read as two.
    const [head = '', ...ofHead] = tokensOf(last).map(singularOf).reverse();
    const same = found.get(head) ?? [];
    found.set(head, same);
    for (const words of before.split(', ')) same.push([...tokensOf(words).map(singularOf), ...ofHead.reverse()]);
  }
  for (const same of found.values()) same.sort((one, other) => other.length - one.length);
  return found;
}

/** Words of a title that are a listed name, by their places, both counted. */
interface Listed {
  readonly first: number;
  readonly last: number;
}

/** Most words of a title that a name is looked for in. */
const MOST_WORDS = 5;

/** The listed names that end with a word of a title, the longest first. */
function namesEndingAt(title: string, words: readonly Word[], last: number): Listed[] {
  const tokens: { readonly text: string; readonly at: number }[] = [];
  for (let at = last; at > Math.max(-1, last - MOST_WORDS); at--) {
    const [word, next] = [words[at] as Word, words[at + 1]];
    if (at < last && title.slice(word.end, next?.start).trim() !== '') break;
    tokens.unshift(...tokensOf(word.text).map((token) => ({ text: singularOf(token), at })));
  }
  const end = tokens.pop()?.text ?? '';
  names ??= readNames();
  return (names.get(end) ?? []).flatMap((before) => {
    const from = tokens.length - before.length;
    const isHere = from >= 0 && before.every((word, at) => tokens[from + at]?.text === word);
    return isHere ? [{ first: before.length === 0 ? last : (tokens[from]?.at ?? last), last }] : [];
  });
}

/** Most words before the part that names the product: a maker, a series. */
const MOST_BEFORE = 2;

/** Words of a title from which on it says what else there is. */
const OTHERS = englishExpression('product noun: others', 'i');

/** Tells whether a word behind a name says no other thing: a number, a colour, a count. */
const isNothing = ({ text }: Word): boolean =>
  /\d/.test(text) || (NOT_MODIFIERS.has(text.toLowerCase()) && !JOINED_BEHIND.has(text.toLowerCase()));

/** The maker and the categories that a listing states beside its title. */
export interface ListedContext {
  readonly category: readonly string[];
  readonly brand: ReadonlySet<string>;
}

/**
 * The listed names of several words by which a title calls its product, the longest first: those that end last in the first
 * part that has one, where nothing else is said behind them.
 */
export function listedNamesIn(title: string, { category, brand }: ListedContext): string[] {
  const named = category.at(-1) ?? '';
  const kinds = headsOfKinds(named);
  const end = OTHERS.exec(title)?.index ?? title.length;
  const path = new Set(singularsIn(category.join(' ')));
  let before = 0;
  for (const words of namingParts(title, kinds)) {
    const last = words.findLastIndex((_, at) => namesEndingAt(title, words, at).length > 0);
    const isLate = before > MOST_BEFORE;
    before += words.length;
    if (last === -1) continue;
    const head = words[last] as Word;
    const behind = words.slice(last + 1);
    if (head.start > end || brand.has(head.text.toLowerCase())) return [];
    // What a title says later may be what the product is like: a flavour, or what it comes in.
    if (isLate && !path.has(singularOf(headOf(head.text)))) return [];
    // "Model Scale: 1/100" names a property.
    if (!behind.every(isNothing) || title[head.end] === ':') return [];
    if (isOfCollections(named) && !singularsIn(named).includes(singularOf(head.text.toLowerCase()))) return [];
    return (
      namesEndingAt(title, words, last)
        .filter(({ first }) => first < last)
        // Of an "MP3/Video Player" the name begins behind the sign.
        .map(({ first }) => title.slice((words[first] as Word).start, head.end).replace(/^[^\s/]+\//, ''))
        .filter((name) => !name.includes('/'))
    );
  }
  return [];
}

/** Most words behind a noun that a name which begins with it goes on with. */
const MOST_BEHIND = 3;

/**
 * The listed names of a title that go on behind a noun phrase of it, the longest first, and so name another thing than it does:
 * a "Hard Drive Docking Station" is no hard drive. What is sold by the set, or is only called a PC, is none.
 */
export function listedNamesBeyond(title: string, phrase: string, category: readonly string[]): string[] {
  const end = title.indexOf(phrase) + phrase.length;
  for (const words of namingParts(title, headsOfKinds(category.at(-1) ?? ''))) {
    const at = words.findIndex((word) => word.end === end);
    if (at === -1) continue;
    for (let last = Math.min(at + MOST_BEHIND, words.length - 1); last > at; last--) {
      const head = singularOf((words[last] as Word).text.toLowerCase());
      if (COLLECTIONS.has(head) || AFTER_NAMES.has(head) || !words.slice(last + 1).every(isNothing)) continue;
      const names = namesEndingAt(title, words, last).filter(({ first }) => first <= at);
      if (names.length > 0)
        return names.map((name) => spanOf(title, words, name)).filter((name) => !name.includes('/'));
    }
  }
  return [];
}

/** The words of a title that are a listed name: of an "MP3/Video Player" those behind the sign. */
const spanOf = (title: string, words: readonly Word[], { first, last }: Listed): string =>
  title.slice((words[first] as Word).start, (words[last] as Word).end).replace(/^[^\s/]+\//, '');

/** Tells whether the last word of a name is written in the plural. */
export function isInPlural(name: string): boolean {
  const last = tokensOf(name).at(-1) ?? '';
  return isAlwaysPlural(last) || singularOfKind(last) !== last;
}
