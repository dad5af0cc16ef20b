import {
  Buckets,
  type BucketTable,
  FIELD_OF_KIND,
  type FieldValue,
  haveWords,
  havingPhrase,
  type RowSet,
  readTitle,
  readTitles,
  rowSetOf,
  rowsByGroup,
  rowsWithPhrase,
  SERVICE,
  SKU_PRICES,
  TEXT,
  TermReader,
  type TermsInMemory,
  TITLE_WORD,
  type Titles,
  titleIn,
  union,
} from '../inverted-index/index.ts';

export type { FieldValue, RowSet } from '../inverted-index/index.ts';

import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { ConfigError } from '../../schemas/errors.ts';
import type { IngestCounts, Product, QuarantinedRow, Review } from '../../schemas/product.ts';
import { Recent } from '../../text/cache/recent.ts';
import { RecentBytes } from '../../text/cache/recent-bytes.ts';
import { unchangingFile } from '../../text/files/sqlite-file.ts';
import { normaliseText } from '../../text/normalise.ts';
import { spellingsIn } from '../product/options.ts';
import { type Columns, readColumns, type Shelf, shelvesIn } from './columns.ts';
import { type IdsInMemory, ProductIds, productIdsIn } from './product-ids.ts';
import { productOf } from './product-json.ts';
import { type IngestedFile, storedFiles } from './stored-files.ts';
import { SCHEMA_VERSION } from './tables.ts';
import { withTextStated } from './text-stated.ts';

export type { Columns } from './columns.ts';

/** Number of products that state a field. */
interface FieldCount {
  readonly name: string;
  readonly products: number;
  readonly values: number;
  /** The first value that was stated, as it was spelled. */
  readonly first: string;
}

/** The part of a catalog that is held in memory, where threads can share it: some 160 bytes a product. */
export interface CatalogMemory {
  /** Digest of the catalog it was read from. */
  readonly digest: string;
  readonly columns: Columns;
  readonly titles: Titles;
  readonly ids: IdsInMemory;
  readonly rowsOfIds: BucketTable;
  readonly terms: TermsInMemory;
}

/** Any of it. */
export type PartlyHeld = Pick<CatalogMemory, 'digest'> & Partial<CatalogMemory>;

const orNull = (value: number | undefined) => (value === undefined || Number.isNaN(value) ? null : value);

/** SQLite's page cache for one thread, in KB: titles and terms are looked up all over the file. */
const CACHE_KB = 65_536;

/** Rows of the products by words of their titles, for one thread: phrases share most of their words. */
const WORDS_ROOM = 32 << 20;

/** Half of the products that are remembered at most; a product takes a few kilobytes. */
const MOST_PRODUCTS = 2048;

/** Products with what their texts state. */
const WITH_TEXT =
  'product_data.data, text_stated.data AS text FROM product_data LEFT JOIN text_stated ON text_stated.product = product_data.id';

/** A product catalog, open for reading. A product's row is its place in the catalog, from 0; lists of rows ascend. */
class StoredCatalog {
  readonly path: string;
  readonly size: number;
  /** Digest of all products and reviews: equal catalogs have equal digests, wherever they were built. */
  readonly digest: string;
  /** Digest of what the catalog was made from (`inputsDigest`). */
  readonly inputsDigest: string;
  /** Part of a lexicon that its rows were read by (`readingPart`); empty where none said anything of that. */
  readonly readWith: string;
  /**
   * Notes on what was learned of its fields when it was built, as whoever learned it wrote them; null where nobody did.
   */
  readonly learned: string | null;
  readonly formats: readonly string[];
  readonly ingestCounts: IngestCounts;
  readonly files: readonly IngestedFile[];
  /** Remarks from when it was built that stay true: a file that broke off, a file of which no row was taken. */
  readonly notes: readonly string[];
  readonly #db: DatabaseSync;
  readonly #ids: ProductIds;
  readonly #buckets: Buckets;
  readonly #terms: TermReader;
  readonly #statements;
  /** Products read lately; whoever asks for the same one gets the same object. */
  readonly #products = new Recent<number, Product>(MOST_PRODUCTS);
  readonly #rowsOfIds = new Recent<string, number>(MOST_PRODUCTS);
  #columns: Columns | null;
  #titleWords: Titles | null;
  #rowsOnShelf: ((shelf: number) => Uint32Array) | null = null;
  readonly #services = new Map<string, RowSet>();
  readonly #wordRows = new RecentBytes<RowSet>(WORDS_ROOM);
  readonly #titles = {
    rowsOf: (word: string) =>
      this.#wordRows.of(word, () =>
        rowSetOf(this.#terms.rows(FIELD_OF_KIND.get(TITLE_WORD) as number, word), this.size),
      ),
    havingPhrase: (rows: Uint32Array, phrase: string) => havingPhrase(this.#allTitles(), rows, phrase),
  };
  readonly #mainCategories: readonly string[];
  readonly #shelves: readonly Shelf[];
  readonly #fieldIds: ReadonlyMap<string, number>;

