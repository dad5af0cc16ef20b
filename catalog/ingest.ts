import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { diskFault } from '../schemas/disk-fault.ts';
import { ConfigError, StageError } from '../schemas/errors.ts';
import type { IngestCounts } from '../schemas/product.ts';
import { type DetectedFile, detectFile, readersOf } from './detect.ts';
import { type PieceReaders, pieceReaders } from './ingest/piece-readers.ts';
import { excerptOf, type ReadPiece, type RefusedRow } from './ingest/read-piece.ts';
import { findRawFiles, inputsDigest } from './inputs.ts';
import { NamedColumns } from './named-columns.ts';
import { partialOf, removeAbandoned } from './partial-file.ts';
import type { Reader } from './readers/reader.ts';
import { readPieces } from './rows.ts';
import { SCHEMA_VERSION } from './store/tables.ts';
import { textAt } from './store/texts.ts';
import { CatalogWriter } from './store/writer.ts';
import type { IngestedFile } from './store.ts';
import { escapeForTerminal } from './text/normalise.ts';

export interface IngestOptions {
  /** Files or folders of raw rows, products and reviews alike. */
  readonly inputs: readonly string[];
  /** More files or folders, which must hold reviews. */
  readonly reviews?: readonly string[];
  /** `amazon2023`, `lazada`, `webshop` or `mapping:<file.yaml>`; without it each file's format is found by looking. */
  readonly format?: string | undefined;
  /** Where the catalog is written; a file already there is replaced once the new one is whole. */
  readonly database: string;
  /** Threads that read rows beside the one that writes them; by default one for each core, four at most, and none for little. */
  readonly threads?: number | undefined;
  readonly onProgress?: (progress: IngestProgress) => void;
}

export interface IngestProgress {
  readonly file: string;
  readonly read: number;
  /** Bytes of the file read so far, as it lies on disk. */
  readonly bytes: number;
}

export interface IngestReport {
  readonly files: readonly IngestedFile[];
  readonly counts: IngestCounts;
  readonly products: number;
  readonly reviews: number;
  readonly digest: string;
  /** Merged rows that disagreed with the row that was kept. */
  readonly mergeConflicts: number;
  /** What somebody should know who reads nothing but the numbers. */
  readonly notes: readonly string[];
  /** Differs between equal runs; everything else does not. */
  readonly seconds: number;
}

type Tally = { -readonly [Key in keyof IngestedFile]: IngestedFile[Key] };

/** Takes what files say into the writer and keeps the books on it. */
class Ingest {
  readonly tallies: Tally[] = [];
  readonly notes: string[] = [];
  readonly #writer: CatalogWriter;
  readonly #readers: PieceReaders;
  readonly #onProgress: ((progress: IngestProgress) => void) | undefined;

  constructor(
    writer: CatalogWriter,
    readers: PieceReaders,
    onProgress: ((progress: IngestProgress) => void) | undefined,
  ) {
    this.#writer = writer;
    this.#readers = readers;
    this.#onProgress = onProgress;
  }

  /** Reads all files of one kind. */
  async readFiles(columns: NamedColumns): Promise<void> {
    for (const file of columns.files) await this.#readFile(file, columns);
    columns.check();
  }

  async #readFile({ file, container, reader }: DetectedFile, columns: NamedColumns): Promise<void> {
    const tally = {
      file: file.name,
      format: reader.name,
      digest: '',
      bytes: 0,
      read: 0,
      kept: 0,
      merged: 0,
      quarantined: 0,
    };
    const index = this.tallies.push(tally) - 1;
    const { source, pieces } = readPieces(file, container);
    let reason: string | null = null;
    for await (const piece of this.#readers.read(pieces, reader, file.name)) {
      columns.found(piece.columns);
      tally.read += piece.read;
      const refused = this.#take(piece, reader, tally, index);
      for (const row of refused) this.#quarantine(row, reader, tally);
      reason ??= refused[0]?.reason ?? null;
      if (piece.brokenOff !== null)
        this.notes.push(`${file.name}: ${piece.brokenOff}; the rest of the file is not in the catalog`);
      this.#onProgress?.({ file: file.name, read: tally.read, bytes: source.bytes });
    }
    tally.digest = source.digest();
    tally.bytes = source.bytes;
    if (reason !== null && tally.quarantined === tally.read)
      this.notes.push(`${file.name}: none of its ${tally.read} rows was taken; the first ${excerptOf(reason)}`);
  }

  /** Writes down what a piece holds; returns the rows that are set aside. */
  #take({ products, reviews, refused }: ReadPiece, reader: Reader, tally: Tally, index: number): RefusedRow[] {
    if (products !== null) {
      const { kept, merged } = this.#writer.addProducts(products, reader.merges);
      tally.kept += kept;
      tally.merged += merged;
    }
    const all = [...refused];
    if (reviews !== null) all.push(...this.#takeReviews(reviews, tally, index));
    return all.sort((a, b) => a.line - b.line);
  }

  /** Returns the reviews of products that are not there. */
  #takeReviews({ packed, lines, excerpts }: NonNullable<ReadPiece['reviews']>, tally: Tally, index: number) {
    const refused: RefusedRow[] = [];
    for (const [place, result] of this.#writer.addReviews(packed, index).entries()) {
      if (result.fate === 'unknown_product') {
        const reason = `reviews product "${textAt(packed.productIds, place)}", which is not in the catalog`;
        refused.push({ line: lines[place] as number, reason, excerpt: textAt(excerpts, place) });
        continue;
      }
      tally[result.fate]++;
      if (result.fate === 'kept' && result.evictedFile !== null) {
        const evicted = this.tallies[result.evictedFile] as Tally;
        evicted.kept--;
        evicted.merged++;
      }
    }
    return refused;
  }

  #quarantine({ line, reason, excerpt }: RefusedRow, { kind }: Reader, tally: Tally): void {
    tally.quarantined++;
    this.#writer.quarantine({
      file: tally.file,
      line,
      kind,
      reason: escapeForTerminal(reason),
      excerpt: escapeForTerminal(excerpt),
    });
  }
}

