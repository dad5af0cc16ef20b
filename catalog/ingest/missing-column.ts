import { nearestOf } from '../../text/edit-distance.ts';
import { escapeForTerminal } from '../../text/normalise.ts';
import type { NamedColumn } from '../readers/index.ts';
import type { RawFile } from '../rows/index.ts';
import { isRawObject, type RawObject } from '../rows/row.ts';

const SHOWN = 12;
/** Levels of nested rows that are listed. */
const DEEPEST = 4;

/** The first names of many, escaped. */
export const listed = (names: readonly string[], quote = '') =>
  names
    .slice(0, SHOWN)
    .map((name) => `${quote}${escapeForTerminal(name)}${quote}`)
    .join(', ') + (names.length > SHOWN ? ` and ${names.length - SHOWN} more` : '');

/** A row's columns, as a mapping may name them. */
const columnsIn = (row: RawObject, depth = DEEPEST): string[] =>
  Object.entries(row).flatMap(([key, value]) =>
    isRawObject(value) && depth > 0 ? [key, ...columnsIn(value, depth - 1).map((inner) => `${key}.${inner}`)] : [key],
  );

/** A raw file and its first rows. */
interface SampledFile {
  readonly file: RawFile;
  readonly firstRows: readonly RawObject[];
}

/** Says which column that no row has was named, and which was perhaps meant; `otherwise` where none is near. */
export function missingColumn(
  { key, column, place, isPrefix, isRequired }: NamedColumn,
  files: readonly SampledFile[],
  columns: readonly NamedColumn[],
  otherwise = '',
): string {
  const keys = [...new Set(files.flatMap(({ firstRows }) => firstRows.flatMap((row) => columnsIn(row))))];
  const taken = new Set(columns.map((other) => other.column));
  const free = keys.filter((name) => !taken.has(name));
  const nearest = isPrefix ? null : nearestOf(column, free);
  const names = isPrefix ? 'names columns that start with' : 'names the column';
  const expected = nearest === null ? `one of ${listed(keys, '"')}` : `perhaps "${escapeForTerminal(nearest)}"`;
  const paths = listed(files.map(({ file }) => file.path));
  const remedy = isRequired ? 'correct its name' : 'correct its name or leave it out';
  return `${place}: "${key}" ${names} "${escapeForTerminal(column)}", which no row of ${paths} has, expected ${expected}; ${remedy}${nearest === null ? otherwise : ''}`;
}
