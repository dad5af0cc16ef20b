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

/** The delimiter by which a row that was not cut has as many cells as the header. */
function cutOtherwise([cell = '', ...others]: readonly string[], columns: number): string {
  const other = others.length > 0 ? undefined : DELIMITERS.find((one) => cell.split(one).length === columns);
  return columns === 1 || other === undefined
    ? ''
    : `; cut at ${JSON.stringify(other)} it has ${columns}: cut both alike`;
}

/** The parser says on which line a record ends; cells with line breaks say how much earlier it started. */
function startLine({ info, record }: Parsed): number {
  let line = info.lines;
  for (const cell of record) if (/[\r\n]/.test(cell)) line -= cell.split(/\r\n|\r|\n/).length - 1;
  return line;
}

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
  let lastLine = 0;

  const rowOf = (parsed: Parsed): RawRow | null => {
    const { record } = parsed;
    const line = startLine(parsed);
    lastLine = parsed.info.lines;
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
      return {
        line,
        broken: `has ${record.length} ${record.length === 1 ? 'cell' : 'cells'}, expected ${columns.length} as in the header${cut}${cutOtherwise(record, columns.length)}`,
        cause: `has more or fewer cells than the header${cut}`,
        text: record.join(delimiter),
      };
    }
    return {
      line,
      value: Object.fromEntries(columns.map((column, place) => [column, record[place] as string])),
      text: null,
    };
  };

  try {
    for await (const batch of through<Parsed>(parser, chunks)) yield batch.map(rowOf).filter((row) => row !== null);
  } catch (error) {
    const reason = error instanceof BrokenStream ? error.message : isCsvError(error) ? csvReason(error) : null;
    if (reason === null) throw error;
    const line = lastLine + 1;
    yield [{ line, broken: `${reason}; everything before line ${line} was read`, text: '', last: true }];
  }
}

function csvReason(error: CsvError): string {
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return 'opens a quote that never closes';
  if (error.code === 'CSV_MAX_RECORD_SIZE')
    return `is longer than ${MOST_LINE_BYTES} characters, perhaps for a quote that never closes`;
  return `is not CSV: ${error.message}`;
}
