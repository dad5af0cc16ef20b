import { otherLanguage, TYPES } from '../../lexicon/index.ts';
import { normaliseText, tokensOf } from '../../text/normalise.ts';
import { hasUnspacedScript } from '../../text/tokens.ts';
import type { PhraseUse } from './noun-phrase.ts';
import { isNoun, isWeak, singularOf } from './noun-words.ts';
import { productNounOf, type TitledProduct } from './product-noun.ts';
import {
  deviceAround,
  headIn,
  inSingular,
  isAlwaysPlural,
  isAroundNoun,
  lastInSingular,
  type NamedType,
  singularOfKind,
  typeOfCategory,
} from './product-type.ts';
import { isNameHere, type ShelfUse } from './shelf-use.ts';
import { isOnlyBeforeNouns, isPartBeside, isPartOf, isSortOfAbove, sayingOf } from './title-name.ts';

/** A name of a product that a task may ask for. */
interface ProductName {
  /** As the title or the category writes it. */
  readonly span: string;
  /** As a shopper says it of one product. */
  readonly phrase: string;
  readonly plural: boolean;
  readonly of: 'title' | 'category';
}

/**
 * The names of a product: the noun phrase of its title, the same without the words in front ("USB condenser microphone",
 * "condenser microphone", "microphone"), and the kind its category names, where the title says it too or the shelf goes
 * without it. A title whose noun phrase is not what its category is named for, though it says that as well ("Laptop
 * TF03XL Battery" among batteries), is named by its category.
 */
export function namesOf(product: TitledProduct, useOf: (phrase: string) => PhraseUse, shelf?: ShelfUse): ProductName[] {
  const names: ProductName[] = [];
  const type = typeOfCategory(product.category);
  // What a person calls the category, and the broader kinds they say it is of, are all that it is called.
  if (type?.noun !== undefined)
    return [type.noun, ...broaderThan(type.noun)].map((phrase) => {
      return { span: type.span, phrase, plural: isAlwaysPlural(phrase.split(' ').at(-1) ?? ''), of: 'category' };
    });
  const noun = productNounOf(product, useOf, shelf);
  const around = deviceAround(product.category)?.type.span;
  const device = around === undefined ? undefined : lastInSingular(around);
  // Among what goes with laptops a skin is a laptop skin, where titles call it so.
  const isSaidAlone = (phrase: string) =>
    /\s/.test(phrase) || device === undefined || shelf === undefined || !isSaidOf(device, headIn(phrase), useOf);
  const isBesideDevice = ({ span }: { span: string }) => product.category.some((one) => isAroundNoun(one, span));
  if (noun !== null && !isBesideDevice(noun) && !isBesideType(noun.span, type, product.title)) {
    const words = noun.span.split(/\s+/);
    const isOneName = !isWeak(words.at(-1) ?? '') && !/\bfor\b/i.test(noun.span);
    for (let first = 0; first < (isOneName ? words.length : 1); first++) {
      const span = noun.span.slice(noun.span.lastIndexOf(words.slice(first).join(' ')));
      if (isSaidAlone(span)) names.push({ span, phrase: span, plural: noun.plural, of: 'title' });
    }
  }
  if (type === null) return names;
  // A shop's category of one maker names no kind.
  const isBeside =
    isPartBeside(product.title, headsOf(type)) ||
    isKindIn(product, type) ||
    (noun !== null && isPartOf(noun.span, headIn(type.name)));
  const isBorneOut = shelf === undefined || isKindSaid(product.title, type, shelf, useOf);
  const name = isBorneOut && !isBeside ? saidName(type, product, shelf) : null;
  if (name === null || normaliseText(type.name) === normaliseText(product.brand ?? '')) return names;
  const words = name.split(/\s+/);
  const last = words.pop() as string;
  const plural = isAlwaysPlural(last.toLowerCase()) || isOnlyPlural(product.title, last.toLowerCase());
  // "A cable" asks for nothing in particular.
  if (words.length === 0 && isWeak(last)) return names;
  const isAlone = words.length > 0 || type.of !== undefined || isSaidAlone(name);
  const phrase = [...(isAlone ? words : [device as string]), plural ? last : inSingular(last)].join(' ');
  return [...names, { span: type.span, phrase, plural, of: 'category' }];
}

