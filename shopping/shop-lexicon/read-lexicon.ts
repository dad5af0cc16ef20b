import { existsSync, readFileSync, statSync } from 'node:fs';
import type { z } from 'zod';
import { foldKey } from '../../catalog/index.ts';
import {
  BASE_FIELDS,
  entryWith,
  FieldParts,
  layeredLexicons,
  type Phrases,
  TypeEntry,
  writtenOf,
} from '../../lexicon/index.ts';
import { Complaints, ConfigError } from '../../schemas/errors.ts';
import { type Lexicon, NO_LEXICON, type ReadLexicon } from '../../schemas/lexicon.ts';
import { nearestOf } from '../../text/edit-distance.ts';
import { expressionFault } from '../../text/expression-fault.ts';
import { yaml } from '../../text/files/yaml.ts';
import { faultsIn, YamlFile } from '../../text/files/yaml-file.ts';
import { containsWords, normaliseText, normaliseValue } from '../../text/normalise.ts';
import { UNIT_OF, unitCalled } from '../../text/units.ts';
import { statedAs } from '../language/field-name.ts';
import { goodsGroups, groupsIn } from '../language/goods.ts';
import { saysValue } from '../language/speech.ts';
import { SHELF_GROUPS } from '../plausibility/shelf.ts';

type Path = readonly PropertyKey[];

/** A file of a person's lexicon as it was read. */
class LexiconFile {
  readonly path: string;
  readonly value: Record<string, unknown>;
  readonly #file: YamlFile;

  constructor(path: string) {
    this.path = path;
    this.#file = new YamlFile(path, textOf(path));
    const value = this.#plain() ?? {};
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new ConfigError(
        `${path}:1: found a ${Array.isArray(value) ? 'list' : typeof value}, expected "fields:" with an entry for each field, or "types:"`,
      );
    this.value = value as Record<string, unknown>;
  }

  /** Reads the file as plain data: without names that nothing stands behind, which "null" in so many letters is not. */
  #plain(): unknown {
    const { document } = this.#file;
    const { isScalar, visit } = yaml();
    visit(document, {
      Pair: (_, { value }) =>
        value === null || (isScalar(value) && value.value === null && (value.source ?? '') === '')
          ? visit.REMOVE
          : undefined,
      Alias: (_, alias, path): undefined => {
        const meant = alias.resolve(document);
        if (meant !== undefined && path.some((node) => node === meant))
          throw new ConfigError(
            `${this.#file.placeAt(alias.range?.[0] ?? 0)}: *${alias.source} stands within &${alias.source}, which would hold itself; expected an alias of what stands before it`,
          );
      },
    });
    return this.#file.plain();
  }

  has(path: Path): boolean {
    return this.#file.has(path);
  }

  /** The line of the longest part of a path that the file has. */
  placeOf(path: Path): string {
    return `${this.#file.placeOf(path)}${path.length === 0 ? '' : `: ${path.map(String).join('.')}`}`;
  }
}

function textOf(path: string): string {
  if (!existsSync(path))
    throw new ConfigError(
      `--lexicon names ${path}, which does not exist; npm run build:lexicon writes one to start from`,
    );
  if (!statSync(path).isFile()) throw new ConfigError(`--lexicon names ${path}, which is no file; name a YAML file`);
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new ConfigError(`--lexicon names ${path}, which cannot be read (${code}); name another file`, { cause });
  }
}

const PARTS = ['fields', 'types'] as const;

/** Reads the files of a person's lexicon; a later one wins over those before it. */
export function readLexicon(paths: readonly string[]): ReadLexicon {
  const files = paths.map((path) => new LexiconFile(path));
  let lexicon = NO_LEXICON;
  const complaints = new Complaints();
  for (const file of files) {
    checkParts(file, complaints);
    lexicon = layeredLexicons(lexicon, file.value as Partial<Lexicon>);
  }
  lexicon = withoutEmpty(lexicon);
  const read: ReadLexicon = {
    lexicon,
    placeOf: (path) => (files.findLast((file) => file.has(path)) ?? (files.at(-1) as LexiconFile)).placeOf(path),
  };
  complaints.of(() => check(read));
  complaints.refuse();
  return read;
}

