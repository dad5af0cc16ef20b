import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { availableParallelism, hostname } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { lexiconInForce, readingPart } from '../../lexicon/index.ts';
import { diskFault } from '../../schemas/disk-fault.ts';
import { ConfigError } from '../../schemas/errors.ts';
import type { IngestCounts } from '../../schemas/product.ts';
import { counted } from '../../text/numbers.ts';
import { postingsOf } from '../inverted-index/index.ts';
import { writtenAmounts } from '../product/price-decimals.ts';
import { languageOfHeaders } from '../propose/header.ts';
import { profile } from '../propose/profile.ts';
import { sampledRows } from '../propose/sample.ts';
import { readersOf } from '../readers/index.ts';
import { type Catalog, openCatalog } from '../store/catalog.ts';
import type { IndexedCatalog } from '../store/indexed-catalog.ts';
import { CACHE_KB_OF_ONE_PASS } from '../store/sqlite.ts';
import type { IngestedFile } from '../store/stored-files.ts';
import { SCHEMA_VERSION } from '../store/tables.ts';
import { CatalogWriter } from '../store/writer.ts';
import { checkDetails, type DetectedFile, detectFile } from './detect.ts';
import { IngestedFiles, type IngestProgress, type PlannedFile } from './ingest-files.ts';
import { digestsOf, findRawFiles, inputsDigest, readingDigest } from './inputs.ts';
import { NamedColumns } from './named-columns.ts';
import { pieceReaders } from './piece-readers.ts';
import { type Start, type StartingPoint, startFrom } from './starting-point.ts';
import { TitleReader } from './title-reader.ts';

export interface IngestOptions {
  /** Files or folders of raw rows, products and reviews alike. */
  readonly inputs: readonly string[];
  /** More files or folders, which must hold reviews. */
  readonly reviews?: readonly string[];
  /** One of `FORMATS`; without it each file's format is found by looking. */
  readonly format?: string | undefined;
  /** Path of the catalog; a file already there is replaced once the new one is whole. */
  readonly database: string;
  /** Threads that read rows beside the one that writes them; by default one for each core, four at most, and none for little. */
  readonly threads?: number | undefined;
  /** Catalogs to go on from, if what they were made of is among the files, unchanged. */
  readonly startingPoints?: readonly string[];
  /** Digests of the files by name, where they are known. */
  readonly digests?: ReadonlyMap<string, string>;
  readonly onProgress?: (progress: IngestProgress) => void;
  /**
   * Is given a catalog before its titles are read, with the fields whose values are all there; only where there are threads,
   * one of which reads the titles meanwhile.
   */
  readonly learnAhead?: (catalog: IndexedCatalog, fields: readonly string[]) => void;
  /** Returns the text that the finished catalog is to keep of what its own values tell; it counts in no digest. */
  readonly learn?: (catalog: Catalog) => string;
}

export interface IngestReport {
  readonly files: readonly IngestedFile[];
  readonly counts: IngestCounts;
  readonly products: number;
  readonly reviews: number;
  readonly digest: string;
  /** Merged rows that disagreed with the row that was kept. */
  readonly mergeConflicts: number;
  /** Remarks for somebody who reads nothing but the numbers. */
  readonly notes: readonly string[];
  /** The numbers of files read and left unread, or the reason why all were read; null without a starting point. */
  readonly howRead: string | null;
  /** Differs between equal runs, as `howRead` may; everything else does not. */
  readonly seconds: number;
}

async function detectAll({ inputs, reviews = [], format }: IngestOptions): Promise<DetectedFile[]> {
  const readers = readersOf(format);
  const reviewPaths = new Set(findRawFiles(reviews).map(({ path }) => path));
  const files: DetectedFile[] = [];
  const found = findRawFiles([...inputs, ...reviews]);
  for (const file of found) {
    const detected = await detectFile(file, readers, found.length === 1);
    if (reviewPaths.has(file.path) && detected.reader.kind !== 'review') {
      throw new ConfigError(
        `${file.path} holds products (${detected.reader.name}), expected reviews; give it as --catalog`,
      );
    }
    files.push(detected);
  }
  if (format === undefined) await checkDetails(files);
  await checkDecimals(files);
  if (!files.some(({ reader }) => reader.kind === 'product')) {
    throw new ConfigError(
      `${inputs.join(', ')} holds no products, expected at least one product file; add it as --catalog`,
    );
  }
  return files;
}

/** One level at a time: where no folder can be made (/proc), a recursive mkdir never comes back. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path);
}

/** A writer for the partial file, which starts as a copy of the base if there is one. */
function newWriter(partial: string, database: string, base: StartingPoint | null): CatalogWriter {
  try {
    makeFolder(dirname(database));
    removeAbandoned(database);
    if (base !== null) copyFileSync(base.path, partial, constants.COPYFILE_FICLONE);
    return new CatalogWriter(partial, { extends: base !== null });
  } catch (cause) {
    if (existsSync(partial)) rmSync(partial);
    const { message } = cause as Error;
    throw (
      diskFault(cause, database) ??
      new ConfigError(`${database} cannot be written: ${message}; choose another place`, { cause })
    );
  }
}

