import { tellingWords, unknownWords } from '../../lexicon/english-words.ts';
import { englishWords, isForeignShop, otherLanguage } from '../../lexicon/index.ts';
import { normaliseText, tokensOf } from '../../text/normalise.ts';
import { hasUnspacedScript } from '../../text/tokens.ts';
import { deviceIn } from './device-names.ts';
import { isListedName, listedNamesIn } from './listed-names.ts';
import type { PhraseUse, ProductNoun } from './noun-phrase.ts';
import {
  COLLECTIONS,
  formsOf,
  headOf,
  isAlwaysPlural,
  isNoun,
  isPart,
  isServing,
  isWeak,
  PAIR_NOUNS,
  SORTS,
  singularOf,
  singularOfKind,
} from './noun-words.ts';
import type { TitledProduct } from './product-noun.ts';
import { headIn, inSingular, type NamedType } from './product-type.ts';
import { isNameHere, isOfOne, type ShelfUse } from './shelf-use.ts';
import {
  isOnlyBeforeNouns,
  isPartBeside,
  isPartOf,
  isSortOfAbove,
  namingParts,
  sayingOf,
  thingServed,
  type Word,
  withoutMaker,
  wordsOf,
} from './title-name.ts';

/** A name of a product that a task may ask for. */
export interface ProductName {
  /** As the title or the category writes it. */
  readonly span: string;
  /** As a shopper says it of one product. */
  readonly phrase: string;
  readonly plural: boolean;
  readonly of: 'title' | 'category';
}

/** Share of a title's words that are English, from which on it is taken to be in English. */
const ENGLISH_TITLE = 0.6;

export type Titled = Pick<TitledProduct, 'title' | 'brand'>;

export function isTitledInEnglish({ title, brand }: Titled): boolean {
  const words = tellingWords(withoutMaker(title, brand));
  return unknownWords(words).length <= words.length * (1 - ENGLISH_TITLE);
}

/** Words that say what a thing is like and not what it goes with: of a "leather case" nobody knows for what. */
const SAY_LITTLE = new Set(englishWords('product noun: say little'));
/** Tells whether a name says what goes with other things and not with which: a "Leather Case", a "Case Cover". */
export const saysLittle = (span: string): boolean => {
  const words = span.split(/\s+/);
  const last = words.pop() ?? '';
  return (
    (isPart(last) || COLLECTIONS.has(last.toLowerCase())) &&
    words.every((word) => isPart(word) || SAY_LITTLE.has(word.toLowerCase()))
  );
};

interface CategoryContext {
  readonly product: TitledProduct;
  readonly noun: ProductNoun | null;
  readonly type: NamedType;
  /** The thing that the category's products go with. */
  readonly device: string | undefined;
  readonly isSaidAlone: (phrase: string) => boolean;
  /** True where its title is the name of a model. */
  readonly isOfModels: boolean;
  readonly useOf: (phrase: string) => PhraseUse;
  readonly shelf: ShelfUse | undefined;
}

/** The kind that a product's category names, where its title says it too or the shelf goes without it. */
export function nameOfCategory({
  product,
  noun,
  type,
  device,
  isSaidAlone,
  isOfModels,
  useOf,
  shelf,
}: CategoryContext): ProductName | null {
  const isBeside =
    isPartBeside(product.title, headsOf(type)) ||
    isKindIn(product, type) ||
    (noun !== null && isPartOf(noun.span, headIn(type.name)));
  const isBorneOut = isOfModels || shelf === undefined || isKindSaid(product, type, shelf, useOf);
  const isUnnamed =
    noun === null && otherLanguage() === null && (isOfModels || listedNamesIn(product).every(saysLittle));
  // A listed name says more than "Digital Bags" or "Cushion Covers" do.
  if (noun === null && otherLanguage() === null && !isUnnamed && saysLittle(type.name)) return null;
  const name = isBorneOut && !isBeside ? saidName(type, product, shelf, isUnnamed) : null;
  // A shop's category of one maker names no kind.
  if (name === null || normaliseText(type.name) === normaliseText(product.brand ?? '')) return null;
  const words = name.split(/\s+/);
  const last = words.pop() as string;
  // Among names of models a plural is a part of one: "Siete Wines Reserva" is of one wine.
  const isOne = shelf !== undefined && (shelf.isOfModels() || isOfOne(product.title, headIn(last), shelf));
  const written = last.toLowerCase();
  // Nobody asks for a heel, though a title may name one.
  const plural = isAlwaysPlural(written) || PAIR_NOUNS.has(written) || (!isOne && isOnlyPlural(product.title, written));
  // "A cable" asks for nothing in particular.
  if (words.length === 0 && isWeak(last) && !isOfModels) return null;
  if (type.of !== undefined && isForOther(product.title, type.of)) return null;
  const usual = shelf === undefined ? null : usualName(product.title, words, last, shelf);
  if (usual !== null) return { span: usual, phrase: usual, plural, of: 'title' };
  const isAlone = words.length > 0 || type.of !== undefined || isSaidAlone(name);
  const phrase = [...(isAlone ? words : [device as string]), plural ? last : inSingular(last)].join(' ');
  return { span: type.span, phrase, plural, of: 'category' };
}

