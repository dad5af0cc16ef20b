import { createHash } from 'node:crypto';
import { StageError } from '../../schemas/errors.ts';
import type { Lexicon } from '../../schemas/lexicon.ts';
import { type Detail, type Product, Product as ProductSchema, type Review } from '../../schemas/product.ts';
import type { ColumnTally } from '../../schemas/reading-report.ts';
import { fitsSchema, PlainProducts } from '../fast-rows/index.ts';
import type { DigestKey } from '../memory/lane-digest.ts';
import { joinTexts, type Texts } from '../memory/texts.ts';
import { Cells, type Quarantined, type Reader, type Refusal, type ReviewContent } from '../readers/index.ts';
import { rowsOf } from '../rows/json-lines.ts';
import { isRawObject, type LineTaker, type Piece, type RawObject, type RawRow } from '../rows/row.ts';
import { type PackedProducts, ProductPacker } from '../store/product-packer.ts';
import { type PackedReviews, packReviews } from '../store/review-packer.ts';
import { excerptOf, misfit, type RefusedRow, type StagedParts } from '../store/staged-parts.ts';

/** Settings by which the pieces of all files are read, by whichever thread. */
export interface ReadingSettings {
  readonly format: string | undefined;
  readonly key: DigestKey;
  /** Knowledge of words that the reading thread has besides the tables of the program. */
  readonly lexicon?: Lexicon;
}

/** A piece of a file for a thread to read. */
export interface Order {
  readonly reader: string;
  readonly file: string;
  readonly piece: Piece;
  /** Buffers that the thread may use for what it answers. */
  readonly used: readonly ArrayBuffer[];
}

/** A thread's answer to an order. */
export interface Answer {
  readonly read: ReadPiece;
  /** The buffers of the order, which are not needed any more. */
  readonly used: readonly ArrayBuffer[];
}

/** The content of a piece of a file, packed for the writer. */
export interface ReadPiece {
  /** Rows of the piece and reviews in their cells, whatever became of them. */
  readonly read: number;
  readonly refused: readonly RefusedRow[];
  /** Why the rest of the file could not be read. */
  readonly brokenOff: string | null;
  /** True where that is because the file ends before its document is closed. */
  readonly isCut: boolean;
  /** Places of the columns that a mapping names and some row of the piece has. */
  readonly columns: readonly number[];
  readonly cells: readonly ColumnTally[];
  readonly products: PackedProducts | null;
  readonly parts: StagedParts | null;
  readonly reviews: {
    readonly packed: PackedReviews;
    readonly lines: Uint32Array;
    /** The beginning of each row, to be shown where its product is not there. */
    readonly excerpts: Texts;
  } | null;
}

function excerptOfRow(row: RawRow): string {
  return excerptOf(row.text ?? JSON.stringify('value' in row ? row.value : null));
}

const brokenRow = ({ broken, cause = broken }: Extract<RawRow, { broken: string }>): Refusal => ({
  reason: broken,
  cause,
});

function reviewId({ author, productId, rating, title, text, time }: ReviewContent): string {
  return createHash('sha256')
    .update(JSON.stringify([productId, author, time, rating, title, text]))
    .digest('hex');
}

/** Reads the pieces of a file, in any order; one is kept for a whole file. */
export class PieceReader implements LineTaker {
  readonly #reader: Reader;
  readonly #file: string;
  readonly #key: DigestKey;
  readonly #products: ProductPacker;
  readonly #plain: PlainProducts | null;
  readonly #cells: Cells;
  #read = 0;
  #missingColumns: readonly number[];
  readonly #parts = { productIds: [] as string[], rows: [] as string[], lines: [] as number[] };
  #reviews: Review[] = [];
  #lines: number[] = [];
  #excerpts: string[] = [];
  readonly #refusedReviews: RefusedRow[] = [];

