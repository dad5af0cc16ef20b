import { ConfigError, StageError } from '../../schemas/errors.ts';
import type { IngestCounts } from '../../schemas/product.ts';
import type { SetAside } from '../../schemas/reading-report.ts';
import { escapeForTerminal } from '../../text/normalise.ts';
import { counted } from '../../text/numbers.ts';
import { byCodeUnit } from '../../text/order.ts';
import { textAt } from '../memory/texts.ts';
import { Cells, joinedTallies, type Reader } from '../readers/index.ts';
import { excerptOf, type RefusedRow } from '../store/staged-parts.ts';
import type { StoredFile } from '../store/stored-files.ts';
import type { CatalogWriter } from '../store/writer.ts';
import type { DetectedFile } from './detect.ts';
import type { NamedColumns } from './named-columns.ts';
import type { PieceReaders } from './piece-readers.ts';
import type { ReadPiece } from './read-piece.ts';

/** Sentences that are told of a file at every build from it, once it was read. */
const NOTES = {
  brokenOff: (file: string, why: string) => `${file}: ${why}; the rest of the file is not in the catalog`,
  encoding: (file: string, encoding: string) =>
    `${file} is not UTF-8, and was read as ${encoding}; where letters look wrong, convert it to UTF-8`,
  nothingTaken: (file: string, rows: number, first: string) =>
    `${file}: none of its ${rows} rows was taken; the first ${first}`,
  differing: (file: string, fields: ReadonlyMap<string, number>) => {
    const most = [...fields].toSorted(([one, a], [other, b]) => b - a || byCodeUnit(one, other));
    const said = most.map(
      ([field, products]) => `"${escapeForTerminal(field)}" of ${counted(products, 'product', 'products')}`,
    );
    return `${file}: left out where variants differ in it and their product's own row says nothing of it: ${said.join(', ')}; what a variant is chosen by belongs under product.variants.options`;
  },
};

/** The refusal of a file whose document is not closed: a catalog of its beginning would pass for the whole. */
const cutOff = (path: string, why: string) =>
  new ConfigError(
    `${path} ends before it is closed (${escapeForTerminal(why)}), expected a whole JSON document; fetch it again, or close it behind its last whole row`,
  );

type Tally = { -readonly [Key in keyof StoredFile]: StoredFile[Key] } & { notes: string[] };

/** A file, and what is known of it already; null where it is to be read. */
export interface PlannedFile {
  readonly detected: DetectedFile;
  readonly stored: StoredFile | null;
}

export interface IngestProgress {
  readonly file: string;
  readonly read: number;
  /** Bytes of the file read so far, as it lies on disk. */
  readonly bytes: number;
}

const NOTHING = {
  digest: '',
  bytes: 0,
  read: 0,
  kept: 0,
  merged: 0,
  quarantined: 0,
  strays: 0,
  cells: [],
  setAside: [],
};

const strayOf = (productId: string) => ({
  reason: `adds to product "${productId}", which no row of this file or one before it is`,
  cause: 'adds to a product that no row of this file or one before it is',
});

/** Counts a row to those that were set aside for the same cause. */
function withRow(all: readonly SetAside[], row: SetAside): readonly SetAside[] {
  const same = all.find(({ cause }) => cause === row.cause);
  if (same === undefined) return [...all, row];
  return all.map((aside) => (aside === same ? { ...aside, rows: aside.rows + 1 } : aside));
}

/** The refusal of a row that adds to a product whose first row is set aside. */
const addsTo = (productId: string, { reason, cause }: RefusedRow) => ({
  reason: `adds to "${productId}": ${reason}`,
  cause,
});

/** Takes what files say into the writer and keeps the books on it. */
export class IngestedFiles {
  readonly #writer: CatalogWriter;
  readonly #readers: PieceReaders;
  readonly #onProgress: ((progress: IngestProgress) => void) | undefined;
  readonly #toRead: DetectedFile[] = [];
  readonly #tallies = new Map<string, Tally>();
  readonly #tallyById = new Map<number, Tally>();
  readonly #places = new Map<number, number>();
  /** Files that are read though the catalog that was there has them. */
  again = 0;

