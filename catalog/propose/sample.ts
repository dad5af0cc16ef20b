import type { Container } from '../rows/file-format.ts';
import { type RawFile, readRows } from '../rows/index.ts';
import { isRawObject, type RawObject } from '../rows/row.ts';

const MOST_ROWS = 2_000;
const LEAST_ROWS = 200;
const MOST_CHARACTERS = 32_000_000;

/** A row and where it stands. */
export interface SampledRow {
  readonly file: string;
  readonly line: number;
  readonly row: RawObject;
}

/** Rows that are looked at of each of so many files. */
const mostOf = (files: number) => Math.max(LEAST_ROWS, Math.floor(MOST_ROWS / files));

/** Tells whether sampled rows are fewer than are looked at of each file, which has no others then. */
export function holdAllRows(rows: readonly SampledRow[]): boolean {
  const files = Map.groupBy(rows, ({ file }) => file);
  return [...files.values()].every(({ length }) => length < mostOf(files.size));
}

/** The first rows of a file: so many that what a column holds shows, however large the file is. */
export async function sampledRows(file: RawFile, container: Container, files = 1): Promise<SampledRow[]> {
  const most = mostOf(files);
  const rows: SampledRow[] = [];
  let characters = 0;
  for await (const batch of readRows(file, container).batches) {
    for (const row of batch) {
      if (!('value' in row) || !isRawObject(row.value) || isEmpty(row.value)) continue;
      rows.push({ file: file.name, line: row.line, row: row.value });
      characters += row.text?.length ?? roughLength(row.value);
      if (rows.length >= most || characters > MOST_CHARACTERS / files) return rows;
    }
  }
  return rows;
}

/** Tells whether a row holds nothing, as lines at the end of a table may. */
const isEmpty = (row: RawObject) => Object.values(row).every((cell) => cell === '' || cell === null);

const roughLength = (row: RawObject) =>
  Object.values(row).reduce<number>((sum, cell) => sum + (typeof cell === 'string' ? cell.length : 8), 0);
