import { createHash } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { diskFault } from '../schemas/disk-fault.ts';
import { ConfigError, StageError } from '../schemas/errors.ts';
import { type IngestCounts, Product, type Review } from '../schemas/product.ts';
import { type DetectedFile, detectFile, readersOf } from './detect.ts';
import { findRawFiles, inputsDigest } from './inputs.ts';
import { NamedColumns } from './named-columns.ts';
import { partialOf, removeAbandoned } from './partial-file.ts';
import type { Reader, ReviewContent } from './readers/reader.ts';
import { isRawObject, type RawRow } from './rows/row.ts';
import { readRows } from './rows.ts';
import { SCHEMA_VERSION } from './store/tables.ts';
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

const EXCERPT_CHARACTERS = 200;

type Tally = { -readonly [Key in keyof IngestedFile]: IngestedFile[Key] };

function reviewId({ author, productId, rating, title, text, time }: ReviewContent): string {
  return createHash('sha256')
    .update(JSON.stringify([productId, author, time, rating, title, text]))
    .digest('hex');
}

/** Takes rows one by one into the writer and keeps the books on them. */
class Ingest {
  readonly tallies: Tally[] = [];
  readonly notes: string[] = [];
  readonly #writer: CatalogWriter;
  readonly #onProgress: ((progress: IngestProgress) => void) | undefined;

  constructor(writer: CatalogWriter, onProgress: ((progress: IngestProgress) => void) | undefined) {
    this.#writer = writer;
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
    const { source, batches } = readRows(file, container);
    let reason: string | null = null;
    for await (const batch of batches) {
      for (const row of batch) {
        if ('value' in row && isRawObject(row.value)) columns.see(row.value);
        const found = this.#take(row, reader, tally, index);
        reason ??= found;
        if ('last' in row) this.notes.push(`${file.name}: ${row.broken}; the rest of the file is not in the catalog`);
      }
      this.#onProgress?.({ file: file.name, read: tally.read, bytes: source.bytes });
    }
    tally.digest = source.digest();
    tally.bytes = source.bytes;
    if (reason !== null && tally.quarantined === tally.read)
      this.notes.push(
        `${file.name}: none of its ${tally.read} rows was taken; the first ${reason.slice(0, EXCERPT_CHARACTERS)}`,
      );
  }

  /** Returns the reason where the row is set aside. */
  #take(row: RawRow, reader: Reader, tally: Tally, index: number): string | null {
    tally.read++;
    const reason = 'broken' in row ? row.broken : this.#storeOrStop(row.value, row.line, reader, tally, index);
    if (reason === null) return null;
    tally.quarantined++;
    const text = row.text ?? JSON.stringify('value' in row ? row.value : null);
    this.#writer.quarantine({
      file: tally.file,
      line: row.line,
      kind: reader.kind,
      reason: escapeForTerminal(reason),
      excerpt: escapeForTerminal(text.slice(0, EXCERPT_CHARACTERS)),
    });
    return reason;
  }

  #storeOrStop(value: unknown, line: number, reader: Reader, tally: Tally, index: number): string | null {
    try {
      return this.#store(value, line, reader, tally, index);
    } catch (cause) {
      throw new StageError(`ingest stumbled over ${tally.file}:${line}: ${(cause as Error).message}`, value, { cause });
    }
  }

  /** Stores what a row states; returns the reason where it cannot be stored. */
  #store(value: unknown, line: number, reader: Reader, tally: Tally, index: number): string | null {
    if (!isRawObject(value))
      return `is ${Array.isArray(value) ? 'an array' : JSON.stringify(value).slice(0, 40)}, expected an object`;
    const reading = reader.read(value, { file: tally.file, line });
    if (reading.kind === 'quarantine') return reading.reason;
    if (reading.kind === 'review') return this.#storeReview(reading.review, tally, index);
    const parsed = Product.safeParse(reading.product);
    if (!parsed.success) {
      const { path = [], message = 'malformed' } = parsed.error.issues[0] ?? {};
      return `"${path.join('.')}": ${message}`;
    }
    tally[this.#writer.addProduct(parsed.data, reader.merges)]++;
    return null;
  }

  #storeReview(content: ReviewContent, tally: Tally, index: number): string | null {
    const { author: _, ...stated } = content;
    const review: Review = { id: reviewId(content), ...stated };
    const result = this.#writer.addReview(review, index);
    if (result.fate === 'unknown_product') return `reviews product "${review.productId}", which is not in the catalog`;
    tally[result.fate]++;
    if (result.fate === 'kept' && result.evictedFile !== null) {
      const evicted = this.tallies[result.evictedFile] as Tally;
      evicted.kept--;
      evicted.merged++;
    }
    return null;
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

/**
 * Builds a catalog file from raw files. A malformed row is quarantined and never stops the run; a run that fails leaves
 * nothing behind and a catalog that was there as it was. The same files give the same catalog digest, whatever their folder or order.
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
  try {
    const ingest = new Ingest(writer, options.onProgress);
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
  }
}
