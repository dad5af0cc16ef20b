import { BrokenStream } from './bytes.ts';
import { MOST_LINE_BYTES } from './json-lines.ts';
import { isRawObject, type RawRow, type RowBatches } from './row.ts';

/** Columns and rows, at least, of a table that is written column by column. */
const LEAST_COLUMNS = 2;
const LEAST_ROWS = 10;
/** Levels of the object and its columns, in which cells stand. */
const CELL_DEPTH = 2;

/** Tokens of JSON that matter here: texts with the colon that makes them names, what opens and closes, and other values. */
const TOKENS = /"(?:[^"\\]|\\.)*(?:"(?:\s*:)?|\\?$)|[{}[\]]|[^\s"{}[\],:]+/gs;

/**
 * Tells whether the beginning of a JSON object is that of a table column by column, as pandas writes it: {"name": {"0": "Mug",
 * "1": "Cup"}, …} or {"name": ["Mug", "Cup"], …}. The first columns tell, of which one may be cut off, and nothing stands beside
 * columns or behind the object: that would be one row of several.
 */
export function holdsColumns(head: string): boolean {
  let [depth, rows, isList, columns, before] = [0, 0, false, 0, 0];
  for (const { 0: token, index } of head.matchAll(TOKENS)) {
    const isName = token.endsWith(':');
    const isTold = columns >= LEAST_COLUMNS;
    if (token === '}' || token === ']') {
      depth--;
      if (depth === 0) return isTold && head.slice(index + 1).trim() === '';
      if (depth > 1) continue;
      if (!isTold && (rows < LEAST_ROWS || (isList && columns > 0 && rows !== before))) return false;
      [columns, before, rows] = [columns + 1, rows, 0];
    } else if (token === '{' || token === '[') {
      depth++;
      if (!isTold) isList = token === '[';
      if ((depth === 1 && isList) || (depth > CELL_DEPTH && !isTold)) return false;
    } else if (depth === 1) {
      // A value beside the columns belongs to no row, and columns called by numbers are rows.
      if (!isName || /^"\d+"/.test(token)) return false;
    } else if (isList) rows++;
    else if (isName && !isTold) {
      if (/^"(\d+)"/.exec(token)?.[1] !== String(rows)) return false;
      rows++;
    }
  }
  return depth > 0 && (columns > 0 || rows >= LEAST_ROWS);
}

/** Tells whether a value is a column: a list, or an object by the numbers of rows. */
const isColumn = (value: unknown): value is object =>
  Array.isArray(value) || (isRawObject(value) && Object.keys(value).every((key) => /^\d+$/.test(key)));

/** Rows of columns, each with the values that these have at its number; a column need not have them all. */
function rowsOf(columns: Readonly<Record<string, object>>): RawRow[] {
  const rows = new Map<number, [name: string, value: unknown][]>();
  for (const [name, column] of Object.entries(columns))
    for (const [key, value] of Object.entries(column)) {
      const row = rows.get(Number(key)) ?? [];
      if (value != null) row.push([name, value]);
      rows.set(Number(key), row);
    }
  return [...rows]
    .sort(([a], [b]) => a - b)
    .map(([row, stated]) => ({ line: row + 1, value: Object.fromEntries(stated), text: null }));
}

/** The rows of a table that is written column by column, numbered from 1; it is held in memory, so it may not be long. */
export async function* jsonColumns(chunks: AsyncIterable<Buffer>): RowBatches {
  const broken = (reason: string): RawRow => ({ line: 1, broken: reason, text: '', last: true });
  const parts: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of chunks) {
      parts.push(chunk);
      bytes += chunk.length;
      if (bytes > MOST_LINE_BYTES) {
        yield [broken(`is longer than ${MOST_LINE_BYTES} bytes column by column; write its rows as one array`)];
        return;
      }
    }
    const columns: unknown = JSON.parse(new TextDecoder().decode(Buffer.concat(parts)));
    const isTable = isRawObject(columns) && Object.values(columns).every(isColumn);
    yield isTable
      ? rowsOf(columns as Record<string, object>)
      : [broken('holds more than columns by the numbers of rows; write its rows as one array')];
  } catch (error) {
    if (!(error instanceof BrokenStream) && !(error instanceof SyntaxError)) throw error;
    yield [broken(error instanceof BrokenStream ? error.message : `is not JSON: ${error.message}`)];
  }
}
