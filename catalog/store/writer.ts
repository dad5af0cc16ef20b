import { DatabaseSync } from 'node:sqlite';
import { StageError } from '../../schemas/errors.ts';
import type { Product, QuarantinedRow } from '../../schemas/product.ts';
import { Product as ProductSchema } from '../../schemas/product.ts';
import {
  BucketWriter,
  NO_ROW,
  type PlacedTerms,
  Postings,
  type PostingsLimits,
  postingsOf,
  TermWriter,
} from '../inverted-index/index.ts';
import { DIGEST_WORDS, type DigestKey, digestOf, newDigestKey } from '../memory/lane-digest.ts';
import { Numbering } from '../memory/numbering.ts';
import { Numbers } from '../memory/numbers.ts';
import { bufferOf, readerOf } from '../memory/texts.ts';
import { mergeProducts } from '../product/merge.ts';
import type { RawObject } from '../rows/row.ts';
import { writeReviewCounts } from './columns.ts';
import { ContentDigest, History, writtenProducts } from './content-digest.ts';
import { type IndexedCatalog, indexedCatalog } from './indexed-catalog.ts';
import { productIdsIn } from './product-ids.ts';
import { productJson, productOf } from './product-json.ts';
import { type Labels, type PackedProducts, ProductPacker } from './product-packer.ts';
import { ProductParts } from './product-parts.ts';
import { type PackedReviews, reviewsIn } from './review-packer.ts';
import { NO_FILE, type ReviewedFile, type ReviewFate, ReviewWriter } from './review-writer.ts';
import { CACHE_KB_OF_ONE_PASS, Names, namesIn, RowsInsert } from './sqlite.ts';
import {
  excerptOf,
  mergeParts,
  PartStage,
  type ReadPart,
  type RefusedRow,
  type StagedParts,
  type StrayOf,
} from './staged-parts.ts';
import type { StoredFile } from './stored-files.ts';
import { EMPTY_BUCKETS, STAGING, TABLES, TAKE_REVIEW_KEYS, WRITE_PRAGMAS } from './tables.ts';
import { fieldsOfNames, readTitles, type StatedInTitles, type UnreadTitles, writeTextStated } from './text-stated.ts';

const ROWS_PER_TRANSACTION = 20_000;

/** The columns of a product that a merge may change. */
const CHANGEABLE = ['priceMinor', 'currency', 'averageRating', 'ratingCount', 'shopId'] as const;

/** The number in the store of a label of the product at a place; `mainCategory` is that of the product. */
type LabelNumber = (place: number, mainCategory?: number) => number;
type LabelNumbers = Readonly<Record<'mainCategory' | 'shelf' | 'currency' | 'shop', LabelNumber>>;

/** Looks up the number of each label for the first product that has it. */
function numbersOf(
  { labels, labelOf }: Labels,
  numberOf: (label: string | null, mainCategory: number) => number,
): LabelNumber {
  const known = new Int32Array(labels.length).fill(-1);
  return (place, mainCategory = 0) => {
    const label = labelOf[place] as number;
    if ((known[label] as number) < 0) known[label] = numberOf(labels[label] as string | null, mainCategory);
    return known[label] as number;
  };
}

/** The number of a name in the store; 0 is none. */
const numberOfName = (names: Names, name: string | null) => (name === null ? 0 : names.idOf(name) + 1);

const dataAt = ({ data, dataEnds }: PackedProducts, place: number) =>
  data.subarray(place === 0 ? 0 : dataEnds[place - 1], dataEnds[place]);

/** The fields of which a product states any option. */
const statedFields = ({ details }: Product): string[] =>
  Object.keys(details).filter((field) => (details[field]?.options.length ?? 0) > 0);

/** A product with no more than a later row has added to it; its words of the title are known already. */
function addition(before: Product, after: Product): Product {
  const details: Record<string, Product['details'][string]> = {};
  for (const [field, detail] of Object.entries(after.details)) {
    const known = new Set(before.details[field]?.options);
    details[field] = { ...detail, options: detail.options.filter((option) => !known.has(option)) };
  }
  const services = after.services.filter((service) => !before.services.includes(service));
  return { ...after, title: '', details, services };
}

