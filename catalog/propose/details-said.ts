import { canonicalField } from '../product/fields.ts';
import { textOf } from '../product/values.ts';
import { type ObjectColumn, objectColumn, pairsIn } from '../readers/index.ts';
import type { Draft } from './draft.ts';
import { type Column, isNumber } from './profile.ts';

/** The names that rows themselves have for what they state: in objects, in labelled texts, and in columns of names. */
function namesInRows(columns: readonly Column[], details: { object?: unknown; pairs?: { name: string }[] }): string[] {
  const objects = (details.object === undefined ? [] : [details.object].flat()) as ObjectColumn[];
  const ofObjects = objects.flatMap((object) => {
    const name = objectColumn(object);
    const cells = columns.find((column) => column.name === name)?.stated ?? [];
    return cells.flatMap((cell) => (pairsIn({ [name]: cell }, object) ?? []).map(([called]) => called));
  });
  const ofPairs = (details.pairs ?? []).flatMap(
    ({ name }) => columns.find((column) => column.name === name)?.stated.map(textOf) ?? [],
  );
  return [...new Set([...ofObjects, ...ofPairs])];
}

/** The field that a line of the mapping is of. */
export const fieldOf = (said: unknown) =>
  canonicalField(typeof said === 'string' ? said : ((said as { field?: string })?.field ?? ''));

/** The names of what variants differ in, as a mapping says them or as rows do. */
function optionNames(columns: readonly Column[], variants: unknown): string[] {
  const { options = [] } = (variants ?? {}) as { options?: { name?: string; field?: string }[] };
  return options.flatMap(({ name, field }) =>
    field === undefined ? (columns.find((column) => column.name === name)?.stated.map(textOf) ?? []) : [field],
  );
}

/** The fields that some details of a mapping are of, and the options of its variants. */
export const fieldsSaid = (
  columns: readonly Column[],
  details: {
    columns?: Record<string, unknown>;
    object?: unknown;
    pairs?: { name: string }[];
    stated?: object;
    ticked?: object;
  },
  variants?: unknown,
): ReadonlySet<string> =>
  new Set([
    ...Object.values(details.columns ?? {}).map(fieldOf),
    ...Object.keys({ ...details.stated, ...details.ticked }).map(canonicalField),
    ...[...namesInRows(columns, details), ...new Set(optionNames(columns, variants))].map(canonicalField),
  ]);

/** Details that rows state on average, from which on texts are not read for more. */
const ENOUGH = 5;
/** Values of a column, at least, and share of them that are of one row, from which on it says which product a row is. */
const LEAST_OF_EACH = 20;
const OF_EACH = 0.9;

/** Tells whether texts of a column are of one product each, as numbers of models are: nobody asks for what a single one has. */
const isOfEach = (column: Column) =>
  column.stated.length >= LEAST_OF_EACH && column.distinctShare >= OF_EACH && column.share(isNumber) < OF_EACH;

/**
 * Tells whether rows state few details that several have, which columns hold one each: objects, pairs and texts of names and
 * values hold more.
 */
export function statesFew(columns: readonly Column[], details: Draft['section']): boolean {
  const isListed = ['object', 'pairs', 'prefix'].some((key) => Object.hasOwn(details, key));
  const share = (name: string) => {
    const column = columns.find((one) => one.name === name);
    return column === undefined || isOfEach(column) ? 0 : column.statedShare;
  };
  const named = Object.keys((details.columns ?? {}) as object);
  const ticked = Object.keys((details.ticked ?? {}) as object);
  return !isListed && named.reduce((sum, name) => sum + share(name), ticked.length) < ENOUGH;
}