/** Notes what is no part of a lexicon, and takes it away. */
function checkParts(file: LexiconFile, complaints: Complaints): void {
  for (const [part, entries] of Object.entries(file.value)) {
    if (!PARTS.some((name) => name === part)) {
      complaints.add(`${file.placeOf([part])} is not a part of a lexicon, expected fields or types${atTop(part)}`);
      delete file.value[part];
      continue;
    }
    if (entries === null) {
      file.value[part] = {};
      continue;
    }
    if (typeof entries !== 'object' || Array.isArray(entries)) {
      complaints.add(
        `${file.placeOf([part])} is a ${Array.isArray(entries) ? 'list' : typeof entries}, expected an entry for each ${part === 'types' ? 'product type' : 'field'}`,
      );
      file.value[part] = {};
      continue;
    }
    for (const [name, entry] of Object.entries(entries)) {
      // Of a field all that the tables say is taken back; of a type they say nothing.
      if (entry === null) (entries as Record<string, unknown>)[name] = part === 'fields' ? takenBack(name) : {};
      else if (typeof entry !== 'object' || Array.isArray(entry)) {
        complaints.add(
          `${file.placeOf([part, name])} is ${JSON.stringify(entry)}, expected parts such as ${part === 'types' ? '"plural: sofas"' : '"kind: choice"'} below it`,
        );
        delete (entries as Record<string, unknown>)[name];
      } else if (part === 'fields') (entries as Record<string, unknown>)[name] = withUnitsInSmallLetters(entry);
    }
  }
}

/** The parts of a field's entry that name a unit, or hold one that does. */
const UNIT_PARTS: ReadonlySet<string> = new Set(['unit', 'small', 'quantity']);

/** An entry with the units that it names in their short forms, whatever capitals they are written in. */
function withUnitsInSmallLetters(entry: object): object {
  const inShort = ([part, said]: [string, unknown]): [string, unknown] => {
    if (!UNIT_PARTS.has(part)) return [part, said];
    if (typeof said === 'string') return [part, unitCalled(said) ?? said];
    const isParts = typeof said === 'object' && said !== null && !Array.isArray(said);
    return [part, isParts ? withUnitsInSmallLetters(said) : said];
  };
  return Object.fromEntries(Object.entries(entry).map(inShort));
}

const takenBack = (field: string) =>
  Object.fromEntries(Object.keys(writtenOf(field) as object).map((part) => [part, null]));

/** A name under which nothing is said, such as one whose lines are comments, changes nothing. */
const withoutEmpty = ({ fields, types }: Lexicon): Lexicon => ({
  fields: Object.fromEntries(Object.entries(fields).filter(([, said]) => Object.keys(said).length > 0)),
  types,
});

const atTop = (part: string) =>
  BASE_FIELDS.has(part) || Object.hasOwn(FieldParts.shape, part) ? '; entries of fields stand below "fields:"' : '';

/** Says what is wrong with a lexicon by itself, whatever the catalog: all of it at once. */
export function check({ lexicon, placeOf }: ReadLexicon): void {
  const complaints = new Complaints();
  for (const [field, said] of Object.entries(lexicon.fields)) checkField(field, said, placeOf, complaints);
  for (const [noun, type] of Object.entries(lexicon.types))
    complaints.of(() => refuse(TypeEntry.safeParse(type).error, TypeEntry, type, ['types', noun], placeOf));
  // What is no entry has no names to compare.
  complaints.refuse();
  complaints.of(() => checkNames(lexicon, placeOf));
  complaints.of(() => checkExtends(lexicon, placeOf));
  complaints.refuse();
}

