import { existsSync, readdirSync } from 'node:fs';
import { z } from 'zod';
import { ENGLISH } from './in-force.ts';
import { readTable } from './tables.ts';

const PARTS = [
  ...(['id', 'sku', 'group', 'parent', 'title', 'brand', 'shop'] as const),
  ...(['price', 'sale_price', 'list_price', 'other_price', 'currency'] as const),
  ...(['category', 'main_category', 'kind', 'rating', 'rating_count', 'sold_count'] as const),
  ...(['features', 'description', 'reviews', 'details'] as const),
  ...(['review_text', 'review_title', 'author', 'helpful', 'verified', 'time'] as const),
  ...(['pair_name', 'pair_value', 'origin', 'published', 'other', 'before_detail'] as const),
] as const;

/** Names of common details, which only other languages than English list. */
const DETAIL = 'detail';
/** Words that deny what stands behind them. */
const DENYING = 'denying';
/** Texts of cells for which nothing is stated. */
const NOT_STATED = 'not_stated';
/** Words for the states of a listing that shoppers find, and of one that they do not. */
const LISTED = 'listed';
const UNLISTED = 'unlisted';
/** Names of columns that may say by such words that a product is listed, and by a yes or a number something else. */
const WORDED = 'worded';
/** Words for what cells say amounts of, by the English word. */
const AMOUNTS = 'amounts';

/** Kind of thing a column of an export may hold. */
export type ColumnPart = (typeof PARTS)[number];

const Words = z.array(z.string().min(1));

const Names = z.partialRecord(z.enum([...PARTS, DETAIL, DENYING, NOT_STATED, LISTED, UNLISTED, WORDED]), Words).and(
  z.object({
    [AMOUNTS]: z.record(z.string().min(1), Words).optional(),
    /** English names of details, with those they have here. */
    fields: z.record(z.string().min(1), Words).optional(),
    /** Values of such details in English, with their words here. */
    values: z.record(z.string().min(1), z.record(z.string().min(1), Words)).optional(),
    /** Words that say how things are, or ends of such, as they stand before kinds. */
    adjectives: Words.optional(),
    /** Words behind which, in a language whose words for kinds come first, categories say what or whom things are for: "para". */
    for_what: Words.optional(),
    /** First parts of words that make another thing of the kind behind them: "Bremsschuhe" are no shoes. */
    other_things: Words.optional(),
    /** Kinds of products by English nouns, with what categories call them here. */
    kinds: z.record(z.string().min(1), Words).optional(),
    /** True of a language that writes what sort a thing is into one word with it, before its name: "Mustertapeten". */
    compounds: z.boolean().optional(),
    /** First parts of such words by what English says before the kind: "garden" of "Gartenbank". */
    parts: z.record(z.string().min(1), Words).optional(),
    /** Categories that say a place, for whom things are or that they are new or cheap, and no kind. */
    no_kinds: Words.optional(),
    /** Lengths by their English names, as headers tell the order of several: "BxTxH". */
    dimensions: z.record(z.string().min(1), Words).optional(),
    /** Words for what was done to a material: "pulverbeschichtet". */
    finishes: Words.optional(),
  }),
);

/** A name, and how many of its language's names for the same thing are likelier. */
interface ColumnName {
  readonly name: string;
  readonly rank: number;
  readonly isEnglish: boolean;
  /** The code of its language. */
  readonly language: string;
}

type ColumnNames = Readonly<Record<ColumnPart, readonly ColumnName[]>>;

const HERE = new URL('./', import.meta.url);

let names: ColumnNames | undefined;

const readTables = () =>
  readdirSync(HERE, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => ({ file: new URL(`${name}/columns.yaml`, HERE), language: name }))
    .sort(({ file: a }, { file: b }) => (a.href < b.href ? -1 : 1))
    .filter(({ file }) => existsSync(file))
    .map(({ file, language }) => ({ table: Names.parse(readTable(file)), language, isEnglish: language === ENGLISH }));

let tables: ReturnType<typeof readTables> | undefined;

/** The tables of all languages, read once. */
function tablesOfNames(): ReturnType<typeof readTables> {
  tables ??= readTables();
  return tables;
}

/** Names of common details in other languages than English: "couleur", "taglia". */
export const foreignDetailNames = (): readonly string[] =>
  tablesOfNames().flatMap(({ table, isEnglish }) => (isEnglish ? [] : (table[DETAIL] ?? [])));

let amounts: ReadonlyMap<string, string> | undefined;

