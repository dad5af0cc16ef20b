import { existsSync, readdirSync } from 'node:fs';
import { z } from 'zod';
import { canonicalJson } from '../schemas/canonical-json.ts';
import { ConfigError } from '../schemas/errors.ts';
import { isRecord } from '../schemas/json.ts';
import type { Lexicon } from '../schemas/lexicon.ts';
import { commaList, Dialogue, FieldEntry, FieldParts, TypeEntry } from './entry.ts';
import { ENGLISH, languageInForce, lexiconInForce, ofLexicon } from './in-force.ts';
import { OTHER_LANGUAGES } from './language.ts';
import { readTable } from './tables.ts';

export {
  CLUE_KINDS,
  type ClueKind,
  commaList,
  Dialogue,
  FieldEntry,
  FieldParts,
  KINDS_OF_FIELDS,
  Phrases,
  type Quantity,
  questionsAbout,
  saysNames,
  TypeEntry,
  wordsAbout,
} from './entry.ts';
export {
  ENGLISH,
  type ForeignShop,
  foreignShopInForce,
  isForeignShop,
  languageInForce,
  languageOfShop,
  lexiconInForce,
  ofLexicon,
  onDemand,
  onLexicon,
  type RunWords,
  useForeignShop,
  useLanguage,
  useLexicon,
  useWords,
} from './in-force.ts';
export {
  ENGLISH_UNITS,
  FOREIGN_UNITS,
  type Language,
  OTHER_LANGUAGES,
  otherLanguage,
  wordsAroundAmounts,
  wordsOf,
  wordsOfLanguage,
} from './language.ts';

const folderOf = (code: string) => new URL(`./${code}/`, import.meta.url);

/** A table of English that stands beside the fields. */
export const readWords = (name: string): unknown => readTable(new URL(name, folderOf(ENGLISH)));

let lists: Readonly<Record<string, readonly string[]>> | undefined;

/** A list of English words that a rule in code goes by, named by the file of the rule. */
export function englishWords(name: string): readonly string[] {
  lists ??= z.record(z.string(), commaList).parse(readWords('words.yaml'));
  const words = lists[name];
  if (words === undefined) throw new RangeError(`lexicon/en/words.yaml has no list "${name}"`);
  return words;
}

/** Files of English expressions, each name in one of them. */
export const EXPRESSIONS = ['grammar.yaml', 'denials.yaml'];
let expressions: Readonly<Record<string, string>> | undefined;

/** The source of an expression of English grammar that a rule in code goes by, named by the file of the rule, with its parts filled in. */
export function englishPattern(name: string, parts: Readonly<Record<string, string>> = {}): string {
  expressions ??= z.record(z.string(), z.string()).parse(Object.assign({}, ...EXPRESSIONS.map(readWords)));
  const source = expressions[name];
  if (source === undefined) throw new RangeError(`lexicon/en: no file of expressions has "${name}"`);
  return source.replace(/<<(\w+)>>/g, (_, part: string) => {
    const filling = parts[part];
    if (filling === undefined) throw new RangeError(`nothing is given for <<${part}>> of "${name}"`);
    return filling;
  });
}

/** Such an expression, to be matched. */
export const englishExpression = (name: string, flags: string): RegExp => new RegExp(englishPattern(name), flags);

/** A table of the language in force; where that has none, nothing. */
export function readOwnWords(name: string): unknown {
  const file = new URL(name, folderOf(languageInForce()));
  return existsSync(file) ? readTable(file) : undefined;
}

/** The codes of the languages, besides English, that have a table. */
export const languagesWith = (name: string): string[] =>
  OTHER_LANGUAGES.filter((code) => existsSync(new URL(name, folderOf(code))));

/** The entries of fields of a language as they are written, with the files they stand in. */
function* writtenFields(code: string): Generator<readonly [name: string, field: string, entry: unknown]> {
  const folder = new URL('fields/', folderOf(code));
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder).sort())
    for (const [field, entry] of Object.entries(readTable(new URL(name, folder)) as object)) yield [name, field, entry];
}

function readFields(code: string): Map<string, FieldEntry> {
  const fields = new Map<string, FieldEntry>();
  for (const [name, field, entry] of writtenFields(code)) {
    if (fields.has(field))
      throw new ConfigError(
        `lexicon/${code}/fields/${name}: "${field}" stands in another file too, expected one entry`,
      );
    fields.set(field, FieldEntry.parse(entry));
  }
  return fields;
}

/** Copies the part of an English entry that holds in any language: what its values are, not how they are said. */
function structureOf({ kind, unit, aliases, lists, spellings, near, units, asked, shelves }: FieldEntry): FieldEntry {
  return { ...FieldParts.parse({}), kind, unit, aliases, lists, spellings, near, units, asked, shelves };
}

/** Reads what is known of fields in the language in force, before a lexicon says anything of them. */
function fieldsInForce(): ReadonlyMap<string, FieldEntry> {
  if (languageInForce() === ENGLISH) return BASE_FIELDS;
  const structure = [...BASE_FIELDS].map(([field, entry]) => [field, structureOf(entry)] as const);
  return new Map([...structure, ...readFields(languageInForce())]);
}

const written = ofLexicon(
  () => new Map([...writtenFields(languageInForce())].map(([, field, entry]) => [field, entry])),
);

