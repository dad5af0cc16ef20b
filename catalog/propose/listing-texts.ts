import { isInKnownWords } from '../../lexicon/english-words.ts';
import { englishWords, FIELDS } from '../../lexicon/index.ts';
import { escaped } from '../../text/escaped.ts';
import { flagOf } from '../../text/flags.ts';
import { Tally } from '../../text/tally.ts';
import { UNIT_OF } from '../../text/units.ts';
import { canonicalField, KNOWN_FIELDS } from '../product/fields.ts';
import { fieldOfTag } from '../product/labelled-facts.ts';
import { type Labelled, labelledParts, partsApart, placeOf } from '../product/labelled-parts.ts';
import { partsOf, textOf, textsOf } from '../product/values.ts';
import { inEnglish } from './field-names.ts';
import { headerWords } from './header.ts';
import { type Identity, shareOfProducts } from './identity.ts';
import { type Column, isTexts, MOSTLY } from './profile.ts';

const SEPARATORS = ['\n', ' | ', '|', '; ', ';', ', '];

/** Characters of a value among others, at most, and share of them that are no longer: one in a hundred may be half a sentence. */
const LONGEST_PART = 40;
const SHORT_PARTS = 0.99;

/** Finds the separator of the values in the cells of a column, where the parts come again and again in other cells. */
export function separatorOf(column: Column): string | null {
  const texts = column.stated.filter((value) => typeof value === 'string');
  for (const separator of SEPARATORS) {
    const several = texts.filter((text) => partsOf(text, separator).length > 1);
    if (several.length < Math.max(2, texts.length * 0.1)) continue;
    const parts = texts.flatMap((text) => partsOf(text, separator).map((part) => part.trim().toLowerCase()));
    const isShort = parts.filter((part) => part.length <= LONGEST_PART).length >= parts.length * SHORT_PARTS;
    if (isShort && new Set(parts).size <= parts.length * (separator === ', ' ? 0.5 : 0.8)) return separator;
  }
  return null;
}

/** Share of cells that list two names or more which come again, or one whose values do, from which on texts among prose are read for those. */
const LEAST_LISTING = 0.25;
/** Different values of a name whose values come again, for each cell that has one, at most. */
const MOST_DIFFERENT = 0.6;
/** Cells that have a name, at least, and share of its values that are short, from which on it names what they state. */
const LEAST_AGAIN = 4;
const SHORT_VALUES = 0.9;
const LONGEST_SHORT = 60;
/** Names that a mapping lists, at most, the commonest first. */
const MOST_NAMES = 80;

/** Names that come again in the lines of texts which are prose otherwise, with short values behind them; null where few texts have any. */
export const namesAmongProse = (column: Column): Labelled | null =>
  namesListed({ label: ':' }, column) ??
  namesListed({ label: ':', running: true }, column) ??
  namesListed({ label: ':', short: true }, column);

function namesListed(way: Labelled, column: Column): Labelled | null {
  const cells = column.stated.map((value) => labelledParts(value, way).pairs);
  const values = new Map<string, string[]>();
  for (const pairs of cells)
    for (const [name, value] of new Map(pairs)) values.set(name, [...(values.get(name) ?? []), value]);
  // Where few texts name anything, names are those of known fields.
  const isSure = way.short === true;
  const isName = ([name, stated]: [string, string[]]) =>
    stated.length >= (isSure ? LEAST_AGAIN : Math.max(LEAST_AGAIN, cells.length * MOST_RARE)) &&
    (!isSure || isAskedAbout(name)) &&
    name.split(/\s+/).length <= MOST_NAME_WORDS &&
    !NO_NAME.test(name) &&
    stated.filter(({ length }) => length <= LONGEST_SHORT).length >= stated.length * SHORT_VALUES &&
    new Set(stated).size > 1;
  const found = [...values]
    .filter(isName)
    .toSorted(([one, a], [other, b]) => b.length - a.length || (one < other ? -1 : 1))
    .slice(0, MOST_NAMES);
  const names = new Set(found.map(([name]) => name));
  if (isSure) return found.length === 0 ? null : { ...way, names: [...names].sort() };
  const sure = new Set(found.flatMap(([name, stated]) => (doComeAgain(stated) ? name : [])));
  const isListing = (pairs: readonly [string, string][]) =>
    pairs.filter(([name]) => names.has(name)).length >= LEAST_PARTS || pairs.some(([name]) => sure.has(name));
  const listing = cells.filter(isListing);
  return listing.length < cells.length * LEAST_LISTING ? null : { ...way, names: [...names] };
}