/** English words for what cells say amounts of, by those of other languages: "screen" by "ekran". */
export function amountWords(): ReadonlyMap<string, string> {
  amounts ??= new Map(
    tablesOfNames().flatMap(({ table }) =>
      Object.entries(table[AMOUNTS] ?? {}).flatMap(([english, words]) => words.map((word) => [word, english] as const)),
    ),
  );
  return amounts;
}

/** English names by those of other languages, or of one; a name of two things in two languages is of none. */
function inEnglishBy(part: 'fields' | 'kinds', only: string | null = null): ReadonlyMap<string, string> {
  const asked = tablesOfNames().filter(({ language }) => only === null || language === only);
  const pairs = asked.flatMap(({ table }) =>
    Object.entries(table[part] ?? {}).flatMap(([english, words]) => words.map((word) => [word, english] as const)),
  );
  const named = Map.groupBy(pairs, ([word]) => word);
  return new Map(pairs.filter(([word]) => new Set(named.get(word)?.map(([, english]) => english)).size === 1));
}

const namesInEnglish = new Map<string, ReadonlyMap<string, string>>();

/** A text in small Latin letters without their marks, as keys of programs are written, and people write where a keyboard has none: "sirka" for "šířka". */
export const withoutMarks = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .normalize('NFC')
    .replace(/[ıłøđ]/g, (letter) => PLAIN_LETTERS[letter] as string);

const PLAIN_LETTERS: Readonly<Record<string, string>> = { ı: 'i', ł: 'l', ø: 'o', đ: 'd' };

/** English names of details by those with their marks, and by those without where that is no name of another one nor an English thing: a "camera" is no "cameră". */
function withPlainNames(marked: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const plain = [...marked].map(([name, english]) => [withoutMarks(name), english] as const);
  const alike = Map.groupBy(plain, ([name]) => name);
  const isOne = (name: string) => new Set(alike.get(name)?.map(([, english]) => english)).size === 1;
  const english = new Set([...marked.values()].map((name) => name.toLowerCase()));
  const things = new Set(englishKinds().values());
  const isFree = (name: string) => isOne(name) && !english.has(name) && !things.has(name);
  return new Map([...plain.filter(([name]) => isFree(name)), ...marked]);
}

function remembered(part: 'fields' | 'kinds', language: string | null): ReadonlyMap<string, string> {
  const key = `${part} ${language}`;
  let known = namesInEnglish.get(key);
  if (known === undefined) {
    known = inEnglishBy(part, language);
    if (part === 'fields') known = withPlainNames(known);
    namesInEnglish.set(key, known);
  }
  return known;
}

/** English names of details, by those in a language, or in any, with their marks and without: "Color" by "farbe". */
export const englishDetails = (language: string | null = null): ReadonlyMap<string, string> =>
  remembered('fields', language);

/** English nouns for kinds of products, by what categories call them in a language, or in any: "soap" by "savons". */
export const englishKinds = (language: string | null = null): ReadonlyMap<string, string> =>
  remembered('kinds', language);

/**
 * The English noun for the kind that a category names in a language beside what it says of it: in one that writes both into one
 * word a "Vliestapete" is wallpaper, and in others "Полотенце лицевое" a towel. Undefined where it names several things, or another.
 */
export function englishKindIn(category: string, language: string): string | undefined {
  return writesCompounds(language)
    ? kindAtEnd(category.toLowerCase(), language)
    : kindBesideQualities(category.toLowerCase(), language);
}

/** Measures and numbers in a category: "Полотенце 50х90/50х100 см". */
const MEASURES = /(?:^|\s)[^\s]*\p{N}.*$/u;

/** The kind that is named by all words of a category but those for how it is, and for whom or what. */
function kindBesideQualities(category: string, language: string): string | undefined {
  const { for_what = [], adjectives, values } = tableOf(language) ?? {};
  if (adjectives === undefined) return undefined;
  const said = category.replace(MEASURES, '').trim();
  const whom = Object.values(values?.Department ?? {})
    .flat()
    .filter((one) => said.endsWith(` ${one}`))
    .reduce((longest, one) => (one.length > longest.length ? one : longest), '');
  const words = said
    .slice(0, said.length - whom.length)
    .trim()
    .split(/\s+/);
  const kinds = englishKinds(language);
  for (let count = words.length; count > 0; count--)
    for (let at = 0; at <= words.length - count; at++) {
      const kind = kinds.get(words.slice(at, at + count).join(' '));
      if (kind === undefined) continue;
      const behind = words.slice(at + count);
      const purpose = behind.findIndex((word) => for_what.includes(word));
      const qualities = [...words.slice(0, at), ...(purpose < 0 ? behind : behind.slice(0, purpose))];
      return qualities.every((word) => isAdjective(word, language)) ? kind : undefined;
    }
  return undefined;
}