  /** `planned` are all files, in the order in which they are read. */
  constructor(
    planned: readonly PlannedFile[],
    writer: CatalogWriter,
    readers: PieceReaders,
    onProgress: ((progress: IngestProgress) => void) | undefined,
  ) {
    this.#writer = writer;
    this.#readers = readers;
    this.#onProgress = onProgress;
    const hasNewProducts = planned.some(
      ({ detected, stored }) => stored === null && detected.reader.kind === 'product',
    );
    let id = Math.max(-1, ...planned.map(({ stored }) => stored?.id ?? -1));
    for (const [place, { detected, stored }] of planned.entries()) {
      // Whether the products of its strays are there now is found out by reading it again.
      const isRead = stored === null || (hasNewProducts && stored.strays > 0);
      if (isRead) this.#toRead.push(detected);
      if (isRead && stored !== null) {
        this.#writer.forget(stored);
        this.again++;
      }
      const before = isRead ? { ...NOTHING, notes: [] } : stored;
      const { file, reader } = detected;
      this.#put({ ...before, id: stored?.id ?? ++id, place, file: file.name, format: reader.name });
    }
  }

  #put(stored: StoredFile): void {
    const tally = { ...stored, notes: [...stored.notes] };
    this.#tallies.set(tally.file, tally);
    this.#tallyById.set(tally.id, tally);
    this.#places.set(tally.id, tally.place);
  }

  /** The books of all files, in the order in which they are read. */
  get tallies(): readonly StoredFile[] {
    return [...this.#tallies.values()];
  }

  /** The number of files that are read, again or for the first time. */
  get filesRead(): number {
    return this.#toRead.length;
  }

  /** Reads those of the files that have to be read. */
  async read(columns: NamedColumns): Promise<void> {
    for (const file of columns.files) if (this.#toRead.includes(file)) await this.#readFile(file, columns);
    columns.check();
    columns.checkRead(this.tallies, (field) => this.#writer.statedBy(field));
  }

  async #readFile({ file, container, reader }: DetectedFile, columns: NamedColumns): Promise<void> {
    const tally = this.#tallies.get(file.name) as Tally;
    const { source, pieces } = this.#readers.open(file, container);
    let reason: string | null = null;
    const aside = new Map<string, RefusedRow>();
    for await (const piece of this.#readers.read(pieces, reader, file.name)) {
      columns.found(piece.columns);
      tally.read += piece.read;
      tally.cells = joinedTallies([...tally.cells, ...piece.cells]);
      for (const row of piece.refused) if (row.of !== undefined && !aside.has(row.of)) aside.set(row.of, row);
      const refused = this.#take(piece, reader, tally, aside);
      for (const row of refused) this.#quarantine(row, reader, tally);
      reason ??= refused[0]?.reason ?? null;
      if (piece.isCut) throw cutOff(file.path, piece.brokenOff as string);
      if (piece.brokenOff !== null) tally.notes.push(NOTES.brokenOff(file.name, piece.brokenOff));
      this.#onProgress?.({ file: file.name, read: tally.read, bytes: source.bytes });
    }
    if (reader.part !== undefined) {
      const cells = new Cells(file.name);
      const { merged, refused, differing } = this.#writer.mergeParts(
        (row, product, line) => {
          cells.line = line;
          return reader.part!(row, product, cells);
        },
        (row, productId) => {
          const first = aside.get(productId);
          return first === undefined ? (reader.stray?.(row) ?? strayOf(productId)) : addsTo(productId, first);
        },
      );
      tally.cells = joinedTallies([...tally.cells, ...cells.take()]);
      tally.merged += merged;
      if (differing.size > 0) tally.notes.push(NOTES.differing(file.name, differing));
      for (const row of refused.sort((a, b) => a.line - b.line)) this.#quarantine(row, reader, tally);
      reason ??= refused[0]?.reason ?? null;
    }
    if (source.encoding !== 'utf-8') tally.notes.push(NOTES.encoding(file.name, source.encoding));
    tally.digest = source.digest();
    tally.bytes = source.bytes;
    if (reason !== null && tally.quarantined === tally.read)
      tally.notes.push(NOTES.nothingTaken(file.name, tally.read, excerptOf(reason)));
  }

  /** Writes down what a piece holds; returns the rows that are set aside. */
  #take(
    { products, parts, reviews, refused }: ReadPiece,
    reader: Reader,
    tally: Tally,
    aside: ReadonlyMap<string, RefusedRow>,
  ): RefusedRow[] {
    const all = [...refused];
    if (products !== null) {
      const taken = this.#writer.addProducts(products, reader.merges, aside);
      tally.kept += taken.kept;
      tally.merged += taken.merged;
      for (const { id, title, origin } of taken.aside) {
        const excerpt = excerptOf(JSON.stringify({ id, title }));
        all.push({ ...addsTo(id, aside.get(id) as RefusedRow), line: origin.line, excerpt });
      }
    }
    if (parts !== null) this.#writer.stageParts(parts);
    if (reviews !== null) all.push(...this.#takeReviews(reviews, tally));
    return all.sort((a, b) => a.line - b.line);
  }

  /** Returns the reviews of products that are not there. */
  #takeReviews({ packed, lines, excerpts }: NonNullable<ReadPiece['reviews']>, tally: Tally): RefusedRow[] {
    const refused: RefusedRow[] = [];
    const fates = this.#writer.addReviews(packed, { id: tally.id, places: this.#places });
    for (const [place, result] of fates.entries()) {
      if (result.fate === 'unknown_product') {
        const reason = `reviews product "${textAt(packed.productIds, place)}", which is not in the catalog`;
        const cause = 'reviews a product that is not in the catalog';
        refused.push({ line: lines[place] as number, reason, cause, excerpt: textAt(excerpts, place) });
        tally.strays++;
        continue;
      }
      tally[result.fate]++;
      if (result.fate === 'kept' && result.evictedFile !== null) {
        const evicted = this.#tallyById.get(result.evictedFile) as Tally;
        evicted.kept--;
        evicted.merged++;
      }
    }
    return refused;
  }

  #quarantine({ line, reason, cause, remedy, excerpt }: RefusedRow, { kind }: Reader, tally: Tally): void {
    tally.quarantined++;
    tally.setAside = withRow(tally.setAside, { cause, rows: 1, line, remedy: remedy ?? null });
    this.#writer.quarantine({
      file: tally.file,
      line,
      kind,
      reason: escapeForTerminal(reason),
      excerpt: escapeForTerminal(excerpt),
    });
  }

  get counts(): IngestCounts {
    return {
      read: this.#sum('read'),
      kept: this.#sum('kept'),
      merged: this.#sum('merged'),
      quarantined: this.#sum('quarantined'),
    };
  }

  #sum(key: keyof IngestCounts): number {
    return this.tallies.reduce((total, tally) => total + tally[key], 0);
  }

  /** Throws unless every row of every file was kept, merged or quarantined, and the catalog holds just these. */
  check(): { products: number; reviews: number } {
    const stored = this.#writer.counts();
    for (const tally of this.tallies) {
      if (tally.read !== tally.kept + tally.merged + tally.quarantined) {
        throw new StageError(`ingest lost rows of ${tally.file}: read is not kept + merged + quarantined`, tally);
      }
    }
    const { kept, quarantined } = this.counts;
    if (kept !== stored.products + stored.reviews || quarantined !== stored.quarantined) {
      throw new StageError('ingest counted other rows than the catalog holds', { stored, tallies: this.tallies });
    }
    if (stored.products === 0)
      throw new ConfigError(`no row became a product: ${this.#writer.firstQuarantined()}; check the files`);
    return stored;
  }
}