interface Finishing extends Pick<IngestOptions, 'learnAhead'> {
  readonly partial: string;
  readonly threads: number;
}

/** Finishes the catalog, and has what can be learned ahead learned meanwhile; returns its digest. */
async function finished(
  writer: CatalogWriter,
  notes: Readonly<Record<string, string>>,
  { partial, threads, learnAhead }: Finishing,
): Promise<string> {
  if (threads === 0) return writer.finish(notes);
  const titles = new TitleReader({ lexicon: lexiconInForce() });
  try {
    const unread = writer.index();
    const stated = titles.read({ path: partial, unread });
    const { catalog, whole } = writer.indexed(unread);
    learnAhead?.(catalog, whole);
    return writer.finish(notes, await stated);
  } finally {
    await titles.close();
  }
}

function keepLearned(partial: string, learn: (catalog: Catalog) => string): void {
  const catalog = openCatalog(partial, null, CACHE_KB_OF_ONE_PASS);
  let learned: string;
  try {
    learned = learn(catalog);
  } finally {
    catalog.close();
  }
  const db = new DatabaseSync(partial);
  db.prepare("UPDATE meta SET value = ? WHERE key = 'learned'").run(learned);
  db.close();
}

/** Brings to the disk what a file holds so far, while this thread goes on: half a second for a million products. */
function flush(path: string): Promise<void> {
  const descriptor = openSync(path, 'r+');
  const flushed = promisify(fsync)(descriptor).finally(() => closeSync(descriptor));
  // Whoever flushes may fail before it waits for that.
  flushed.catch(() => {});
  return flushed;
}

/** The file is whole on disk before it takes its name. */
function publish(partial: string, database: string): void {
  const descriptor = openSync(partial, 'r+');
  fsyncSync(descriptor);
  closeSync(descriptor);
  renameSync(partial, database);
}

/** Reading little is over before another thread has started. */
const LEAST_BYTES_FOR_THREADS = 8 * 1024 * 1024;
/** More read faster than one writes. */
const MOST_THREADS = 4;

/** Bytes of a file; 0 where it is gone, which whoever reads it tells. */
const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

function threadsFor(files: readonly PlannedFile[]): number {
  const toRead = files.filter(({ stored }) => stored === null);
  const bytes = toRead.reduce((total, { detected }) => total + sizeOf(detected.file.path), 0);
  return bytes < LEAST_BYTES_FOR_THREADS ? 0 : Math.min(availableParallelism(), MOST_THREADS);
}

const KINDS = ['product', 'review'] as const;

async function startOf(
  { startingPoints = [], digests, format }: IngestOptions,
  files: readonly DetectedFile[],
): Promise<Start> {
  const paths = startingPoints.filter((path) => existsSync(path));
  if (paths.length === 0) return { base: null, whyNot: null };
  const known = digests ?? (await digestsOf(files.map(({ file }) => file)));
  const named = files.map(({ file, reader }) => ({
    ...{ name: file.name, digest: known.get(file.name) as string, kind: reader.kind },
  }));
  return startFrom(paths, named, format);
}

function howItWasRead({ base, whyNot }: Start, files: IngestedFiles): string | null {
  if (base === null) return whyNot;
  const { tallies, filesRead, again } = files;
  const unchanged = tallies.length - filesRead;
  const strays = again === 0 ? '' : `, ${again} of them again for reviews of products that were not there`;
  return `${unchanged} ${unchanged === 1 ? 'file' : 'files'} unchanged, ${filesRead} read${strays}`;
}

/** The share of products from which on it is told that rows which repeat an id say something else. */
const MANY_CONFLICTS = 0.05;

/** Rows that repeat an id and state something else may be products of their own. */
const noteOnConflicts = (conflicts: number, products: number): string[] =>
  conflicts <= MANY_CONFLICTS * products
    ? []
    : [
        `${counted(conflicts, 'row repeats the id of a product and states', 'rows repeat the id of a product and state')} another price or other details, of which those of its first row count; where they are products of their own, name another column as product.id in the mapping`,
      ];

/**
 * Builds a catalog file from raw files. A malformed row is quarantined and never stops the run; a run that fails leaves
 * nothing behind and a catalog that was there as it was. The same files give the same catalog digest, whatever their folder
 * or order, however many threads read them, and from whichever catalog of some of them the new one starts.
 */