  constructor(path: string, db: DatabaseSync, meta: ReadonlyMap<string, string>, held: PartlyHeld | null) {
    this.path = path;
    this.#db = db;
    this.#columns = held?.columns ?? null;
    this.#titleWords = held?.titles ?? null;
    // Rows of SQLite have no prototype; spread, they compare like any other record.
    const all = <T extends object>(sql: string) => (db.prepare(sql).all() as T[]).map((row) => ({ ...row }));
    this.digest = meta.get('digest') as string;
    this.inputsDigest = meta.get('inputs') ?? '';
    this.readWith = meta.get('lexicon') ?? '';
    this.learned = meta.get('learned') || null;
    this.size = Number(meta.get('products'));
    const stored = storedFiles(db);
    this.files = stored.map(({ id: _, place: __, strays: ___, notes: ____, ...file }) => file);
    this.notes = stored.flatMap(({ notes }) => notes);
    this.formats = [...new Set(this.files.map(({ format }) => format))].sort();
    const total = (key: keyof IngestCounts) => this.files.reduce((sum, file) => sum + file[key], 0);
    this.ingestCounts = {
      read: total('read'),
      kept: total('kept'),
      merged: total('merged'),
      quarantined: total('quarantined'),
    };
    this.#mainCategories = all<{ name: string }>('SELECT name FROM main_categories ORDER BY id').map(
      ({ name }) => name,
    );
    this.#shelves = shelvesIn(db);
    this.#fieldIds = new Map(
      all<{ id: number; name: string }>('SELECT id, name FROM fields ORDER BY id').map(({ id, name }) => [name, id]),
    );
    this.#statements = {
      data: db.prepare(`SELECT ${WITH_TEXT} WHERE id = ?`),
      reviews: db.prepare(
        `SELECT review_id AS id, rating, title, text, helpful_votes AS helpfulVotes, verified, time
         FROM reviews WHERE product = ? ORDER BY review_id`,
      ),
    };
    this.#ids = new ProductIds(db, held?.ids);
    this.#buckets = new Buckets(db, 'product_buckets', held?.rowsOfIds);
    this.#terms = new TermReader(db, held?.terms ?? null);
  }

  /** Every product's id, by row. */
  productIds(): string[] {
    return [...productIdsIn(this.#db)];
  }

  /** Every product in row order, one at a time. */
  *products(): Iterable<{ row: number; product: Product }> {
    const rows = this.#db.prepare(`SELECT id, ${WITH_TEXT} ORDER BY id`).iterate() as Iterable<{
      id: number;
      data: string;
      text: string | null;
    }>;
    for (const { id, data, text } of rows) yield { row: id, product: withTextStated(productOf(data), text) };
  }

  productByRow(row: number): Product {
    let product = this.#products.get(row);
    if (product === undefined) {
      product = this.#readProduct(row);
      this.#products.set(row, product);
    }
    return product;
  }

  #readProduct(row: number): Product {
    const found = this.#statements.data.get(row) as { data: string; text: string | null } | undefined;
    if (found === undefined) throw new RangeError(`row ${row} is outside the catalog of ${this.size} products`);
    return withTextStated(productOf(found.data), found.text);
  }

  productById(productId: string): Product | null {
    const row = this.rowOf(productId);
    return row === null ? null : this.productByRow(row);
  }

  /** The words of the product's title in comparison form (`tokensOf`), read without the rest of the product. */
  titleWords(row: number): readonly string[] {
    this.#mustHold(row);
    const words = this.#titleWords === null ? readTitle(this.#db, row) : titleIn(this.#titleWords, row);
    return words === '' ? [] : words.split(' ');
  }

  rowOf(productId: string): number | null {
    let row = this.#rowsOfIds.get(productId);
    if (row === undefined) {
      const isAt = (place: number) => (this.#ids.at(place) === productId ? place : undefined);
      const found = this.#buckets.find(productId, 0, isAt);
      if (found === null) return null;
      row = found;
      this.#rowsOfIds.set(productId, row);
    }
    return row;
  }

  /** The kept reviews of a product (at most 20), by id. */
  reviewsOf(row: number): Review[] {
    const reviews = this.#statements.reviews.all(row) as unknown as (Omit<Review, 'verified' | 'productId'> & {
      verified: number;
    })[];
    if (reviews.length === 0) return [];
    const productId = this.#ids.at(row);
    return reviews.map((review) => ({ ...review, verified: review.verified === 1, productId }));
  }

  mainCategories(): readonly string[] {
    return this.#mainCategories;
  }

  shelves(): readonly Shelf[] {
    return this.#shelves;
  }

  shelfOf(row: number): Shelf {
    this.#mustHold(row);
    return this.#shelves[this.numericColumns().shelf[row] as number] as Shelf;
  }

  #mustHold(row: number): void {
    if (!(row >= 0 && row < this.size))
      throw new RangeError(`row ${row} is outside the catalog of ${this.size} products`);
  }

  shelfRows(shelfId: number): Uint32Array {
    this.#rowsOnShelf ??= rowsByGroup(this.numericColumns().shelf, this.#shelves.length);
    return this.#rowsOnShelf(shelfId);
  }

  fieldNames(): readonly string[] {
    return [...this.#fieldIds.keys()];
  }

  /** Every field with how many products state it, how many values it has and the first of them. */
  fieldCounts(): FieldCount[] {
    const rows = this.#db
      .prepare(
        `SELECT name, stated_by AS products, json_array_length(fields.terms) AS "values", display AS first
         FROM fields JOIN terms ON terms.id = json_extract(fields.terms, '$[0]') ORDER BY fields.id`,
      )
      .all() as unknown as FieldCount[];
    return rows.map((row) => ({ ...row }));
  }

  /** The values of a field, most products first, then by comparison form. */
  valuesOf(field: string): FieldValue[] {
    return [...this.listedValues(field)].sort((a, b) => b.count - a.count || (a.norm < b.norm ? -1 : 1));
  }

  /** The values of a field in the order in which products state them first; read as far as they are asked for. */
  listedValues(field: string): Iterable<FieldValue> {
    const id = this.#fieldIds.get(field);
    return id === undefined ? [] : this.#terms.values(id);
  }

  /** The values of a field with the rows that state them, in no order to rely on; made for reading all of them. */
  statedValues(field: string): Iterable<{ norm: string; rows: Uint32Array }> {
    const id = this.#fieldIds.get(field);
    return id === undefined ? [] : this.#terms.stated(id);
  }

  /** Rows that state the value; `norm` is its comparison form (`normaliseValue`). */
  valueRows(field: string, norm: string): Uint32Array {
    const id = this.#fieldIds.get(field);
    return id === undefined ? new Uint32Array() : this.#terms.rows(id, norm);
  }

  /** Rows that state the value, in whichever way it is written, ascending. */
  statingRows(field: string, value: string): Uint32Array {
    return spellingsIn(field, value)
      .map((norm) => this.valueRows(field, norm))
      .filter((rows, place) => place === 0 || rows.length > 0)
      .reduce(union);
  }

  /** Rows of the products that have features or a description. */
  textRows(): Uint32Array {
    return this.#terms.rows(FIELD_OF_KIND.get(TEXT) as number, '');
  }

  /** Rows of the products with a SKU that has another price than the product's own. */
  skuPricedRows(): Uint32Array {
    return this.#terms.rows(FIELD_OF_KIND.get(SKU_PRICES) as number, '');
  }

  /** Rows of the products that come with the service, as the catalog names it ("freeShipping"); read once a service. */
  serviceRows(service: string): RowSet {
    let holders = this.#services.get(service);
    if (holders === undefined) {
      const rows = this.#terms.rows(FIELD_OF_KIND.get(SERVICE) as number, service);
      holders = rowSetOf(rows, this.size);
      this.#services.set(service, holders);
    }
    return holders;
  }

  /**
   * Rows whose title holds the phrase as consecutive whole words; none for a phrase without words. Given those of the
   * phrase without its first word, only these are looked at.
   */
  titleRows(phrase: string, among?: Uint32Array): Uint32Array {
    return rowsWithPhrase(normaliseText(phrase), this.#titles, among);
  }

  /** Tells whether so many titles hold all words of the phrase, wherever: it takes reading no title. */
  titlesHaveWords(phrase: string, least: number, among?: Uint32Array): boolean {
    return haveWords(normaliseText(phrase), this.#titles, least, among);
  }

  #allTitles(): Titles {
    this.#titleWords ??= readTitles(this.#db, this.size);
    return this.#titleWords;
  }

  /** All of a catalog that is held in memory, for threads that read the same one. */
  inMemory(): CatalogMemory {
    return {
      digest: this.digest,
      columns: this.numericColumns(),
      titles: this.#allTitles(),
      ids: this.#ids.inMemory(),
      rowsOfIds: this.#buckets.table(),
      terms: this.#terms.inMemory(),
    };
  }

  /** All numbers of all products, by row; read once, on first use. */
  numericColumns(): Columns {
    this.#columns ??= readColumns(this.#db, this.size);
    return this.#columns;
  }

  priceMinor(row: number): number | null {
    return orNull(this.numericColumns().priceMinor[row]);
  }

  currency(row: number): string | null {
    const { currencyIds, currencies } = this.numericColumns();
    return currencies[currencyIds[row] as number] ?? null;
  }

  averageRating(row: number): number | null {
    return orNull(this.numericColumns().averageRating[row]);
  }

  ratingCount(row: number): number | null {
    return orNull(this.numericColumns().ratingCount[row]);
  }

  shopId(row: number): string | null {
    const { shop, shops } = this.numericColumns();
    return shops[shop[row] as number] ?? null;
  }

  /** Every distinct review read, kept or not. */
  reviewCount(row: number): number {
    return this.numericColumns().reviewCount[row] ?? 0;
  }

  *quarantined(): Iterable<QuarantinedRow> {
    const rows = this.#db
      .prepare(
        `SELECT quarantine.file, line, kind, reason, excerpt FROM quarantine
         JOIN ingest_files ON ingest_files.file = quarantine.file ORDER BY place, line, quarantine.id`,
      )
      .iterate();
    for (const row of rows) yield { ...row } as QuarantinedRow;
  }

  close(): void {
    this.#db.close();
  }
}

/** All that an open catalog tells. */
export type Catalog = Pick<StoredCatalog, keyof StoredCatalog>;

/**
 * Opens a catalog file for reading; a ConfigError says what to do when it is missing, foreign or of another version. What
 * is held in memory of the same catalog, by another thread or since it was built, is not read again.
 */
export function openCatalog(path: string, held: PartlyHeld | null = null, cacheKb = CACHE_KB): Catalog {
  if (!existsSync(path))
    throw new ConfigError(`${path} is missing; build it with: npm run build:catalog -- <raw files> --out ${path}`);
  let meta: Map<string, string>;
  let db: DatabaseSync | null = null;
  try {
    // A finished catalog is never written to again, and to lock it takes longer than a look-up; shared storage may not lock at all.
    db = new DatabaseSync(unchangingFile(path), { readOnly: true });
    db.exec(`PRAGMA cache_size = -${cacheKb}`);
    const pairs = db.prepare('SELECT key, value FROM meta').all() as { key: string; value: string }[];
    meta = new Map(pairs.map(({ key, value }) => [key, value]));
  } catch (cause) {
    db?.close();
    throw new ConfigError(
      `${path} is not a catalog: ${(cause as Error).message}; build one with: npm run build:catalog`,
      { cause },
    );
  }
  if (meta.get('schema_version') !== String(SCHEMA_VERSION)) {
    db.close();
    throw new ConfigError(
      `${path} has catalog version ${meta.get('schema_version') ?? 'none'}, expected ${SCHEMA_VERSION}; build it again with: npm run build:catalog`,
    );
  }
  if (held !== null && held.digest !== meta.get('digest')) {
    db.close();
    throw new ConfigError(`${path} was replaced while it was read; run the same command again`);
  }
  return new StoredCatalog(path, db, meta, held);
}
