import { tellingWords, unknownWords } from '../../lexicon/english-words.ts';
import { englishWords, isForeignShop, otherLanguage, TYPES } from '../../lexicon/index.ts';
import type { Product } from '../../schemas/product.ts';
import { containsWords, normaliseText, tokensOf } from '../../text/normalise.ts';
import { hasUnspacedScript } from '../../text/tokens.ts';
import { isListedName, listedNamesBeyond, listedNamesIn, listedNameWith } from './listed-names.ts';
import type { PhraseUse, ProductNoun } from './noun-phrase.ts';
import {
  formsOf,
  headOf,
  inPairs,
  isAlwaysPlural,
  isInPlural,
  isNoun,
  isPart,
  isServing,
  isSortOf,
  isWeak,
  SORTS,
  singularOf,
  singularOfKind,
  singularsIn,
} from './noun-words.ts';
import { isPiece, nounForDevice, productNounOf, type TitledProduct } from './product-noun.ts';
import {
  deviceAround,
  headIn,
  inSingular,
  isAroundNoun,
  lastInSingular,
  type NamedType,
  typeOfCategory,
} from './product-type.ts';
import { kindNamedIn, kindsSaidIn, type SaidKind } from './said-kinds.ts';
import { isNameHere, isOfOne, type ShelfUse } from './shelf-use.ts';
import { titleUpToFacts } from './title-facts.ts';
import {
  headsOfKinds,
  isOnlyBeforeNouns,
  isPartBeside,
  isPartOf,
  isSaidBeforeNouns,
  isSortOfAbove,
  namingParts,
  sayingOf,
  thingServed,
  withoutMaker,
  wordsOf,
} from './title-name.ts';

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
export const namesOf = (
  product: TitledProduct & Partial<Pick<Product, 'details'>>,
  useOf: (phrase: string) => PhraseUse,
  shelf?: ShelfUse,
): ProductName[] =>
  namesInWords({ ...product, title: titleUpToFacts(product) }, useOf, shelf).map((name) => ({
    ...name,
    plural: name.plural || inPairs(name.phrase) !== name.phrase,
  }));

/**
 * The kind that a title says in words for which a lexicon or the table of a foreign shop's language has a noun. Where a lexicon says
 * what the category is, only another noun of it says more; and one title among many says a word by chance.
 */
function kindSaidOf(
  product: TitledProduct,
  type: NamedType | null,
  useOf: (phrase: string) => PhraseUse,
  shelf: ShelfUse | undefined,
): SaidKind | null {
  const said = kindsSaidIn(product.title);
  if (said.length === 0) return null;
  const isOfLexicon = type?.noun !== undefined && TYPES.has(type.noun);
  const isOpen = type === null || type.isQuoted === true;
  if (!isForeignShop()) {
    const noun = productNounOf(product, useOf, shelf)?.span ?? '';
    const kind = said.find(({ span }) => noun.endsWith(span)) ?? null;
    return isOfLexicon && kind?.forms.includes(normaliseText(type.noun)) === false ? null : kind;
  }
  const kind = kindNamedIn(product, isOpen ? null : type.forms);
  if (kind === null || (isOfLexicon && !kind.isOfLexicon)) return null;
  return kind.isOfLexicon || !isOpen || shelf?.saysKinds() !== false ? kind : null;
}

/** The noun of a kind, and the broader ones that say the same thing of it: a garden bench is a bench. */
const namesOfKind = ({ span, noun, broader, isOfLexicon }: SaidKind): ProductName[] =>
  [
    noun,
    ...(isOfLexicon ? broaderThan(noun) : []),
    ...(broader !== undefined && noun.endsWith(` ${broader}`) ? [broader] : []),
  ].map((phrase) => ({ span, phrase, plural: isInPlural(phrase), of: 'title' }));

