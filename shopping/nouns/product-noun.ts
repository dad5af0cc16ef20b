import { englishWords, type Language, otherLanguage } from '../../lexicon/index.ts';
import type { Product } from '../../schemas/product.ts';
import { foundOrMade } from '../../text/cache/found-or-made.ts';
import { Recent } from '../../text/cache/recent.ts';
import { stemOf } from '../../text/stem.ts';
import { hasUnspacedScript } from '../../text/tokens.ts';
import { WordPattern } from '../../text/word-pattern.ts';
import { nounForDevice } from './device-names.ts';
import { namesEndingAt } from './listed-names.ts';
import { type NounContext, type PhraseUse, type ProductNoun, phraseEndingAt } from './noun-phrase.ts';
import {
  COLLECTIONS,
  formsOf,
  isPart,
  isPlural,
  isServing,
  isSortOf,
  isWeak,
  mayModify,
  NOUNS,
  PARTS,
  singularOf,
  singularsIn,
} from './noun-words.ts';
import { wordsOfTop } from './product-type.ts';
import { isNameHere, isOfOne, type ShelfUse } from './shelf-use.ts';
import {
  computerIn,
  type Head,
  headsIn,
  headsOfKinds,
  isBehindName,
  isOfCollections,
  isPartOfComputer,
  JOINT,
  makerWords,
  namingParts,
  pairedHeadsIn,
  SEVERAL,
  sayingOf,
  wordsOf,
} from './title-name.ts';

export type TitledProduct = Pick<Product, 'title' | 'brand' | 'category' | 'features' | 'description'>;

/** The share of a shelf's titles that are most of them. */
const MOST = 0.5;

/** Words before what a listing calls the product it describes: "this desk lamp". */
const THIS = englishWords('product noun: this').join('|');
/** Least pieces of evidence that a noun names a product whose shelf is of another noun or says nothing of it, has a department alone, or is of many kinds. */
const LEAST_EVIDENCE = { shelf: 4, department: 3, mixed: 2 };

/**
 * The product noun phrase of a title: a product noun of its naming part, best one that the shelf is named for, with the
 * words before it that belong to it ("over-ear headphones", "laptop sleeve"). What stands behind "for" or "with" names
 * other things and is not looked at. A weak noun ("case", "charger") never stands alone. Null when the title names no
 * product this catalog or the noun list knows.
 */
