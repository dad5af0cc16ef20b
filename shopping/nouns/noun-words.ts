import { z } from 'zod';
import { isInKnownWords } from '../../lexicon/english-words.ts';
import { englishExpression, englishWords, isForeignShop, readWords } from '../../lexicon/index.ts';
import { tokensOf } from '../../text/normalise.ts';

const { strong, weak, sorts, parts, companions, collections, of_things, whole } = z
  .strictObject({
    strong: z.string(),
    weak: z.string(),
    sorts: z.string(),
    parts: z.string(),
    companions: z.string(),
    collections: z.string(),
    of_things: z.string(),
    whole: z.string(),
  })
  .parse(readWords('product-nouns.yaml'));
const wordList = (text: string) => new Set(text.trim().split(/\s+/));
const WEAK = wordList(weak);
const STRONG = wordList(strong);
/** Nouns that name products, by themselves or with the word before them, in the singular. */
export const NOUNS = new Set([...STRONG, ...WEAK]);
/** Nouns that name a sort of what they end with: a loudspeaker is a speaker. */
export const SORTS = wordList(sorts);
const SORTS_OF: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(z.record(z.string(), z.string()).parse(readWords('noun-sorts.yaml'))).map(([noun, words]) => [
    noun,
    wordList(words),
  ]),
);
/** Tells whether a noun names a sort of another, in the singular: a loudspeaker of speakers, a notebook of laptops. */
export const isSortOf = (sort: string, noun: string): boolean =>
  (noun !== '' && SORTS.has(sort) && sort.endsWith(noun)) || SORTS_OF.get(noun)?.has(sort) === true;
/** Things that go with others, whose nouns stand before them: "TV screws", "headphones case". */
export const PARTS = wordList(parts);
/** Things that serve others, whose nouns stand behind them: "Cable for Headphones". */
export const COMPANIONS = wordList(companions);
/** Nouns that say how things are sold, and not which. */
export const COLLECTIONS = wordList(collections);

/** Nouns that say too little without the thing they are of. */
export const OF_THINGS = wordList(of_things);

/** Weak nouns that say enough on a shelf which is named for them alone. */
export const WHOLE = wordList(whole);

/** Nouns that have no singular of their own. */
export const ALWAYS_PLURAL = new Set(englishWords('product noun: always plural'));

/** Plurals of things that are sold two by two, or are of two halves. */
export const PAIR_NOUNS = new Set(englishWords('request: pair nouns'));

/** Nouns of what is not counted. */
export const MASS_NOUNS = new Set(englishWords('request: mass nouns'));

/** A name of what is worn in pairs as shoppers say it, though titles write it in the singular: a "Fashion Sneaker" is of sneakers, a "Fleece Short" of shorts. */
export const inPairs = (phrase: string): string =>
  phrase.replace(/[^\s-]+$/, (last) => {
    const noun = last.toLowerCase();
    const isNamed = STRONG.has(noun) || STRONG.has(`${noun}s`);
    return isNamed && !ALWAYS_PLURAL.has(noun) && PAIR_NOUNS.has(`${noun}s`) ? `${last}s` : last;
  });

/** Words that may stand before a product noun without being part of what the product is. */
export const NOT_MODIFIERS = new Set(englishWords('product noun: not modifiers'));

/** Plurals that spelling does not tell the singular of. */
const SINGULARS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    knives: 'knife',
    lives: 'life',
    wives: 'wife',
    shelves: 'shelf',
    scarves: 'scarf',
    leaves: 'leaf',
    mice: 'mouse',
  }),
);

const PLURALS: ReadonlyMap<string, string> = new Map(Array.from(SINGULARS, ([plural, singular]) => [singular, plural]));

/** Plurals of words that end in "-ie" in the singular. */
const WITH_IE = englishExpression('product type: with ie', '');