function checkField(
  field: string,
  said: Lexicon['fields'][string],
  placeOf: ReadLexicon['placeOf'],
  complaints: Complaints,
): void {
  const path = ['fields', field];
  const canonical = ofBase(field);
  if (canonical !== null && canonical !== field) {
    complaints.add(`${placeOf(path)} is another name of ${canonical}; write what you say of it below that name`);
    return;
  }
  const whole = entryWith(field, said);
  const parsed = FieldParts.safeParse(whole);
  complaints.of(() => refuse(parsed.error, FieldParts, whole, path, placeOf, said));
  const faulty = new Set(parsed.error && faultsIn(parsed.error, FieldParts, whole).map(({ path: [part] }) => part));
  const sound = (entry: object) => Object.fromEntries(Object.entries(entry).filter(([part]) => !faulty.has(part)));
  // What else is wrong is told beside the parts that were refused.
  const data = parsed.data ?? FieldParts.safeParse(sound(whole as object)).data;
  if (data === undefined) return;
  const { unit, small, quantity, values, bounds_of } = data;
  for (const [place, { of }] of bounds_of.entries())
    complaints.of(() => checkGroups([...path, 'bounds_of', place, 'of'], of, placeOf));
  for (const fault of [
    ...faultsOfExpressions(path, data, placeOf),
    ...faultsOfPhrases(path, data, placeOf),
    ...faultsOfGroups(path, sound(said), placeOf),
  ])
    complaints.add(fault);
  for (const [name, given] of [
    ['unit', unit],
    ['small', small?.unit],
    ['quantity', quantity?.unit],
  ] as const)
    if (given !== undefined && !KNOWN_UNITS.has(given)) {
      const spelling = given.length > 1 ? nearestOf(given, [...KNOWN_UNITS, ...UNIT_OF.keys()]) : null;
      const meant = UNIT_OF.get(given.toLowerCase()) ?? UNIT_OF.get(spelling ?? '') ?? spelling;
      complaints.add(
        `${placeOf([...path, name])} is "${given}", expected the short form of a unit${meant === null ? '' : `; the nearest is ${meant}`}`,
      );
    }
  for (const [value, { clues = [], knownOfClues = [] }] of Object.entries(values)) {
    const open = clues.find((clue) => containsWords(clue, statedAs(field, value)));
    if (open !== undefined)
      complaints.add(
        `${placeOf([...path, 'values', value, 'clues'])} has the clue "${open}", which says its own value; expected other words for ${field} "${value}"`,
      );
    const named = knownOfClues.flatMap(({ of, never }) => [...(of ?? []), ...(never ?? [])]);
    complaints.of(() => checkGroups([...path, 'values', value, 'clues'], named, placeOf));
  }
}

/** Says which group was perhaps meant, and which there are. */
function meant(sign: string, group: string, known: readonly string[]): string {
  const nearest = nearestOf(group, known);
  return `${nearest === null ? '' : `the nearest is ${sign}${nearest}, `}all are ${known.join(', ')}`;
}

/** Says which patterns a field has that a value may be said by, before what else may stand there. */
const patternsThere = (names: readonly string[]): string =>
  names.length === 0
    ? "which is none of the field's patterns, for it has none; expected"
    : `which is none of the field's patterns (${names.join(', ')}); expected one of them, or`;

function checkGroups(path: Path, goods: readonly string[], placeOf: ReadLexicon['placeOf']): void {
  const groups = goodsGroups();
  const unknown = groupsIn(goods).find((group) => !groups.includes(group));
  if (unknown !== undefined)
    throw new ConfigError(
      `${placeOf(path)} names "@${unknown}", which is no group of goods; ${meant('@', unknown, groups)}`,
    );
}