export function productNounOf(
  product: TitledProduct,
  useOf: (phrase: string) => PhraseUse,
  shelf?: ShelfUse,
): ProductNoun | null {
  const { title, brand, category } = product;
  const language = otherLanguage();
  if (language !== null) return listedNoun(language, title);
  const leaf = new Set(singularsIn(category.at(-1) ?? ''));
  const context: NounContext = {
    brand: makerWords(title, brand),
    path: new Set(singularsIn(category.join(' '))),
    kinds: new Set(
      singularsIn(category.filter((name, at) => at === category.length - 1 || !SEVERAL.test(name)).join(' ')),
    ),
    leaf,
    category,
    useOf,
    text: textOf(product),
    alone: true,
    sure: false,
  };
  const top = wordsOfTop(category);
  const kinds = headsOfKinds(category.at(-1) ?? '');
  const isNamedFor = [...kinds].some((kind) => formsOf([kind]).some((form) => NOUNS.has(form)) || PARTS.has(kind));
  const computer = isNamedFor ? undefined : computerIn(title);
  if (computer !== undefined) return { span: computer.text, plural: isPlural(computer.text) };
  const parts = namingParts(title, kinds);
  const named = category.at(-1) ?? '';
  const heads = parts
    .flatMap((words, part) => headsIn(words, part, kinds, context))
    .filter(({ noun }) => !isPartOfComputer(title, noun))
    .filter(({ noun }) =>
      isNamedFor
        ? !leaf.has(noun) || kinds.has(noun)
        : !isOfCollections(named) || (COLLECTIONS.has(noun) && leaf.has(noun)),
    );
  const isName = ({ noun }: Head) => {
    const isIt = (word: string) => singularOf(word) === noun;
    const isCommon = (word: string) => useOf(word).isCommon(word);
    return shelf === undefined || isNameHere(sayingOf(title, isIt, isCommon), shelf, useOf);
  };
  const isOfLeaf = (noun: string) => leaf.has(noun) || isWrittenInto(named, noun);
  const isUsual = (noun: string) => isOfLeaf(noun) || context.path.has(noun) || shelf?.names(noun) !== false;
  // A title that begins with something else says behind it what that goes with, or does: "Doorbell, a Security System".
  const start = Math.min(...heads.map(({ part }) => part));
  const ofStart = heads.filter(({ part }) => part === start);
  const isOtherwise = ofStart.length > 0 && !ofStart.some(({ noun }) => isUsual(noun));
  // Only what the shelf is named for, or its titles are named by, is believed wherever it stands; else the last noun of the
  // first part, before which nothing is: of a "Camera Battery AC/DC Charger" that is nothing.
  const ofLeaf = heads.filter((head) => !isOtherwise && isOfLeaf(head.noun) && isName(head));
  // Where belts have a shelf of their own, what stands among tools is none that a shopper means by one.
  const isElsewhere = ({ noun }: Head) =>
    category.length > 1 &&
    !isWeak(noun) &&
    !category.slice(0, -1).some((name) => headsOfKinds(name).has(noun)) &&
    shelf?.isNamedElsewhere(noun) === true;
  const ofTitles = heads.filter(
    (head) =>
      !ofLeaf.includes(head) &&
      shelf?.names(head.noun) === true &&
      !(isNamedFor && isElsewhere(head)) &&
      !isSaidBeside(title, head, heads),
  );
  const last = heads.find((head) => head.part === 0 && !isSaidBeside(title, head, heads));
  const isMixed = !isNamedFor && shelf?.isMixed() === true;
  const isAtOdds = isNamedFor && (shelf === undefined || shelf.saying(formsOf(kinds)) >= MOST);
  const isOfModels = !isNamedFor && category.length <= 1 && shelf?.isOfModels() === true;
  const pairs = new Set<Head>();
  /** The heads in the order they are believed in; what bears one out is asked of titles all over the catalog only where it comes to that. */
  function* inOrder(): Generator<Head> {
    yield* ofLeaf;
    yield* ofTitles.filter(({ part, noun }) => part === 0 || top.includes(noun));
    if (
      last !== undefined &&
      !isBehindPart(title, last) &&
      (shelf === undefined ||
        (!isElsewhere(last) && isBorneOut(last, heads, context, { isAtOdds, isMixed, isOfModels })))
    )
      yield last;
    if (last === undefined) yield* ofTitles.filter(isName);
    for (const pair of parts.flatMap((words, part) => pairedHeadsIn(words, part, kinds))) {
      if (!isName(pair)) continue;
      pairs.add(pair);
      yield pair;
    }
  }
  const phraseAt = (head: Head) => {
    // Away from its shelf a lone noun in mid-name is as likely a thing the product goes with ("TV screws").
    const sure = ofLeaf.includes(head) || pairs.has(head);
    const isLast = head.words.slice(head.at + 1).every(({ text }) => isBehindName(text));
    const alone = sure || isLast || (ofTitles.includes(head) && isName(head));
    return phraseEndingAt(title, head.words, head.at, { ...context, alone, sure });
  };
  const isOne = ({ plural }: ProductNoun, { noun }: Head) =>
    plural && shelf !== undefined && isOfOne(title, noun, shelf);
  for (const head of inOrder()) {
    const found = phraseAt(head);
    if (found === null) continue;
    const single = isOne(found, head)
      ? heads.find((other) => other.noun === head.noun && !isPlural(other.words[other.at]?.text ?? ''))
      : undefined;
    return (single && phraseAt(single)) ?? found;
  }
  return nounForDevice(title, (noun) => leaf.has(noun));
}

/**
 * Tells whether a noun, in the singular, says too little alone and serves no other thing, on a shelf that is named for what has
 * a name of its own: of a laptop every listing speaks of the screen, and none calls it one.
 */
export const isPiece = (noun: string, category: readonly string[]): boolean =>
  category.length > 1 &&
  isWeak(noun) &&
  !isServing(noun) &&
  [...headsOfKinds(category.at(-1) ?? '')].some((kind) => NOUNS.has(kind) && !isWeak(kind));

/** Expressions of a noun in running text: behind "this", and anywhere. */
interface Sayings {
  readonly this: WordPattern;
  readonly any: WordPattern;
}

/** Nouns whose expressions are kept: titles say the same few hundred over and over, and to compile one takes long. */
const NOUNS_KEPT = 1024;
const sayings = new Recent<string, Sayings>(NOUNS_KEPT);

function sayingsOf(noun: string): Sayings {
  return foundOrMade(sayings, noun, () => {
    const forms = `(?:${formsOf([noun]).join('|')})(?![\\p{L}\\p{N}])`;
    return {
      this: new WordPattern(`(?<![\\p{L}\\p{N}])(?:${THIS}) (?:[\\p{L}\\p{N}-]+ ){0,3}${forms}`, 'iu'),
      any: new WordPattern(`(?<![\\p{L}\\p{N}])${forms}`, 'iu'),
    };
  });
}

/** The text of a listing beside its title. */
const textOf = ({ title, features, description }: TitledProduct): string =>
  [...features, ...description].join('\n').replaceAll(title, '');

/** Tells whether the text of a listing calls its product by a noun, in the singular: "this desk lamp". */
export const speaksOf = (product: TitledProduct, noun: string): boolean => sayingsOf(noun).this.test(textOf(product));

