import { FIELDS } from '../../lexicon/index.ts';
import { Tally } from '../../text/tally.ts';
import { canonicalField } from '../product/fields.ts';
import { textOf } from '../product/values.ts';
import { DetailsInEnglish, type ObjectColumn, objectColumn, pairsIn } from '../readers/index.ts';
import type { Draft } from './draft.ts';
import { Column, isNumber } from './profile.ts';

/** Details of a draft that rows name themselves, and the languages that these are in. */
export interface NamedByRows {
  readonly object?: unknown;
  readonly pairs?: readonly { readonly name: string; readonly value?: string }[];
  readonly languages?: readonly string[];
}

/** The details that rows name themselves, in objects, in labelled texts and in columns of names: their names and values, row by row. */
export function pairsOfRows(columns: readonly Column[], details: NamedByRows): [name: string, value: unknown][][] {
  const objects = (details.object === undefined ? [] : [details.object].flat()) as ObjectColumn[];
  const valuesOf = (name: string) => columns.find((column) => column.name === name)?.values ?? [];
  const inObjects = objects.map((object) => {
    const name = objectColumn(object);
    return valuesOf(name).map((cell) => pairsIn({ [name]: cell }, object) ?? []);
  });
  const inPairs = (details.pairs ?? []).map(({ name, value = '' }) => {
    const values = valuesOf(value);
    return valuesOf(name).map((cell, row): [string, unknown][] =>
      cell === undefined ? [] : [[textOf(cell), values[row]]],
    );
  });
  const lists = [...inObjects, ...inPairs];
  const english = new DetailsInEnglish(details.languages ?? []);
  return Array.from({ length: columns[0]?.values.length ?? 0 }, (_, row) =>
    lists.flatMap((list) => list[row] ?? []).map(([name, value]): [string, unknown] => [english.nameOf(name), value]),
  );
}

const namesOfRows = (columns: readonly Column[], details: NamedByRows): string[][] =>
  pairsOfRows(columns, details).map((pairs) => pairs.map(([name]) => name));

/** The field that a line of the mapping is of. */
export const fieldOf = (said: unknown) =>
  canonicalField(typeof said === 'string' ? said : ((said as { field?: string })?.field ?? ''));

/** The options of a draft's variants. */
const optionsIn = (variants: unknown) =>
  (variants as { options?: readonly { name?: string; field?: string; value?: string }[] } | undefined)?.options ?? [];

/** The names of what variants differ in, as a mapping says them or as rows do. */
function optionNames(columns: readonly Column[], variants: unknown, languages: readonly string[] = []): string[] {
  const english = new DetailsInEnglish(languages);
  const named = (name?: string) => columns.find((column) => column.name === name)?.stated.map(textOf) ?? [];
  return optionsIn(variants).flatMap(({ name, field }) =>
    field === undefined ? [...new Set(named(name))].map((called) => english.nameOf(called)) : [field],
  );
}

/** The options of variants that rows name themselves, and their values, row by row. */
export const optionsOfRows = (columns: readonly Column[], variants: unknown): [name: string, value: unknown][][] =>
  pairsOfRows(columns, {
    pairs: optionsIn(variants).flatMap(({ name, value }) => (name === undefined ? [] : [{ name, value: value ?? '' }])),
  });

/** Share of rows that name a field themselves, from which on it is one that rows state: texts are read where they do not. */
const USUALLY = 0.5;

/** The names that rows themselves have for what they state, each for at least half of them. */
function namesUsual(columns: readonly Column[], details: NamedByRows): string[] {
  const rows = namesOfRows(columns, details);
  const counts = new Tally();
  for (const names of rows) for (const field of new Set(names.map(canonicalField))) counts.add(field);
  return counts.names.filter((field) => counts.of(field) >= rows.length * USUALLY);
}

/** The fields that some details of a mapping are of, and the options of its variants. */
export const fieldsSaid = (
  columns: readonly Column[],
  details: NamedByRows & { columns?: Record<string, unknown>; stated?: object; ticked?: object },
  variants?: unknown,
): ReadonlySet<string> =>
  new Set([
    ...Object.values(details.columns ?? {}).map(fieldOf),
    ...Object.keys({ ...details.stated, ...details.ticked }).map(canonicalField),
    ...[...namesUsual(columns, details), ...optionNames(columns, variants, details.languages)].map(canonicalField),
  ]);

/** Details that rows state on average, from which on texts are not read for more. */
const ENOUGH = 5;
/** Values of a column, at least, and share of them that are of one row, from which on it says which product a row is. */
const LEAST_OF_EACH = 20;
const OF_EACH = 0.9;

/** Tells whether texts of a column are of one product each, as numbers of models are: nobody asks for what a single one has. */
const isOfEach = (column: Column) =>
  column.stated.length >= LEAST_OF_EACH && column.distinctShare >= OF_EACH && column.share(isNumber) < OF_EACH;

/** Tells whether nobody asks for a field whose values are these: the lexicon says so, or each is of one product. */
const isNeverAsked = (field: string, values: readonly unknown[]): boolean =>
  FIELDS.get(field)?.asked === false || isOfEach(new Column(field, values));

/**
 * Details that rows name themselves and that may be asked for, on average; those that a single row has tell nothing.
 */
function namedByRows(columns: readonly Column[], details: Draft['section']): number {
  const rows = pairsOfRows(columns, details).map(
    (pairs) => new Map(pairs.map(([name, value]) => [canonicalField(name), value])),
  );
  const values = new Map<string, unknown[]>();
  for (const row of rows)
    for (const [field, value] of row) {
      const all = values.get(field) ?? [];
      values.set(field, all);
      all.push(value);
    }
  const counted = [...values].filter(([field, all]) => all.length > 1 && !isNeverAsked(field, all));
  return counted.reduce((sum, [, all]) => sum + all.length, 0) / Math.max(1, rows.length);
}

/** Tells whether rows state few details that several have: in columns of their own, or named by themselves. */
export function statesFew(columns: readonly Column[], details: Draft['section']): boolean {
  const share = (name: string) => {
    const column = columns.find((one) => one.name === name);
    return column === undefined || isOfEach(column) || FIELDS.get(fieldOf(name))?.asked === false
      ? 0
      : column.statedShare;
  };
  const { prefix } = details as { prefix?: string };
  const named = [
    ...Object.keys((details.columns ?? {}) as object),
    ...columns.flatMap(({ name }) => (prefix !== undefined && name.startsWith(prefix) ? name : [])),
  ];
  const ticked = Object.keys((details.ticked ?? {}) as object);
  return named.reduce((sum, name) => sum + share(name), ticked.length) + namedByRows(columns, details) < ENOUGH;
}
