import { englishWords, isForeignShop, otherLanguage, TYPES } from '../../lexicon/index.ts';
import type { Product } from '../../schemas/product.ts';
import { containsWords, normaliseText, tokensOf } from '../../text/normalise.ts';
import {
  headsOf,
  isTitledInEnglish,
  nameOfCategory,
  type ProductName,
  saysLittle,
  type Titled,
} from './category-name.ts';
import { accessoryBefore, accessoryBehind, nounForDevice } from './device-names.ts';
import { isInDoubt } from './doubts.ts';
import { foreignNameIn } from './foreign-names.ts';
import { listedNamesBeyond, listedNamesIn, listedNameWith } from './listed-names.ts';
import { loneName } from './lone-names.ts';
import type { PhraseUse, ProductNoun } from './noun-phrase.ts';
import {
  COLLECTIONS,
  headOf,
  inPairs,
  isAlwaysPlural,
  isInPlural,
  isNoun,
  isPart,
  isSortOf,
  isWeak,
  singularOf,
  singularsIn,
} from './noun-words.ts';
import { isPiece, productNounOf, speaksOf, type TitledProduct } from './product-noun.ts';
import {
  deviceAround,
  headIn,
  isAroundNoun,
  lastInSingular,
  type NamedType,
  typeOfCategory,
  wordsOfTop,
} from './product-type.ts';
import { kindNamedIn, kindsSaidIn, type SaidKind } from './said-kinds.ts';
import { isOfOne, type ShelfUse } from './shelf-use.ts';
import { stackedName } from './stacked-names.ts';
import { titleUpToFacts } from './title-facts.ts';
import {
  headsOfKinds,
  isOnlyBeforeNouns,
  isPartOf,
  isPartOfComputer,
  isSaidBeforeNouns,
  wordsOf,
} from './title-name.ts';

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
): ProductName[] => {
  const titled = { ...product, title: titleUpToFacts(product) };
  const isThing = (name: ProductName) =>
    (name.of !== 'title' || !isPartOfComputer(titled.title, headIn(name.phrase))) &&
    (otherLanguage() !== null || isForeignShop() || !isInDoubt(name, titled));
  const names = namesInWords(titled, useOf, shelf).filter(isThing);
  const found = names.length > 0 ? names : namesBesides(titled, shelf).filter(isThing);
  return saidOnce(namesBelowTop(found, titled)).map((name) => ({
    ...name,
    plural: name.plural || inPairs(name.phrase) !== name.phrase,
  }));
};

/** Two nouns that say the same thing of a product, as titles put them one behind the other. */
const SAID_TWICE = new Set(englishWords('product noun: said twice'));
const endsTwice = (phrase: string): boolean =>
  SAID_TWICE.has(tokensOf(phrase).slice(-2).map(singularOf).join(' ')) && /\S \S/.test(phrase);

/** Names that say what a product is once: of a "Laptop Sleeve Case Bag" a "Laptop Sleeve", and no "Cord Cable" where it is called otherwise. */
function saidOnce(names: readonly ProductName[]): readonly ProductName[] {
  const once = names.map((name) => {
    let { span } = name;
    while (name.phrase === name.span && span.split(' ').length > 2 && endsTwice(span)) span = span.replace(/ \S+$/, '');
    return span === name.span ? name : { ...name, span, phrase: span, plural: isInPlural(span) };
  });
  const better = once.filter(({ phrase }) => !endsTwice(phrase));
  return better.length > 0 ? better : once;
}

/** The names of a product that no rule of single nouns finds one for. */
function namesBesides(product: TitledProduct, shelf: ShelfUse | undefined): ProductName[] {
  // Among names of models a noun is a part of one: a phone is called "Cookie".
  const isOfModels = product.category.length <= 1 && shelf?.isOfModels() === true;
  if (isOfModels || otherLanguage() !== null || isForeignShop()) return [];
  const after = accessoryBehind(product.title);
  const stacked = after === null ? stackedName(product) : null;
  const accessory = after ?? (stacked === null ? accessoryBefore(product.title) : null);
  if (accessory !== null) return [{ ...accessory, phrase: accessory.span, of: 'title' }];
  const name = stacked ?? loneName(product, shelf);
  return name === null || isPieceIn(product, headIn(name)) ? [] : namesListed([name], product.title, shelf);
}

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
    // Where nothing else names it, a title is believed to name what a person calls a kind.
    const kind = said.find(({ span }) => (noun === '' ? span !== '' : noun.endsWith(span))) ?? null;
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
  if (type?.isQuoted !== true) {
    const names = allNamesOf(product, type, useOf, shelf);
    const before = type === null || names.length === 0 ? [] : listedNamesBefore(product, type, shelf);
    const head = headIn(before[0] ?? '');
    const isOther = before.length > 0 && names.every(({ phrase }) => !isSame(headIn(phrase), head));
    return isOther ? namesListed(before, product.title, shelf) : names;
  }
  const found = allNamesOf(product, null, useOf, shelf).filter(({ span }) => isUsualHere(span, product, shelf));
  return found.length > 0 ? found : [foreignName(product) ?? quotedName(type)];
}

