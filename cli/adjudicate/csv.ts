import { type CsvError, type Info, parse } from 'csv-parse/sync';
import { delimiterOf } from '../../catalog/rows/index.ts';
import { ConfigError } from '../../schemas/errors.ts';

/** First characters that a spreadsheet takes for the start of a formula, or for the sign that a cell is none. */
const FORMULA = /^[=+\-@\t\r']/;

/** A cell as spreadsheets read it back: what could be a formula gets a sign that it is text. */
function csvCell(text: string): string {
  const harmless = FORMULA.test(text) ? `'${text}` : text;
  return /[",;\r\n\t]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** A table as a CSV file that spreadsheets open as UTF-8, with every cell as text. */
export const csvText = (rows: readonly (readonly string[])[]): string =>
  `\ufeff${rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')}`;

const plainCell = (cell: string) => (cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell);

export interface CsvRow {
  /** The line of the file it ends on. */
  readonly line: number;
  readonly cells: Readonly<Record<string, string>>;
}

/** Rows of a small CSV file, by the names of its first row; a ConfigError says where it is none. */
export function csvRows(file: string, text: string): { readonly columns: readonly string[]; readonly rows: CsvRow[] } {
  const records = parsed(file, text);
  const [header, ...rest] = records;
  const columns = header?.record.map((name) => name.trim().toLowerCase()) ?? [];
  const twice = columns.find((name, at) => columns.indexOf(name) !== at);
  if (twice !== undefined) throw new ConfigError(`${file}:1: has the column "${twice}" twice; leave one out`);
  const rows = rest.map(({ info, record }): CsvRow => {
    if (record.length !== columns.length)
      throw new ConfigError(`${file}:${info.lines}: has ${record.length} cells, expected ${columns.length}`);
    return {
      line: info.lines,
      cells: Object.fromEntries(columns.map((name, at) => [name, plainCell(record[at] ?? '').trim()])),
    };
  });
  return { columns, rows };
}

function parsed(file: string, text: string): { info: Info; record: string[] }[] {
  try {
    return parse(text, {
      bom: true,
      delimiter: delimiterOf(text.split('\n', 1)[0] ?? ''),
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
    }) as unknown as { info: Info; record: string[] }[];
  } catch (error) {
    const { message, lines } = error as CsvError & { lines?: number };
    throw new ConfigError(
      `${file}${lines === undefined ? '' : `:${lines}`}: is not readable as CSV: ${message}; save it as CSV again`,
      { cause: error },
    );
  }
}
