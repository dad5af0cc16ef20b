import { Complaints, ConfigError } from '../../schemas/errors.ts';
import { escapeForTerminal } from '../../text/normalise.ts';
import { counted } from '../../text/numbers.ts';
import { MAPPING, READERS, type Reader } from '../readers/index.ts';
import { type Container, containerOf } from '../rows/file-format.ts';
import { type RawFile, readRows } from '../rows/index.ts';
import { isRawObject, type RawObject } from '../rows/row.ts';
import { missingColumn } from './missing-column.ts';

const SAMPLED_ROWS = 20;
const CLEAR_SHARE = 0.5;
const SHOWN_KEYS = 12;

/** A file of rows that no reader that comes with the program knows. */
export class UnknownFormat extends ConfigError {}

/** Files of known formats of which no row states a detail: a mapping finds what their texts state. */
export class DetailsMissing extends UnknownFormat {}

/** Rows of each file that are looked at for one that states a detail: which come first decides nothing. */
const MOST_ROWS_WITHOUT = 10_000;

/** Counts the rows of a file that state no detail; null where one of so many states one. */
async function rowsWithout({ file, container, reader: { states, view } }: DetectedFile): Promise<number | null> {
  if (states === undefined) return null;
  let count = 0;
  for await (const batch of readRows(file, container).batches)
    for (const row of batch) {
      if (!('value' in row) || !isRawObject(row.value)) continue;
      if (states(view === undefined ? row.value : view(row.value))) return null;
      if (++count >= MOST_ROWS_WITHOUT) return count;
    }
  return count;
}

/** Throws where the rows of all product files are of formats that have details, and state none. */
export async function checkDetails(files: readonly DetectedFile[]): Promise<void> {
  const products = files.filter(({ reader }) => reader.kind === 'product');
  const [first] = products;
  const counts: number[] = [];
  for (const product of products) {
    const count = await rowsWithout(product);
    if (count === null) return;
    counts.push(count);
  }
  if (first === undefined) return;
  throw new DetailsMissing(
    `${first.file.path} states no details in its first ${counted(counts[0] as number, 'row')}, expected ${first.reader.describes}; --format ${first.reader.family} reads it without any`,
  );
}

/** A raw file and how to read it. */
export interface DetectedFile {
  readonly file: RawFile;
  readonly container: Container;
  readonly reader: Reader;
  /** The rows it was recognised by, as its reader takes them. */
  readonly firstRows: readonly RawObject[];
}

async function sample(file: RawFile, container: Container): Promise<{ rows: RawObject[]; trouble: string | null }> {
  const rows: RawObject[] = [];
  let trouble: string | null = null;
  for await (const batch of readRows(file, container).batches) {
    for (const row of batch) {
      if ('value' in row && isRawObject(row.value)) rows.push(row.value);
      else trouble ??= 'broken' in row ? `row ${row.line} ${row.broken}` : `row ${row.line} is no object`;
      if (rows.length >= SAMPLED_ROWS) return { rows, trouble };
    }
  }
  return { rows, trouble };
}

function keysSeen(rows: readonly RawObject[]): string {
  const keys = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const shown = keys.slice(0, SHOWN_KEYS).map((key) => `"${escapeForTerminal(key)}"`);
  return `${shown.join(', ')}${keys.length > SHOWN_KEYS ? ` and ${keys.length - SHOWN_KEYS} more` : ''}`;
}

/** The keys that a section of a mapping must have. */
const REQUIRED = { product: 'id and title', review: 'product_id, rating and text' } as const;

/** Says what to do about rows that no reader knows. */
function remedyOf(readers: readonly Reader[]): string {
  if (readers.some(({ family }) => family !== 'mapping'))
    return `say which column is what with --format ${MAPPING}<file.yaml>`;
  const present = KINDS.filter((kind) => has(readers, kind)).map((kind) => `${REQUIRED[kind]} under "${kind}"`);
  return `in the mapping correct ${present.join(' or ')}${sectionsToAdd(readers)}`;
}

