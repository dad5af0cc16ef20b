import { readdirSync } from 'node:fs';
import { z } from 'zod';
import { canonicalJson } from '../schemas/canonical-json.ts';
import { ConfigError } from '../schemas/errors.ts';
import type { Lexicon } from '../schemas/lexicon.ts';
import { Dialogue, FieldEntry, FieldParts, TypeEntry } from './entry.ts';
import { lexiconInForce, ofLexicon } from './in-force.ts';
import { layered, layeredTogether } from './layers.ts';
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
export { lexiconInForce, ofLexicon, onLexicon, useLexicon } from './in-force.ts';
export { layered } from './layers.ts';

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