/**
 * Tells whether a listing bears out that a noun of its title names it, though nothing on its shelf does: by how its text
 * speaks of the product, by other brands' titles, by the noun's place, and by what a category above is named for.
 */
function isBorneOut(
  { noun, part, words, at }: Head,
  heads: readonly Head[],
  { text, category, brand, useOf }: NounContext,
  {
    isAtOdds,
    isMixed,
    isOfModels,
  }: { readonly isAtOdds: boolean; readonly isMixed: boolean; readonly isOfModels: boolean },
): boolean {
  const { this: inThis, any } = sayingsOf(noun);
  // What the first finds the second finds too, and sooner.
  const says = any.test(text);
  const saysThis = says && inThis.test(text);
  const before = words[at - 1]?.text ?? '';
  const ofWords = [
    saysThis,
    says,
    heads.filter((other) => other.noun === noun).length > 1,
    category.slice(0, -1).some((name) => headsOfKinds(name).has(noun)),
  ];
  const ofPlace = [
    words.slice(at + 1).every((word) => isBehindName(word.text)),
    heads.every((other) => other.part !== part || other.noun === noun),
    !isAtOdds,
  ];
  const isOfShelf = isAtOdds || (!isMixed && category.length > 1);
  const least = LEAST_EVIDENCE[isOfShelf ? 'shelf' : isMixed ? 'mixed' : 'department'];
  if (isPiece(noun, category) && !saysThis) return false;
  // Its place alone bears a noun out on a shelf of all sorts, not on one that is of something. Among names of models a noun
  // is a part of one, whatever its place: a phone is called "Galaxy Y TV".
  const isByWords = (category.length > 1 && !isMixed) || isOfModels;
  const count = [...ofWords, ...ofPlace].filter(Boolean).length;
  if (count >= least && (!isByWords || ofWords.includes(true))) return true;
  // What takes longest to find out is asked last.
  const isByOthers = () => mayModify(before, brand) && useOf(`${before} ${words[at]?.text}`).hasBrands(3);
  return count + 1 >= least && isByOthers();
}

/** Tells whether the words before a noun are a name that is listed, of what goes with things: of a "Headphone Hook Desk" no desk. */
const isBehindPart = (title: string, { words, at }: Head): boolean =>
  isPart(words[at - 1]?.text ?? '') &&
  namesEndingAt(title, words, at - 1).length > 0 &&
  namesEndingAt(title, words, at).length === 0;

/** Tells whether a noun is said beside one before it, with which the product comes: "Laptop Case & Shoulder Strap". */
const isSaidBeside = (title: string, { words, at }: Head, heads: readonly Head[]): boolean =>
  heads.some(
    (other) =>
      other.words === words && other.at < at && JOINT.test(title.slice(words[other.at]?.end, words[at]?.start)),
  );

/**
 * Tells whether a category writes a noun in two words ("Sound Bars" of a soundbar), or names what it is a sort of
 * ("Speakers" of a loudspeaker), or a sort of it. Most words end with others by chance: an earring is no ring.
 */
const isWrittenInto = (category: string, noun: string): boolean =>
  category.split(SEVERAL).some((kind) => {
    const words = singularsIn(kind);
    const last = words.at(-1) ?? '';
    return words.some((_, at) => words.slice(at).join('') === noun) || isSortOf(noun, last) || isSortOf(last, noun);
  });

/**
 * Finds the listed noun that ends first in a title, or a longer one from the same place on, with the listed word before
 * it; null where there is none.
 */
function unspacedNoun({ nouns, before_nouns }: Language, title: string): string | null {
  const places = nouns.map((noun) => ({ noun, at: title.indexOf(noun) })).filter(({ at }) => at !== -1);
  const [first] = places.sort((a, b) => a.at + a.noun.length - (b.at + b.noun.length) || a.at - b.at);
  if (first === undefined) return null;
  const { noun, at } = places.findLast((other) => other.at === first.at) ?? first;
  const before = before_nouns
    .filter((word) => title.slice(0, at).endsWith(word))
    .sort((a, b) => b.length - a.length)[0];
  return `${before ?? ''}${noun}`;
}

/** The product noun of a title in another language: a listed one, in any form, and what is written on to it. */
function listedNoun(language: Language, title: string): ProductNoun | null {
  if (hasUnspacedScript(title)) {
    const span = unspacedNoun(language, title);
    return span === null ? null : { span, plural: false };
  }
  const stems = new Map(language.nouns.map((noun) => [stemOf(noun.toLowerCase()), noun]));
  const isCompound = (word: string) =>
    language.stems?.compounds === true && language.nouns.some((noun) => word.endsWith(noun.toLowerCase()));
  const word = wordsOf(title).find(
    ({ text }) => stems.has(stemOf(text.toLowerCase())) || isCompound(text.toLowerCase()),
  );
  return word === undefined ? null : { span: word.text, plural: false };
}