/** Names by title and category; of a foreign shop's category that has no English name, what an English title says, or a quotation. */
function namesInWords(
  product: TitledProduct,
  useOf: (phrase: string) => PhraseUse,
  shelf: ShelfUse | undefined,
): ProductName[] {
  const type = typeOfCategory(product.category);
  const said = kindSaidOf(product, type, useOf, shelf);
  if (said !== null) return namesOfKind(said);
  if (type?.isQuoted !== true) return allNamesOf(product, type, useOf, shelf);
  const found = allNamesOf(product, null, useOf, shelf).filter(({ span }) => isUsualHere(span, product, shelf));
  return found.length > 0 ? found : [quotedName(type)];
}

function allNamesOf(
  product: TitledProduct,
  type: NamedType | null,
  useOf: (phrase: string) => PhraseUse,
  shelf: ShelfUse | undefined,
): ProductName[] {
  // What a person calls the category, and the broader kinds they say it is of, are all that it is called.
  if (type?.noun !== undefined)
    return [type.noun, ...broaderThan(type.noun)].map((phrase) => {
      return { span: type.span, phrase, plural: isInPlural(phrase), of: 'category' };
    });
  const isOfModels = isAmongModels(product, type, shelf);
  const noun = isOfModels ? null : productNounOf(product, useOf, shelf);
  const around = deviceAround(product.category)?.type.span;
  const device = around === undefined ? undefined : lastInSingular(around);
  // Among what goes with laptops a skin is a laptop skin, where titles call it so.
  const isSaidAlone = (phrase: string) =>
    /\s/.test(phrase) || device === undefined || shelf === undefined || !isSaidOf(device, headIn(phrase), useOf);
  const ofCategory =
    type === null ? null : nameOfCategory({ product, noun, type, device, isSaidAlone, isOfModels, useOf, shelf });
  const sort = ofCategory === null || shelf === undefined ? null : sortOf(ofCategory, product.title, shelf);
  if (sort !== null) return [sort];
  if (isOfModels && ofCategory !== null) return [ofCategory];
  if (noun === null && ofCategory === null) return listedNames(product, shelf);
  const further = noun === null && type !== null ? namesBeyondType(product, type) : [];
  if (further.length > 0) return namesListed(further, product.title, shelf);
  if (noun === null || product.category.some((one) => isAroundNoun(one, noun.span)))
    return ofCategory === null ? [] : [ofCategory];
  const beyond = otherLanguage() === null ? listedNamesBeyond(product.title, noun.span, product.category) : [];
  if (beyond.length > 0) return namesListed(beyond, product.title, shelf);
  const isOtherwise = ofCategory !== null && isSingularOf(ofCategory, noun, product.title, shelf);
  if (isOtherwise) return [ofCategory];
  // Stickers are a thing by themselves, though where the category says of what sort they are it says more.
  const isThing = (span: string) => ofCategory === null && !isWeak(headIn(span));
  const isEnough = (span: string) => isSaidAlone(span) && (isThing(span) || !saysLittle(span));
  const whole = otherLanguage() === null ? listedNameWith(product.title, noun.span, product.category) : null;
  const named = [
    ...(whole === null ? [] : [{ ...{ span: whole, phrase: whole, plural: noun.plural }, of: 'title' as const }]),
    ...namesOfTitle(noun, product.category.at(-1) ?? '', shelf),
  ].filter(({ span }) => isEnough(span));
  const ofTitle = named.length === 0 && ofCategory === null ? nameForDevice(product.title, noun) : named;
  // Of "Flat Sandals" among flats, and of a backdrop among backgrounds, the title says what it is.
  const isSort = ofTitle.length > 0 && !isWeak(headIn(noun.span)) && type !== null && isSortIn(product.title, type);
  const isOfShelf = ofCategory === null && shelf?.names(headIn(noun.span)) === true && isNoun(headIn(type?.name ?? ''));
  if (isBesideType(noun.span, type, product.title) && !isSort && !isOfShelf)
    return ofCategory === null ? [] : [ofCategory];
  return ofCategory === null || isSort ? ofTitle : [...ofTitle, ofCategory];
}

/** Animals that things are for: a maker, a color or a season before a kind makes no sort of it. */
const ANIMALS = new Set(englishWords('product noun: animals'));