const sum = (tallies: readonly Tally[], key: keyof IngestCounts) =>
  tallies.reduce((total, tally) => total + tally[key], 0);

/** Nothing vanishes: every row of every file is kept, merged or quarantined, and the catalog holds just these. */
function checkConservation(
  tallies: readonly Tally[],
  stored: { products: number; reviews: number; quarantined: number },
): void {
  for (const tally of tallies) {
    if (tally.read !== tally.kept + tally.merged + tally.quarantined) {
      throw new StageError(`ingest lost rows of ${tally.file}: read is not kept + merged + quarantined`, tally);
    }
  }
  if (sum(tallies, 'kept') !== stored.products + stored.reviews || sum(tallies, 'quarantined') !== stored.quarantined) {
    throw new StageError('ingest counted other rows than the catalog holds', { stored, tallies });
  }
}

async function detectAll({ inputs, reviews = [], format }: IngestOptions): Promise<DetectedFile[]> {
  const readers = readersOf(format);
  const reviewPaths = new Set(findRawFiles(reviews).map(({ path }) => path));
  const files: DetectedFile[] = [];
  for (const file of findRawFiles([...inputs, ...reviews])) {
    const detected = await detectFile(file, readers);
    if (reviewPaths.has(file.path) && detected.reader.kind !== 'review') {
      throw new ConfigError(
        `${file.path} holds products (${detected.reader.name}), expected reviews; give it as --catalog`,
      );
    }
    files.push(detected);
  }
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

function newWriter(partial: string, database: string): CatalogWriter {
  try {
    makeFolder(dirname(database));
    removeAbandoned(database);
    return new CatalogWriter(partial);
  } catch (cause) {
    if (existsSync(partial)) rmSync(partial);
    const { message } = cause as Error;
    throw (
      diskFault(cause, database) ??
      new ConfigError(`${database} cannot be written: ${message}; choose another place`, { cause })
    );
  }
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

function threadsFor(files: readonly DetectedFile[]): number {
  const bytes = files.reduce((total, { file }) => total + statSync(file.path).size, 0);
  return bytes < LEAST_BYTES_FOR_THREADS ? 0 : Math.min(availableParallelism(), MOST_THREADS);
}

/**
 * Builds a catalog file from raw files. A malformed row is quarantined and never stops the run; a run that fails leaves
 * nothing behind and a catalog that was there as it was. The same files give the same catalog digest, whatever their folder or order
 * and however many threads read them.
 */
export async function ingestCatalog(options: IngestOptions): Promise<IngestReport> {
  const started = performance.now();
  const files = await detectAll(options);
  const kinds = (['product', 'review'] as const).map(
    (kind) =>
      new NamedColumns(
        files.filter(({ reader }) => reader.kind === kind),
        options.format,
      ),
  );

  const partial = partialOf(options.database);
  const writer = newWriter(partial, options.database);
  const readers = pieceReaders({ format: options.format, key: writer.key }, options.threads ?? threadsFor(files));
  try {
    const ingest = new Ingest(writer, readers, options.onProgress);
    for (const columns of kinds) await ingest.readFiles(columns);
    const { tallies, notes } = ingest;
    const stored = writer.counts();
    checkConservation(tallies, stored);
    if (stored.products === 0)
      throw new ConfigError(`no row became a product: ${writer.firstQuarantined()}; check the files`);
    for (const tally of tallies) writer.addFile(tally);
    const digest = writer.finish({
      schema_version: String(SCHEMA_VERSION),
      products: String(stored.products),
      notes: JSON.stringify(notes),
      inputs: inputsDigest(
        tallies.map(({ file, digest }) => [file, digest]),
        options.format,
      ),
    });
    publish(partial, options.database);
    return {
      files: tallies,
      counts: {
        read: sum(tallies, 'read'),
        kept: sum(tallies, 'kept'),
        merged: sum(tallies, 'merged'),
        quarantined: sum(tallies, 'quarantined'),
      },
      products: stored.products,
      reviews: stored.reviews,
      digest,
      mergeConflicts: writer.conflicts,
      notes,
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