export async function ingestCatalog(options: IngestOptions): Promise<IngestReport> {
  const started = performance.now();
  const detected = await detectAll(options);
  const inOrder = KINDS.flatMap((kind) => detected.filter(({ reader }) => reader.kind === kind));
  const start = await startOf(options, inOrder);
  const planned = inOrder.map((file) => ({
    detected: file,
    stored: start.base?.files.find((stored) => stored.file === file.file.name) ?? null,
  }));
  const kinds = KINDS.map((kind) => {
    const ofKind = planned.filter(({ detected: { reader } }) => reader.kind === kind);
    const areKnown = ofKind.some(({ stored }) => stored !== null);
    return new NamedColumns(
      ofKind.map((file) => file.detected),
      areKnown,
    );
  });

  const partial = partialOf(options.database);
  const threads = options.threads ?? threadsFor(planned);
  const writer = newWriter(partial, options.database, start.base);
  const readers = pieceReaders({ format: options.format, key: writer.key, lexicon: lexiconInForce() }, threads);
  try {
    const files = new IngestedFiles(planned, writer, readers, options.onProgress);
    for (const columns of kinds) await files.read(columns);
    // Their memory is wanted for what comes now.
    await readers.close();
    const { products, reviews } = files.check();
    const { counts } = files;
    const tallies = files.tallies.map((tally) => {
      // What was stored of a file has its note.
      const isNew = planned.some(({ detected, stored }) => detected.file.name === tally.file && stored === null);
      const leftOut = isNew ? kinds.flatMap((columns) => columns.leftOut(tally.file) ?? []) : [];
      return { ...tally, notes: [...tally.notes, ...leftOut] };
    });
    for (const tally of tallies) writer.addFile(tally);
    const said = readingPart();
    const notes = {
      schema_version: String(SCHEMA_VERSION),
      products: String(products),
      reading: readingDigest(options.format),
      ...(said === '' ? {} : { lexicon: said }),
      // Of the catalog it starts from something else was learned.
      learned: '',
      inputs: inputsDigest(
        tallies.map(({ file, digest }) => [file, digest]),
        options.format,
      ),
    };
    const digest = await finished(writer, notes, { ...options, partial, threads });
    const flushed = flush(partial);
    if (options.learn !== undefined) keepLearned(partial, options.learn);
    await flushed;
    publish(partial, options.database);
    return {
      files: tallies,
      counts,
      products,
      reviews,
      digest,
      mergeConflicts: writer.conflicts,
      notes: [...tallies.flatMap(({ notes }) => notes), ...noteOnConflicts(writer.conflicts, products)],
      howRead: howItWasRead(start, files),
      seconds: (performance.now() - started) / 1000,
    };
  } catch (error) {
    writer.abandon();
    rmSync(partial, { force: true });
    throw diskFault(error, options.database) ?? error;
  } finally {
    await readers.close();
  }
}

/** `<catalog>.<host>.<process>-<number>.partial`: two programs that build the same catalog at once share no file. */
const PARTIAL = /\.db\.(?<host>[^/]*)\.(?<pid>\d+)-[0-9a-f]{8}\.partial(?:\.postings)?$/;

/** Paths that this process is writing to. */
const underWay = new Set<string>();

/** The name of a catalog while it is being written. */
export function partialOf(database: string): string {
  const name = `${database}.${hostname()}.${process.pid}-${randomBytes(4).toString('hex')}.partial`;
  for (const path of [name, postingsOf(name)]) underWay.add(resolve(path));
  return name;
}

/** Removes what processes of this machine began to write beside a catalog and are not there any more to finish. */
export function removeAbandoned(database: string): void {
  const folder = dirname(database);
  for (const name of readdirSync(folder)) {
    const { host, pid } = PARTIAL.exec(name)?.groups ?? {};
    const path = join(folder, name);
    // What bears this process's number and is not its own is left over from another that had it before.
    const abandoned = Number(pid) === process.pid ? !underWay.has(resolve(path)) : !isRunning(Number(pid));
    if (host === hostname() && abandoned) rmSync(path, { force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Stops where a mapping leaves open whether its prices have three decimals or are thousands, and they are not plainly these. */
async function checkDecimals(files: readonly DetectedFile[]): Promise<void> {
  const priced = files.filter(({ reader }) => reader.prices !== undefined);
  const [{ reader: { prices = undefined } = {} } = {}] = priced;
  if (prices === undefined) return;
  const sampled = [];
  for (const { file, container, reader } of priced)
    for (const one of await sampledRows(file, container, priced.length))
      sampled.push(reader.view === undefined ? one : { ...one, row: reader.view(one.row) });
  const stated = sampled.flatMap(({ row }) => prices.statedIn(row));
  const currency = sampled.map(({ row }) => prices.currencyOf(row)).find((code) => code !== null) ?? null;
  const language = languageOfHeaders(profile(sampled).map(({ name }) => name));
  const amounts = writtenAmounts(stated, { language, currency });
  if (amounts === null || amounts.as === 'thousands') return;
  const { as, example } = amounts;
  const remedy =
    as === null
      ? '"decimals: point" or "decimals: comma" under product, whichever sign stands before decimals'
      : `"decimals: ${as}" under product, where it is three decimals as others of them show`;
  throw new ConfigError(
    `${prices.place}: "${prices.key}" names amounts such as "${example}", which may be three decimals or thousands; add ${remedy}`,
  );
}