/**
 * The name that most titles of a shelf, and this one, say in the place of their category's, whose last word is not known for
 * a thing: among "Synthetic Extensions" are hair extensions. Null where they say it as the category does.
 */
function usualName(title: string, named: readonly string[], head: string, shelf: ShelfUse): string | null {
  const forms = formsOf([singularOf(head.toLowerCase())]);
  if (named.length === 0 || isNoun(head)) return null;
  const called = (before: string) => forms.map((form) => `${before.toLowerCase()} ${form}`);
  const words = wordsOf(title);
  const at = words.findIndex(({ text }) => forms.includes(text.toLowerCase()));
  const [before, word] = [words[at - 1], words[at]];
  if (before === undefined || word === undefined || !/^\p{L}+$/u.test(before.text)) return null;
  const isUsual = shelf.isUsual(called(before.text)) && !shelf.isUsual(called(named.at(-1) as string));
  return isUsual && title[before.end] === ' ' ? title.slice(before.start, word.end) : null;
}

/**
 * The name of a kind as far as a title says it: without words in front that it does not say, for a CFexpress card among SD
 * cards is none ("Basic Phone Cases" are phone cases); null where what is left says too little, or the category names no thing.
 */
function saidName(
  { name, forms, of }: NamedType,
  { title, category }: TitledProduct,
  shelf: ShelfUse | undefined,
  isUnnamed: boolean,
): string | null {
  if (shelf === undefined || otherLanguage() !== null || hasUnspacedScript(name)) return name;
  const words = name.split(/\s+/);
  const isLeft = words.length === 1;
  const last = (words.at(-1) as string).toLowerCase();
  // Categories name kinds in the plural: among "Walking" are shoes. A column of types has them in the singular.
  const isTop = category.length === 1;
  if (isLeft) {
    const isThing = forms.length > 1 || isNoun(last) || isAlwaysPlural(last);
    return isThing || !isOnlyBeforeNouns(title, last) || (isTop && shelf.goesWithout(forms)) ? name : null;
  }
  const own = new Set(tokensOf(title).flatMap((word) => [word, singularOf(word)]));
  const isSaid = (word: string) => tokensOf(word).every((token) => own.has(token) || own.has(singularOf(token)));
  // Where no title says what the file or the column of kinds does, that is what they all are: coolers for CPUs; nor is an air
  // conditioner, which titles call an AC, a conditioner.
  const ofHead = forms.map((form) => form.split(' ').at(-1) as string);
  if ((isTop || isListedName(name)) && !isSaid(last) && shelf.goesWithout(ofHead)) return name;
  const given = of === undefined ? 0 : of.split(' ').length;
  // A phone case that nothing else names says of which model it is, and seldom that this is a phone.
  const isServed = (word: string) => isUnnamed && isPart(last) && isThingServed(word) && !isForOther(title, word);
  const served = words.findIndex((word, at) => at >= given && at < words.length - 1 && !isSaid(word) && isServed(word));
  const unsaid = words.findLastIndex(
    (word, at) => at >= given && at < words.length - 1 && !isSaid(word) && !isServed(word),
  );
  const said = words.slice(Math.max(unsaid + 1, served));
  // Without the jewelry "Jewelry Making Beads" are none.
  while (said.length < words.length && said.length > 1 && SAY_LITTLE.has((said[0] as string).toLowerCase()))
    said.shift();
  // "Eau de Parfum" without its first word is none.
  if (/^\p{Ll}/u.test(said[0] ?? '') && !/^\p{Ll}/u.test(name)) return null;
  if (said.length > 1 || (isNoun(last) && !isWeak(last))) return said.join(' ');
  const isThing = isTop || forms.length > 1 || isNoun(last);
  return isThing && shelf.goesWithout(ofHead) ? name : null;
}

