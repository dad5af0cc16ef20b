import { z } from 'zod';
import { commaList, englishExpression, ofLexicon, otherLanguage, readWords, TYPES } from '../../lexicon/index.ts';
import type { Product } from '../../schemas/product.ts';
import { containsWords, normaliseText, tokensOf } from '../../text/normalise.ts';
import { charactersApart, hasUnspacedScript } from '../../text/tokens.ts';
import { FOREIGN_PHRASES } from '../plausibility/reading.ts';
import {
  ALWAYS_PLURAL,
  formsOf,
  isNoun,
  isOnlyBeforeNouns,
  isPartBeside,
  isPartOf,
  isSortOfAbove,
  isWeak,
  type PhraseUse,
  productNounOf,
  type ShelfUse,
  singularOf,
  type TitledProduct,
} from './product-noun.ts';

const NO_TYPES = z
  .strictObject({ general: commaList, umbrella: commaList, before: commaList, around: commaList })
  .parse(readWords('product-types.yaml'));
const GENERAL = new Set(NO_TYPES.general.map(normaliseText));
const UMBRELLA = new Set(NO_TYPES.umbrella.map(normaliseText));
const BEFORE = new Set(NO_TYPES.before);

/**
 * Signs and words that join several kinds of products in one category: "Stands & Mounts" says of no product which it
 * is.
 */