/**
 * The sort of what its category names that a title says right before it, where the same stands below several: of "Senior Dog Dry
 * Food" among dry food the dog's. Nobody asks for dry food of whatever animal.
 */
function sortOf({ span, plural, of }: ProductName, title: string, shelf: ShelfUse): ProductName | null {
  const at = of === 'category' && otherLanguage() === null ? title.toLowerCase().indexOf(span.toLowerCase()) : -1;
  const before = at > 0 ? wordsOf(title.slice(0, at)).at(-1) : undefined;
  if (before === undefined || title.slice(before.end, at).trim() !== '') return null;
  const word = singularOf(before.text.toLowerCase());
  if (!isNoun(word) && !ANIMALS.has(word)) return null;
  if (![...shelf.around()].some((kind) => kind === word || isSortOf(word, kind))) return null;
  const phrase = title.slice(before.start, at + span.length);
  return { span: phrase, phrase, plural, of: 'title' };
}

/**
 * Tells whether a product stands among models that a column of kinds, or the name of a file, says the kind of, and titles do
 * not: a "Blazer" among cases is one.
 */
const isAmongModels = (
  { category, title }: TitledProduct,
  type: NamedType | null,
  shelf: ShelfUse | undefined,
): boolean =>
  category.length === 1 &&
  type !== null &&
  isNoun(type.forms.at(-1)?.split(' ').at(-1) ?? '') &&
  otherLanguage() === null &&
  shelf?.isOfModels() === true &&
  !headsOf(type).some((head) => containsWords(normaliseText(title), head));

/** A product that is told of by what a foreign shop calls its category. */
const quotedName = ({ span, name }: NamedType): ProductName => ({
  ...{ span, phrase: name },
  plural: false,
  of: 'category',
});

/** Share of a title's words that are English, from which on it is taken to be in English. */
const ENGLISH_TITLE = 0.6;

/** Tells whether a noun in a title of a foreign shop is the word for the product: others say it too, or the title is in English. */
const isUsualHere = (span: string, product: Titled, shelf: ShelfUse | undefined): boolean =>
  shelf?.names(headIn(span)) === true || isTitledInEnglish(product);

type Titled = Pick<TitledProduct, 'title' | 'brand'>;

function isTitledInEnglish({ title, brand }: Titled): boolean {
  const words = tellingWords(withoutMaker(title, brand));
  return unknownWords(words).length <= words.length * (1 - ENGLISH_TITLE);
}

/**
 * The listed names of what has two halves that go on behind the word that a category is named for: among bikinis "Bikini Briefs"
 * are briefs.
 */
function namesBeyondType({ title, category }: TitledProduct, type: NamedType): string[] {
  const heads = headsOf(type);
  const said = wordsOf(title).find(({ text }) => heads.includes(text.toLowerCase()));
  if (said === undefined || heads.some(isAlwaysPlural) || otherLanguage() !== null) return [];
  return listedNamesBeyond(title, said.text, category).filter((name) => isAlwaysPlural(tokensOf(name).at(-1) ?? ''));
}

/** The listed names by which a title calls its product, where nothing else names it. */
function listedNames(product: TitledProduct, shelf: ShelfUse | undefined): ProductName[] {
  if (otherLanguage() !== null) return [];
  const listed = listedNamesIn(product).filter((name) => !isPieceIn(product, headIn(name)));
  return namesListed(listed, product.title, shelf);
}

/**
 * Tells whether a noun names a piece of a product whose title says the sort that its category names: of a "2 in 1" among such
 * laptops a "Privacy Screen". One word of it, such as "computer", is said of other things too.
 */
function isPieceIn({ title, category }: TitledProduct, noun: string): boolean {
  const sort = tokensOf(category.at(-1) ?? '').slice(0, -1);
  return sort.length > 1 && isPiece(noun, category) && containsWords(title, sort.join(' '));
}

const namesListed = (spans: readonly string[], title: string, shelf: ShelfUse | undefined): ProductName[] =>
  spans.map((span) => {
    const one = lastInSingular(span);
    const isOne =
      isInPlural(span) && shelf !== undefined && containsWords(title, one) && isOfOne(title, headIn(span), shelf);
    const phrase = isOne ? one : span;
    return { span, phrase, plural: isInPlural(phrase), of: 'title' };
  });

