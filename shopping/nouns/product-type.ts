import { z } from 'zod';
import { saysNoKind } from '../../lexicon/columns.ts';
import { isInKnownWords } from '../../lexicon/english-words.ts';
import { commaList, englishPattern, isForeignShop, ofLexicon, readWords } from '../../lexicon/index.ts';
import type { Product } from '../../schemas/product.ts';
import { containsWords, normaliseText, tokensOf } from '../../text/normalise.ts';
import { charactersApart } from '../../text/tokens.ts';
import { FOREIGN_PHRASES } from '../plausibility/reading.ts';
import { isNoun, isWeak, NOUNS, singularOf, singularOfKind, singularsIn } from './noun-words.ts';
import { departmentOfName } from './one-word-names.ts';
import { kindsSaidIn, namesOfType, nounSaidOf, phrasesSaying } from './said-kinds.ts';
import { SEVERAL } from './title-name.ts';

const NO_TYPES = z
  .strictObject({ general: commaList, umbrella: commaList, before: commaList, around: commaList })
  .parse(readWords('product-types.yaml'));
const GENERAL = new Set(NO_TYPES.general.map(normaliseText));
const UMBRELLA = new Set(NO_TYPES.umbrella.map(normaliseText));
const BEFORE = new Set(NO_TYPES.before);

/** A product of a category that has no English name. */
const QUOTED = englishPattern('product type: quoted');
const [BEFORE_QUOTED] = QUOTED.split('{category}', 1) as [string];

const MOST_WORDS = 4;
const ONLY_WORDS = /^[\p{L}\p{M}\p{N}'’ -]+$/u;

/** A kind of product as a category names it. */
export interface NamedType {
  /** Part of the category that says it, without whom it is for: of a path as much as it takes. */
  readonly span: string;
  /** The name as the category has it. */
  readonly name: string;
  /** Its words, and the same with the last in the singular. */
  readonly forms: readonly string[];
  /** The kind of the lexicon that it is, where a person named it. */
  readonly noun?: string;
  /** True where it has no English name, and is told as the shop calls it. */
  readonly isQuoted?: true;
  /** The thing that products of it go with, which a category above is of: laptops of "Laptop Accessories > Skins". */
  readonly of?: string;
}

/** The singular of a noun, written as the noun is. */
export function inSingular(noun: string): string {
  const singular = singularOfKind(noun.toLowerCase());
  const differs = [...singular].findIndex((letter, at) => noun[at]?.toLowerCase() !== letter);
  const kept = differs === -1 ? singular.length : differs;
  const rest = singular.slice(kept);
  return noun.slice(0, kept) + (noun === noun.toUpperCase() ? rest.toUpperCase() : rest);
}

export const lastInSingular = (name: string) => name.replace(/\S+$/, inSingular);

/** The last word of a phrase, in the singular. */
export const headIn = (phrase: string) => singularOf(tokensOf(phrase).at(-1) ?? '');

/** Words behind the name of the thing that everything in a category goes with. */
const AROUND = new RegExp(`\\s+(?:${NO_TYPES.around.join('|')})$`, 'i');

/** Text that joins the categories of a path. */
export const PATH_SEPARATOR = ' > ';
const PATHS_KEPT = 20_000;
const typesOfPaths = ofLexicon(() => new Map<string, NamedType | null>());

/**
 * The kind of product that the last category of a path names; null where it names several, or a department. A word that
 * says too little alone is taken with what the category around it is about: "Tablet Accessories > Cases" are tablet cases.
 */
export function typeOfCategory(category: readonly string[]): NamedType | null {
  // As paths are joined, so that a category that holds the separator is the same by itself and in its path.
  const path = category.join(PATH_SEPARATOR);
  let type = typesOfPaths.get(path);
  if (type === undefined) {
    type = typeOfPath(path.split(PATH_SEPARATOR));
    if (typesOfPaths.size >= PATHS_KEPT) typesOfPaths.clear();
    typesOfPaths.set(path, type);
  }
  return type;
}

/** Tells whether a category of a foreign shop says in no English words what is in it. */
export const isForeignKind = (category: string): boolean =>
  isForeignShop() &&
  /\p{L}/u.test(category) &&
  !isInKnownWords(category) &&
  nounSaidOf(category) === undefined &&
  !saysNoKind(category);

/** The kind of product of a category whose name no English sentence can use. */
function quotedType(category: string): NamedType {
  const name = QUOTED.replace('{category}', () => category.replaceAll('"', "'"));
  return { span: category, name, forms: [normaliseText(name)], isQuoted: true };
}

/** Tells whether a phrase names products by the category that a foreign shop has them in. */
export const isQuotedType = (phrase: string): boolean => phrase.startsWith(BEFORE_QUOTED) && phrase.endsWith('"');

/** Tells whether a category of a foreign shop names no kind, as no lexicon says one: "Außen", "Damen", "Sale". */
const isNoKind = (category: string): boolean =>
  isForeignShop() && saysNoKind(category) && nounSaidOf(category) === undefined;

function typeOfPath(whole: readonly string[]): NamedType | null {
  const last = whole.findLastIndex((category) => !isNoKind(category));
  const path = whole.slice(0, last + 1);
  const type = typeOfNamed(path);
  // Lamps for outdoors are lamps.
  return type === null || path.length === whole.length || type.isQuoted === true
    ? type
    : { ...type, span: whole.slice(last).join(PATH_SEPARATOR) };
}

/** The name of a line behind what its products are, in capitals or with figures: "LED Downlights SMART", "LED Tubes 1500". */
const LINE = /^(?<kind>.*\p{Ll}) (?<line>\p{Lu}{4,}|(?=\S*\d)[\p{Lu}\d./-]+)$/u;

/** A category without the name of a line behind the noun that it ends with; "Laptop RAM" is of no laptops. */
function withoutLine(category: string): string {
  const { kind = '', line = '' } = LINE.exec(category)?.groups ?? {};
  const noun = kind.split(/[ -]/).at(-1) as string;
  const isThing = isNoun(noun) || departmentOfName(noun.toLowerCase()) !== undefined;
  return isThing && !isNoun(line.toLowerCase()) ? kind : category;
}

function typeOfNamed(path: readonly string[]): NamedType | null {
  const leaf = withoutLine(path.at(-1) ?? '');
  if (isForeignKind(leaf)) return quotedType(leaf);
  const type = typeNamed(leaf);
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
    span: path.slice(-2).join(PATH_SEPARATOR),
    name: `${type.name} ${above.name}`,
    forms: above.forms.map((form) => `${type.forms[0]} ${form}`),
  };
}

