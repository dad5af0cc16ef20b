import { z } from 'zod';
import {
  englishExpression,
  englishPattern,
  englishWords,
  type Language,
  otherLanguage,
  readWords,
} from '../../lexicon/index.ts';
import type { Product } from '../../schemas/product.ts';
import { containsWords, normaliseText } from '../../text/normalise.ts';
import { stemOf } from '../../text/stem.ts';
import { hasUnspacedScript } from '../../text/tokens.ts';

const { strong, weak, sorts, parts, companions, collections } = z
  .strictObject({
    strong: z.string(),
    weak: z.string(),
    sorts: z.string(),
    parts: z.string(),
    companions: z.string(),
    collections: z.string(),
  })
  .parse(readWords('product-nouns.yaml'));
const wordList = (text: string) => new Set(text.trim().split(/\s+/));
const WEAK = wordList(weak);
const STRONG = wordList(strong);
const NOUNS = new Set([...STRONG, ...WEAK]);
/** Nouns that name a sort of what they end with: a loudspeaker is a speaker. */
const SORTS = wordList(sorts);
/** Things that go with others, whose nouns stand before them: "TV screws", "headphones case". */
const PARTS = wordList(parts);
/** Things that serve others, whose nouns stand behind them: "Cable for Headphones". */
const COMPANIONS = wordList(companions);
/** Nouns that say how things are sold, and not which. */
const COLLECTIONS = wordList(collections);

/** Nouns that have no singular of their own. */
export const ALWAYS_PLURAL = new Set(englishWords('product noun: always plural'));

/** Words that may stand before a product noun without being part of what the product is. */
const NOT_MODIFIERS = new Set(englishWords('product noun: not modifiers'));

/** Words that a place follows: of "Over Ear Headset" the noun is a headset, never an ear headset. */
const BEFORE_PLACES = new Set(englishWords('product noun: before places'));

/** Words before the head noun that may belong to the phrase ("deep tissue massage gun"). */
const MOST_MODIFIERS = 3;

/** A modifier that fewer of the shorter phrase's titles have is a model's name or a feature, not the kind of product. */
const LEAST_SHARE = 0.2;

/** Words at which the name of the product ends and its advertising begins. */
const NAME_END = englishExpression('product noun: name end', 'i');
/** Marks that set the parts of a title apart: "JBL Flip 5 - Portable Bluetooth Speaker - Blue". */
const PART_END = /[,;|()[\]{}:•·–—]|\s-\s/g;
/** Parts of a title that may name the product. */
const NAMING_PARTS = 4;

interface ProductNoun {
  /** As the title writes it. */
  readonly span: string;
  readonly plural: boolean;
}

/** Facts about a phrase from the products whose titles hold it; all but `titles` from the first 64 of them. */
export interface PhraseUse {
  /** Tells whether there may be so many titles, which is found out quickly; if not, there are fewer. */
  mayHave(titles: number): boolean;
  readonly titles: number;
  /** Tells whether they are of so many different brands; none counts as one. */
  hasBrands(least: number): boolean;
  /** Tells whether their features and descriptions also write a word of the phrase without a capital. */
  isCommon(word: string): boolean;
}

/** Facts about how the titles of a shelf name its products. */
export interface ShelfUse {
  /** The share of the titles that hold one of some phrases, in comparison form. */
  saying(phrases: readonly string[]): number;
  /** Tells whether a noun, in the singular, often stands among those that name products here. */
  names(noun: string): boolean;
  /**
   * Tells whether titles seldom say what the category is named for, as those of models do: where most say it, a product
   * that does not is something else, and of few nobody can tell.
   */
  goesWithout(heads: readonly string[]): boolean;
  /** Tells whether there are many titles and no noun names a fair share of them, so that they are of many kinds. */
  isMixed(): boolean;
}

interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