/** A product told of by the word that its title has for it in the language of a foreign shop. */
function foreignName(product: TitledProduct): ProductName | null {
  const name = foreignNameIn(product, product.category.at(-1) ?? '');
  return name === null ? null : { ...{ span: name, phrase: name }, plural: false, of: 'title' };
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
    ...(whole === null || isNamedHere(noun, whole, product, shelf) ? namesOfTitle(noun, product, shelf) : []),
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

/** Tells whether a noun in a title of a foreign shop is the word for the product: others say it too, or the title is in English. */
const isUsualHere = (span: string, product: Titled, shelf: ShelfUse | undefined): boolean =>
  shelf?.names(headIn(span)) === true || isTitledInEnglish(product);

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

/** Tells whether two nouns name the same thing, or one a sort of the other. */
const isSame = (one: string, other: string): boolean => one === other || isSortOf(one, other) || isSortOf(other, one);

/**
 * The listed names of a title that begins with another thing than its category names, and says that behind it at most: a "Label
 * Maker, 13 Characters, Labeling Tape" among labeling tapes.
 */
function listedNamesBefore(product: TitledProduct, type: NamedType, shelf: ShelfUse | undefined): string[] {
  const { title, category } = product;
  if (otherLanguage() !== null || type.noun !== undefined || isForeignShop()) return [];
  const heads = headsOf(type).map(singularOf);
  const listed = listedNamesIn(product).filter((name) => !isPart(headIn(name)) && !COLLECTIONS.has(headIn(name)));
  const [name = ''] = listed;
  const head = headIn(name);
  if (name === '' || isPiece(head, category) || heads.some((kind) => isSame(kind, head))) return [];
  const end = title.indexOf(name) + name.length;
  // A "Smart Watch" says "smartwatch".
  const says = (text: string) =>
    tokensOf(text).some((word, at, words) =>
      [word, word + (words[at + 1] ?? '')].some((one) => heads.includes(singularOf(one))),
    );
  if (says(title.slice(0, end)) || shelf?.isUsual(type.forms) === true) return [];
  return says(title.slice(end)) || shelf?.goesWithout(heads) === false ? listed : [];
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

/** The name of a thing that a title says little of but what it is for: a "Custom Case for iPod Touch 5" is a case for an iPod Touch. */
function nameForDevice(title: string, { span }: ProductNoun): ProductName[] {
  const found = nounForDevice(title, (noun) => noun === headIn(span));
  return found === null ? [] : [{ ...found, phrase: found.span, of: 'title' }];
}

/** Tells whether a title says by the word that its category is named for, which is no known noun, only which sort it is. */
const isSortIn = (title: string, { name, forms }: NamedType): boolean =>
  !/\s/.test(name) && !isNoun(name) && !isPart(name) && forms.some((form) => isSaidBeforeNouns(title, form));

/** Tells whether a noun says enough without the thing before it: of a "Turntable Belt" among all sorts "belt" names another thing. */
const isNamedHere = (
  { span }: ProductNoun,
  whole: string,
  { category }: TitledProduct,
  shelf: ShelfUse | undefined,
): boolean =>
  !whole
    .split(/\s+/)
    .slice(0, -1)
    .some((word) => isNoun(word) && !isWeak(word)) ||
  /\s/.test(span) ||
  shelf?.names(headIn(span)) !== false ||
  singularsIn(category.join(' ')).includes(headIn(span));

/** The noun phrase of a title, and the same without the words in front. */
function namesOfTitle(
  { span, plural }: ProductNoun,
  { title, category }: TitledProduct,
  shelf: ShelfUse | undefined,
): ProductName[] {
  const leaf = category.at(-1) ?? '';
  const words = span.split(/\s+/);
  const head = headIn(span);
  // Where a title says "Shot Glass" as well, "glasses" are other things.
  const last = (words.at(-1) ?? '').toLowerCase();
  const isOther = isAlwaysPlural(last) && singularOf(last) !== last && tokensOf(title).includes(singularOf(last));
  const isOneName = !isWeak(last) && !isOther && !/\bfor\b/i.test(span);
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

/** The share of a head's titles that say it of the thing it goes with, from which on it says too little alone. */
const SAID_OF = 0.1;
/** Tells whether titles call a thing by what it goes with: a "laptop skin", and hardly ever a "hair headband". */
function isSaidOf(device: string, head: string, useOf: (phrase: string) => PhraseUse): boolean {
  const use = useOf(`${device} ${head}`);
  return use.mayHave(2) && use.titles >= Math.max(2, useOf(head).titles * SAID_OF);
}

/** The broader kinds of a kind, the nearest first. */
function broaderThan(noun: string, seen: Set<string> = new Set([noun])): string[] {
  const parents = (TYPES.get(noun)?.parents ?? []).filter((parent) => !seen.has(parent));
  for (const parent of parents) seen.add(parent);
  return [...parents, ...parents.flatMap((parent) => broaderThan(parent, seen))];
}

function isBesideType(span: string, type: NamedType | null, title: string): boolean {
  if (type === null || headIn(span) === headIn(type.name)) return false;
  const head = headIn(type.name);
  // Categories name kinds in the plural: "Walking" of "Walking Shoes" is no other thing.
  const isKind = type.forms.length > 1 || /\s/.test(type.name) || isNoun(head) || isAlwaysPlural(head);
  if (isPartOf(span, head) || (!isKind && isOnlyBeforeNouns(title, head))) return false;
  return tokensOf(title).some((word) => singularOf(word) === head);
}

/**
 * The names of a product that are of the kind which the top of its path names, as categories below that are topics: of a magazine
 * about earth sciences, or one called "Metal Hammer", no other word says what it is, unless its text speaks of one.
 */
function namesBelowTop(names: readonly ProductName[], product: TitledProduct): readonly ProductName[] {
  const top = wordsOfTop(product.category);
  if (top.length === 0) return names;
  const isOfTop = (noun: string) => top.some((word) => word === noun || isSortOf(noun, word));
  const leaf = singularsIn(product.category.at(-1) ?? '');
  const isBelowTop = leaf.some((word) => top.includes(word));
  return names.filter(({ phrase, of }) => {
    const head = headIn(phrase);
    if (isOfTop(head)) return true;
    return of === 'title' ? leaf.includes(head) || speaksOf(product, head) : isBelowTop || isNoun(head);
  });
}
