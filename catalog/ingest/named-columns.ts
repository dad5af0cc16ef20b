import { ConfigError } from '../../schemas/errors.ts';
import { editDistance } from '../../text/edit-distance.ts';
import { escapeForTerminal } from '../../text/normalise.ts';
import type { NamedColumn } from '../readers/index.ts';
import { isRawObject, type RawObject } from '../rows/row.ts';
import type { DetectedFile } from './detect.ts';

const SHOWN = 12;
/** A longer name is no slip of the pen, and takes long to compare. */
const LONGEST = 200;
/** The share of a name's characters that may differ in a slip of the pen. */
const SLIP_SHARE = 0.5;
/** Levels of nested rows that are listed. */
const DEEPEST = 4;

const listed = (names: readonly string[], quote = '') =>
  names
    .slice(0, SHOWN)
    .map((name) => `${quote}${escapeForTerminal(name)}${quote}`)
    .join(', ') + (names.length > SHOWN ? ` and ${names.length - SHOWN} more` : '');

/** A row's columns, as a mapping may name them. */
const columnsIn = (row: RawObject, depth = DEEPEST): string[] =>
  Object.entries(row).flatMap(([key, value]) =>
    isRawObject(value) && depth > 0 ? [key, ...columnsIn(value, depth - 1).map((inner) => `${key}.${inner}`)] : [key],
  );

function nearestTo(column: string, keys: readonly string[]): string | null {
  const near = keys
    .filter(({ length }) => length <= LONGEST)
    .map((key) => ({ key, distance: editDistance(column.toLowerCase(), key.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance)[0];
  return near !== undefined && near.distance <= column.length * SLIP_SHARE ? near.key : null;
}

/** Waits for each column that a mapping names to turn up in some row of the files it is for. */
export class NamedColumns {
  readonly files: readonly DetectedFile[];
  readonly #mapping: string;
  readonly #columns: readonly NamedColumn[];
  readonly #missing: Set<NamedColumn>;

  /**
   * `files` are all of one kind, which a mapping reads with one reader. A table has all its columns in its first row, so it
   * is looked into at once. `areKnown` says that all were found in files that are not read again.
   */
  constructor(files: readonly DetectedFile[], format = '', areKnown = false) {
    this.files = files;
    this.#mapping = format.replace(/^mapping:/, '');
    this.#columns = areKnown ? [] : (files[0]?.reader.columns ?? []);
    const rows = files.flatMap(({ firstRows }) => firstRows);
    this.#missing = new Set(this.#columns.filter((column) => !rows.some((row) => column.isIn(row))));
    if (files.every(({ container }) => container.kind === 'csv')) this.check();
  }

  /** The columns at these places of the reader's list have turned up. */
  found(places: readonly number[]): void {
    for (const place of places) this.#missing.delete(this.#columns[place] as NamedColumn);
  }

  /** Stops at a column that no row had: with a misspelt name every product would lack it, without a word. */
  check(): void {
    const [missing] = this.#missing;
    if (missing === undefined) return;
    const keys = [...new Set(this.files.flatMap(({ firstRows }) => firstRows.flatMap((row) => columnsIn(row))))];
    const taken = new Set(this.files[0]?.reader.columns?.map(({ column }) => column));
    const free = keys.filter((key) => !taken.has(key));
    const nearest = missing.isPrefix ? null : nearestTo(missing.column, free);
    const names = missing.isPrefix ? 'names columns that start with' : 'names the column';
    const expected = nearest === null ? `one of ${listed(keys, '"')}` : `perhaps "${escapeForTerminal(nearest)}"`;
    const paths = listed(this.files.map(({ file }) => file.path));
    throw new ConfigError(
      `${this.#mapping}: "${missing.key}" ${names} "${escapeForTerminal(missing.column)}", which no row of ${paths} has, expected ${expected}; correct its name or leave it out`,
    );
  }
}