const SEVERAL = englishExpression('product type: several', 'i');
const MOST_WORDS = 4;
const ONLY_WORDS = /^[\p{L}\p{M}\p{N}'’ -]+$/u;

/** A kind of product as a category names it. */
interface NamedType {
  /** Part of the category that says it, without whom it is for: of a path as much as it takes. */
  readonly span: string;
  /** The name as the category has it. */
  readonly name: string;
  /** Its words, and the same with the last in the singular. */
  readonly forms: readonly string[];
  /** The kind of the lexicon that it is, where a person named it. */
  readonly noun?: string;
  /** The thing that products of it go with, which a category above is of: laptops of "Laptop Accessories > Skins". */
  readonly of?: string;
}

/** Plurals of words that end in "-ie" in the singular. */
const WITH_IE = englishExpression('product type: with ie', '');
const IN_ES = englishExpression('product type: in es', '');
const ONLY_PLURAL = englishExpression('product type: only plural', '');

const isAlwaysPlural = (noun: string) => ALWAYS_PLURAL.has(noun) || ONLY_PLURAL.test(noun);

/** Singulars that end in "s", by their endings, and plurals that end like them. */
const SINGULAR_IN_S = englishExpression('product type: singular in s', '');
const PLURAL_LIKE_THEM = englishExpression('product type: plural like them', '');

/** The singular of the last word of a category: "lens" of lenses and of lens, "series" of series. */
function singularOfKind(noun: string): string {
  if (isAlwaysPlural(noun) || (SINGULAR_IN_S.test(noun) && !PLURAL_LIKE_THEM.test(noun))) return noun;
  if (WITH_IE.test(noun)) return noun.slice(0, -1);
  if (IN_ES.test(noun)) return noun.slice(0, -2);
  return singularOf(noun);
}

/** Words behind the name of the thing that everything in a category goes with. */
const AROUND = new RegExp(`\\s+(?:${NO_TYPES.around.join('|')})$`, 'i');

/** Text that joins the categories of a path. */
const SEPARATOR = ' > ';
const PATHS_KEPT = 20_000;
const typesOfPaths = ofLexicon(() => new Map<string, NamedType | null>());

/** The kind of product that a lexicon means by a noun, its plural, or another name of it. */
const SAID_TYPES: ReadonlyMap<string, string> = ofLexicon(
  () =>
    new Map(
      [...TYPES].flatMap(([noun, { plural, also }]) =>
        [noun, ...(plural === undefined ? [] : [plural]), ...also].map((name) => [normaliseText(name), noun] as const),
      ),
    ),
);

/** Further names of a product of a kind: its other names, the broader kinds, and theirs. */
function namesOfType(noun: string, seen: Set<string> = new Set()): string[] {
  if (seen.has(noun)) return [];
  seen.add(noun);
  const { plural, also = [], parents = [] } = TYPES.get(noun) ?? {};
  const broader = parents.flatMap((parent) => namesOfType(parent, seen));
  return [noun, ...(plural === undefined ? [] : [plural]), ...also, ...broader].map(normaliseText);
}

/**
 * The kind of product that the last category of a path names; null where it names several, or a department. A word that
 * says too little alone is taken with what the category around it is about: "Tablet Accessories > Cases" are tablet cases.
 */
export function typeOfCategory(category: readonly string[]): NamedType | null {
  // As paths are joined, so that a category that holds the separator is the same by itself and in its path.
  const path = category.join(SEPARATOR);
  let type = typesOfPaths.get(path);
  if (type === undefined) {
    type = typeOfPath(path.split(SEPARATOR));
    if (typesOfPaths.size >= PATHS_KEPT) typesOfPaths.clear();
    typesOfPaths.set(path, type);
  }
  return type;
}

function typeOfPath(path: readonly string[]): NamedType | null {
  const type = typeNamed(path.at(-1) ?? '');
  if (type === null) return null;
  if (type.noun !== undefined) return type;
  if (isWeak(type.name)) return typeAround(path, type);
  // Categories name kinds in the plural: what is neither plural nor a noun is a kind of what the one above it names.
  const last = type.forms[0]?.split(' ').at(-1) as string;
  // "Projector" among projector accessories says what they are for.
  if (isAround(path.at(-2) ?? '', type)) return null;
  const above = typeNamed(path.at(-2) ?? '');
  const words = above?.forms.at(-1)?.split(' ') ?? [];
  const head = words.at(-1) ?? '';
  // "Speaker" among cables are speaker cables, "Camera" among battery chargers camera battery chargers.
  const isKindOfIt =
    above !== null &&
    type.forms.length === 1 &&
    isNoun(head) &&
    (isNoun(last) ? isWeak(head) && last !== head : words.length === 1);
  if (!isKindOfIt) return type;
  return {
    span: path.slice(-2).join(SEPARATOR),
    name: `${type.name} ${above.name}`,
    forms: above.forms.map((form) => `${type.forms[0]} ${form}`),
  };
}

/** Tells whether a category is of what goes with a kind of product. */
const isAround = (category: string, { forms }: NamedType): boolean =>
  AROUND.test(category) &&
  (typeNamed(category.replace(AROUND, ''))?.forms.some((form) => forms.includes(form)) ?? false);

/** Tells whether a category is of what goes with the things that a phrase names: among projector accessories no projector is. */
const isAroundNoun = (category: string, phrase: string): boolean =>
  AROUND.test(category) && !SEVERAL.test(category) && headIn(category.replace(AROUND, '')) === headIn(phrase);

/** The thing that the nearest category of what goes with it is named for. */
function deviceAround(path: readonly string[]): { readonly at: number; readonly type: NamedType } | null {
  const at = path.findLastIndex((name, place) => place < path.length - 1 && AROUND.test(name));
  const type = at === -1 ? null : typeNamed((path[at] as string).replace(AROUND, ''));
  return type === null ? null : { at, type };
}

/** A word that says too little alone, with the thing that it goes with. */
function typeAround(path: readonly string[], type: NamedType): NamedType {
  const device = deviceAround(path);
  if (device === null) return type;
  const of = device.type.forms.at(-1) as string;
  return {
    span: path.slice(device.at).join(SEPARATOR),
    name: `${lastInSingular(device.type.span)} ${type.name}`,
    forms: type.forms.flatMap((form) => [form, `${of} ${form}`]),
    of,
  };
}

function typeNamed(leaf: string): NamedType | null {
  const written = leaf.replace(/\s*\([^)]*\)/g, '').trim();
  const said = SAID_TYPES.get(normaliseText(written));
  if (said !== undefined) return { span: written, name: said, noun: said, forms: [...new Set(namesOfType(said))] };
  if (SEVERAL.test(written) || !ONLY_WORDS.test(written)) return null;
  const words = written.split(/\s+/);
  while (words.length > 1 && BEFORE.has((words[0] as string).toLowerCase().replace(/['’]/g, ''))) words.shift();
  const span = words.join(' ');
  const tokens = tokensOf(span);
  const last = tokens.at(-1);
  if (last === undefined || tokens.length > MOST_WORDS || GENERAL.has(last) || UMBRELLA.has(tokens.join(' ')))
    return null;
  if (tokens.some((token) => FOREIGN_PHRASES.has(token))) return null;
  const singular = [...tokens.slice(0, -1), singularOfKind(last)].join(' ');
  return { span, name: span, forms: [...new Set([tokens.join(' '), singular])] };
}

/**
 * Tells whether a category names a kind of product by a phrase: "Computer Keyboards" are keyboards and computer
 * keyboards.
 */
export function categoryNames(category: readonly string[], phrase: string): boolean {
  const type = typeOfCategory(category);
  if (type === null) return false;
  const words = charactersApart(normaliseText(phrase));
  return words !== '' && type.forms.some((form) => ` ${charactersApart(form)}`.endsWith(` ${words}`));
}

/**
 * Tells whether a product is what a noun phrase says, by its title or its category: the one meaning of being of a kind.
 */
export const isNamed = ({ title, category }: Pick<Product, 'title' | 'category'>, phrase: string): boolean =>
  containsWords(title, phrase) || categoryNames(category, phrase);

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
  const isBorneOut = shelf === undefined || saysHead(product.title, type) || shelf.goesWithout(headsOf(type));
  const name = isBorneOut && !isBeside ? saidName(type, product.title, shelf) : null;
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

/** The share of a shelf's titles that have to say a word of its category's name. */
const SAID_BY = 0.25;

/**
 * The name of a kind as far as people say it: without words in front that neither the title nor the titles of the shelf
 * say ("Basic Phone Cases" are phone cases); null where what is left says too little, or the category names no thing.
 */
function saidName({ name, forms, of }: NamedType, title: string, shelf: ShelfUse | undefined): string | null {
  if (shelf === undefined || otherLanguage() !== null || hasUnspacedScript(name)) return name;
  const words = name.split(/\s+/);
  const isLeft = words.length === 1;
  const last = (words.at(-1) as string).toLowerCase();
  // Categories name kinds in the plural: among "Walking" are shoes.
  if (isLeft) {
    const isThing = forms.length > 1 || isNoun(last) || isAlwaysPlural(last);
    return isThing || !isOnlyBeforeNouns(title, last) || shelf.goesWithout(forms) ? name : null;
  }
  const own = new Set(tokensOf(title).flatMap((word) => [word, singularOf(word)]));
  const isSaid = (word: string) =>
    tokensOf(word).every(
      (token) => own.has(token) || own.has(singularOf(token)) || shelf.saying(formsOf([singularOf(token)])) >= SAID_BY,
    );
  const given = of === undefined ? 0 : of.split(' ').length;
  const unsaid = words.findLastIndex((word, at) => at >= given && at < words.length - 1 && !isSaid(word));
  const said = words.slice(unsaid + 1);
  if (said.length > 1 || (isNoun(last) && !isWeak(last))) return said.join(' ');
  return shelf.goesWithout(forms.map((form) => form.split(' ').at(-1) as string)) ? name : null;
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

/** The singular of a noun, written as the noun is. */
function inSingular(noun: string): string {
  const singular = singularOfKind(noun.toLowerCase());
  return noun.toLowerCase() === singular ? noun : noun.slice(0, 1) + singular.slice(1);
}

const lastInSingular = (name: string) => name.replace(/\S+$/, inSingular);

/** The last words of a kind's names. */
const headsOf = ({ forms }: NamedType): string[] => [...new Set(forms.map((form) => form.split(' ').at(-1) as string))];

/** Shorter words end others by chance: "pen" of open. */
const LEAST_OF_COMPOUND = 4;
const endsWith = (word: string, end: string) => end.length >= LEAST_OF_COMPOUND && word.endsWith(end);

/** Tells whether a title says the noun of a kind, or one that it or the noun ends with: "smartphone" and "phone". */
function saysHead(title: string, type: NamedType): boolean {
  if (otherLanguage() !== null || hasUnspacedScript(type.name)) return true;
  const words = tokensOf(title);
  return headsOf(type).some((head) =>
    words.some((word) => word === head || endsWith(word, head) || endsWith(head, word)),
  );
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

const headIn = (phrase: string) => singularOf(tokensOf(phrase).at(-1) ?? '');

function isBesideType(span: string, type: NamedType | null, title: string): boolean {
  if (type === null || headIn(span) === headIn(type.name)) return false;
  const head = headIn(type.name);
  // Categories name kinds in the plural: "Walking" of "Walking Shoes" is no other thing.
  const isKind = type.forms.length > 1 || /\s/.test(type.name) || isNoun(head) || isAlwaysPlural(head);
  if (isPartOf(span, head) || (!isKind && isOnlyBeforeNouns(title, head))) return false;
  return tokensOf(title).some((word) => singularOf(word) === head);
}