/** Products by id, numbered as their rows are. */
function knownProducts(db: DatabaseSync, key: DigestKey): { numbering: Numbering; buckets: BucketWriter } {
  const numbering = new Numbering();
  const buckets = new BucketWriter();
  for (const id of productIdsIn(db)) {
    numbering.numberOf(digestOf(id, key), 0);
    buckets.add(id);
  }
  return { numbering, buckets };
}

interface WriterOptions {
  readonly limits?: PostingsLimits;
  /** There is a finished catalog at the path, to which more is to come. */
  readonly extends?: boolean;
}

/** Fills a catalog file; rows are numbered from 0 in the order they come. */
export class CatalogWriter {
  /** Key of the digests by which ids and values are told apart while the file is written; products must be packed with it. */
  readonly key: DigestKey = newDigestKey();
  readonly #db: DatabaseSync;
  readonly #digest = new ContentDigest();
  readonly #rows: Numbering;
  /** The look-up of products by id. */
  readonly #buckets: BucketWriter;
  readonly #history: History;
  readonly #packer = new ProductPacker(this.key);
  readonly #mainCategories: Names;
  readonly #shelves: Names;
  readonly #terms: TermWriter;
  readonly #currencies: Names;
  readonly #shops: Names;
  readonly #products: ProductParts;
  readonly #data: RowsInsert;
  readonly #statements;
  readonly #parts: PartStage;
  /** Number of products that state each field. */
  readonly #statedBy = new Map<string, number>();
  /** Rows whose titles are not ASCII alone; of a catalog that was there all. */
  readonly #foldedTitles = new Numbers();
  #reviews: ReviewWriter | null = null;
  /** The number of reviews of each product, once all are counted. */
  #reviewCounts: Uint32Array = new Uint32Array();
  #written = 0;
  #conflicts = 0;

