import { isInKnownWords } from '../../lexicon/english-words.ts';
import { englishExpression, englishWords } from '../../lexicon/index.ts';
import {
  COLLECTIONS,
  COMPANIONS,
  headOf,
  isNoun,
  isPart,
  isPlural,
  isWeak,
  NOT_MODIFIERS,
  PARTS,
  singularOf,
  singularsIn,
} from './noun-words.ts';
import { departmentOfName } from './one-word-names.ts';

/** Words at which the name of the product ends and its advertising begins. */
const NAME_END = englishExpression('product noun: name end', 'gi');
/** Words behind which a title says what the product is for. */
export const FOR = englishExpression('product noun: for', 'i');
/** Words behind which a title says what comes with the product. */
const WITH = englishExpression('product noun: with', 'i');
/** Marks that set the parts of a title apart: "JBL Flip 5 - Portable Bluetooth Speaker - Blue". */
const PART_END = /[,;|()[\]{}:•·–—]|\s[-/+]\s/g;
const OPENING = /[([{]/;
const CLOSING = /[)\]}]/;
/** Words that make another thing of the noun before them: a "Beach Cover Up" is no cover. */
export const JOINED_BEHIND = new Set(englishWords('product noun: joined behind'));
/** Words behind a name that say nothing else of the thing: a "Laptop PC" is a laptop. */
export const AFTER_NAMES = new Set(englishWords('product noun: after names'));
/** Words behind a name that say its color. */
const COLORS = new Set(englishWords('product noun: colors'));
/** Tells whether a word is a number, or says a color. */
export const isNumberOrColor = (text: string): boolean => /\d/.test(text) || COLORS.has(text.toLowerCase());
/** Tells whether a word behind a name is none of it: a number, a color, for whom it is. */
export function isBehindName(text: string): boolean {
  const word = text.toLowerCase();
  return isNumberOrColor(word) || NOT_MODIFIERS.has(word) || AFTER_NAMES.has(word);
}

/** Nouns of parts of computers and of things that come with them, in the singular, and ways in which a title says that it is of one. */
const OF_COMPUTERS = new Set(englishWords('product noun: of computers'));
const COMPUTER = englishExpression('product noun: computer', 'i');
const isOfComputer = (title: string): boolean => COMPUTER.test(title.split(FOR)[0] ?? '');

/** Tells whether a title says a noun of a part of the computer that it is of: "Core i5, 8GB RAM, 256GB SSD". */
export const isPartOfComputer = (title: string, noun: string): boolean => OF_COMPUTERS.has(noun) && isOfComputer(title);

const COMPUTERS = new Set(englishWords('product noun: computers'));
/** The word by which a title that states what a computer has names it, wherever it stands; undefined where none does. */
export function computerIn(title: string): Word | undefined {
  if (!isOfComputer(title)) return undefined;
  const words = wordsBeforeFor(title);
  const isOne = ({ text }: Word, at: number) => {
    const next = words[at + 1]?.text ?? '';
    const isWithOther = isPart(next) || (isNoun(next) && isWeak(next));
    return COMPUTERS.has(singularOf(text.toLowerCase())) && !isWithOther;
  };
  const found = words.filter(isOne);
  return found.find(({ text }) => !isPlural(text)) ?? found[0];
}

/** Letters that join two things in one word: of a "Fridge-N-Freezer" deodoriser neither is the product. */
const JOINED_WITHIN = englishExpression('product noun: joined within', 'i');
/** Signs and words that join things. */
export const JOINT = englishExpression('product noun: joint', 'i');
/** Parts of a title that may name the product. */
const NAMING_PARTS = 4;

export interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export function wordsOf(text: string): Word[] {
  return [...text.matchAll(/[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}'’./-]*[\p{L}\p{M}\p{N}]|[\p{L}\p{M}\p{N}]/gu)].map(
    (match) => ({
      text: match[0],
      start: match.index,
      end: match.index + match[0].length,
    }),
  );
}

/** A title with its maker's name blanked, in place: the sign in "Bang & Olufsen Speaker" joins no two products. */
export function withoutMaker(title: string, brand: string | null): string {
  const at = brand === null || brand === '' ? -1 : title.toLowerCase().indexOf(brand.toLowerCase());
  return brand === null || at === -1
    ? title
    : title.slice(0, at) + ' '.repeat(brand.length) + title.slice(at + brand.length);
}

/** The words of a maker's name that a title says of nothing but the maker: coffee of "Kronborg Coffee Ground Coffee" is none. */
export function makerWords(title: string, brand: string | null): ReadonlySet<string> {
  const said = new Set(wordsOf(withoutMaker(title, brand)).map(({ text }) => text.toLowerCase()));
  const words = (brand ?? '').toLowerCase().split(/\s+/);
  return new Set(withoutMaker(title, brand) === title ? words : words.filter((word) => !said.has(word)));
}

/** A noun in the naming part of a title that may name the product. */
export interface Head {
  /** In the singular. */
  readonly noun: string;
  readonly part: number;
  readonly words: readonly Word[];
  readonly at: number;
}

/** The heads of a part of a title, the last first: none before one that goes with others, unless the shelf is of its kind. */
export function headsIn(
  words: readonly Word[],
  part: number,
  kinds: ReadonlySet<string>,
  context: HeadContext,
): Head[] {
  const lastPart = words.findLastIndex(({ text }) => isPart(text));
  return [...words.keys()]
    .filter((at) => isHead(words, at, context))
    .map((at) => ({ noun: singularOf(headOf((words[at] as Word).text)), part, words, at }))
    .filter(({ noun, at }) => at >= lastPart || kinds.has(noun))
    .reverse();
}

/**
 * The heads of a part of a title that say too little alone and stand before another such noun, the last first: of a "Phone
 * Case Cover" among cases the case, but of a "Gel Pen Refill" no pen.
 */
export const pairedHeadsIn = (words: readonly Word[], part: number, kinds: ReadonlySet<string>): Head[] =>
  [...words.entries()]
    .map(([at, { text }]) => ({ noun: singularOf(headOf(text)), part, words, at }))
    .filter(({ noun, at }) => {
      const next = words[at + 1]?.text ?? '';
      return kinds.has(noun) && isWeak(noun) && isWeak(next) && isPart(noun) === isPart(next);
    })
    .reverse();

/** Nouns that may name the product of a title, in the singular. */
export const headsOfName = (title: string): string[] =>
  namingParts(title).flatMap((words, part) =>
    headsIn(words, part, new Set(), { brand: new Set(), category: [] }).map(({ noun }) => noun),
  );

/** Signs and words that join several kinds of products in one category: "Stands & Mounts" says of no product which it is. */
export const SEVERAL = englishExpression('product type: several', 'i');
/**
 * Nouns of the kinds that a category names: mount of "TV Wall & Ceiling Mounts", which has no TVs, and shelf of "Desktop &
 * Off-Surface Shelves".
 */
export function headsOfKinds(leaf: string): ReadonlySet<string> {
  const heads = leaf
    .toLowerCase()
    .split(SEVERAL)
    .flatMap((kind) => kind.match(/[\p{L}\p{N}]+/gu)?.findLast((word) => !COLLECTIONS.has(singularOf(word))) ?? []);
  const isSeveral = (head: string) => singularOf(head) !== head || isPlural(head);
  const last = heads.at(-1) ?? '';
  const kinds = isNoun(last) && isSeveral(last) ? heads.filter(isSeveral) : heads;
  return new Set(kinds.map(singularOf));
}

/** Tells whether a category is of things that are sold together: no "Bracelet Making Kit" is a bracelet. */
export const isOfCollections = (category: string): boolean => {
  const words = singularsIn(category);
  return words.length > 1 && COLLECTIONS.has(words.at(-1) ?? '');
};

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

/** Tells whether the name in a title says a word, and only before nouns: "Flat" of "Flat Sandals". */
export const isSaidBeforeNouns = (title: string, word: string): boolean =>
  isOnlyBeforeNouns(title, word) && namingParts(title).some((words) => words.some(({ text }) => headOf(text) === word));

/**
 * Tells whether the name in a title is that of something that goes with other things, and says nothing of the noun
 * in its forms, or only as what it goes with: "Firestick Remote Cover" is no control, "Gel Pen Refills" are no pen.
 */
export function isPartBeside(title: string, forms: readonly string[]): boolean {
  const isThing = (word: string) => isPart(word) || (isNoun(word) && !COLLECTIONS.has(singularOf(headOf(word))));
  const parts = namingParts(title).map((words) => words.map(({ text }) => headOf(text)));
  const says = (words: readonly string[]) => words.some((word) => forms.includes(word));
  const saysOnlyBefore = (words: readonly string[]) =>
    words.every(
      (word, at) => !forms.includes(word) || isPart(words[at + 1] ?? '') || JOINED_BEHIND.has(words[at + 1] ?? ''),
    );
  const naming = parts.find((words) => words.some(isThing)) ?? [];
  const thing = naming.findLast(isThing) ?? '';
  if (isPart(thing) && !forms.some(isPart)) return says(naming) ? saysOnlyBefore(naming) : !parts.some(says);
  const isCompanion = (noun: string) => COMPANIONS.has(singularOf(noun));
  if (!isCompanion(thing) || forms.some((form) => isCompanion(form) || isWeak(form)) || parts.some(says)) return false;
  return says(wordsOf(title).map(({ text }) => headOf(text)));
}

/** The words of a title up to where it says what the product is for. */
export const wordsBeforeFor = (title: string): Word[] => wordsOf(title.split(FOR)[0] ?? '');

/** Tells whether a title says elsewhere than in some words of it one of some nouns that say enough alone. */
export const saysBeside = (
  title: string,
  nouns: ReadonlySet<string>,
  { start, end }: Pick<Word, 'start' | 'end'>,
): boolean =>
  wordsBeforeFor(title).some(
    (word) =>
      (word.end <= start || word.start >= end) && nouns.has(singularOf(headOf(word.text))) && !isWeak(word.text),
  );

/** The words of what a title says the product is for, without what it comes with: "Magic Keyboard 2" of a sleeve for it. */
export const thingServed = (title: string): Word[] => wordsOf(title.split(FOR).slice(1).join(' ').split(WITH)[0] ?? '');

/** The words of a part of a title, apart from those behind words at which a name ends. */
function namesBetween(title: string, start: number, end: number): Word[][] {
  const part = title.slice(start, end);
  const ends = [...part.matchAll(NAME_END)].map(({ index, 0: { length } }) => [index, index + length] as const);
  return [...ends, [part.length, 0] as const].map(([to], at) => {
    const from = ends[at - 1]?.[1] ?? 0;
    return wordsOf(part.slice(from, to)).map((word) => ({
      ...word,
      start: word.start + start + from,
      end: word.end + start + from,
    }));
  });
}

/** The words from a place in a title on to where the name in that part of it ends. */
export const restOfName = (title: string, from: number): Word[] =>
  namesBetween(title, from, from + (title.slice(from).split(PART_END)[0] ?? '').length)[0] ?? [];

/** Tells whether a name that ends at a place in a title is joined to another behind it, or says a property: "Shampoo and Conditioner", "Scale: 1". */
export function isJoinedBehind(title: string, end: number): boolean {
  const [, next = ''] = /^\s*(\S+)/.exec(title.slice(end)) ?? [];
  return /^[:/]/.test(next) || JOINT.test(next);
}

/**
 * The words of a title's parts, each up to where its name ends or to the first specification behind a product noun,
 * unless one of the shelf's kinds stands behind it: "Olympus Stylus 550 Waterproof Camera".
 */
export function namingParts(title: string, kinds: ReadonlySet<string> = new Set()): Word[][] {
  const parts: Word[][] = [];
  let [start, depth, opened, isEnded] = [0, 0, '', false];
  for (const { index, 0: separator } of [...title.matchAll(PART_END), { index: title.length, 0: '' }]) {
    const names = namesBetween(title, start, index);
    const [name, ...behind] = names;
    // Behind brackets goes on what stands before them: an "Earpiece with Push to Talk (PTT) Microphone" comes with one.
    const isRest = isEnded && depth === 0 && CLOSING.test(opened);
    const thing = names.slice(0, -1).findLast((words) => words.some(({ text }) => isNoun(text)));
    if (depth === 0) isEnded = isRest || (thing !== undefined && WITH.test(title.slice(thing.at(-1)?.end, index)));
    const isKind = ({ text }: Word) => kinds.has(singularOf(headOf(text)));
    // "Easy Works by Easy Street Leeza Clog" among clogs has its name behind "by".
    const later = name?.some(({ text }) => isNoun(text)) ? undefined : behind.find((words) => words.some(isKind));
    const words = later ?? name ?? [];
    const firstKind = words.findIndex(isKind);
    const specification = words.findIndex(
      ({ text }, place) => place > firstKind && /\d/.test(text) && isNoun(words[place - 1]?.text ?? ''),
    );
    if (words.length > 0 && !isRest) parts.push(specification === -1 ? words : words.slice(0, specification));
    start = index + separator.length;
    depth = Math.max(0, depth + (OPENING.test(separator) ? 1 : CLOSING.test(separator) ? -1 : 0));
    opened = separator;
  }
  return parts.slice(0, NAMING_PARTS);
}

/**
 * Sayings of a noun in a title: its name; only a word before a noun that names it, and which; before a word that is taken for
 * a noun, though neither is known for one; or nothing.
 */
export type Saying = 'name' | { readonly before: string } | 'unknown' | null;

/** Tells whether a word names a thing, by itself or with the word before it. */
const isNamedThing = ({ text }: Word): boolean => isNoun(text) || departmentOfName(headOf(text)) !== undefined;

/** Tells how a title says a noun in any of its parts: a "Dining Chair Slipcover" says chair before a slipcover. */
export function sayingOf(title: string, isIt: (word: string) => boolean, isCommon: (word: string) => boolean): Saying {
  let saying: Saying = null;
  let isNamed = false;
  const names = title.split(PART_END).flatMap((part) => {
    const ofPart = namesIn(part, isNamed);
    isNamed ||= ofPart.some((words) => words.some(isNamedThing));
    return ofPart;
  });
  for (const words of names) {
    const at = words.findLastIndex(({ text }) => isIt(headOf(text)));
    if (at === -1) continue;
    const isOther = JOINED_BEHIND.has(words[at + 1]?.text.toLowerCase() ?? '') || isOtherBehind(words, at);
    if (isNoun(words[at]?.text ?? '') && (isOther || isSeriesServed(words, at))) {
      saying ??= 'unknown';
      continue;
    }
    const rest = words.slice(at + 1);
    const end = rest.findIndex(({ text }) => isBehindName(text));
    const behind = end === -1 ? rest : rest.slice(0, end);
    const thing = behind.findLast(
      ({ text }) => isPart(text) || (isNoun(text) && !COLLECTIONS.has(singularOf(headOf(text)))),
    );
    // A common word that the name ends with is as likely its noun, as in "Mascara Fixer", and a model's name is none.
    const isKnown = isNoun(words[at]?.text ?? '');
    const next = rest[end]?.text ?? '';
    const isOpen = isKnown && (/\d/.test(next) || COLLECTIONS.has(next.toLowerCase()));
    const last = behind.at(-1)?.text ?? '';
    const unknown = behind.length > (isKnown ? 1 : 2) || isOpen || last === '' || !isCommon(last) ? '' : last;
    if (thing === undefined && unknown === '') return 'name';
    const other = thing?.text ?? unknown;
    saying ??= thing === undefined && !isKnown ? 'unknown' : { before: singularOf(headOf(other)) };
  }
  return saying;
}

/**
 * The names in a part of a title: what stands behind "for" is one where no noun stands before it, in this part or one before, or
 * it begins with for whom.
 */
function namesIn(part: string, isNamedBefore: boolean): Word[][] {
  const names: Word[][] = [];
  let isNamed = false;
  for (const [place, words] of namesBetween(part, 0, part.length).entries()) {
    const isBehind = isNamed || (place > 0 && isNamedBefore);
    if (!isBehind || NOT_MODIFIERS.has(words[0]?.text.toLowerCase() ?? '')) names.push(words);
    isNamed ||= words.some(isNamedThing);
  }
  return names;
}

/** Endings of words for what does something. */
export const DOES = englishExpression('product noun: doers', 'i');

/** Words for whom or what things are for, what is drawn on them and what parts they have, which titles say behind their names. */
const BEHIND_NAMES = new Set(englishWords('product noun: behind names'));

/**
 * Tells whether the word behind a noun is what the name is of, though no list of nouns has it: one for what does something to such
 * things, or the last of the name and of several: a "Hidden Camera Detector", "Radio Shows on USB".
 */
function isOtherBehind(words: readonly Word[], index: number): boolean {
  const [word, next, behind] = [words[index]?.text ?? '', words[index + 1]?.text ?? '', words[index + 2]?.text];
  const noun = next.toLowerCase();
  if (departmentOfName(noun) !== undefined) return singularOf(noun) === noun && DOES.test(noun);
  // A title that begins with its noun says behind it what that is like: "Bracelet hearts".
  if (index === 0 || AFTER_NAMES.has(noun) || NOT_MODIFIERS.has(noun)) return false;
  const isEnd = behind === undefined || NOT_MODIFIERS.has(behind.toLowerCase());
  // "Shower Curtain Leaves" ends with its pattern, and "Mug Gifts" with what it is good for.
  return (
    isEnd &&
    !BEHIND_NAMES.has(noun) &&
    !isPlural(word) &&
    /^\p{L}+$/u.test(next) &&
    singularOf(noun) !== noun &&
    isInKnownWords(noun)
  );
}

/** Words before models that something goes with: "Base Transmitter G6 Series Projectors". */
const BEFORE_MODELS = new Set(englishWords('product noun: before models'));
const isSeriesServed = (words: readonly Word[], index: number): boolean =>
  BEFORE_MODELS.has(words[index - 1]?.text.toLowerCase() ?? '') &&
  words.slice(0, index - 1).some(({ text }) => isNoun(text));

/**
 * A product noun that no other follows at once: "charger" is none in "charger block", "fan" none in "fan bracket", nor
 * "microwave" in "microwave popcorn" among popcorn.
 */
function isHead(words: readonly Word[], index: number, { brand, category }: HeadContext): boolean {
  const { text } = words[index] as Word;
  const next = words[index + 1]?.text ?? '';
  // "3-Lights" counts what is on the thing, and a "Camcorder/Camera" has two names.
  return (
    isNoun(text) &&
    !/^\d|\//.test(text) &&
    !JOINED_WITHIN.test(text) &&
    !brand.has(text.toLowerCase()) &&
    !isNoun(next) &&
    !isPart(next) &&
    !JOINED_BEHIND.has(next.toLowerCase()) &&
    !isOtherBehind(words, index) &&
    !isSeriesServed(words, index) &&
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

export interface HeadContext {
  readonly brand: ReadonlySet<string>;
  readonly category: readonly string[];
}