/** The singular of a lower-case English noun as far as spelling tells. */
export function singularOf(noun: string): string {
  const known = SINGULARS.get(noun);
  if (known !== undefined) return known;
  if (WITH_IE.test(noun)) return noun.slice(0, -1);
  if (/(?:ches|shes|xes|sses)$/.test(noun)) return noun.slice(0, -2);
  if (/ies$/.test(noun) && noun.length > 4) return `${noun.slice(0, -3)}y`;
  if (/[^s]s$/.test(noun) && noun.length > 3) return noun.slice(0, -1);
  return noun;
}

/** Plurals of words that take "-es" though their spelling does not say so. */
const IN_ES = englishExpression('product type: in es', '');
const ONLY_PLURAL = englishExpression('product type: only plural', '');

export const isAlwaysPlural = (noun: string) => ALWAYS_PLURAL.has(noun) || ONLY_PLURAL.test(noun);

/** Singulars that end in "s", by their endings, and plurals that end like them. */
const SINGULAR_IN_S = englishExpression('product type: singular in s', '');
const PLURAL_LIKE_THEM = englishExpression('product type: plural like them', '');

/** The singular of the last word of a category: "lens" of lenses and of lens, "series" of series. */
export function singularOfKind(noun: string): string {
  if (isAlwaysPlural(noun) || (SINGULAR_IN_S.test(noun) && !PLURAL_LIKE_THEM.test(noun))) return noun;
  if (IN_ES.test(noun)) return noun.slice(0, -2);
  return singularOf(noun);
}

/** The singular of a lower-case word that is known to be the plural of a product noun; any other word as it is. */
export function singularOfKnown(word: string): string {
  const singular = singularOfKind(word);
  return NOUNS.has(singular) && !NOUNS.has(word) ? singular : word;
}

/** Ways in which the plural of a lower-case English noun may be written. */
export function pluralsOf(noun: string): string[] {
  const known = PLURALS.get(noun);
  if (known !== undefined) return [known];
  return /[^aeiou]y$/.test(noun) ? [`${noun.slice(0, -1)}ies`] : [`${noun}s`, `${noun}es`];
}

/** Some nouns in the singular, and the same in the plural. */
export const formsOf = (nouns: Iterable<string>): string[] => [...nouns].flatMap((noun) => [noun, ...pluralsOf(noun)]);

/** The head of a hyphenated or plain word, lower case: "Lens-Cap" ends in "cap". */
export const headOf = (word: string) => word.toLowerCase().split(/[-/]/).at(-1) ?? '';

/** Tells whether a word is a product noun, in the singular or the plural. */
export const isNoun = (word: string) =>
  NOUNS.has(headOf(word)) || NOUNS.has(singularOf(headOf(word))) || NOUNS.has(word.toLowerCase());
/** Tells whether a noun names a product only together with the word before it ("case", "charger"). */
export const isWeak = (word: string) =>
  !STRONG.has(word.toLowerCase()) && (WEAK.has(headOf(word)) || WEAK.has(singularOf(headOf(word))));
export const isPlural = (word: string) => {
  const head = headOf(word);
  return ALWAYS_PLURAL.has(head) || (singularOf(head) !== head && NOUNS.has(singularOf(head)) && !NOUNS.has(head));
};

/** Tells whether the last word of a name is written in the plural. */
export function isInPlural(name: string): boolean {
  const last = tokensOf(name).at(-1) ?? '';
  return isAlwaysPlural(last) || singularOfKind(last) !== last;
}

export function mayModify(word: string, brand: ReadonlySet<string>): boolean {
  const lower = word.toLowerCase().replace(/['’]/g, '');
  return (
    !NOT_MODIFIERS.has(lower) &&
    !brand.has(lower) &&
    !/\d/.test(word) &&
    lower.length > 1 &&
    /^[\p{L}'’-]+$/u.test(word) &&
    // Titles of a foreign shop say English nouns among words of its own: "Televisor smart TV".
    (!isForeignShop() || isInKnownWords(lower))
  );
}

export const singularsIn = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .map(singularOf);

export const isPart = (word: string) => PARTS.has(singularOf(headOf(word)));

/** Tells whether a noun, in the singular, names what goes with other things or serves them. */
export const isServing = (noun: string) => PARTS.has(noun) || COMPANIONS.has(noun);
