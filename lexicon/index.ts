import { readdirSync } from 'node:fs';
import { z } from 'zod';
import { canonicalJson } from '../schemas/canonical-json.ts';
import { ConfigError } from '../schemas/errors.ts';
import { type Lexicon, NO_LEXICON } from '../schemas/lexicon.ts';
import { Dialogue, FieldEntry, FieldParts, TypeEntry } from './entry.ts';
import { readTable } from './tables.ts';

export {
  CLUE_KINDS,
  type ClueKind,
  commaList,
  Dialogue,
  FieldEntry,
  FieldParts,
  KINDS_OF_FIELDS,
  type Phrases,
  type Quantity,
  TypeEntry,
} from './entry.ts';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Lists that a layer adds to; every other list of a layer stands in the place of the one below. */
const ADDED_TO: ReadonlySet<string> = new Set(['aliases', 'spellings', 'near', 'also', 'parents']);

/**
 * What is said with what another layer says over it: objects part by part, anything else as the upper layer has it. A null
 * takes away what stands below.
 */
export const layered = (below: unknown, above: unknown): unknown => over(below, above, '', null);

/**
 * The same of two layers that will lie over a third, which is told: a null stays, for it takes away what stands there too,
 * and what is said over it is all there is.
 */
const layeredTogether = (below: unknown, above: unknown, under: unknown): unknown => over(below, above, '', { under });

function over(below: unknown, above: unknown, key: string, third: { readonly under: unknown } | null): unknown {
  if (Array.isArray(below) && Array.isArray(above) && ADDED_TO.has(key)) return [...new Set([...below, ...above])];
  if (!isObject(above)) return above;
  const under = third !== null && isObject(third.under) ? third.under : {};
  const none = below === null ? Object.fromEntries(Object.keys(under).map((name) => [name, null])) : {};
  const parts: Record<string, unknown> = isObject(below) ? { ...below } : none;
  for (const [name, value] of Object.entries(above)) {
    const known = Object.hasOwn(parts, name) ? parts[name] : undefined;
    const part = over(known, value, name, third && { under: Object.hasOwn(under, name) ? under[name] : undefined });
    if (part === null && third === null) delete parts[name];
    else parts[name] = part;
  }
  return parts;
}

let inForce: Lexicon = NO_LEXICON;

/** What was made of the lexicon, in the order of imports: nothing is made anew before what it is made of. */
const made: (() => void)[] = [];

type Table = Map<unknown, unknown> | Set<unknown> | unknown[];

/** A table made of what is known of words: filled anew where another lexicon comes into force. */
export function ofLexicon<T extends Table>(make: (lexicon: Lexicon) => T): T {
  const table = make(inForce);
  made.push(() => refill(table, make(inForce)));
  return table;
}

function refill(table: Table, anew: Table): void {
  if (Array.isArray(table)) table.splice(0, table.length, ...(anew as unknown[]));
  else if (table instanceof Map) {
    table.clear();
    for (const [key, value] of anew as Map<unknown, unknown>) table.set(key, value);
  } else {
    table.clear();
    for (const value of anew as Set<unknown>) table.add(value);
  }
}

/** Does something wherever another lexicon comes into force, such as to forget what was computed by the one before. */
export function onLexicon(act: () => void): void {
  made.push(act);
}

/** Puts a person's lexicon over the tables that come with the program, for all of this thread; undefined takes it away. */
export function useLexicon(lexicon: Lexicon = NO_LEXICON): void {
  if (canonicalJson(lexicon) === canonicalJson(inForce)) return;
  inForce = lexicon;
  for (const remake of made) remake();
}

/** The lexicon of this thread. */
export const lexiconInForce = (): Lexicon => inForce;

const ENGLISH = new URL('./en/', import.meta.url);

/** A table of the language that stands beside the fields. */
export const readWords = (name: string): unknown => readTable(new URL(name, ENGLISH));

function readFields(): Map<string, FieldEntry> {
  const fields = new Map<string, FieldEntry>();
  for (const name of readdirSync(new URL('fields/', ENGLISH)).sort()) {
    const entries = z.record(z.string(), FieldEntry).parse(readWords(`fields/${name}`));
    for (const [field, entry] of Object.entries(entries)) {
      if (fields.has(field))
        throw new ConfigError(`lexicon/en/fields/${name}: "${field}" stands in another file too, expected one entry`);
      fields.set(field, entry);
    }
  }
  return fields;
}

let written: ReadonlyMap<string, unknown> | undefined;

/** What the tables say of a field before a lexicon says anything of it, as it is written; nothing where they know none. */
export function writtenOf(field: string): unknown {
  written ??= new Map(
    readdirSync(new URL('fields/', ENGLISH)).flatMap((name) => Object.entries(readWords(`fields/${name}`) as object)),
  );
  return written.get(field) ?? {};
}

/** What a lexicon says with what another says over it; a null takes back what the tables say as well. */
export function layeredLexicons(below: Lexicon, above: Partial<Lexicon>): Lexicon {
  const tables = Object.fromEntries(Object.keys(above.fields ?? {}).map((field) => [field, writtenOf(field)]));
  return layeredTogether(below, above, { fields: tables }) as Lexicon;
}

/** What is known of fields before any catalog is seen, by their canonical names. */
export const BASE_FIELDS: ReadonlyMap<string, FieldEntry> = readFields();

/** What is known of fields: by the tables that come with the program, and over them by the lexicon in force. */
export const FIELDS: ReadonlyMap<string, FieldEntry> = ofLexicon(({ fields }) => {
  const all = new Map(BASE_FIELDS);
  for (const [field, said] of Object.entries(fields)) all.set(field, FieldParts.parse(layered(writtenOf(field), said)));
  return all;
});

/**
 * What the lexicon in force says that decides how raw rows are read: names of fields, lists and spellings of values. Empty
 * where it says nothing of that.
 */
export function readingPart(): string {
  const said = Object.entries(lexiconInForce().fields).flatMap(([field, { aliases, lists, values }]) => {
    const spelled = Object.entries((values ?? {}) as Record<string, { also?: unknown } | null>).flatMap(
      ([value, said]) => (said === null ? [[value, null]] : said.also === undefined ? [] : [[value, said.also]]),
    );
    return aliases === undefined && lists === undefined && spelled.length === 0
      ? []
      : [[field, { aliases: aliases ?? [], lists: lists ?? null, spelled }]];
  });
  return said.length === 0 ? '' : canonicalJson(said.sort());
}

/** Kinds of products that a lexicon names, by their nouns. */
export const TYPES: ReadonlyMap<string, TypeEntry> = ofLexicon(
  ({ types }) => new Map(Object.entries(types).map(([noun, type]) => [noun, TypeEntry.parse(type)])),
);

/** What is asked and answered about the numbers that every product has: rating, ratings and price. */
export const NUMBER_DIALOGUES: ReadonlyMap<string, Dialogue> = new Map(
  Object.entries(z.record(z.string(), Dialogue).parse(readWords('numbers.yaml'))),
);