/** Tells whether a word names a thing that others go with: the phone of "Phone Cases". */
const isThingServed = (word: string): boolean => isNoun(word) && !isWeak(word) && !isServing(singularOf(headOf(word)));

/** Tells whether a title says that the product goes with another thing than one: a "Sleeve for a Keyboard" with no laptop. */
function isForOther(title: string, thing: string): boolean {
  const forms = formsOf([headIn(thing)]);
  if (tokensOf(title).some((word) => forms.includes(word))) return false;
  const served = thingServed(title);
  return served.some(({ text }) => isNoun(text) && !isWeak(text) && !isPart(text)) || isOfModelOfOther(served);
}

/** Tells whether the first number behind some words is of a thing's model: "Slim Pen 2", but not "Surface Book 2". */
function isOfModelOfOther(words: readonly Word[]): boolean {
  const name = words
    .slice(
      0,
      Math.max(
        0,
        words.findIndex(({ text }) => /\d/.test(text)),
      ),
    )
    .map(({ text }) => text);
  const [thing = '', said] = [name.at(-1), name.join(' ')];
  return (
    isNoun(thing) && !isPart(thing) && !isServing(singularOf(headOf(thing))) && deviceIn(said)?.end !== said.length
  );
}

/** Tells whether a title says a noun in the plural alone. */
function isOnlyPlural(title: string, noun: string): boolean {
  const words = tokensOf(title);
  return singularOfKind(noun) !== noun && words.includes(noun) && !words.includes(singularOfKind(noun));
}

/** The last words of a kind's names. */
export const headsOf = ({ forms }: NamedType): string[] => [
  ...new Set(forms.map((form) => form.split(' ').at(-1) as string)),
];

/** Shorter words end others by chance: "pen" of open. */
const LEAST_OF_COMPOUND = 4;
const endsWith = (word: string, end: string) => end.length >= LEAST_OF_COMPOUND && word.endsWith(end);

/**
 * Tells whether a title bears out that its category names the product: it says so, or before a noun that the shelf is
 * named by as well; or it says nothing of it, as the shelf's seldom do.
 */
function isKindSaid(
  { title, brand }: TitledProduct,
  type: NamedType,
  shelf: ShelfUse,
  useOf: (phrase: string) => PhraseUse,
): boolean {
  if (otherLanguage() !== null || hasUnspacedScript(type.name)) return true;
  // Titles in another language say nothing of "Shorts" that a foreign shop calls so too.
  if (isForeignShop() && !isTitledInEnglish({ title, brand })) return true;
  const heads = [...new Set(headsOf(type).flatMap((head) => [head, ...formsOf([singularOf(head)])]))];
  const isHead = (word: string) =>
    heads.some(
      (head) => word === head || endsWith(word, head) || (SORTS.has(singularOf(head)) && endsWith(head, word)),
    );
  // What "My Cable Mart" makes is no cable.
  const name = withoutMaker(title, brand);
  const isSaid = wordsOf(name).some(({ text }) => isHead(headOf(text)));
  const saying = isSaid ? sayingOf(title, isHead, (word) => useOf(word).isCommon(word)) : null;
  // "Ear pads" are earpads.
  const tokens = tokensOf(name);
  const isApart = tokens.slice(1).some((token, at) => heads.includes((tokens[at] as string) + token));
  if (saying === null && isApart) return true;
  if (saying === null) return shelf.goesWithout(heads) && !isNamedOtherwise(name, shelf);
  return isNameHere(saying, shelf, useOf);
}

/** Tells whether a title begins, before any number, with what none of the shelf's others are called. */
function isNamedOtherwise(title: string, shelf: ShelfUse): boolean {
  const [words = []] = namingParts(title);
  const end = words.findIndex(({ text }) => /\d/.test(text));
  const nouns = words.slice(0, end === -1 ? words.length : end).filter(({ text }) => isNoun(text) && !isWeak(text));
  return nouns.length > 0 && !nouns.some(({ text }) => shelf.names(singularOf(headOf(text))));
}

/** Tells whether a title says by the kind of its category which sort the product is of what the category above names. */
function isKindIn({ title, category }: TitledProduct, type: NamedType): boolean {
  const [head = '', ...others] = headsOf(type);
  // Kinds stand in the plural.
  if (others.length > 0 || isAlwaysPlural(head)) return false;
  if (tokensOf(category.at(-2) ?? '').includes(head)) return false;
  const words = tokensOf(title);
  const last = words.lastIndexOf(head);
  return last !== -1 && isSortOfAbove(words.slice(last), category);
}