/** A letter that stands for what is measured, and what is between two sides: "W", "x Seat H". */
const NO_NAME = /^(?:\p{Script=Latin}$|x\s)/iu;

/** Tells whether a name is that of a field of the lexicon that people ask about, or what another language calls a detail. */
const isAskedAbout = (name: string): boolean => {
  const said = isInKnownWords(name) ? undefined : inEnglish(name);
  const field = canonicalField(said ?? name);
  return (said !== undefined || KNOWN_FIELDS.includes(field)) && FIELDS.get(field)?.asked !== false;
};

const doComeAgain = (stated: readonly string[]) =>
  new Set(stated.map((value) => value.toLowerCase())).size <= stated.length * MOST_DIFFERENT;

/** Share of cells that a name is in at most, for it to be too rare to be asked about. */
const MOST_RARE = 0.01;

/** The end of a text before a label, in up to five words of letters, and the characters before a label that may hold it. */
const BEFORE_LABEL = /\p{L}[\p{L}\p{M}.()°'’-]{0,30}(?: [\p{L}(][\p{L}\p{M}.()°'’-]{0,30}){0,4} ?$/u;
const LONGEST_BEFORE = 80;
/** The end of a text that a separator parts from what follows. */
const PARTED = /[|;,•·/–—]\s*$/u;
/** The end of a text that nothing parts from what follows: its beginning, or a letter, a number or a mark. */
const GLUE = /(?:^|[\p{L}\p{M}\p{N})\]°%"”″'’.!?®™²³])$/u;
/** Share of cells that have a name, from which on it is one that they are glued with, and names in a cell, at least. */
const GLUED_IN = 0.15;
const LEAST_GLUED = 3;
const LEAST_TEXTS = 10;
/** Cells that a rarer name is in, at least, as a number and as a share, and share of them in which it is glued. */
const LEAST_GLUED_CELLS = 8;
const RARELY_GLUED = 0.02;
const RARELY_BEFORE = 0.01;
const MOSTLY_GLUED = 0.5;

/**
 * Names whose values run into the next name, as where tags were taken out of a table: of the words before each colon those with
 * a capital that most cells have so. Null where lines or separators part them.
 */
export function gluedNames(column: Column): Labelled | null {
  const texts = column.stated.flatMap((value) =>
    typeof value === 'string' ? [textOf(value).replace(/[\s\u200b]+/gu, ' ')] : [],
  );
  const isLabelled = texts.filter((text) => text.includes(':')).length >= texts.length / 2;
  if (!isLabelled || texts.length < column.stated.length / 2 || texts.length < LEAST_TEXTS) return null;
  const ends = texts.map(endsBeforeLabels);
  const all = ends.flat();
  if (all.filter(({ behind }) => PARTED.test(behind)).length >= all.length * MOST_PARTED) return null;
  const before = ends.map((found) => found.map(startsIn));
  const counts = new Map<string, number>();
  for (const starts of before)
    for (const start of new Set(starts.flat())) counts.set(start, (counts.get(start) ?? 0) + 1);
  const countOf = (start: string) => counts.get(start) ?? 0;
  const usual = (starts: readonly string[]) =>
    starts.toSorted((one, other) => countOf(other) - countOf(one) || other.length - one.length)[0];
  const found = before.map((starts) => starts.flatMap((one) => usual(one) ?? []));
  const gluedIn = (name: string) => new RegExp(`[\\p{Ll}\\p{N})°%"”]${escaped(name)} ?:`, 'u');
  /** Names of fewer cells, which nothing parts from what is before them in nearly all of those. */
  const isRare = (name: string) => {
    if (countOf(name) < Math.max(LEAST_GLUED_CELLS, texts.length * RARELY_GLUED)) return false;
    const pattern = gluedIn(name);
    return texts.filter((text) => pattern.test(text)).length >= countOf(name) * MOSTLY_GLUED;
  };
  const names = [...counts.keys()].filter(
    (name) => (countOf(name) >= texts.length * GLUED_IN || isRare(name)) && found.some((cell) => cell.includes(name)),
  );
  const isGlued = (text: string) =>
    names.filter((name) => new RegExp(`[\\p{L}\\p{N})°%"”]${escaped(name)} ?:`, 'u').test(text)).length > 1;
  const listing = found.filter((cell) => cell.filter((name) => names.includes(name)).length >= LEAST_GLUED);
  if (listing.length < texts.length / 2 || texts.filter(isGlued).length < texts.length / 4) return null;
  return {
    label: ':',
    names: names.toSorted((one, other) => other.length - one.length || (one < other ? -1 : 1)),
    glued: true,
  };
}

