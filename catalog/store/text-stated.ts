import type { DatabaseSync } from 'node:sqlite';
import type { Detail, Product } from '../../schemas/product.ts';
import { allFirstProducts, type Bits, hasBit, noBits, rowsByGroup, setBit } from '../inverted-index/index.ts';
import { Numbers } from '../memory/numbers.ts';
import type { Mention } from '../text-stated/mentions.ts';
import { MentionRules, type Place } from '../text-stated/rules.ts';
import { type IndexedField, type IndexedValue, vocabularyOf } from '../text-stated/vocabulary.ts';
import { productOf, titleOf } from './product-json.ts';
import { storedNumbers } from './product-parts.ts';
import { asBytes, asNumbers, namesIn, RowsInsert } from './sqlite.ts';

/** Value a title states: field, value as the catalog spells it, and as the title spells it. */
type StoredMention = readonly [field: string, option: string, written: string];

/** So many products at most are witnesses of how titles say values, from all over the catalog. */
const MOST_WITNESSES = 15_000;

/** Fields that products state; and of witnesses of how titles say values, one of every so many products, what they state. */
class Statements {
  readonly #size: number;
  readonly #every: number;
  /** The rows that state each field. */
  readonly #stating = new Map<string, Bits>();
  /** Comparison forms by field, of each witness. */
  readonly #stated: Map<string, string[]>[];

  constructor(size: number) {
    this.#size = size;
    this.#every = Math.max(1, Math.ceil(size / MOST_WITNESSES));
    this.#stated = Array.from({ length: Math.ceil(size / this.#every) }, () => new Map());
  }

