import { type CsvError, type Info, parse } from 'csv-parse';
import { BrokenStream } from './bytes.ts';
import { MOST_LINE_BYTES } from './json-lines.ts';
import type { RawRow, RowBatches } from './row.ts';
import { through } from './through.ts';

const DELIMITERS = [',', ';', '\t', '|'];

/** The delimiter a header line uses: the one that occurs most outside quotes. */
export function delimiterOf(header: string): string {
  const bare = header.replace(/"[^"]*"/g, '');
  const count = (delimiter: string) => bare.split(delimiter).length;
  return DELIMITERS.reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best));
}

interface Parsed {
  readonly info: Info;
  readonly record: readonly string[];
}

/** Columns of a header of which one name alone is enough; of more it is the title of the file. */
const MOST_UNNAMED = 2;

/** Share of the columns whose cells say their names, at least two, from which on a row is the header again, as where files were joined. */
const HEADER_AGAIN = 0.75;

function repeatsHeader(record: readonly string[], columns: readonly string[]): boolean {
  const same = columns.filter((column, place) => column !== '' && record[place]?.trim() === column).length;
  return same >= Math.max(2, columns.length * HEADER_AGAIN);
}

/** The remedy for a row with another number of cells than the header: for one that was not cut, the delimiter by which it has as many. */
function remedyFor(record: readonly string[], columns: number, delimiter: string): string {
  const [cell = '', ...others] = record;
  const other = others.length > 0 ? undefined : DELIMITERS.find((one) => cell.split(one).length === columns);
  if (columns > 1 && other !== undefined) return `; cut at ${JSON.stringify(other)} it has ${columns}: cut both alike`;
  const inText = record.length > columns ? JSON.stringify(delimiter) : 'a line break';
  return `; a text that has ${inText} in it stands in quotes`;
}

/** Line breaks in the cells of a record, as the parser counts them: one for either sign of "\r\n". */
const countedIn = (record: readonly string[]) =>
  record.reduce((sum, cell) => sum + (/[\r\n]/.test(cell) ? (cell.match(/[\r\n]/g)?.length ?? 0) : 0), 0);

/** Those of them that are none of their own. */
const doubledIn = (record: readonly string[]) =>
  record.reduce((sum, cell) => sum + (cell.includes('\r') ? cell.split('\r\n').length - 1 : 0), 0) +
  (record.at(-1)?.endsWith('\r') ? 1 : 0);

const isCsvError = (error: unknown): error is CsvError =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('CSV_');

/**
 * Rows of a CSV file with a header, as objects of text; a row's line is the one it starts on. Stray quotes inside a
 * cell are kept as text; a quote that never closes makes the rest of the file unreadable, and is reported where it opens.
 */
export async function* csvRows(chunks: AsyncIterable<Buffer>, delimiter: string): RowBatches {
  const parser = parse({
    bom: true,
    delimiter,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: MOST_LINE_BYTES,
  });
  let columns: readonly string[] | null = null;
  const cut = delimiter === ',' ? '' : `, cut at ${JSON.stringify(delimiter)}`;
  let [lastLine, doubled] = [0, 0];

  const rowsOf = (parsed: Parsed): readonly RawRow[] => {
    const { record, info } = parsed;
    const line = info.lines - doubled - countedIn(record);
    doubled += doubledIn(record);
    lastLine = info.lines - doubled;
    const swallowed = columns === null ? [] : swallowedBy(record, columns.length, delimiter);
    if (columns !== null && swallowed.length > 0)
      return withSwallowed({ line, record, columns: columns.length, cut, delimiter }, swallowed);
    const row = rowOf(record, line);
    return row === null ? [] : [row];
  };

  const rowOf = (record: readonly string[], line: number): RawRow | null => {
    if (columns === null) {
      const names = record.map((column) => column.trim());
      const [title, ...others] = names.filter((name) => name !== '');
      if (names.length > MOST_UNNAMED && others.length === 0) {
        const filled = title === undefined ? 'none' : `only ${JSON.stringify(title)}`;
        const cause = 'stands above the names of the columns';
        return {
          line,
          broken: `${cause}: of its ${names.length} cells ${filled} is filled`,
          cause,
          text: record.join(delimiter),
        };
      }
      columns = names.map((name, place) => (names.indexOf(name) === place ? name : `${name} (column ${place + 1})`));
      return null;
    }
    if (record.length !== columns.length) {
      const cause = `${foundCells(record.length, columns.length)}${cut}${remedyFor(record, columns.length, delimiter)}`;
      return { line, broken: cause, cause, text: record.join(delimiter) };
    }
    if (repeatsHeader(record, columns)) {
      const cause = 'repeats the names of the columns';
      return { line, broken: cause, cause, text: record.join(delimiter) };
    }
    return {
      line,
      value: Object.fromEntries(columns.map((column, place) => [column, record[place] as string])),
      text: null,
    };
  };

  let read = 0;
  try {
    for await (const batch of through<Parsed>(parser, chunks)) {
      const rows = batch.flatMap(rowsOf);
      read += rows.length;
      yield rows;
    }
  } catch (error) {
    const reason = error instanceof BrokenStream ? error.message : isCsvError(error) ? csvReason(error) : null;
    if (reason === null) throw error;
    const line = lastLine + 1;
    const before = read === 0 ? '' : `; everything before line ${line} was read`;
    yield [{ line, broken: `${reason}${before}`, text: '', last: true }];
  }
}