/** The end of a name right before its value, and the words before it that may be of the name: "Item Weight" of "Item Weight18 g". */
const BEFORE_VALUE = /(?<=(?:\p{Ll}|[)?]):?)(?=[\p{Lu}\p{N}#])/gu;
const WORDS_OF_NAME = /(?:^|(?<= ))\p{Lu}[\p{L}/?()-]*(?: [\p{L}(][\p{L}/?()-]*){0,4}$/u;

/**
 * Names that nothing parts from their values, nor those from the next name: of the words right before a value those that most
 * cells have so. Null where cells have few.
 */
export function namesBeforeValues(column: Column): Labelled | null {
  const texts = column.stated.filter((value) => typeof value === 'string');
  if (texts.length < Math.max(LEAST_TEXTS, column.stated.length / 2)) return null;
  const cells = texts.map((text) => partsApart(text).map((part) => namesIn(withoutHeading(part))));
  const startsOf = cells.map((cell) => cell.flat().map(({ starts }) => starts));
  const counts = new Tally();
  for (const starts of startsOf) for (const start of new Set(starts.flat())) counts.add(start);
  const sure = new Tally();
  for (const cell of cells)
    for (const name of new Set(cell.flat().flatMap(({ starts, isSure }) => (isSure ? (starts[0] ?? []) : []))))
      sure.add(name);
  const countOf = (name: string) => counts.of(name);
  const least = Math.max(LEAST_GLUED_CELLS, texts.length * RARELY_BEFORE);
  const isOften = (name: string) => countOf(name) >= least;
  /** Of "Item Weight" and "Weight" the longer one, if it is not rare beside the other. */
  const usual = (starts: readonly string[]) => {
    const often = starts.filter(isOften);
    const surest = Math.max(...often.map((start) => sure.of(start)), 0);
    const whole = often.find((start) => sure.of(start) >= Math.max(LEAST_SURE, surest * OF_SUREST));
    if (whole !== undefined) return whole;
    const most = Math.max(0, ...often.map(countOf));
    return often.find((start) => countOf(start) >= most * OF_LONGER);
  };
  const found = startsOf.map((all) => {
    const names = all.map((starts) => ({ starts, name: usual(starts) }));
    const again = new Set(
      names.flatMap(({ name }, at) => (names.findIndex((one) => one.name === name) < at ? name : [])),
    );
    // What a table has twice is two things: a material, and that of the handle.
    const longer = names.flatMap(({ starts, name }) =>
      name !== undefined && again.has(name)
        ? (starts.findLast((one) => one.length > name.length && isOften(one)) ?? [])
        : [],
    );
    return [...new Set([...names.flatMap(({ name }) => name ?? []), ...longer])];
  });
  const listing = found.filter(({ length }) => length >= LEAST_GLUED);
  if (listing.length < texts.length / 2) return null;
  const names = [...new Set(found.flat())];
  return {
    label: '',
    names: names.toSorted((one, other) => other.length - one.length || (one < other ? -1 : 1)),
    glued: true,
  };
}

/** Share of the cells with the end of a name that have the longer name, at least. */
const OF_LONGER = 0.5;

/** A text without the heading of a table that it begins with. */
function withoutHeading(text: string): string {
  const lower = text.toLowerCase();
  const heading = englishWords('columns: headings of tables').find((words) => lower.startsWith(`${words} `));
  return heading === undefined ? text : text.slice(heading.length + 1);
}

/** Cells in which a name stands behind a small letter, a number or a yes or no, at least, for it to begin there. */
const LEAST_SURE = 3;
const OF_SUREST = 0.3;

/** Words right before a value, from each capital on, the most first; sure if those before the first are of another value. */
interface BeforeValue {
  readonly starts: readonly string[];
  readonly isSure: boolean;
}

/** The words that may be the name of each value in a text that a name runs into. */
function namesIn(text: string): BeforeValue[] {
  const values = [...text.matchAll(BEFORE_VALUE)].map(({ index }) => index);
  return values.flatMap((index, at) => {
    const from = Math.max(values[at - 1] ?? 0, index - LONGEST_BEFORE);
    const [words] = WORDS_OF_NAME.exec(text.slice(from, index).replace(/:$/, '')) ?? [];
    if (words === undefined) return [];
    const starts = [...words.matchAll(/(?<![^ ])\p{Lu}(?=\p{Ll})/gu)].map((start) => words.slice(start.index));
    // Behind a name stands its value, be it a yes or a no, and behind a number its unit.
    const isUnit = (start: string) => UNIT_OF.has((start.split(' ', 1)[0] as string).toLowerCase());
    const names = starts.filter((start) => (at === 0 || index - start.length > from) && !isUnit(start));
    const before = text.slice(from, index - (names[0]?.length ?? 0)).trimEnd();
    const last = before.split(' ').at(-1) ?? '';
    const isSure = /^[\p{Ll}\d]/u.test(last) || /\d \p{L}{1,3}$/u.test(before) || flagOf(last) !== null;
    return names.length === 0 ? [] : [{ starts: names, isSure }];
  });
}

/** Share of labels whose words a separator parts from what is before them, from which on that is how a column lists. */
const MOST_PARTED = 0.5;

/** Words before a label, and the little that they stand behind. */
interface EndBeforeLabel {
  readonly words: string;
  readonly behind: string;
}

/** The words before each label of a text. */
function endsBeforeLabels(text: string): EndBeforeLabel[] {
  const found: EndBeforeLabel[] = [];
  let last = 0;
  for (let at = text.indexOf(':'); at >= 0; at = text.indexOf(':', at + 1)) {
    const from = Math.max(last, at - LONGEST_BEFORE);
    const match = BEFORE_LABEL.exec(text.slice(from, at));
    last = at + 1;
    if (match === null) continue;
    const start = from + match.index;
    found.push({ words: match[0], behind: text.slice(Math.max(0, start - 2), start) });
  }
  return found;
}

/** The ends of words that begin with a capital before a small letter, where nothing parts them from what is before. */
const startsIn = ({ words, behind }: EndBeforeLabel): string[] =>
  [...words.matchAll(/\p{Lu}(?=\p{Ll})/gu)].flatMap(({ index }) =>
    GLUE.test(behind + words.slice(0, index)) ? [words.slice(index).trim()] : [],
  );

const LABELS = [':', '：', '='];
/** Separators of names with their values, where no line parts them: values themselves may be parted by those that come later. */
const BETWEEN = [...SEPARATORS.filter((one) => one !== '\n'), ',', ')', ']'];
/** Share of the parts of cells that have a name, and of names that come again in other cells. */
const NAMED_PARTS = 0.6;
const LEAST_PARTS = 2;
/** Cells that tell whether a column lists names and values: there are many ways to, and each reads them whole. */
const MOST_CELLS = 200;

/** The way in which the cells of a column list the most names and values; null where most list none. */
export function labelledIn(column: Column): Labelled | null {
  const ways = LABELS.flatMap((label): Labelled[] => [
    { label },
    ...BETWEEN.map((separator) => ({ separator, label })),
  ]);
  const { length } = column.stated;
  const count = Math.min(length, MOST_CELLS);
  const some = Array.from({ length: count }, (_, at) => column.stated[Math.floor((at * length) / count)]);
  const plain = some.map((value) => (typeof value === 'string' ? textOf(value) : value));
  let best: { readonly way: Labelled; readonly named: number } | null = null;
  for (const way of ways) {
    // Lines and the cells of tables are told by what cleaning takes away.
    const cells = (way.separator === undefined ? some : plain).map((value) => labelledParts(value, way));
    const named = cells.reduce((sum, { pairs }) => sum + pairs.length, 0);
    const others = cells.reduce((sum, cell) => sum + cell.others, 0);
    if (named < LEAST_PARTS * cells.length || named < NAMED_PARTS * (named + others)) continue;
    const uses = new Map<string, number>();
    for (const { pairs } of cells)
      for (const name of new Set(pairs.map(([name]) => name))) uses.set(name, (uses.get(name) ?? 0) + 1);
    const again = [...uses.values()].filter((count) => count > 1).reduce((sum, count) => sum + count, 0);
    const isAgain = again >= NAMED_PARTS * [...uses.values()].reduce((sum, count) => sum + count, 0);
    if (isAgain && named > (best?.named ?? 0)) best = { way, named };
  }
  if (best === null) return null;
  const { way } = best;
  if (areNumbered(plain, way)) return { ...way, numbered: true };
  return areInSections(plain, way) ? { ...way, sections: true } : way;
}

/**
 * Tells whether values end in their places, which are no part of them ("Color:Black:0,Material:Oak:1"): they count up in cells,
 * and in all of them leave out none, or few where each name has one. Ratios do not ("Aspect Ratio: 16:9 | Contrast: 1000:1").
 */
function areNumbered(cells: readonly unknown[], way: Labelled): boolean {
  const lists = cells.map((value) =>
    labelledParts(value, way).pairs.map(([name, stated]) => ({ name, place: placeOf(stated, way.label) ?? -1 })),
  );
  const all = lists.flat().filter(({ place }) => place >= 0);
  const places = new Set(all.map(({ place }) => place));
  const names = new Set(all.map(({ name }) => name));
  const isOnePerName = new Set(all.map(({ name, place }) => `${place} ${name}`)).size === names.size;
  const lowest = Math.min(...places);
  const span = Math.max(...places) - lowest + 1;
  if (lowest > 1 || places.size < LEAST_PARTS || span > places.size * (isOnePerName ? MOST_GAPS : 1)) return false;
  const countUp = (list: (typeof lists)[number]) =>
    list.every(({ name, place }, at) => {
      const before = list[at - 1];
      return place > (before?.place ?? -1) || (place === before?.place && name === before.name);
    });
  return lists.filter(countUp).length >= NUMBERED * lists.length;
}

/**
 * Tells whether names are sections with names behind them ("Fit:Heel Height:2 cm"): nearly all of them have one behind, of
 * which there are more, each of one section.
 */
function areInSections(cells: readonly unknown[], way: Labelled): boolean {
  const found = cells.flatMap((value) => labelledParts(value, way).pairs);
  const behind = cells.flatMap((value) => labelledParts(value, { ...way, sections: true }).pairs.map(([name]) => name));
  const named = found.flatMap(([section], at) => (behind[at] === section ? [] : [`${section}\n${behind[at]}`]));
  const names = new Set(behind);
  return (
    named.length >= found.length * NAMED_BEHIND &&
    names.size > new Set(found.map(([section]) => section)).size &&
    new Set(named).size <= names.size * MOST_OF_SECTIONS
  );
}

/** Share of names that have another one behind them, and sections that one is in on average, at most. */
const NAMED_BEHIND = 0.9;
const MOST_OF_SECTIONS = 1.2;

/** Number of places in all for each one that is used, at most. */
const MOST_GAPS = 2;
/** Share of cells whose values end in their places, from which on those of a column do. */
const NUMBERED = 0.95;

/** Tells whether texts are prose that has colons in it: what stands before one is more than a short name. */
export function isProse(column: Column, labelled: Labelled): boolean {
  const cells = column.stated.map((value) => labelledParts(value, labelled));
  const names = cells.flatMap(({ pairs }) => pairs.map(([name]) => name));
  const others = cells.reduce((sum, cell) => sum + cell.others, 0);
  const isName = (name: string) => !/[.!?]\s/.test(name) && name.split(/\s+/).length <= MOST_NAME_WORDS;
  return !names.every(isName) || others > (names.length + others) * MOST_OTHERS;
}

const MOST_NAME_WORDS = 4;
const MOST_OTHERS = 0.2;

/** Share of products that have a tag which is a value of some field, and fields that tags are of, from which on they say what products are like. */
const LEAST_TAGGED = 0.2;
const LEAST_OF_TAGS = 2;

/** Finds tags in a column that is called by them, where the lexicon knows the fields of some; null for any other. */
export function tagsSaid(column: Column, named: ReadonlySet<string>, identity: Identity) {
  const isNamed = headerWords(column.name)
    .slice(-2)
    .some((word) => englishWords('columns: tags').includes(word));
  if (!isNamed) return null;
  const separator = column.share(isTexts) >= MOSTLY ? null : separatorOf(column);
  const tagsIn = (value: unknown) =>
    textsOf(typeof value === 'string' && separator !== null ? partsOf(value, separator) : value);
  const fieldsIn = (value: unknown) => tagsIn(value).flatMap((tag) => fieldOfTag(tag, named) ?? []);
  const share = shareOfProducts(column, identity, (value) => fieldsIn(value).length > 0);
  const all = new Set(column.stated.flatMap(fieldsIn));
  if (share < LEAST_TAGGED || all.size < LEAST_OF_TAGS) return null;
  const tagged = column.stated.filter((value) => fieldsIn(value).length > 0).length;
  return {
    said: separator === null ? column.name : { column: column.name, separator },
    because: `tags of ${tagged} rows are values of ${all.size} fields, such as ${[...all].slice(0, 3).join(', ')}`,
  };
}
