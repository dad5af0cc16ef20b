import { Complaints, ConfigError } from '../../schemas/errors.ts';
import { isRecord } from '../../schemas/json.ts';
import type { ColumnTally, FileReading } from '../../schemas/reading-report.ts';
import { escapeForTerminal } from '../../text/normalise.ts';
import { formatCount } from '../../text/numbers.ts';
import { isOfDetail, joinedTallies, type NamedColumn } from '../readers/index.ts';
import { LEFT_OUT } from '../reading-report.ts';
import type { DetectedFile } from './detect.ts';
import { listed, missingColumn } from './missing-column.ts';

/** Looks after the columns that a mapping names: some row must have each, and some cell must be readable. */
export class NamedColumns {
  readonly files: readonly DetectedFile[];
  readonly #columns: readonly NamedColumn[];
  readonly #missing: Set<NamedColumn>;

  /**
   * `files` are all of one kind, which a mapping reads with one reader. A table has all its columns in its first row, so it
   * is looked into at once. `areKnown` says that all were found in files that are not read again.
   */
  constructor(files: readonly DetectedFile[], areKnown = false) {
    this.files = files;
    this.#columns = files[0]?.reader.columns ?? [];
    const rows = files.flatMap(({ firstRows }) => firstRows);
    const sought = areKnown ? [] : this.#columns;
    this.#missing = new Set(sought.filter((column) => !rows.some((row) => column.isIn(row))));
    if (files.every(({ container }) => container.kind === 'csv')) this.check();
  }

  /** The columns at these places of the reader's list have turned up. */
  found(places: readonly number[]): void {
    for (const place of places) this.#missing.delete(this.#columns[place] as NamedColumn);
  }

  /** Stops at columns that no row had: with a misspelt name every product would lack one, without a word. */
  check(): void {
    const complaints = new Complaints();
    for (const missing of this.#missing) complaints.add(missingColumn(missing, this.files, this.#columns));
    complaints.refuse();
  }

  /** Says which columns of a file nothing names; null where all are named, or where no mapping reads it. */
  leftOut(name: string): string | null {
    const ofFile = this.files.find(({ file }) => file.name === name);
    if (ofFile === undefined || this.#columns.length === 0) return null;
    const keys = new Set(ofFile.firstRows.flatMap((row) => pathsIn(row)));
    const free = [...keys].filter((key) => key !== '' && !this.#columns.some((column) => isUnder(key, column)));
    if (free.length === 0) return null;
    const said = free.length === 1 ? 'column is' : 'columns are';
    const holdsObjects = free.some((key) => ofFile.firstRows.some((row) => isListOfObjects(row[key])));
    const reviews = holdsObjects ? ', and a list of its reviews under product.reviews' : '';
    const where =
      ofFile.reader.kind === 'product'
        ? `; what says something of a product belongs under product.details.columns${reviews}`
        : '';
    return `${escapeForTerminal(name)}: ${formatCount(free.length)} ${said} ${LEFT_OUT}: ${listed(free, '"')}${where}`;
  }

  /** Stops where cells of a column say something and none of them could be read: it is not what the mapping takes it for. */
  checkRead(read: readonly Pick<FileReading, 'file' | 'cells'>[], statedBy: (field: string) => number): void {
    const names = new Set(this.files.map(({ file }) => file.name));
    const ofKind = read.filter(({ file }) => names.has(file));
    const sentences = joinedTallies(ofKind.flatMap(({ cells }) => cells)).flatMap((tally) => {
      const ofIt = this.#columns.filter((column) => isNamedBy(tally, column));
      const named = ofIt.find(({ column }) => column === tally.column) ?? ofIt[0];
      if (named === undefined || tally.unread < tally.stated || (isOfDetail(tally) && statedBy(tally.column) > 0))
        return [];
      return [unreadColumn(named, tally)];
    });
    if (sentences.length === 0) return;
    const remedy =
      sentences.length === 1 ? 'correct that line or leave it out' : 'correct these lines or leave them out';
    throw new ConfigError(`${sentences.join('; ')}; ${remedy}`);
  }
}

const isListOfObjects = (value: unknown) => Array.isArray(value) && value.length > 0 && value.every(isRecord);

/** Levels of a row, at most, by whose keys a column is named. */
const MOST_LEVELS = 20;

/** Paths of what a row says, such as "price.was": objects by their keys, lists and what lies too deep as a whole. */
function pathsIn(row: object, before = '', levels = MOST_LEVELS): string[] {
  return Object.entries(row).flatMap(([key, value]) =>
    isRecord(value) && levels > 0 ? pathsIn(value, `${before}${key}.`, levels - 1) : [`${before}${key}`],
  );
}

/** Tells whether a path of rows is the one a named column stands in. */
const isUnder = (key: string, { column, isPrefix }: NamedColumn) =>
  isPrefix === true
    ? key.startsWith(column)
    : column === key || column.startsWith(`${key}.`) || key.startsWith(`${column}.`);

/** Tells whether a tally is of a column that the mapping names at its key. */
const isNamedBy = (tally: ColumnTally, { key, field }: NamedColumn) =>
  isOfDetail(tally) ? field === tally.column : key === tally.of;

function unreadColumn({ key, column, place }: NamedColumn, { stated, expected, example }: ColumnTally) {
  const found = `${example?.text} (${example?.file}:${example?.line})`;
  const cells =
    stated === 1
      ? 'whose only value could not be read,'
      : `of whose ${formatCount(stated)} values none could be read, the first is`;
  return escapeForTerminal(`${place}: "${key}" names the column "${column}", ${cells} ${found}, expected ${expected}`);
}