/** Tells whether a category is of what goes with a kind of product. */
const isAround = (category: string, { forms }: NamedType): boolean =>
  AROUND.test(category) &&
  (typeNamed(category.replace(AROUND, ''))?.forms.some((form) => forms.includes(form)) ?? false);

/** Tells whether a category is of what goes with the things that a phrase names: among projector accessories no projector is. */
export const isAroundNoun = (category: string, phrase: string): boolean =>
  AROUND.test(category) && !SEVERAL.test(category) && headIn(category.replace(AROUND, '')) === headIn(phrase);

/** The thing that the nearest category of what goes with it is named for. */
export function deviceAround(path: readonly string[]): { readonly at: number; readonly type: NamedType } | null {
  const at = path.findLastIndex((name, place) => place < path.length - 1 && AROUND.test(name));
  if (at === -1) return null;
  const things = (path[at] as string).replace(AROUND, '').split(SEVERAL).map(typeNamed);
  // "Headphones, Earbuds & Accessories" are named for headphones first, and mice among "Keyboards, Mice & Accessories" go with none.
  const [type = null] = things;
  const leaf = typeNamed(path.at(-1) ?? '');
  const isOneOfThem = things.some((thing) => thing !== null && thing.name === leaf?.name);
  const isThing = things.length === 1 || isNoun(type?.forms.at(-1)?.split(' ').at(-1) ?? '');
  return type === null || isOneOfThem || !isThing ? null : { at, type };
}

/** A word that says too little alone, with the thing that it goes with. */
function typeAround(path: readonly string[], type: NamedType): NamedType {
  const device = deviceAround(path);
  if (device === null) return type;
  const of = asModifier(device.type.forms.at(-1) as string);
  return {
    span: path.slice(device.at).join(PATH_SEPARATOR),
    name: `${asModifier(lastInSingular(device.type.span))} ${type.name}`,
    forms: type.forms.flatMap((form) => [form, `${of} ${form}`]),
    of,
  };
}

/** A name as it stands before another noun: a case for headphones is a headphone case. */
const asModifier = (name: string) =>
  name.replace(/\S+$/, (last) => (NOUNS.has(singularOf(last.toLowerCase())) ? last.replace(/(?<=[^s])s$/i, '') : last));

/** The words of the top of a path, in the singular, where all that is below is of the kind that it names: "Gift Cards". */
export function wordsOfTop(category: readonly string[]): readonly string[] {
  const [top = ''] = category;
  const type = category.length > 1 ? typeOfCategory([top]) : null;
  const words = singularsIn(top);
  // "Phones" are a department of what goes with them too.
  const isKind = type !== null && type.noun === undefined && words.length > 1 && isNoun(headIn(type.name));
  return isKind ? words : [];
}

function typeNamed(leaf: string): NamedType | null {
  const written = leaf.replace(/\s*\([^)]*\)/g, '').trim();
  const said = nounSaidOf(written);
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
  return type !== null && isCalled(type.forms, charactersApart(normaliseText(phrase)));
}

/** Tells whether a category is of the kind that a noun names by itself, of whatever sort: of belts, or men's belts. */
export const isOfKind = (category: readonly string[], noun: string): boolean =>
  typeOfCategory(category)?.forms.includes(normaliseText(noun)) === true;

/** Tells whether one of some names of a kind is the words of a phrase, or ends with them: a garden bench is a bench. */
const isCalled = (forms: readonly string[], words: string): boolean =>
  words !== '' && forms.some((form) => ` ${charactersApart(form)}`.endsWith(` ${words}`));

/** Tells whether a title calls its product in words for which a lexicon, or the table of a shop's language, has a noun phrase. */
export function titleNames(title: string, phrase: string): boolean {
  const said = kindsSaidIn(title);
  if (said.length === 0) return false;
  const words = charactersApart(normaliseText(phrase));
  return said.some(({ forms }) => isCalled(forms, words));
}

/** Phrases by which titles may call their products in other words than a noun phrase, in comparison form. */
export function phrasesFor(phrase: string): string[] {
  const words = charactersApart(normaliseText(phrase));
  return phrasesSaying((forms) => isCalled(forms, words));
}

/**
 * Tells whether a product is what a noun phrase says, by its title or its category: the one meaning of being of a kind.
 */
export const isNamed = ({ title, category }: Pick<Product, 'title' | 'category'>, phrase: string): boolean =>
  containsWords(title, phrase) || titleNames(title, phrase) || categoryNames(category, phrase);