/** Says of what is written in a notation where it cannot be read, and of what is named where it is not there. */
function* faultsOfExpressions(
  path: Path,
  { endings, values, patterns, shelves }: z.infer<typeof FieldParts>,
  placeOf: ReadLexicon['placeOf'],
): Generator<string> {
  for (const [place, { words }] of endings.entries()) {
    const fault = expressionFault(words, 'iu');
    if (fault !== null)
      yield `${placeOf([...path, 'endings', place, 'words'])} is "${words}", which is no regular expression (${fault}); expected words such as "strap|band"`;
  }
  for (const [value, { say }] of Object.entries(values))
    if (typeof say === 'string' && !Object.hasOwn(patterns, say))
      yield `${placeOf([...path, 'values', value, 'say'])} is "${say}", ${patternsThere(Object.keys(patterns))} phrases, such as { before: [ ${say} ] } or { after: [ "with {v}" ] }`;
  const groups = [
    ...(shelves?.never ?? []).map((group) => ['never', group] as const),
    ...(shelves?.only ?? []).flatMap((word) => (word.startsWith('@') ? [['only', word.slice(1)] as const] : [])),
  ];
  for (const [part, group] of groups)
    if (!SHELF_GROUPS.includes(group))
      yield `${placeOf([...path, 'shelves', part])} names "${group}", which is no group of shelves; ${meant('', group, SHELF_GROUPS)}`;
}

/** Says of phrases for whichever value a product has where they do not say it. */
function* faultsOfPhrases(
  path: Path,
  { say, endings, patterns, quantity, bounds_of }: z.infer<typeof FieldParts>,
  placeOf: ReadLexicon['placeOf'],
): Generator<string> {
  const all: readonly (readonly [Path, Phrases | undefined])[] = [
    [['say'], say],
    ...endings.map((ending, place) => [['endings', place], ending] as const),
    ...Object.entries(patterns).map(([name, pattern]) => [['patterns', name], pattern] as const),
    [['quantity', 'least'], quantity?.least],
    [['quantity', 'most'], quantity?.most],
    ...bounds_of.map((bound, place) => [['bounds_of', place], bound] as const),
  ];
  for (const [part, phrases = {}] of all)
    for (const way of ['before', 'after', 'verb', 'not'] as const)
      for (const [place, phrase] of (phrases[way] ?? []).entries())
        if (!saysValue(phrase))
          yield `${placeOf([...path, ...part, way, place])} is "${phrase}", which has no place for the value; expected {v} or {a v} in it, such as "with {a v} finish"`;
}

/** Says of values that are alike where they are not at least two. */
function* faultsOfGroups(
  path: Path,
  said: Readonly<Record<string, unknown>>,
  placeOf: ReadLexicon['placeOf'],
): Generator<string> {
  for (const part of ['spellings', 'near'])
    for (const [place, group] of ((said[part] ?? []) as string[]).entries())
      if (!group.includes(' | '))
        yield `${placeOf([...path, part, place])} is "${group}", which is one value; expected several, parted by " | ", such as "Rustic | Farmhouse"`;
}

/** A vocabulary that takes the words of another field must not, in the end, take its own. */
function checkExtends({ fields }: Lexicon, placeOf: ReadLexicon['placeOf']): void {
  const extended = (field: string) => {
    const said = entryWith(field, fields[field] ?? {});
    return (said as { vocabulary?: { extends?: string } }).vocabulary?.extends;
  };
  for (const field of Object.keys(fields)) {
    const met = [field];
    for (let next = extended(field); next !== undefined; next = extended(next)) {
      const at = ['fields', field, 'vocabulary', 'extends'];
      if (!Object.hasOwn(fields, next) && !BASE_FIELDS.has(next))
        throw new ConfigError(
          `${placeOf(at)} names "${next}", of which nothing is known; expected a field with a vocabulary`,
        );
      if (met.includes(next))
        throw new ConfigError(
          `${placeOf(at)} comes back to ${next} (${[...met, next].join(' → ')}); expected a field whose words are its own`,
        );
      met.push(next);
    }
  }
}