/** The share of a head's titles that say it of the thing it goes with, from which on it says too little alone. */
const SAID_OF = 0.1;
/** Tells whether titles call a thing by what it goes with: a "laptop skin", and hardly ever a "hair headband". */
function isSaidOf(device: string, head: string, useOf: (phrase: string) => PhraseUse): boolean {
  const use = useOf(`${device} ${head}`);
  return use.mayHave(2) && use.titles >= Math.max(2, useOf(head).titles * SAID_OF);
}

/**
 * The name of a kind as far as a title says it: without words in front that it does not say, for a CFexpress card among SD
 * cards is none ("Basic Phone Cases" are phone cases); null where what is left says too little, or the category names no thing.
 */
function saidName(
  { name, forms, of }: NamedType,
  { title, category }: TitledProduct,
  shelf: ShelfUse | undefined,
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
  const given = of === undefined ? 0 : of.split(' ').length;
  const unsaid = words.findLastIndex((word, at) => at >= given && at < words.length - 1 && !isSaid(word));
  const said = words.slice(unsaid + 1);
  // "Eau de Parfum" without its first word is none.
  if (/^\p{Ll}/u.test(said[0] ?? '') && !/^\p{Ll}/u.test(name)) return null;
  if (said.length > 1 || (isNoun(last) && !isWeak(last))) return said.join(' ');
  const isThing = isTop || forms.length > 1 || isNoun(last);
  return isThing && shelf.goesWithout(forms.map((form) => form.split(' ').at(-1) as string)) ? name : null;
}

/** Tells whether a title says a noun in the plural alone. */
function isOnlyPlural(title: string, noun: string): boolean {
  const words = tokensOf(title);
  return singularOfKind(noun) !== noun && words.includes(noun) && !words.includes(singularOfKind(noun));
}

/** The broader kinds of a kind, the nearest first. */
function broaderThan(noun: string, seen: Set<string> = new Set([noun])): string[] {
  const parents = (TYPES.get(noun)?.parents ?? []).filter((parent) => !seen.has(parent));
  for (const parent of parents) seen.add(parent);
  return [...parents, ...parents.flatMap((parent) => broaderThan(parent, seen))];
}

/** The last words of a kind's names. */
const headsOf = ({ forms }: NamedType): string[] => [...new Set(forms.map((form) => form.split(' ').at(-1) as string))];

/** Shorter words end others by chance: "pen" of open. */
const LEAST_OF_COMPOUND = 4;
const endsWith = (word: string, end: string) => end.length >= LEAST_OF_COMPOUND && word.endsWith(end);

/**
 * Tells whether a title bears out that its category names the product: it says so, or before a noun that the shelf is
 * named by as well; or it says nothing of it, as the shelf's seldom do.
 */
function isKindSaid(title: string, type: NamedType, shelf: ShelfUse, useOf: (phrase: string) => PhraseUse): boolean {
  if (otherLanguage() !== null || hasUnspacedScript(type.name)) return true;
  const heads = headsOf(type);
  const isHead = (word: string) => heads.some((head) => word === head || endsWith(word, head) || endsWith(head, word));
  const saying = sayingOf(title, isHead, (word) => useOf(word).isCommon(word));
  if (saying === null) return shelf.goesWithout(heads);
  return isNameHere(saying, shelf);
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

function isBesideType(span: string, type: NamedType | null, title: string): boolean {
  if (type === null || headIn(span) === headIn(type.name)) return false;
  const head = headIn(type.name);
  // Categories name kinds in the plural: "Walking" of "Walking Shoes" is no other thing.
  const isKind = type.forms.length > 1 || /\s/.test(type.name) || isNoun(head) || isAlwaysPlural(head);
  if (isPartOf(span, head) || (!isKind && isOnlyBeforeNouns(title, head))) return false;
  return tokensOf(title).some((word) => singularOf(word) === head);
}
