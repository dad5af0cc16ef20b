import { BrokenStream } from './bytes.ts';
import { MOST_LINE_BYTES } from './json-lines.ts';
import { isRawObject, type RawRow, type RowBatches } from './row.ts';

/** Columns and rows, at least, of a table that is written column by column. */
const LEAST_COLUMNS = 2;
const LEAST_ROWS = 10;

/** Tokens of JSON that matter here: texts with the colon that makes them names, what opens and closes, and other values. */
const TOKENS = /"(?:[^"\\]|\\.)*(?:"(?:\s*:)?|\\?$)|[{}[\]]|[^\s"{}[\],:]+/gs;

/**
 * Tells whether the beginning of a JSON object is that of a table column by column, as pandas writes it: {"name": {"0": "Mug",
 * "1": "Cup"}, …} or {"name": ["Mug", "Cup"], …}. The first column tells, which may be cut off.
 */
export function holdsColumns(head: string): boolean {
  let [depth, rows, isList, columns] = [0, 0, false, 0];
  for (const [token] of head.matchAll(TOKENS)) {
    const isName = token.endsWith(':');
    if (token === '}' || token === ']') {
      if (--depth === 0) break;
      if (rows < LEAST_ROWS) return false;
      if (++columns === LEAST_COLUMNS) return true;
      rows = 0;
    } else if (token === '{' || token === '[') {
      isList = token === '[';
      if (++depth > LEAST_COLUMNS || (depth === 1 && isList)) return false;
    } else if (depth === 1) {
      // A value beside the columns belongs to no row, and columns called by numbers are rows.
      if (!isName || /^"\d+"/.test(token)) return false;
    } else if (isList) rows++;
    else if (isName) {
      if (/^"(\d+)"/.exec(token)?.[1] !== String(rows)) return false;
      rows++;
    }
  }
  return depth > 0 && (columns > 0 || rows >= LEAST_ROWS);
}

/** Rows of columns, each a list or an object by the numbers of rows. */
function rowsOf(columns: Readonly<Record<string, unknown>>): RawRow[] {
  const all = Object.entries(columns).map(([name, column]) => [name, Object.values(column as object)] as const);
  const count = Math.max(0, ...all.map(([, values]) => values.length));
  return Array.from({ length: count }, (_, row) => {
    const stated = all.flatMap(([name, values]) => (values[row] == null ? [] : [[name, values[row]] as const]));
    return { line: row + 1, value: Object.fromEntries(stated), text: null };
  });
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
    const isTable =
      isRawObject(columns) && Object.values(columns).every((one) => typeof one === 'object' && one !== null);
    yield isTable ? rowsOf(columns) : [broken('holds more than columns; write its rows as one array')];
  } catch (error) {
    if (!(error instanceof BrokenStream) && !(error instanceof SyntaxError)) throw error;
    yield [broken(error instanceof BrokenStream ? error.message : `is not JSON: ${error.message}`)];
  }
}