  /** Starts a catalog, or goes on with the one that is there. */
  constructor(path: string, { limits, extends: isThere = false }: WriterOptions = {}) {
    const db = new DatabaseSync(path, { defensive: false });
    db.exec(WRITE_PRAGMAS);
    db.exec(isThere ? EMPTY_BUCKETS : TABLES);
    db.exec(STAGING);
    this.#db = db;
    const known = knownProducts(db, this.key);
    this.#rows = known.numbering;
    this.#buckets = known.buckets;
    this.#history = new History(db);
    for (const { row, data } of writtenProducts(db)) this.#digest.product(row, Buffer.from(data));
    for (let row = 0; row < this.size; row++) this.#foldedTitles.add(row);
    this.#mainCategories = new Names(
      db.prepare('INSERT INTO main_categories (id, name) VALUES (?, ?)'),
      namesIn(db, 'main_categories', 'name'),
    );
    this.#shelves = new Names(
      db.prepare('INSERT INTO shelves (id, path, main_category) VALUES (?, ?, ?)'),
      namesIn(db, 'shelves', 'path'),
    );
    this.#conflicts = Number(db.prepare("SELECT value FROM meta WHERE key = 'merge_conflicts'").get()?.value ?? 0);
    this.#terms = new TermWriter(db, new Postings(postingsOf(path), limits), this.key);
    for (const { name, products } of db.prepare('SELECT name, stated_by AS products FROM fields').iterate())
      this.#statedBy.set(name as string, products as number);
    const namesOf = (table: string) =>
      new Names(db.prepare(`INSERT INTO ${table} (id, name) VALUES (?, ?)`), namesIn(db, table, 'name'));
    this.#currencies = namesOf('currencies');
    this.#shops = namesOf('shops');
    this.#products = new ProductParts(db);
    this.#parts = new PartStage(db);
    this.#data = new RowsInsert(db, 'product_data', ['id', 'data'], ['data']);
    this.#statements = {
      changeData: db.prepare('UPDATE product_data SET data = ? WHERE id = ?'),
      dataOf: db.prepare('SELECT data FROM product_data WHERE id = ?'),
      quarantine: db.prepare('INSERT INTO quarantine (file, line, kind, reason, excerpt) VALUES (?, ?, ?, ?, ?)'),
      addFile: db.prepare(
        `INSERT OR REPLACE INTO ingest_files
           (id, place, file, format, digest, bytes, read, kept, merged, quarantined, strays, cells, set_aside, notes)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ),
      addMeta: db.prepare('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)'),
    };
    db.exec('BEGIN');
  }

  get size(): number {
    return this.#rows.size;
  }

  /** Rows whose product was there already with another value in some field. */
  get conflicts(): number {
    return this.#conflicts;
  }

  addProduct(product: Product, merges: 'fill' | 'skus'): 'kept' | 'merged' {
    this.#packer.add(product);
    return this.addProducts(this.#packer.take(), merges).kept === 1 ? 'kept' : 'merged';
  }

  /**
   * Takes in packed products one after the other; one that is there already is merged into its first row. One that is not, and
   * an earlier row of which was set aside, is given back.
   */
  addProducts(
    packed: PackedProducts,
    merges: 'fill' | 'skus',
    setAside: ReadonlyMap<string, RefusedRow> = new Map(),
  ): { kept: number; merged: number; aside: Product[] } {
    const rowOf = new Uint32Array(packed.count).fill(NO_ROW);
    const batch: PlacedTerms[] = [];
    const idAt = readerOf(packed.ids);
    const titleWords = bufferOf(packed.titleWords);
    const aside: Product[] = [];
    const numbers = this.#numbersOf(packed);
    let merged = 0;
    for (let place = 0; place < packed.count; place++) {
      const before = setAside.size === 0 ? undefined : setAside.get(idAt(place));
      if (before !== undefined && this.#rows.find(packed.idDigests, place * DIGEST_WORDS) < 0) {
        const product = productOf(Buffer.from(dataAt(packed, place)).toString());
        if (product.origin.line > before.line) {
          for (const field of statedFields(product)) this.#count(field, -1);
          aside.push(product);
          continue;
        }
      }
      const size = this.#rows.size;
      const row = this.#rows.numberOf(packed.idDigests, place * DIGEST_WORDS);
      if (row === size) {
        this.#insert(packed, place, row, idAt(place), titleWords, numbers);
        rowOf[place] = row;
        continue;
      }
      merged++;
      const later = productOf(Buffer.from(dataAt(packed, place)).toString());
      // It was counted as a product of its own.
      for (const field of statedFields(later)) this.#count(field, -1);
      const added = this.#merge(row, later, merges);
      if (added === null) continue;
      this.#packer.add(added);
      const { terms } = this.#packer.take();
      batch.push({ terms, rowOf: Uint32Array.of(row), hasGaps: false, place });
    }
    for (const place of packed.foldedTitles)
      if (rowOf[place] !== NO_ROW) this.#foldedTitles.add(rowOf[place] as number);
    for (const [place, field] of packed.terms.fields.entries())
      this.#count(field, packed.terms.productsOf[place] as number);
    batch.unshift({ terms: packed.terms, rowOf, hasGaps: merged + aside.length > 0 });
    this.#terms.add(batch);
    // What waits stands in the buffers of the batch, which are used again.
    this.#flushProducts();
    this.#afterWrite(packed.count);
    return { kept: packed.count - merged - aside.length, merged, aside };
  }

  #numbersOf({ mainCategories, shelves, currencies, shops }: PackedProducts): LabelNumbers {
    return {
      mainCategory: numbersOf(mainCategories, (name) => this.#mainCategories.idOf(name as string)),
      shelf: numbersOf(shelves, (path, mainCategory) => this.#shelves.idOf(path as string, mainCategory)),
      currency: numbersOf(currencies, (name) => numberOfName(this.#currencies, name)),
      shop: numbersOf(shops, (name) => numberOfName(this.#shops, name)),
    };
  }

  #insert(
    packed: PackedProducts,
    place: number,
    row: number,
    id: string,
    titleWords: Buffer,
    numbers: LabelNumbers,
  ): void {
    const mainCategory = numbers.mainCategory(place);
    const data = dataAt(packed, place);
    const { ends } = packed.titleWords;
    this.#products.add(id, titleWords, place === 0 ? 0 : (ends[place - 1] as number), ends[place] as number, {
      mainCategory,
      shelf: numbers.shelf(place, mainCategory),
      priceMinor: packed.priceMinor[place] as number,
      currency: numbers.currency(place),
      averageRating: packed.averageRating[place] as number,
      ratingCount: packed.ratingCount[place] as number,
      shop: numbers.shop(place),
    });
    this.#buckets.add(id);
    this.#data.add(row, data);
    this.#digest.product(row, data);
  }

  /** Merges a later row of a product into its first one; returns what that adds, or null where it changes nothing. */
  #merge(row: number, later: Product, merges: 'fill' | 'skus'): Product | null {
    const category = this.#mainCategories.idOf(later.mainCategory);
    this.#shelves.idOf(later.category.join(' > '), category);
    const { data, product: first } = this.#stored(row);
    if (first.id !== later.id)
      throw new StageError(`products "${first.id}" and "${later.id}" have one digest; ingest again`, later);
    const { product, conflicts, changed } = mergeProducts(first, later, merges);
    if (conflicts.length > 0) this.#conflicts++;
    return changed ? this.#replace(row, data, first, product) : null;
  }

  #stored(row: number): { data: string; product: Product } {
    if (row >= this.#rows.size - this.#data.waiting) this.#flushProducts();
    const { data } = this.#statements.dataOf.get(row) as { data: string };
    return { data, product: productOf(data) };
  }

  /** Writes what a product has become in place of what it was; returns what it has more. */
  #replace(row: number, data: string, first: Product, product: Product): Product {
    ProductSchema.parse(product);
    const { priceMinor, currency, averageRating, ratingCount, shopId } = product;
    // Most merges add texts and options alone, and to change a number takes a part of many products.
    if (CHANGEABLE.some((name) => product[name] !== first[name]))
      this.#products.change(row, {
        priceMinor: priceMinor ?? Number.NaN,
        currency: numberOfName(this.#currencies, currency),
        averageRating: averageRating ?? Number.NaN,
        ratingCount: ratingCount ?? Number.NaN,
        shop: numberOfName(this.#shops, shopId),
      });
    this.#history.add(this.#rows.size, row, data);
    const changedData = productJson(product);
    this.#statements.changeData.run(changedData, row);
    this.#digest.product(row, Buffer.from(changedData));
    const known = statedFields(first);
    for (const field of statedFields(product)) if (!known.includes(field)) this.#count(field, 1);
    return addition(first, product);
  }

  /** Takes in rows that add to products, until `mergeParts`. */
  stageParts(parts: StagedParts): void {
    this.#parts.add(parts);
  }

  /**
   * Merges the parts that a file had into their products, which are all there; returns those that cannot be, and the fields that are
   * left out of so many products because their parts differ.
   */
  mergeParts(
    read: ReadPart,
    strayOf: StrayOf,
  ): { merged: number; refused: RefusedRow[]; differing: ReadonlyMap<string, number> } {
    const refused: RefusedRow[] = [];
    const differing = new Map<string, number>();
    let merged = 0;
    for (const ofProduct of this.#parts.take()) {
      const row = this.#rows.find(digestOf(ofProduct.productId, this.key), 0);
      if (row < 0) {
        const { productId, parts } = ofProduct;
        refused.push(
          ...parts.map(({ line, row }) => ({
            ...strayOf(JSON.parse(row) as RawObject, productId),
            line,
            excerpt: excerptOf(row),
          })),
        );
        continue;
      }
      const { data, product } = this.#stored(row);
      const result = mergeParts(product, ofProduct, read);
      merged += result.merged;
      refused.push(...result.refused);
      this.#conflicts += result.conflicting;
      for (const field of result.differing) differing.set(field, (differing.get(field) ?? 0) + 1);
      if (!result.changed) continue;
      this.#packer.add(this.#replace(row, data, product, result.product));
      this.#terms.add([{ terms: this.#packer.take().terms, rowOf: Uint32Array.of(row), hasGaps: false, place: 0 }]);
    }
    this.#afterWrite(merged);
    return { merged, refused, differing };
  }

  #count(field: string, products: number): void {
    this.#statedBy.set(field, this.statedBy(field) + products);
  }

  /** Returns the number of products that state a field. */
  statedBy(field: string): number {
    return this.#statedBy.get(field) ?? 0;
  }

  #flushProducts(): void {
    this.#data.flush();
  }

  /** Forgets what a file said that is read again. */
  forget({ id, file }: StoredFile): void {
    this.#db.prepare('DELETE FROM quarantine WHERE file = ?').run(file);
    this.#db.prepare(`UPDATE reviews SET file = ${NO_FILE} WHERE file = ?`).run(id);
  }

  /** Takes in packed reviews of one file, once their products are there; returns what became of each. */
  addReviews(packed: PackedReviews, file: ReviewedFile): ReviewFate[] {
    this.#flushProducts();
    this.#reviews ??= new ReviewWriter(this.#db, this.size);
    this.#reviews.grow(this.size);
    const reviewAt = reviewsIn(packed);
    const fates: ReviewFate[] = [];
    for (let place = 0; place < packed.count; place++) {
      const row = this.#rows.find(packed.productDigests, place * DIGEST_WORDS);
      fates.push(row < 0 ? { fate: 'unknown_product' } : this.#reviews.add(reviewAt(place), row, file));
    }
    this.#afterWrite(packed.count);
    return fates;
  }

  quarantine({ file, line, kind, reason, excerpt }: QuarantinedRow): void {
    this.#statements.quarantine.run(file, line, kind, reason, excerpt);
    this.#afterWrite(1);
  }

  #afterWrite(rows: number): void {
    this.#written += rows;
    if (this.#written < ROWS_PER_TRANSACTION) return;
    this.#db.exec('COMMIT; BEGIN');
    this.#written = 0;
  }

  addFile({
    id,
    place,
    file,
    format,
    digest,
    bytes,
    read,
    kept,
    merged,
    quarantined,
    strays,
    cells,
    setAside,
    notes,
  }: StoredFile): void {
    const counts = [read, kept, merged, quarantined, strays];
    const lists = [cells, setAside, notes].map((list) => JSON.stringify(list));
    this.#statements.addFile.run(id, place, file, format, digest, bytes, ...counts, ...lists);
  }

  /** The first row that was set aside, for a message. */
  firstQuarantined(): string {
    const row = this.#db.prepare('SELECT file, line, reason FROM quarantine ORDER BY id LIMIT 1').get();
    return row === undefined ? 'there were no rows' : `${row.file}:${row.line} ${row.reason}`;
  }

  /** Counts the rows of the tables, to be compared with those counted on the way in. */
  counts(): { products: number; reviews: number; quarantined: number } {
    this.#flushProducts();
    const count = (table: string) => (this.#db.prepare(`SELECT count(*) AS n FROM ${table}`).get() as { n: number }).n;
    return { products: this.#products.size, reviews: count('reviews'), quarantined: count('quarantine') };
  }

  /**
   * Writes what everything is found by but what titles state, which are to be read then. What was held to take in rows is let go
   * of at once: to read titles takes memory too.
   */
  index(): UnreadTitles {
    const { size } = this;
    this.#flushProducts();
    this.#reviews?.flush();
    this.#reviews = null;
    this.#rows.forget();
    this.#terms.finish();
    this.#db.exec('COMMIT; BEGIN');
    this.#products.finish();
    this.#buckets.write(this.#db, 'product_buckets');
    this.#db.exec(TAKE_REVIEW_KEYS);
    this.#reviewCounts = writeReviewCounts(this.#db, size);
    this.#db.exec('COMMIT; BEGIN');
    // To read it now and then takes less.
    this.#db.exec(`PRAGMA shrink_memory; PRAGMA cache_size = -${CACHE_KB_OF_ONE_PASS}`);
    return { size, statedBy: this.#statedBy, foldedTitles: this.#foldedTitles.take() };
  }

  /** The catalog as far as it can be read once it has its index, with the fields that are whole: of them no title states more. */
  indexed(unread: UnreadTitles): { catalog: IndexedCatalog; whole: readonly string[] } {
    return { catalog: indexedCatalog(this.#db, unread.size), whole: fieldsOfNames(this.#db, unread) };
  }

  /** Writes what titles state and the notes, and closes the file; returns the catalog's digest. */
  finish(notes: Readonly<Record<string, string>>, stated: StatedInTitles = readTitles(this.#db, this.index())): string {
    writeTextStated(this.#db, stated, (row, data) => this.#digest.product(row, data));
    const digest = this.#digest.withReviews(this.#db, this.#reviewCounts);
    const setProducts = this.#db.prepare('UPDATE fields SET stated_by = ? WHERE name = ?');
    for (const [field, products] of this.#statedBy) if (products > 0) setProducts.run(products, field);
    const meta = { ...notes, digest, merge_conflicts: String(this.#conflicts), history: String(this.#history.isWhole) };
    for (const [key, value] of Object.entries(meta)) this.#statements.addMeta.run(key, value);
    this.#db.exec('COMMIT');
    this.#db.close();
    return digest;
  }

  /** Lets go of a file that will not be finished. */
  abandon(): void {
    this.#terms.close();
    if (this.#db.isOpen) this.#db.close();
  }
}
