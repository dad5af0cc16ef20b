import { englishExpression, otherLanguage } from '../../lexicon/index.ts';
import { foundOrMade } from '../../text/cache/found-or-made.ts';
import { tokensOf } from '../../text/normalise.ts';
import type { PhraseUse } from './noun-phrase.ts';
import { formsOf, isNoun, isServing, pluralsOf } from './noun-words.ts';
import { kindsSaidIn } from './said-kinds.ts';
import { headsOfName, type Saying } from './title-name.ts';

/** Facts about how the titles of a shelf name its products. */
export interface ShelfUse {
  /** The share of the titles that hold one of some phrases, in comparison form. */
  saying(phrases: readonly string[]): number;
  /** Tells whether one of some phrases, in comparison form, stands in most of the titles, of which a few have to. */
  isUsual(phrases: readonly string[]): boolean;
  /** Tells whether a noun, in the singular, often stands among those that name products here. */
  names(noun: string): boolean;
  /**
   * Tells whether titles seldom say what the category is named for, as those of models do: where most say it, a product
   * that does not is something else, and of few nobody can tell.
   */
  goesWithout(heads: readonly string[]): boolean;
  /** Tells whether hardly any title says what it is of, as names of models do: a noun in one is part of such a name. */
  isOfModels(): boolean;
  /** Tells whether another shelf is named for a noun, in the singular, and neither this one is nor one below it. */
  isNamedElsewhere(noun: string): boolean;
  /**
   * Words, in the singular, of the categories that shelves of the same last category stand below, where these are several: dog
   * and cat of "Dry Food".
   */
  around(): ReadonlySet<string>;
  /** Number of titles that write a noun in the plural to each that writes it in the singular. */
  pluralsToOne(noun: string): number;
  /** Tells whether some titles name by a noun, in the singular, what others name otherwise; of few nobody can tell. */
  hasBeside(noun: string): boolean;
  /** Tells whether there are many titles and no noun names a fair share of them, so that they are of many kinds. */
  isMixed(): boolean;
  /** Tells whether a fair share of the titles say kinds for which a lexicon or a language has a noun; novels do by chance. */
  saysKinds(): boolean;
}

/** Titles of a shelf that tell what its products are called. */
export const TITLES_OF_SHELF = 64;

/** A noun that names fewer titles of a shelf, or a smaller share of them, may do so by chance. */
const LEAST_NAMED = 3;
const LEAST_SHARE = 0.3;

/** Titles that tell whether a shelf's go without the name of its category, and how many may say it. */
const LEAST_OF_SHELF = 10;
const SELDOM = 0.5;
/** Share of titles that no noun names, from which on they are names of models. */
const OF_MODELS = 0.75;
/** A noun that names so many of a shelf's titles names nothing beside others: among litter boxes no box is a litter. */
const NEARLY_ALL = 0.95;
/** The share of a shelf's titles that are most. */
const MOST = 0.5;

/**
 * Tells whether a title that says a noun in some way names its product by it: by itself, or before what names others too, or
 * before a word that is no thing: an "Antenna Spring" is no antenna.
 */
export const isNameHere = (saying: Saying, shelf: ShelfUse, useOf: (phrase: string) => PhraseUse): boolean =>
  saying === null ||
  saying === 'name' ||
  (saying !== 'unknown' && shelf.hasBeside(saying.before) && !isUnknownThing(saying.before, useOf));

/** Tells whether a word that is not known for a noun is one: titles write it in the plural as well. */
const isUnknownThing = (word: string, useOf: (phrase: string) => PhraseUse): boolean =>
  !formsOf([word]).some(isNoun) && pluralsOf(word).some((plural) => useOf(plural).mayHave(LEAST_NAMED));

/** Titles of several things at once. */
const OF_SEVERAL = englishExpression('product noun: several pieces', 'i');
const OF_ONE = englishExpression('product noun: one piece', 'i');
/** Most plurals to one singular on the shelf of a title that writes both. */
const MOST_PLURALS = 2;
/**
 * Tells whether a title is of one thing, though it may write its noun in the plural: it says so, or most of its shelf's titles
 * write the singular, or it does itself and a fair share of them. In other languages than English it is as it is written.
 */
export function isOfOne(title: string, noun: string, shelf: ShelfUse): boolean {
  if (otherLanguage() !== null || OF_SEVERAL.test(title)) return false;
  const plurals = shelf.pluralsToOne(noun);
  return OF_ONE.test(title) || plurals < 1 || (plurals <= MOST_PLURALS && tokensOf(title).includes(noun));
}

/** The use that some titles of a shelf show. */
export function shelfUseOf(
  titles: readonly string[],
  isNamedElsewhere: (noun: string) => boolean = () => false,
  around: () => ReadonlySet<string> = () => new Set(),
): ShelfUse {
  // "Ear pads" say earpads.
  const words = titles.map((title) => {
    const tokens = tokensOf(title);
    return ` ${tokens.join(' ')} ${tokens.map((token, at) => token + (tokens[at + 1] ?? '')).join(' ')} `;
  });
  const named = new Map<string, number>();
  let unnamed = 0;
  for (const title of titles) {
    const heads = new Set(headsOfName(title));
    if (heads.size === 0) unnamed++;
    for (const noun of heads) named.set(noun, (named.get(noun) ?? 0) + 1);
  }
  const share = (phrases: readonly string[]) =>
    words.filter((title) => phrases.some((phrase) => title.includes(` ${phrase} `))).length / (titles.length || 1);
  /** Answers that all products of the shelf ask for, by their questions. */
  const shares = new Map<string, number>();
  const elsewhere = new Map<string, boolean>();
  const saying = (phrases: readonly string[]) =>
    foundOrMade(shares, phrases.map((phrase) => `${phrase}\n`).join(''), () => share(phrases));
  const least = Math.max(LEAST_NAMED, titles.length * LEAST_SHARE);
  return {
    saying,
    isUsual: (phrases) => saying(phrases) >= MOST && saying(phrases) * titles.length >= LEAST_NAMED,
    isNamedElsewhere: (noun) => foundOrMade(elsewhere, noun, () => isNamedElsewhere(noun)),
    around,
    pluralsToOne: (noun) => saying(pluralsOf(noun)) / saying([noun]),
    names: (noun) => (named.get(noun) ?? 0) >= least,
    hasBeside(noun) {
      if (titles.length < LEAST_OF_SHELF) return !isServing(noun);
      const count = named.get(noun) ?? 0;
      return count >= LEAST_NAMED && count < titles.length * NEARLY_ALL;
    },
    isMixed: () => titles.length >= LEAST_OF_SHELF && [...named.values()].every((count) => count < least),
    saysKinds: () => titles.filter((title) => kindsSaidIn(title).length > 0).length >= titles.length * LEAST_SHARE,
    isOfModels: () => titles.length >= LEAST_OF_SHELF && unnamed >= titles.length * OF_MODELS,
    goesWithout: (heads) => titles.length >= LEAST_OF_SHELF && saying(heads) < SELDOM,
  };
}