/**
 * Returns the tables' entry for a field before a lexicon says anything of it, as it is written; empty where they know
 * none.
 */
export const writtenOf = (field: string): unknown => written.get(field) ?? {};

/** A person's words for a field over those of the tables: of a value under another name that it has they are words for it. */
export const entryWith = (field: string, said: Lexicon['fields'][string]): unknown =>
  layered(writtenOf(field), isRecord(said.values) ? { ...said, values: byTableNames(field, said.values) } : said);

/** Words for values, each under the name that the tables have for its value; its own is a further one then. */
function byTableNames(field: string, said: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const namesOf = tableNames(field);
  const values: Record<string, unknown> = {};
  for (const [value, entry] of Object.entries(said)) {
    const also = isRecord(entry) && Array.isArray(entry.also) ? entry.also : [];
    const named = [value, ...also].find((name) => namesOf.has(String(name).toLowerCase()));
    const name = namesOf.get(String(named).toLowerCase()) ?? value;
    const own = named !== undefined && named !== value ? { ...(entry as object), also: [...also, value] } : entry;
    const other = Object.hasOwn(values, name) ? values[name] : undefined;
    values[name] = isRecord(other) && isRecord(own) ? { ...other, ...own } : own;
  }
  return values;
}

/** The tables' names of a field's values, by all names in small letters that they have for each. */
function tableNames(field: string): ReadonlyMap<string, string> {
  const { values = {} } = writtenOf(field) as { values?: Readonly<Record<string, { also?: readonly string[] }>> };
  const names = new Map<string, string>();
  for (const [value, { also = [] }] of Object.entries(values))
    for (const name of also) names.set(name.toLowerCase(), value);
  for (const value of Object.keys(values)) names.set(value.toLowerCase(), value);
  return names;
}

/** Lays a lexicon over another one; a null takes back what the tables say as well. */
export function layeredLexicons(below: Lexicon, above: Partial<Lexicon>): Lexicon {
  const tables = Object.fromEntries(Object.keys(above.fields ?? {}).map((field) => [field, writtenOf(field)]));
  return layeredTogether(below, above, { fields: tables }) as Lexicon;
}

/** Knowledge of fields before any catalog is seen, by their canonical names: by this, rows are read in any language. */
export const BASE_FIELDS: ReadonlyMap<string, FieldEntry> = readFields(ENGLISH);

/** Knowledge of fields: from the tables that come with the program, and over them from the lexicon in force. */
export const FIELDS: ReadonlyMap<string, FieldEntry> = ofLexicon(({ fields }) => {
  const all = new Map(fieldsInForce());
  for (const [field, said] of Object.entries(fields)) all.set(field, FieldParts.parse(entryWith(field, said)));
  return all;
});

/**
 * Returns the part of the lexicon in force that decides how raw rows are read: names of fields, lists and pairs. Empty where
 * it says nothing of that.
 */
export function readingPart(): string {
  const said = Object.entries(lexiconInForce().fields).flatMap(([field, { aliases, lists, pair }]) =>
    aliases === undefined && lists === undefined && pair === undefined
      ? []
      : [[field, { aliases: aliases ?? [], lists: lists ?? null, ...(pair === undefined ? {} : { pair }) }]],
  );
  return said.length === 0 ? '' : canonicalJson(said.sort());
}

/** Kinds of products that a lexicon names, by their nouns. */
export const TYPES: ReadonlyMap<string, TypeEntry> = ofLexicon(
  ({ types }) => new Map(Object.entries(types).map(([noun, type]) => [noun, TypeEntry.parse(type)])),
);

/** Dialogues about the numbers that every product has: rating, ratings and price. */
export const NUMBER_DIALOGUES: ReadonlyMap<string, Dialogue> = ofLexicon(
  () => new Map(Object.entries(z.record(z.string(), Dialogue).parse(readOwnWords('number-dialogues.yaml')))),
);

/** Lists that a layer adds to; every other list of a layer stands in the place of the one below. */
const ADDED_TO: ReadonlySet<string> = new Set(['aliases', 'spellings', 'near', 'also', 'parents']);

/**
 * Lays one layer over another: objects part by part, anything else as the upper layer has it. A null takes away what
 * stands below.
 */
export const layered = (below: unknown, above: unknown): unknown => over(below, above, '', null);

/**
 * The same of two layers that will lie over a third, which is told: a null stays, for it takes away what stands there too,
 * and what is said over it is all there is.
 */
const layeredTogether = (below: unknown, above: unknown, under: unknown): unknown => over(below, above, '', { under });

function over(below: unknown, above: unknown, key: string, third: { readonly under: unknown } | null): unknown {
  if (Array.isArray(below) && Array.isArray(above) && ADDED_TO.has(key)) return [...new Set([...below, ...above])];
  if (!isRecord(above)) return above;
  const under = third !== null && isRecord(third.under) ? third.under : {};
  const none = below === null ? Object.fromEntries(Object.keys(under).map((name) => [name, null])) : {};
  const parts: Record<string, unknown> = isRecord(below) ? { ...below } : none;
  for (const [name, value] of Object.entries(above)) {
    const known = Object.hasOwn(parts, name) ? parts[name] : undefined;
    const part = over(known, value, name, third && { under: Object.hasOwn(under, name) ? under[name] : undefined });
    if (part === null && third === null) delete parts[name];
    else parts[name] = part;
  }
  return parts;
}