/** Words that say what a thing is like and not what it goes with: of a "leather case" nobody knows for what. */
const SAY_LITTLE = new Set(englishWords('product noun: say little'));
/** Tells whether a name says what goes with other things and not with which: a "Leather Case", a "Case Cover". */
const saysLittle = (span: string): boolean => {
  const words = span.split(/\s+/);
  const last = words.pop() ?? '';
  return isPart(last) && words.every((word) => isPart(word) || SAY_LITTLE.has(word.toLowerCase()));
};

/** The name of a thing that a title says little of but what it is for: a "Custom Case for iPod Touch 5" is a case for an iPod Touch. */
function nameForDevice(title: string, { span }: ProductNoun): ProductName[] {
  const found = nounForDevice(title, (noun) => noun === headIn(span));
  return found === null ? [] : [{ ...found, phrase: found.span, of: 'title' }];
}

/** Tells whether a title says by the word that its category is named for, which is no known noun, only which sort it is. */
const isSortIn = (title: string, { name, forms }: NamedType): boolean =>
  !/\s/.test(name) && !isNoun(name) && !isPart(name) && forms.some((form) => isSaidBeforeNouns(title, form));

/** The noun phrase of a title, and the same without the words in front. */
function namesOfTitle({ span, plural }: ProductNoun, leaf: string, shelf: ShelfUse | undefined): ProductName[] {
  const words = span.split(/\s+/);
  const isOneName = !isWeak(words.at(-1) ?? '') && !/\bfor\b/i.test(span);
  const head = headIn(span);
  const isOfLeaf = headsOfKinds(leaf).has(head);
  const isInLeaf = (word: string) => singularsIn(leaf).includes(singularOf(headOf(word)));
  // Without the thing before it a "Turntable Belt" is another thing, unless it is among belts of all sorts; without its sort a
  // "Coffee Table" is one where tables have a category of their own.
  const isThing = (word: string) => isNoun(word) && !isWeak(word) && (!isOfLeaf || isInLeaf(word));
  const isSort = (word: string) => isInLeaf(word) && shelf?.isNamedElsewhere(head) === true;
  const thing = words.slice(0, -1).findIndex((word) => isThing(word) || isSort(word));
  return words.slice(0, !isOneName ? 1 : thing === -1 ? words.length : thing + 1).map((_, first) => {
    const rest = span.slice(span.lastIndexOf(words.slice(first).join(' ')));
    return { span: rest, phrase: rest, plural, of: 'title' };
  });
}

/** Tells whether a category says in the singular, as it should be said, what a title writes in the plural alone. */
const isSingularOf = (named: ProductName, noun: ProductNoun, title: string, shelf: ShelfUse | undefined): boolean =>
  noun.plural &&
  !named.plural &&
  headIn(noun.span) === headIn(named.phrase) &&
  shelf !== undefined &&
  isOfOne(title, headIn(named.phrase), shelf);

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
function nameOfCategory({
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
  const isOne = shelf !== undefined && isOfOne(product.title, headIn(last), shelf);
  const plural = isAlwaysPlural(last.toLowerCase()) || (!isOne && isOnlyPlural(product.title, last.toLowerCase()));
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
  return thingServed(title).some(({ text }) => isNoun(text) && !isWeak(text) && !isPart(text));
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

function isBesideType(span: string, type: NamedType | null, title: string): boolean {
  if (type === null || headIn(span) === headIn(type.name)) return false;
  const head = headIn(type.name);
  // Categories name kinds in the plural: "Walking" of "Walking Shoes" is no other thing.
  const isKind = type.forms.length > 1 || /\s/.test(type.name) || isNoun(head) || isAlwaysPlural(head);
  if (isPartOf(span, head) || (!isKind && isOnlyBeforeNouns(title, head))) return false;
  return tokensOf(title).some((word) => singularOf(word) === head);
}