const KNOWN_UNITS: ReadonlySet<string> = new Set(UNIT_OF.values());

/** The field of the tables that a name is one of; null where they know none. */
function ofBase(name: string): string | null {
  if (BASE_FIELDS.has(name)) return name;
  const folded = foldKey(name);
  for (const [field, { aliases }] of BASE_FIELDS)
    if ([field, ...aliases].some((alias) => foldKey(alias) === folded)) return field;
  return null;
}

/** No name may mean two fields, and no spelling two values of one. */
function checkNames({ fields, types }: Lexicon, placeOf: ReadLexicon['placeOf']): void {
  const called = new Map<string, string>();
  for (const [noun, { plural, also }] of Object.entries(types))
    for (const name of [noun, plural, ...((also ?? []) as string[])]) {
      if (typeof name !== 'string') continue;
      const other = called.get(normaliseText(name));
      if (other !== undefined && other !== noun)
        throw new ConfigError(
          `${placeOf(['types', noun])} is called "${name}", which ${other} is as well; expected a name of one product type`,
        );
      called.set(normaliseText(name), noun);
    }
  const owners = new Map<string, string>();
  for (const [field, { aliases }] of BASE_FIELDS)
    for (const name of [field, ...aliases]) owners.set(foldKey(name), field);
  for (const field of Object.keys(fields)) owners.set(foldKey(field), field);
  for (const [field, said] of Object.entries(fields)) {
    for (const [place, alias] of ((said.aliases ?? []) as string[]).entries()) {
      const owner = owners.get(foldKey(alias));
      if (owner !== undefined && owner !== field)
        throw new ConfigError(
          `${placeOf(['fields', field, 'aliases', place])} gives ${field} the alias "${alias}", which ${foldKey(owner) === foldKey(alias) ? 'is a field of its own' : `${owner} has already`}; expected a name of one field`,
        );
      owners.set(foldKey(alias), field);
    }
    const spelled = new Map<string, string>();
    const values = (said.values ?? {}) as Record<string, { also?: string[] | null } | null>;
    for (const [value, entry] of Object.entries(values))
      for (const name of [value, ...(entry?.also ?? [])]) {
        const other = spelled.get(normaliseValue(name));
        if (other !== undefined && other !== value)
          throw new ConfigError(
            `${placeOf(['fields', field, 'values', value, 'also'])} writes ${field} "${value}" as "${name}", which is "${other}" as well; expected a spelling of one value`,
          );
        spelled.set(normaliseValue(name), value);
      }
  }
}

/** Throws what a schema has against an entry, with its place; `said` is what a person says of it, where more is known. */
function refuse(
  error: z.ZodError | undefined,
  schema: z.ZodType,
  value: unknown,
  path: Path,
  placeOf: ReadLexicon['placeOf'],
  said = value,
): void {
  if (error === undefined) return;
  const complaints = new Complaints();
  for (const fault of faultsIn(error, schema, value))
    complaints.add(`${placeOf([...path, ...ownPath(fault.path, value, said)])} ${fault.says}`);
  complaints.refuse();
}

/**
 * A path in what a person says, of one in what is known with it: lists that are added to begin with what was known, and hold what
 * both say once.
 */
function ownPath(path: Path, known: unknown, said: unknown): PropertyKey[] {
  const [key, ...rest] = path;
  if (key === undefined) return [];
  const isAdded = Array.isArray(known) && Array.isArray(said) && typeof key === 'number';
  const again = isAdded ? said.indexOf(known[key]) : -1;
  const own = !isAdded ? key : again === -1 ? Math.max(0, key - known.length + said.length) : again;
  const inner = (value: unknown, at: PropertyKey) => (value as Record<PropertyKey, unknown> | null | undefined)?.[at];
  return [own, ...ownPath(rest, inner(known, key), inner(said, own))];
}
