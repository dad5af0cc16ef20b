import { type Container, containerOf, isRawObject, type RawRow, readRows } from '../../../catalog/rows/index.ts';
import { ConfigError } from '../../../schemas/errors.ts';
import type { BenchmarkFormat } from '../../../shopping/lint-format.ts';

/** Rows looked at before a file is refused: a broken line or two at its head make no other format of it. */
const MOST_UNRECOGNISED = 100;
const MOST_KEYS = 12;
const MOST_SHOWN = 60;

/** A file's format, by the first row that any of them recognises, and all of its rows; a ConfigError says what else it holds. */
export async function recognised(
  path: string,
  formats: readonly BenchmarkFormat[],
): Promise<{ format: BenchmarkFormat; rows: AsyncIterable<RawRow> }> {
  const rows = rowsOf(path, await containerOf(path));
  const head: RawRow[] = [];
  // Step by step, since leaving a loop over the rows would close their file.
  while (head.length < MOST_UNRECOGNISED) {
    const { value: row, done } = await rows.next();
    if (done === true) break;
    head.push(row);
    const format = 'broken' in row ? undefined : formats.find((known) => known.recognises(row.value));
    if (format !== undefined) return { format, rows: chained(head, rows) };
  }
  await rows.return();
  const known = formats.map((format) => `${format.name} (${format.rows})`).join(', ');
  throw new ConfigError(`${path} holds ${contentOf(head)}, expected tasks of a benchmark that is known: ${known}`);
}

async function* rowsOf(path: string, container: Container): AsyncGenerator<RawRow, void> {
  for await (const batch of readRows({ path, name: path }, container).batches) yield* batch;
}

async function* chained(head: readonly RawRow[], rest: AsyncIterable<RawRow>): AsyncGenerator<RawRow, void> {
  yield* head;
  yield* rest;
}

/** What a file holds in place of tasks, by its first row that can be read, or else by its first row. */
function contentOf(head: readonly RawRow[]): string {
  const row = head.find((candidate) => !('broken' in candidate)) ?? head[0];
  if (row === undefined) return 'no rows';
  if ('broken' in row) return `no row that can be read (line ${row.line} ${row.broken})`;
  if (!isRawObject(row.value)) return `rows such as ${JSON.stringify(row.value).slice(0, MOST_SHOWN)}`;
  const keys = Object.keys(row.value).slice(0, MOST_KEYS);
  return `objects with the keys ${keys.map((key) => `"${key}"`).join(', ')}`;
}