  constructor(reader: Reader, file: string, key: DigestKey) {
    this.#reader = reader;
    this.#file = file;
    this.#key = key;
    this.#cells = new Cells(file);
    this.#products = new ProductPacker(key);
    this.#plain =
      reader.plain === undefined ? null : new PlainProducts(reader.plain, file, this.#products, this.#cells);
    this.#missingColumns = (reader.columns ?? []).map((_, place) => place);
  }

  read(piece: Piece): ReadPiece {
    this.#read = 0;
    const refused: RefusedRow[] = [];
    const missing = this.#missingColumns;
    let brokenOff: string | null = null;
    let isCut = false;
    for (const row of rowsOf(piece, this.#plain === null ? null : this)) {
      this.#read++;
      const refusal = 'broken' in row ? brokenRow(row) : this.#readOrStop(row.value, row);
      if (refusal !== null) refused.push({ ...refusal, line: row.line, excerpt: excerptOfRow(row) });
      if (!('last' in row)) continue;
      brokenOff = row.broken;
      isCut = row.isCut === true;
    }
    const columns = missing.filter((place) => !this.#missingColumns.includes(place));
    refused.push(...this.#refusedReviews.splice(0));
    return { read: this.#read, refused, brokenOff, isCut, columns, cells: this.#cells.take(), ...this.#taken() };
  }

  #taken(): Pick<ReadPiece, 'products' | 'parts' | 'reviews'> {
    if (this.#reader.kind === 'review') return { products: null, parts: null, reviews: this.#takenReviews() };
    const reviews = this.#reviews.length === 0 ? null : this.#takenReviews();
    return { products: this.#products.take(), parts: this.#takenParts(), reviews };
  }

  #takenReviews(): NonNullable<ReadPiece['reviews']> {
    const packed = packReviews(this.#reviews, this.#key);
    const reviews = { packed, lines: Uint32Array.from(this.#lines), excerpts: joinTexts(this.#excerpts) };
    this.#reviews = [];
    this.#lines = [];
    this.#excerpts = [];
    return reviews;
  }

  #takenParts(): StagedParts | null {
    const { productIds, rows, lines } = this.#parts;
    if (lines.length === 0) return null;
    const parts = { productIds: joinTexts(productIds), rows: joinTexts(rows), lines: Uint32Array.from(lines) };
    for (const list of [productIds, rows, lines]) list.length = 0;
    return parts;
  }

  /** Packs the product of a line that can be packed as it stands. */
  take(bytes: Buffer, from: number, to: number, line: number): boolean {
    try {
      if (!this.#plain?.take(bytes, from, to, line)) return false;
      this.#read++;
      return true;
    } catch (cause) {
      throw this.#stumbled(cause, line, bytes.toString('utf8', from, to));
    }
  }

  #readOrStop(value: unknown, row: RawRow): Refusal | null {
    try {
      return this.#readRow(value, row);
    } catch (cause) {
      throw this.#stumbled(cause, row.line, value);
    }
  }

  #stumbled(cause: unknown, line: number, record: unknown): StageError {
    const { message } = cause as Error;
    return new StageError(`ingest stumbled over ${this.#file}:${line}: ${message}`, record, { cause });
  }

  /** Takes in what a row states; returns why where it cannot be. */
  #readRow(stated: unknown, row: RawRow): Refusal | null {
    if (!isRawObject(stated)) {
      const kind = Array.isArray(stated) ? 'an array' : JSON.stringify(stated).slice(0, 40);
      return { reason: `is ${kind}, expected an object`, cause: 'is no object' };
    }
    const value = this.#reader.view?.(stated) ?? stated;
    this.#lookForColumns(value);
    this.#cells.line = row.line;
    const reading = this.#reader.read(value, { file: this.#file, line: row.line }, this.#cells);
    if (reading.kind === 'quarantine') return reading;
    if (reading.kind === 'part') {
      this.#parts.productIds.push(reading.productId);
      this.#parts.rows.push(JSON.stringify(value));
      this.#parts.lines.push(row.line);
      return null;
    }
    if (reading.kind === 'review') {
      this.#takeReview(reading.review, row);
      return null;
    }
    const refusal = this.#pack(reading.product);
    if (refusal === null) for (const review of reading.reviews ?? []) this.#takeReviewInCell(review, row);
    return refusal;
  }

  #takeReview(review: ReviewContent, row: RawRow): void {
    const { author: _, ...stated } = review;
    this.#reviews.push({ id: reviewId(review), ...stated });
    this.#lines.push(row.line);
    this.#excerpts.push(excerptOfRow(row));
  }

  /** Counts a review in the cell of a product like a row of its own. */
  #takeReviewInCell(review: ReviewContent | Quarantined, row: RawRow): void {
    this.#read++;
    if ('kind' in review) this.#refusedReviews.push({ ...review, line: row.line, excerpt: excerptOfRow(row) });
    else this.#takeReview(review, row);
  }

  /** Packs a product that fits its schema; returns what is wrong with any other. */
  #pack(product: Product): Refusal | null {
    const parsed = fitsSchema(product) ? { success: true as const, data: product } : ProductSchema.safeParse(product);
    if (!parsed.success) return misfit(parsed.error);
    const { details } = parsed.data;
    for (const field in details) this.#cells.noteDetail(field, details[field] as Detail);
    this.#products.add(parsed.data);
    return null;
  }

  #lookForColumns(row: RawObject): void {
    const { columns } = this.#reader;
    if (columns === undefined || this.#missingColumns.length === 0) return;
    this.#missingColumns = this.#missingColumns.filter((place) => columns[place]?.isIn(row) === false);
  }
}