function wordsOf(text: string): Word[] {
  return [...text.matchAll(/[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}'’./-]*[\p{L}\p{M}\p{N}]|[\p{L}\p{M}\p{N}]/gu)].map(
    (match) => ({
      text: match[0],
      start: match.index,
      end: match.index + match[0].length,
    }),
  );
}

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

/** The singular of a lower-case English noun as far as spelling tells. */
export function singularOf(noun: string): string {
  const known = SINGULARS.get(noun);
  if (known !== undefined) return known;
  if (/(?:ches|shes|xes|sses)$/.test(noun)) return noun.slice(0, -2);
  if (/ies$/.test(noun) && noun.length > 4) return `${noun.slice(0, -3)}y`;
  if (/[^s]s$/.test(noun) && noun.length > 3) return noun.slice(0, -1);
  return noun;
}

/** Ways in which the plural of a lower-case English noun may be written. */
function pluralsOf(noun: string): string[] {
  const known = PLURALS.get(noun);
  if (known !== undefined) return [known];
  return /[^aeiou]y$/.test(noun) ? [`${noun.slice(0, -1)}ies`] : [`${noun}s`, `${noun}es`];
}

/** Some nouns in the singular, and the same in the plural. */
export const formsOf = (nouns: Iterable<string>): string[] => [...nouns].flatMap((noun) => [noun, ...pluralsOf(noun)]);

/** The head of a hyphenated or plain word, lower case: "Lens-Cap" ends in "cap". */
const headOf = (word: string) => word.toLowerCase().split(/[-/]/).at(-1) ?? '';

/** Tells whether a word is a product noun, in the singular or the plural. */
export const isNoun = (word: string) =>
  NOUNS.has(headOf(word)) || NOUNS.has(singularOf(headOf(word))) || NOUNS.has(word.toLowerCase());
/** Tells whether a noun names a product only together with the word before it ("case", "charger"). */
export const isWeak = (word: string) =>
  !STRONG.has(word.toLowerCase()) && (WEAK.has(headOf(word)) || WEAK.has(singularOf(headOf(word))));
const isPlural = (word: string) => {
  const head = headOf(word);
  return ALWAYS_PLURAL.has(head) || (singularOf(head) !== head && NOUNS.has(singularOf(head)) && !NOUNS.has(head));
};

function mayModify(word: string, brand: ReadonlySet<string>): boolean {
  const lower = word.toLowerCase().replace(/['’]/g, '');
  return (
    !NOT_MODIFIERS.has(lower) &&
    !brand.has(lower) &&
    !/\d/.test(word) &&
    lower.length > 1 &&
    /^[\p{L}'’-]+$/u.test(word)
  );
}

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
  const { title, brand, category, features, description } = product;
  const language = otherLanguage();
  if (language !== null) return listedNoun(language, title);
  const context: NounContext = {
    brand: new Set((brand ?? '').toLowerCase().split(/\s+/)),
    path: new Set(singularsIn(category.join(' '))),
    category,
    useOf,
    text: [...features, ...description].join('\n'),
    alone: true,
    sure: false,
  };
  const leaf = new Set(singularsIn(category.at(-1) ?? ''));
  const kinds = headsOfKinds(category.at(-1) ?? '');
  const isNamedFor = [...kinds].some((kind) => formsOf([kind]).some((form) => NOUNS.has(form)) || PARTS.has(kind));
  const parts = namingParts(title, kinds);
  const heads = parts
    .flatMap((words, part) => headsIn(words, part, kinds, context))
    .filter(({ noun }) => !isNamedFor || !leaf.has(noun) || kinds.has(noun));
  // Only what the shelf is named for, or its titles are named by, is believed wherever it stands; else the last noun of the
  // first part, before which nothing is: of a "Camera Battery AC/DC Charger" that is nothing.
  const ofLeaf = heads.filter(({ noun }) => leaf.has(noun) || isWrittenInto(category.at(-1) ?? '', noun));
  const ofTitles = heads.filter((head) => !ofLeaf.includes(head) && shelf?.names(head.noun) === true);
  const last = heads.find(({ part }) => part === 0);
  const isMixed = !isNamedFor && shelf?.isMixed() === true;
  const isAtOdds = isNamedFor && (shelf === undefined || shelf.saying(formsOf(kinds)) >= MOST);
  const others =
    last !== undefined && (shelf === undefined || isBorneOut(last, heads, context, { isAtOdds, isMixed }))
      ? [last]
      : [];
  const inOrder = [...ofLeaf, ...ofTitles.filter(({ part }) => part === 0), ...others, ...ofTitles];
  for (const head of inOrder) {
    // Away from its shelf a lone noun in mid-name is as likely a thing the product goes with ("TV screws").
    const alone = ofLeaf.includes(head) || head.at === head.words.length - 1;
    const found = phraseEndingAt(title, head.words, head.at, { ...context, alone, sure: ofLeaf.includes(head) });
    if (found !== null) return found;
  }
  return nounForDevice(title, leaf);
}

/** A noun in the naming part of a title that may name the product. */
interface Head {
  /** In the singular. */
  readonly noun: string;
  readonly part: number;
  readonly words: readonly Word[];
  readonly at: number;
}

/** The heads of a part of a title, the last first: none before one that goes with others, unless the shelf is of its kind. */
function headsIn(words: readonly Word[], part: number, kinds: ReadonlySet<string>, context: HeadContext): Head[] {
  const lastPart = words.findLastIndex(({ text }) => isPart(text));
  return [...words.keys()]
    .filter((at) => isHead(words, at, context))
    .map((at) => ({ noun: singularOf(headOf((words[at] as Word).text)), part, words, at }))
    .filter(({ noun, at }) => at >= lastPart || kinds.has(noun))
    .reverse();
}

/** Nouns that may name the product of a title, in the singular. */
export const headsOfName = (title: string): string[] =>
  namingParts(title).flatMap((words, part) =>
    headsIn(words, part, new Set(), { brand: new Set(), category: [] }).map(({ noun }) => noun),
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
const isSortOf = (compound: string, noun: string) => noun !== '' && SORTS.has(compound) && compound.endsWith(noun);

/** The share of a shelf's titles that are most of them. */
const MOST = 0.5;
/** Words before what a listing calls the product it describes: "this desk lamp". */
const THIS = englishWords('product noun: this').join('|');
/** Least pieces of evidence that a noun names a product whose shelf says nothing of it, is of many kinds, or is of another noun. */
const LEAST_EVIDENCE = { alone: 3, mixed: 2, atOdds: 4 };

/**
 * Tells whether a listing bears out that a noun of its title names it, though nothing on its shelf does: by how its text
 * speaks of the product, by other brands' titles, by the noun's place, and by what a category above is named for.
 */
function isBorneOut(
  { noun, part, words, at }: Head,
  heads: readonly Head[],
  { text, category, brand, useOf }: NounContext,
  { isAtOdds, isMixed }: { readonly isAtOdds: boolean; readonly isMixed: boolean },
): boolean {
  const forms = `(?:${formsOf([noun]).join('|')})(?![\\p{L}\\p{N}])`;
  const saysThis = new RegExp(`(?<![\\p{L}\\p{N}])(?:${THIS}) (?:[\\p{L}\\p{N}-]+ ){0,3}${forms}`, 'iu').test(text);
  const says = saysThis || new RegExp(`(?<![\\p{L}\\p{N}])${forms}`, 'iu').test(text);
  const before = words[at - 1]?.text ?? '';
  const evidence = [
    saysThis,
    says,
    mayModify(before, brand) && useOf(`${before} ${words[at]?.text}`).hasBrands(3),
    words.slice(at + 1).every((word) => /\d/.test(word.text) || NOT_MODIFIERS.has(word.text.toLowerCase())),
    heads.every((other) => other.part !== part || other.noun === noun),
    heads.filter((other) => other.noun === noun).length > 1,
    category.slice(0, -1).some((name) => headsOfKinds(name).has(noun)),
    !isAtOdds,
  ];
  const least = isAtOdds ? LEAST_EVIDENCE.atOdds : isMixed ? LEAST_EVIDENCE.mixed : LEAST_EVIDENCE.alone;
  return evidence.filter(Boolean).length >= least;
}

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

export type TitledProduct = Pick<Product, 'title' | 'brand' | 'category' | 'features' | 'description'>;

const singularsIn = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .map(singularOf);

const SEVERAL = englishExpression('product type: several', 'i');
/**
 * Nouns of the kinds that a category names: mount of "TV Wall & Ceiling Mounts", which has no TVs, and shelf of "Desktop &
 * Off-Surface Shelves".
 */
function headsOfKinds(leaf: string): ReadonlySet<string> {
  const heads = leaf
    .toLowerCase()
    .split(SEVERAL)
    .flatMap((kind) => kind.match(/[\p{L}\p{N}]+/gu)?.findLast((word) => !COLLECTIONS.has(singularOf(word))) ?? []);
  const isSeveral = (head: string) => singularOf(head) !== head || isPlural(head);
  const last = heads.at(-1) ?? '';
  const kinds = isNoun(last) && isSeveral(last) ? heads.filter(isSeveral) : heads;
  return new Set(kinds.map(singularOf));
}

const isPart = (word: string) => PARTS.has(singularOf(headOf(word)));

/** Tells whether a noun phrase names what goes with a thing: "Throw Pillow Covers" of a pillow. */
export function isPartOf(phrase: string, thing: string): boolean {
  const words = phrase.split(/\s+/).map((word) => singularOf(headOf(word)));
  return !PARTS.has(thing) && PARTS.has(words.at(-1) ?? '') && words.slice(0, -1).includes(thing);
}

/** Tells whether the name in a title says a word before nouns alone, or not at all: "Walking" of "Walking Sock Shoes". */
export function isOnlyBeforeNouns(title: string, word: string): boolean {
  const parts = namingParts(title).map((words) => words.map(({ text }) => headOf(text)));
  const saying = parts.filter((words) => words.includes(word));
  return saying.every((words) => words.slice(words.indexOf(word) + 1).some(isNoun));
}

/**
 * Tells whether the name in a title is that of something that goes with other things, and says nothing of the noun
 * in its forms, or only as what it goes with: "Firestick Remote Cover" is no control, "Gel Pen Refills" are no pen.
 */
export function isPartBeside(title: string, forms: readonly string[]): boolean {
  const isThing = (word: string) => isPart(word) || (isNoun(word) && !COLLECTIONS.has(singularOf(headOf(word))));
  const parts = namingParts(title).map((words) => words.map(({ text }) => headOf(text)));
  const says = (words: readonly string[]) => words.some((word) => forms.includes(word));
  const saysOnlyBefore = (words: readonly string[]) =>
    words.every((word, at) => !forms.includes(word) || isPart(words[at + 1] ?? ''));
  const naming = parts.find((words) => words.some(isThing)) ?? [];
  const thing = naming.findLast(isThing) ?? '';
  if (isPart(thing) && !forms.some(isPart)) return says(naming) ? saysOnlyBefore(naming) : !parts.some(says);
  const isCompanion = (noun: string) => COMPANIONS.has(singularOf(noun));
  if (!isCompanion(thing) || forms.some((form) => isCompanion(form) || isWeak(form)) || parts.some(says)) return false;
  return says(wordsOf(title).map(({ text }) => headOf(text)));
}

/**
 * The words of a title's parts, each up to where its name ends or to the first specification behind a product noun,
 * unless one of the shelf's kinds stands behind it: "Olympus Stylus 550 Waterproof Camera".
 */
function namingParts(title: string, kinds: ReadonlySet<string> = new Set()): Word[][] {
  const parts: Word[][] = [];
  let start = 0;
  for (const { index, 0: separator } of [...title.matchAll(PART_END), { index: title.length, 0: '' }]) {
    const name = title.slice(start, index).split(NAME_END)[0] ?? '';
    const words = wordsOf(name).map((word) => ({ ...word, start: word.start + start, end: word.end + start }));
    const firstKind = words.findIndex(({ text }) => kinds.has(singularOf(headOf(text))));
    const specification = words.findIndex(
      ({ text }, place) => place > firstKind && /\d/.test(text) && isNoun(words[place - 1]?.text ?? ''),
    );
    if (words.length > 0) parts.push(specification === -1 ? words : words.slice(0, specification));
    start = index + separator.length;
  }
  return parts.slice(0, NAMING_PARTS);
}

/**
 * A product noun that no other follows at once: "charger" is none in "charger block", "fan" none in "fan bracket", nor
 * "microwave" in "microwave popcorn" among popcorn.
 */
function isHead(words: readonly Word[], index: number, { brand, category }: HeadContext): boolean {
  const { text } = words[index] as Word;
  const next = words[index + 1]?.text ?? '';
  // "3-Lights" counts what is on the thing.
  return (
    isNoun(text) &&
    !/^\d/.test(text) &&
    !brand.has(text.toLowerCase()) &&
    !isNoun(next) &&
    !isPart(next) &&
    !isSortOfAbove(
      words.slice(index).map((word) => word.text.toLowerCase()),
      category,
    )
  );
}

/**
 * Tells whether the first of some words of a title says which sort the product is of what the category above its own is
 * named for: "Popcorn > Microwave" of a "Microwave Popcorn". A sort is said in the singular.
 */
export function isSortOfAbove([sort = '', ...behind]: readonly string[], category: readonly string[]): boolean {
  const around = category.at(-2) ?? '';
  const above = SEVERAL.test(around) ? undefined : singularsIn(around).findLast((word) => word !== '');
  return singularOf(sort) === sort && behind.slice(0, 2).some((word) => singularOf(word) === above);
}

const DEVICES = englishPattern('product noun: devices');
const NOUN_FOR_DEVICE = new RegExp(
  `(?<![\\p{L}\\p{N}])(\\p{L}+) for (?:${DEVICES})(?: \\p{Lu}\\p{L}+)?(?![\\p{L}\\p{N}])`,
  'u',
);

/** "Case for Kindle Paperwhite": a weak noun of the product's shelf and the device it is for. */
function nounForDevice(title: string, leaf: ReadonlySet<string>): ProductNoun | null {
  const match = NOUN_FOR_DEVICE.exec(title);
  const head = match?.[1];
  const noun = singularOf(head?.toLowerCase() ?? '');
  if (match === null || head === undefined || !leaf.has(noun) || COLLECTIONS.has(noun)) return null;
  return { span: match[0], plural: isPlural(head) };
}

interface HeadContext {
  readonly brand: ReadonlySet<string>;
  readonly category: readonly string[];
}

interface NounContext extends HeadContext {
  /** Words of the category path, singular. */
  readonly path: ReadonlySet<string>;
  readonly useOf: (phrase: string) => PhraseUse;
  /** True where a noun may stand without the words before it. */
  readonly alone: boolean;
  /** True where the shelf is named for the noun. */
  readonly sure: boolean;
  /** The listing's own features and description. */
  readonly text: string;
}

function phraseEndingAt(
  title: string,
  words: readonly Word[],
  last: number,
  { brand, path, useOf, text, alone, sure }: NounContext,
): ProductNoun | null {
  const head = words[last] as Word;
  const candidates: (ProductNoun & { use: PhraseUse })[] = [];
  for (let first = last; first >= Math.max(0, last - MOST_MODIFIERS); first--) {
    const start = words[first] as Word;
    const repeats = words
      .slice(first + 1, last + 1)
      .some(({ text }) => singularOf(headOf(text)) === singularOf(headOf(start.text)));
    // Of "Ear Pads Cushions" the pads are said beside the cushions.
    const isBeside = isPlural(start.text) && !ALWAYS_PLURAL.has(headOf(start.text));
    // Of "First Aid Kit Bag" the kit is no sort of bag.
    const isOfSeveral = COLLECTIONS.has(singularOf(headOf(start.text)));
    // Of "Pen Holder Desk Storage Box" the holder is a name of its own.
    const isApart = first < last - 1 && isPart(start.text) && mayModify(words[first - 1]?.text ?? '', brand);
    if (
      first < last &&
      (repeats ||
        isBeside ||
        isApart ||
        isOfSeveral ||
        !mayModify(start.text, brand) ||
        title.slice(start.end, words[first + 1]?.start).trim() !== '')
    )
      break;
    const before = words[first - 1]?.text.toLowerCase() ?? '';
    if (first < last && !isWeak(head.text) && BEFORE_PLACES.has(before)) break;
    const span = title.slice(start.start, head.end);
    if (normaliseText(span).length > 60) break;
    candidates.push({ span, plural: isPlural(head.text), use: useOf(span) });
  }
  const [single, ...longer] = candidates;
  const isSaid = (span: string, use: PhraseUse) => saysPhrase(text, span) || (use.mayHave(2) && use.hasBrands(2));
  const named = longer.filter(
    ({ span, use }) => isOnPath(span, path) || (isOfNouns(span, path) && (sure || isSaid(span, use))),
  );
  // A "Windshield Kit" is not for whom its category does not name.
  if (COLLECTIONS.has(singularOf(headOf(head.text)))) return named.at(-1) ?? null;
  // A phrase that several brands share names a kind of product; one brand's phrase may be a model's name.
  const shared = longer.findLast(({ use }, index) => {
    const modifier = words[last - index - 1]?.text ?? '';
    // What takes longer to find out comes later: few phrases get that far.
    if (!use.mayHave(4)) return false;
    const least = Math.max(4, (candidates[index]?.use.titles ?? 0) * LEAST_SHARE);
    return use.mayHave(least) && use.titles >= least && use.hasBrands(3) && use.isCommon(modifier);
  });
  const described = (alone ? longer.slice(0, 1) : []).filter(
    ({ span, use }) => isCommonWord(span.split(/\s/)[0] ?? '', text) && (sure || isSaid(span, use)),
  );
  const best = shared ?? named.at(-1) ?? described.at(0);
  const lone = alone && single !== undefined && !isWeak(head.text) ? single : undefined;
  const chosen = best ?? lone;
  return chosen === undefined ? null : { span: chosen.span, plural: chosen.plural };
}

/** True when listings also write the word without a capital, as they never do with the name of a model or a maker. */
export function isCommonWord(word: string, text: string): boolean {
  const lower = word.toLowerCase();
  // Most texts do not have the letters, and to look for those is quick.
  if (!text.includes(lower)) return false;
  return new RegExp(`(?<![\\p{L}\\p{N}])${lower.replaceAll('.', '\\.')}(?![\\p{L}\\p{N}])`, 'u').test(text);
}

const modifiersOf = (span: string) =>
  span
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .slice(0, -1)
    .map(singularOf);

/** True when every modifier of the phrase is a word of the category path. */
const isOnPath = (span: string, path: ReadonlySet<string>): boolean =>
  modifiersOf(span).every((word) => path.has(word));

/**
 * True when every modifier of the phrase is a word of the category path or itself names a product, which nothing does that
 * goes with others: no "cover case" is one.
 */
const isOfNouns = (span: string, path: ReadonlySet<string>): boolean =>
  modifiersOf(span).every((word) => path.has(word) || (NOUNS.has(word) && !PARTS.has(word)));

/** Tells whether a text says a phrase, in any number and with any capitals. */
function saysPhrase(text: string, phrase: string): boolean {
  const words = phrase.toLowerCase().split(' ');
  const [last = '', before] = [words.pop(), words];
  return [phrase, ...pluralsOf(last).map((plural) => [...before, plural].join(' '))].some((form) =>
    containsWords(text, form),
  );
}