function kindAtEnd(category: string, language: string): string | undefined {
  const [last = '', ...before] = category.split(' ').toReversed();
  if (!/^\p{L}+$/u.test(last) || !before.every((word) => isAdjective(word, language))) return undefined;
  const kinds = englishKinds(language);
  const whole = kinds.get(last) ?? kindsInTitles(language).get(last)?.noun;
  if (whole !== undefined) return whole;
  const { other_things = [] } = tableOf(language) ?? {};
  if (other_things.some((part) => last.startsWith(part))) return undefined;
  for (let at = LEAST_BEFORE; at <= last.length - LEAST_OF_KIND; at++) {
    const kind = kinds.get(last.slice(at));
    if (kind !== undefined) return kind;
  }
  return undefined;
}

/** An English noun for a thing, and the broader one that its word is made of, if any: a "Wegeleuchte" is a path light, and a lamp. */
export interface EnglishKind {
  readonly noun: string;
  readonly broader?: string;
}

const kindsOfTitles = new Map<string, ReadonlyMap<string, EnglishKind>>();

/**
 * The kinds that titles in a language name, by their words there: those of its table and, where it writes sorts into one word, these
 * with each first part that it knows and each material.
 */
export function kindsInTitles(language: string): ReadonlyMap<string, EnglishKind> {
  const known = kindsOfTitles.get(language);
  if (known !== undefined) return known;
  const kinds = englishKinds(language);
  const isCompounding = writesCompounds(language);
  const found = new Map<string, EnglishKind>();
  for (const [before, english] of isCompounding ? firstParts(language) : [])
    for (const [word, noun] of kinds)
      if (/^\p{L}+$/u.test(word))
        found.set(before + word, english === '' ? { noun } : { noun: `${english} ${noun}`, broader: noun });
  for (const [phrase, noun] of kinds) {
    const words = [...kinds.keys()].filter((word) =>
      isCompounding ? word.length >= LEAST_OF_BROADER && phrase.endsWith(word) : phrase.startsWith(`${word} `),
    );
    const inOrder = words.toSorted((one, other) => one.length - other.length);
    const broader = inOrder.map((word) => kinds.get(word) as string).find((other) => other !== noun);
    found.set(phrase, broader === undefined ? { noun } : { noun, broader });
  }
  kindsOfTitles.set(language, found);
  return found;
}

/** Tells whether a language writes what sort a thing is into one word with it. */
export const writesCompounds = (language: string): boolean =>
  tablesOfNames().some((one) => one.language === language && one.table.compounds === true);

/** First parts of words for sorts of things, with what English says before the kind: nothing for what it is made of. */
const firstParts = (language: string): [part: string, english: string][] =>
  tablesOfNames()
    .filter((one) => one.language === language)
    .flatMap(({ table: { parts = {}, values } }) => [
      ...Object.values(values?.Material ?? {}).flatMap((words) => words.map((word): [string, string] => [word, ''])),
      ...Object.entries(parts).flatMap(([english, words]) => words.map((word): [string, string] => [word, english])),
    ]);

let noKinds: ReadonlySet<string> | undefined;

/** Tells whether a category says, in any language, a place, for whom things are or that they are new or cheap, and no kind. */
export function saysNoKind(category: string): boolean {
  noKinds ??= new Set(
    tablesOfNames().flatMap(({ table }) => [
      ...(table.no_kinds ?? []),
      ...Object.values(table.values?.Department ?? {}).flat(),
    ]),
  );
  return noKinds.has(category.normalize('NFC').trim().toLowerCase());
}

/** English names of lengths by how headers in a language call them where they tell the order of several, in small letters. */
export const dimensionNames = (language: string): ReadonlyMap<string, string> =>
  new Map(
    tablesOfNames()
      .filter((one) => one.language === language)
      .flatMap(({ table: { dimensions = {} } }) =>
        Object.entries(dimensions).flatMap(([english, words]) => words.map((word) => [word, english] as const)),
      ),
  );

let finishes: { readonly names: ReadonlySet<string>; readonly colors: ReadonlySet<string> } | undefined;