  /** Notes a value with the rows that state it. */
  note(field: string, norm: string, rows: Uint32Array): void {
    const stating = this.#stating.get(field) ?? noBits(this.#size);
    this.#stating.set(field, stating);
    for (let at = 0; at < rows.length; at++) {
      const row = rows[at] as number;
      setBit(stating, row);
      if (row % this.#every !== 0) continue;
      const place = row / this.#every;
      const stated = this.#stated[place] as Map<string, string[]>;
      const norms = stated.get(field);
      if (norms === undefined) stated.set(field, [norm]);
      else norms.push(norm);
    }
  }

  hasField(row: number, field: string): boolean {
    const stating = this.#stating.get(field);
    return stating !== undefined && hasBit(stating, row);
  }

  *witnesses(): Generator<readonly [row: number, stated: ReadonlyMap<string, readonly string[]>]> {
    for (const [place, stated] of this.#stated.entries()) yield [place * this.#every, stated];
  }
}

/** The fields of a finished index that are no names: of those nearly each value is another. What is read of them is noted. */
function* indexedFields(
  db: DatabaseSync,
  statedBy: (field: string) => number,
  statements: Statements,
): Generator<IndexedField> {
  const first = allFirstProducts(db);
  const terms = db.prepare(
    `SELECT terms.id, norm, display, products
     FROM fields CROSS JOIN json_each(fields.terms) AS stated
     CROSS JOIN terms ON terms.id = stated.value LEFT JOIN postings ON postings.term = terms.id
     WHERE fields.id = ?`,
  );
  terms.setReturnArrays(true);
  function* valuesOf(id: number, field: string): Generator<IndexedValue> {
    const read = terms.iterate(id) as unknown as Iterable<[number, string, string, Uint8Array | null]>;
    for (const [term, norm, display, products] of read) {
      const rows = products === null ? first.subarray(term, term + 1) : asNumbers(products);
      statements.note(field, norm, rows);
      // A value of one product is no word that sellers share.
      if (products !== null) yield { term, norm, display, count: rows.length };
    }
  }
  const fields = db.prepare('SELECT id, name, json_array_length(terms) AS "values" FROM fields ORDER BY id').all();
  for (const { id, name, values: count } of fields as unknown as { id: number; name: string; values: number }[]) {
    const products = statedBy(name);
    if (count <= MOST_DISTINCT * products) yield { name, products, values: valuesOf(id, name) };
  }
}

/** More values for a product than this, and a field has names. */
const MOST_DISTINCT = 0.8;

/**
 * Writes down what titles of products state beyond doubt and their fields do not, and by what it is found. It takes reading some
 * products, to learn which titles are to be trusted, and all titles; `take` is given what each product states so.
 */
export function writeTextStated(
  db: DatabaseSync,
  size: number,
  statedBy: (field: string) => number,
  take: (row: number, data: string) => void,
): void {
  const statements = new Statements(size);
  const rules = new MentionRules(vocabularyOf(indexedFields(db, statedBy, statements)));
  if (rules.wanted.values.length === 0) return;
  const select = db.prepare('SELECT data FROM product_data WHERE id = ?');
  const dataOf = (row: number) => select.get(row)?.data as string;
  const placeOf = placesOfProducts(db, size);
  const startOf = db.prepare('SELECT substr(data, 1, ?) AS start FROM product_data WHERE id = ?');
  const titleAt = (row: number) => titleFrom(startOf.get(USUAL_CHARACTERS, row)?.start as string, row, dataOf);
  for (const [row, stated] of statements.witnesses()) rules.learn(titleAt(row), placeOf(row), stated);
  if (rules.settle().wanted.values.length === 0) return;
  const insert = new RowsInsert(db, 'text_stated', ['product', 'data']);
  const index = new TextPostings();
  for (const [row, title] of storedTitles(db, dataOf)) {
    const trusted = rules.trustedIn(title, placeOf(row));
    if (trusted.every(({ value: { field } }) => statements.hasField(row, field))) continue;
    const stated = rules.newIn(trusted, productOf(dataOf(row)));
    if (stated.length === 0) continue;
    const json = JSON.stringify(stated.map(storedMention));
    insert.add(row, json);
    take(row, json);
    for (const { value } of stated) index.add(value.term, row);
  }
  insert.flush();
  index.write(db);
}

/** Ids and titles that are together longer are read with all of their product. */
const USUAL_CHARACTERS = 300;
/** Titles fetched at once: to step from row to row takes longer than to read them. */
const TITLES_AT_ONCE = 1024;

/** The title of a product, of which the start is read already. */
const titleFrom = (start: string, row: number, dataOf: (row: number) => string): string =>
  titleOf(start) ?? (titleOf(dataOf(row)) as string);

/** The titles of all products, by row. */
function* storedTitles(
  db: DatabaseSync,
  dataOf: (row: number) => string,
): Generator<readonly [row: number, title: string]> {
  const starts = db.prepare('SELECT id, substr(data, 1, ?) FROM product_data WHERE id >= ? ORDER BY id LIMIT ?');
  starts.setReturnArrays(true);
  for (let from = 0; ; ) {
    const read = starts.all(USUAL_CHARACTERS, from, TITLES_AT_ONCE) as unknown as [number, string][];
    for (const [row, start] of read) yield [row, titleFrom(start, row, dataOf)];
    if (read.length < TITLES_AT_ONCE) return;
    from = (read.at(-1) as [number, string])[0] + 1;
  }
}

/** Reads the categories that the product of each row stands in; products of the same ones share a place. */
function placesOfProducts(db: DatabaseSync, size: number): (row: number) => Place {
  const mainCategories = namesIn(db, 'main_categories', 'name');
  const shelves = namesIn(db, 'shelves', 'path');
  const shelfOf = new Uint32Array(size);
  const mainCategoryOf = new Uint32Array(size);
  for (const [from, { shelf, mainCategory }] of storedNumbers(db)) {
    shelfOf.set(shelf, from);
    mainCategoryOf.set(mainCategory, from);
  }
  const places = new Map<number, Place>();
  return (row) => {
    const [shelf, mainCategory] = [shelfOf[row] as number, mainCategoryOf[row] as number];
    const number = shelf * mainCategories.length + mainCategory;
    let place = places.get(number);
    if (place === undefined) {
      place = { category: [shelves[shelf] as string], mainCategory: mainCategories[mainCategory] as string };
      places.set(number, place);
    }
    return place;
  };
}

const storedMention = ({ value: { field, display }, written }: Mention): StoredMention => [field, display, written];

/** Collects which products state a term by their texts alone. */
class TextPostings {
  readonly #places = new Map<number, number>();
  readonly #placeOf = new Numbers();
  readonly #rows = new Numbers();

  add(term: number, row: number): void {
    let place = this.#places.get(term);
    if (place === undefined) {
      place = this.#places.size;
      this.#places.set(term, place);
    }
    this.#placeOf.add(place);
    this.#rows.add(row);
  }

  write(db: DatabaseSync): void {
    const insert = new RowsInsert(db, 'text_postings', ['term', 'products']);
    const of = rowsByGroup(this.#placeOf.take(), this.#places.size);
    const rows = this.#rows.take();
    for (const [term, place] of [...this.#places].sort(([a], [b]) => a - b))
      insert.add(term, asBytes(of(place).map((at) => rows[at] as number)));
    insert.flush();
  }
}

/** A product with what its title states, as the store keeps that; null where it states nothing more. */
export function withTextStated(product: Product, json: string | null): Product {
  if (json === null) return product;
  const details: Record<string, Detail> = { ...product.details };
  for (const [field, option, written] of JSON.parse(json) as StoredMention[]) {
    const { options, raw } = Object.hasOwn(details, field) ? (details[field] as Detail) : { options: [], raw: [] };
    details[field] = {
      options: [...options, option],
      raw: [...raw, { key: field, value: written, statedIn: 'title' }],
    };
  }
  return { ...product, details };
}