const KINDS = ['product', 'review'] as const;
const has = (readers: readonly Reader[], wanted: Reader['kind']) => readers.some(({ kind }) => kind === wanted);

const sectionsToAdd = (readers: readonly Reader[]): string =>
  KINDS.filter((kind) => !has(readers, kind))
    .map((kind) => `, or for ${kind}s add a section "${kind}" with ${REQUIRED[kind]}`)
    .join('');

const viewedBy = ({ view }: Reader, rows: readonly RawObject[]) => (view === undefined ? rows : rows.map(view));

/**
 * The columns that a mapping misspells, where rows have others of those that it cannot be without; of a table that is read alone
 * all that it lacks, for each of its rows has all it has and no other file may have them.
 */
function misspeltColumns(rows: readonly RawObject[], isWhole: boolean, readers: readonly Reader[]) {
  const near = readers.flatMap((reader) => {
    const { columns = [] } = reader;
    const firstRows = viewedBy(reader, rows);
    const required = columns.filter(({ isRequired }) => isRequired);
    const missing = columns.filter(({ isIn }) => !firstRows.some(isIn));
    const lacking = missing.filter(({ isRequired }) => isRequired);
    const share = lacking.length / required.length;
    const told = isWhole ? [...new Set([...lacking, ...missing])] : lacking;
    return lacking.length === 0 || share === 1 ? [] : [{ missing: told, columns, firstRows, share }];
  });
  return near.sort((a, b) => a.share - b.share)[0] ?? null;
}

/** The share of the columns that a mapping names which some row has; 1 for other readers. */
function presentOf({ columns = [] }: Reader, rows: readonly RawObject[]): number {
  const present = columns.filter(({ isIn }) => rows.some(isIn));
  return columns.length === 0 ? 1 : present.length / columns.length;
}

/**
 * Finds how to read a file from its first rows, be it one of several or the only one; a ConfigError shows what was seen and what
 * would be understood.
 */
export async function detectFile(
  file: RawFile,
  readers: readonly Reader[] = READERS,
  isOnly = true,
): Promise<DetectedFile> {
  const container = await containerOf(file.path);
  const { rows, trouble } = await sample(file, container);
  if (rows.length === 0) {
    if (container.kind === 'csv' && trouble === null)
      throw new ConfigError(`${file.path} has a header but no rows; fetch it again or leave it out`);
    const seen = trouble === null ? 'no row' : escapeForTerminal(trouble);
    if (container.kind === 'csv')
      throw new ConfigError(`${file.path} has no row that can be read (${seen}); mend that line and run this again`);
    throw new ConfigError(`${file.path} has no row that is an object (${seen}); check that it is a whole catalog file`);
  }
  const scored = readers.map((reader) => {
    const firstRows = viewedBy(reader, rows);
    return { reader, firstRows, share: reader.recognises(firstRows), present: presentOf(reader, firstRows) };
  });
  // Reviews have an id and a title too, and little else of what products have.
  const best = scored.reduce((first, other) =>
    other.share > first.share || (other.share === first.share && other.present > first.present) ? other : first,
  );
  if (best.share >= CLEAR_SHARE) return { file, container, reader: best.reader, firstRows: best.firstRows };
  const {
    missing = [],
    columns = [],
    firstRows = rows,
  } = misspeltColumns(rows, isOnly && container.kind === 'csv', readers) ?? {};
  const complaints = new Complaints();
  for (const column of missing)
    complaints.add(missingColumn(column, [{ file, firstRows }], columns, sectionsToAdd(readers)));
  complaints.refuse();
  const known = readers.map(({ describes }) => describes).join('; ');
  const Complaint = readers.some(({ family }) => family !== 'mapping') ? UnknownFormat : ConfigError;
  throw new Complaint(`${file.path} has rows with the keys ${keysSeen(rows)}, expected ${known}; ${remedyOf(readers)}`);
}