/** Tells whether a text says in any language nothing but what was done to a material, and in which color: "schwarz lackiert". */
export function isFinish(text: string): boolean {
  finishes ??= {
    names: new Set(tablesOfNames().flatMap(({ table }) => table.finishes ?? [])),
    colors: new Set(tablesOfNames().flatMap(({ table }) => Object.values(table.values?.Color ?? {}).flat())),
  };
  const { names, colors } = finishes;
  const said = text.normalize('NFC').trim().toLowerCase();
  if (names.has(said)) return true;
  const words = said.split(/\s+/);
  return words.some((word) => names.has(word)) && words.every((word) => names.has(word) || colors.has(word));
}

/** Letters of a word for a broader kind at the end of a longer one, at least. */
const LEAST_OF_BROADER = 4;
/** Letters of a kind and of what stands before it in one word, at least: shorter ends are those of other words by chance. */
const LEAST_OF_KIND = 5;
const LEAST_BEFORE = 3;

export const tableOf = (language: string) => tablesOfNames().find((one) => one.language === language)?.table;

/** Tells whether a word says in a language how things are, by its end, or which color they are: what else stands before a kind is a thing. */
function isAdjective(word: string, language: string): boolean {
  const { adjectives = [], values } = tableOf(language) ?? {};
  const isColor = Object.values(values?.Color ?? {}).some((colors) => colors.includes(word));
  return isColor || (/^[\p{L}-]{3,}$/u.test(word) && adjectives.some((end) => word.endsWith(end)));
}

let namesOfLanguages: ReadonlyMap<string, ReadonlySet<string>> | undefined;

/** Names of details and of kinds of products in other languages than English, by the codes of these. */
export function namesInLanguages(): ReadonlyMap<string, ReadonlySet<string>> {
  namesOfLanguages ??= new Map(
    tablesOfNames()
      .filter(({ isEnglish }) => !isEnglish)
      .map(({ table: { fields = {}, kinds = {}, detail = [] }, language }) => {
        return [language, new Set([...Object.values(fields).flat(), ...Object.values(kinds).flat(), ...detail])];
      }),
  );
  return namesOfLanguages;
}

/** Values of a detail in English with their words in another language. */
interface ValuesInLanguage {
  readonly language: string;
  readonly table: Readonly<Record<string, readonly string[]>>;
}

/** Values of a detail in other languages than English, one table for each language that has some. */
export const valuesInLanguages = (field: string): ValuesInLanguage[] =>
  tablesOfNames().flatMap(({ table: { values }, language }) => {
    const table = values?.[field];
    return table === undefined ? [] : [{ language, table }];
  });

/** Languages that have names of details, by their codes. */
export const languagesOfDetails = (): string[] =>
  tablesOfNames().flatMap(({ table, language, isEnglish }) =>
    !isEnglish && table.fields !== undefined ? language : [],
  );

let denying: ReadonlySet<string> | undefined;

/** Words of every language that say, before the name of a column, that there is none: "no", "ohne". */
export function denyingWords(): ReadonlySet<string> {
  denying ??= new Set(tablesOfNames().flatMap(({ table }) => table[DENYING] ?? []));
  return denying;
}

/** Texts of every language that stand in cells for which nothing is stated: "k. A.", "nvt". */
export const notStatedTexts = (): readonly string[] => tablesOfNames().flatMap(({ table }) => table[NOT_STATED] ?? []);

const wordsUnder = (key: typeof LISTED | typeof UNLISTED | typeof WORDED): ReadonlySet<string> =>
  new Set(tablesOfNames().flatMap(({ table }) => table[key] ?? []));

let states: Readonly<Record<'listed' | 'unlisted' | 'worded', ReadonlySet<string>>> | undefined;

/**
 * Words of every language for states of a listing: those that shoppers find, "active", and those that they do not, "draft"; and
 * names of columns that hold such states by these words alone.
 */
export function listingStates() {
  states ??= { listed: wordsUnder(LISTED), unlisted: wordsUnder(UNLISTED), worded: wordsUnder(WORDED) };
  return states;
}

/**
 * Returns the names of columns in every language that has a table of them: nobody says what language a header is in.
 */
export function columnNames(): ColumnNames {
  if (names === undefined) {
    const tables = tablesOfNames();
    names = Object.fromEntries(
      PARTS.map((part) => [
        part,
        tables.flatMap(({ table, isEnglish, language }) =>
          (table[part] ?? []).map((name, rank) => ({ name, rank, isEnglish, language })),
        ),
      ]),
    ) as unknown as ColumnNames;
  }
  return names;
}