const foundCells = (found: number, expected: number) =>
  `has ${found} ${found === 1 ? 'cell' : 'cells'}, expected ${expected} as in the header`;

interface BrokenRecord {
  readonly line: number;
  readonly record: readonly string[];
  readonly columns: number;
  readonly cut: string;
  readonly delimiter: string;
}

/** A line break; a sign of one that is left at the end of a cell parts nothing. */
const BREAK = /\r\n|\n|\r(?!$)/;

/** A line that stands in the quote of a row above it and has as many cells as the header. */
interface SwallowedRow {
  /** Lines between the one in which the row above starts and this one. */
  readonly below: number;
  readonly text: string;
  /** It is known that a quote is why: the cell it stands in begins with one. */
  readonly isQuoted: boolean;
}

/** Counts the cells of a line, in which a quote that opens and does not close parts nothing. */
function cellsIn(line: string, delimiter: string): number {
  let [cells, isOpen, isStart] = [1, false, true];
  for (let at = 0; at < line.length; at++) {
    const character = line[at];
    if (isOpen) {
      if (character === '"') isOpen = false;
    } else if (character === '"' && isStart) isOpen = true;
    else if (character === delimiter) cells++;
    isStart = character === delimiter;
  }
  return cells;
}

/** A cell as it may have stood in its line; of one that has quotes in it nothing was taken away. */
const asWritten = (cell: string, delimiter: string) =>
  cell.includes(delimiter) && !cell.includes('"') ? `"${cell}"` : cell;

/**
 * Finds the rows that the quote of another swallows: they have as many cells as the header, the last of them with what that row
 * has behind its quote. A row that has as many cells itself is whole, whatever text of several lines is in it.
 */
function swallowedBy(record: readonly string[], columns: number, delimiter: string): readonly SwallowedRow[] {
  if (columns < 2 || record.length === columns) return [];
  const place = record.findIndex((cell) => BREAK.test(cell));
  if (place < 0) return [];
  const [own = '', ...below] = (record[place] as string).split(BREAK);
  const last = below.pop() as string;
  const rest = record.slice(place + 1);
  if (rest.some((cell) => BREAK.test(cell))) return [];
  const lines = [...below, [last, ...rest.map((cell) => asWritten(cell, delimiter))].join(delimiter)];
  const isRow = (line: string) => cellsIn(line, delimiter) === columns;
  if (!isRow(lines.at(-1) as string)) return [];
  const isQuoted = own.startsWith('"');
  return lines.flatMap((text, at) => (isRow(text) ? [{ below: at + 1, text, isQuoted }] : []));
}

/** A row whose quote is not closed, and each row that stands in it: nobody can tell what of them is which cell. */
function withSwallowed(
  { line, record, columns, cut, delimiter }: BrokenRecord,
  swallowed: readonly SwallowedRow[],
): readonly RawRow[] {
  const [first] = swallowed as [SwallowedRow];
  const cells = `${foundCells(record.length, columns)}${cut}: `;
  const next = line + first.below;
  const why = first.isQuoted
    ? `a quote opened in line ${line} is not closed before line ${next}; close it there, or write a quote that is part of a text twice`
    : `line ${line} goes on in line ${next}, for a quote that is not closed or a line break that is none of the file's; put right what line ${line} ends with`;
  const cause = `${cells}${why}`;
  const inside = first.isQuoted
    ? `stands in the quote that line ${line} opens and does not close`
    : `is taken for a part of line ${line}`;
  return [
    { line, broken: cause, cause, text: record.join(delimiter) },
    ...swallowed.map(({ below, text }) => ({ line: line + below, broken: inside, cause: inside, text })),
  ];
}

function csvReason(error: CsvError): string {
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return 'opens a quote that never closes';
  if (error.code === 'CSV_MAX_RECORD_SIZE')
    return `is longer than ${MOST_LINE_BYTES} characters, perhaps for a quote that never closes`;
  return `is not CSV: ${error.message}`;
}
