import type { DatabaseSync } from 'node:sqlite';
import type { Detail, Product } from '../../schemas/product.ts';
import { RecentBytes } from '../../text/cache/recent-bytes.ts';
import {
  allFirstProducts,
  type Bits,
  eachPlace,
  FIELD_OF_KIND,
  hasBit,
  noBits,
  type RowSet,
  rowSetOf,
  rowsByGroup,
  setBit,
  TermReader,
  TITLE_WORD,
} from '../inverted-index/index.ts';
import { Numbers } from '../memory/numbers.ts';
import { bytesAt, type Texts, TextsMaker } from '../memory/texts.ts';
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

  /** The rows that state a field some product states. */
  rowsStating(field: string): Bits {
    return this.#stating.get(field) as Bits;
  }

  /** The rows of the witnesses. */
  get witnesses(): Uint32Array {
    return Uint32Array.from(this.#stated, (_, place) => place * this.#every);
  }

  /** The comparison forms that a witness states, by field. */
  statedBy(row: number): ReadonlyMap<string, readonly string[]> {
    return this.#stated[row / this.#every] as Map<string, string[]>;
  }
}

/** The fields of a finished index that are no names: of those nearly each value is another. What is read of them is noted. */
function* indexedFields(db: DatabaseSync, { statedBy }: UnreadTitles, statements: Statements): Generator<IndexedField> {
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
  for (const { id, name, products, hasNames } of countedFields(db, statedBy))
    if (!hasNames) yield { name, products, values: valuesOf(id, name) };
}

/** More values for a product than this, and a field has names. */
const MOST_DISTINCT = 0.8;

interface CountedField {
  readonly id: number;
  readonly name: string;
  readonly products: number;
  readonly hasNames: boolean;
}

function countedFields(db: DatabaseSync, statedBy: ReadonlyMap<string, number>): CountedField[] {
  const fields = db.prepare('SELECT id, name, json_array_length(terms) AS "values" FROM fields ORDER BY id').all();
  return (fields as unknown as { id: number; name: string; values: number }[]).map(({ id, name, values }) => {
    const products = statedBy.get(name) ?? 0;
    return { id, name, products, hasNames: values > MOST_DISTINCT * products };
  });
}

/** The fields whose values are names, which no title is read for. */
export const fieldsOfNames = (db: DatabaseSync, { statedBy }: UnreadTitles): string[] =>
  countedFields(db, statedBy).flatMap(({ name, hasNames }) => (hasNames ? [name] : []));

/** A catalog whose titles are to be looked through, which has its index. */
export interface UnreadTitles {
  readonly size: number;
  /** The number of products that state each field. */
  readonly statedBy: ReadonlyMap<string, number>;
  /** Rows whose titles the index may cut into other words than are looked for in them. */
  readonly foldedTitles: Uint32Array;
}

/** Values that titles state beyond doubt and the fields of their products do not, in a form that goes from thread to thread. */
export interface StatedInTitles {
  /** The rows of the products, ascending, and what each states so, as JSON. */
  readonly products: Uint32Array;
  readonly data: Texts;
  /** Pairs of a term and the row of a product that states it so. */
  readonly terms: Uint32Array;
  readonly rows: Uint32Array;
}

/**
 * Reads what titles state. It takes reading some products, to learn which titles are to be trusted, and the titles that say a
 * value which is.
 */
export function readTitles(db: DatabaseSync, unread: UnreadTitles): StatedInTitles {
  const found = { products: new Numbers(), data: new TextsMaker(), terms: new Numbers(), rows: new Numbers() };
  lookThrough(db, unread, (row, stated) => {
    found.products.add(row);
    found.data.add(JSON.stringify(stated.map(storedMention)));
    for (const { value } of stated) {
      found.terms.add(value.term);
      found.rows.add(row);
    }
  });
  const { products, data, terms, rows } = found;
  return { products: products.take(), data: data.take(), terms: terms.take(), rows: rows.take() };
}

/** Writes down what titles state, and by what it is found; `take` is given what each product states so. */
export function writeTextStated(
  db: DatabaseSync,
  { products, data, terms, rows }: StatedInTitles,
  take: (row: number, data: Uint8Array) => void,
): void {
  const insert = new RowsInsert(db, 'text_stated', ['product', 'data'], ['data']);
  for (const [place, row] of products.entries()) {
    insert.add(row, bytesAt(data, place));
    take(row, bytesAt(data, place));
  }
  insert.flush();
  writePostings(db, terms, rows);
}

/** Calls `take` with each product whose title states something more. */
function lookThrough(
  db: DatabaseSync,
  unread: UnreadTitles,
  take: (row: number, stated: readonly Mention[]) => void,
): void {
  const { size } = unread;
  const statements = new Statements(size);
  const rules = new MentionRules(vocabularyOf(indexedFields(db, unread, statements)));
  if (rules.wanted.values.length === 0) return;
  const places = new Places(db, size);
  const titles = new StoredTitles(db);
  for (const [row, title] of titles.of(statements.witnesses))
    rules.learn(title, places.of(row), statements.statedBy(row));
  if (rules.settle().wanted.values.length === 0) return;
  for (const [row, title] of titles.of(titlesToRead(db, unread, rules, statements, places))) {
    const trusted = rules.trustedIn(title, places.of(row), (field) => !hasBit(statements.rowsStating(field), row));
    if (trusted.length === 0) continue;
    const stated = rules.newIn(trusted, productOf(titles.dataOf(row)));
    if (stated.length > 0) take(row, stated);
  }
}

/** Words of a value by which the index finds every title of ASCII that says it. */
export const wordsToFindBy = (norm: string): string[] => norm.split(' ').filter((word) => /^[a-z]+$/.test(word));

/** Rows by words of titles, of which values share most. */
const WORDS_ROOM = 4 << 20;

/** The rows whose titles may say a value that is trusted where they stand, of a field that their products do not state. */
function titlesToRead(
  db: DatabaseSync,
  { size, foldedTitles }: UnreadTitles,
  rules: MentionRules,
  statements: Statements,
  places: Places,
): Uint32Array {
  const sought = noBits(size);
  for (const row of foldedTitles) setBit(sought, row);
  const terms = new TermReader(db, null);
  const known = new RecentBytes<RowSet>(WORDS_ROOM);
  const rowsOf = (word: string) =>
    known.of(word, () => rowSetOf(terms.rows(FIELD_OF_KIND.get(TITLE_WORD) as number, word), size));
  let all: Uint32Array | null = null;
  const allRows = () => {
    all ??= Uint32Array.from({ length: size }, (_, row) => row);
    return all;
  };
  for (const value of rules.trusted()) {
    const stating = statements.rowsStating(value.field);
    const sets = wordsToFindBy(value.norm).map(rowsOf);
    const [smallest, ...others] = sets.sort((a, b) => a.size - b.size);
    const rows = others.reduce((common, set) => set.among(common), smallest?.rows() ?? allRows());
    const mayStand = places.remembering((place) => rules.mayHold(value, place));
    for (let at = 0; at < rows.length; at++) {
      const row = rows[at] as number;
      if (!hasBit(stating, row) && mayStand(row)) setBit(sought, row);
    }
  }
  const found = new Numbers();
  eachPlace(sought, (row) => found.add(row));
  return found.take();
}

/** Ids and titles that are together longer are read with all of their product. */
const USUAL_CHARACTERS = 300;
/** Titles fetched at once: to step from row to row takes longer than to read them. */
const TITLES_AT_ONCE = 1024;

/** Reads titles, and whole products, from the store. */
class StoredTitles {
  readonly #starts;
  readonly #data;

  constructor(db: DatabaseSync) {
    this.#starts = db.prepare(
      `SELECT product_data.id, substr(data, 1, ${USUAL_CHARACTERS})
       FROM json_each(?) AS listed CROSS JOIN product_data ON product_data.id = listed.value`,
    );
    this.#starts.setReturnArrays(true);
    this.#data = db.prepare('SELECT data FROM product_data WHERE id = ?');
  }

  /** The titles of some rows, in their order. */
  *of(rows: Uint32Array): Generator<readonly [row: number, title: string]> {
    for (let from = 0; from < rows.length; from += TITLES_AT_ONCE) {
      const read = this.#starts.all(`[${rows.subarray(from, from + TITLES_AT_ONCE)}]`) as unknown as [number, string][];
      for (const [row, start] of read) yield [row, titleOf(start) ?? (titleOf(this.dataOf(row)) as string)];
    }
  }

  dataOf(row: number): string {
    return this.#data.get(row)?.data as string;
  }
}

/** The categories that products stand in; those of the same ones share a place. */
class Places {
  readonly #places: Place[] = [];
  /** The number of the place of each row. */
  readonly #numbers: Uint32Array;

  constructor(db: DatabaseSync, size: number) {
    const mainCategories = namesIn(db, 'main_categories', 'name');
    const shelves = namesIn(db, 'shelves', 'path');
    const numbers = new Map<number, number>();
    this.#numbers = new Uint32Array(size);
    for (const [from, { shelf, mainCategory }] of storedNumbers(db)) {
      for (let at = 0; at < shelf.length; at++) {
        const [path, main] = [shelf[at] as number, mainCategory[at] as number];
        const key = path * mainCategories.length + main;
        let number = numbers.get(key);
        if (number === undefined) {
          number = this.#places.push({
            category: [shelves[path] as string],
            mainCategory: mainCategories[main] as string,
          });
          numbers.set(key, number);
        }
        this.#numbers[from + at] = number - 1;
      }
    }
  }

  of(row: number): Place {
    return this.#places[this.#numbers[row] as number] as Place;
  }

  /** Answers for rows what is asked once of each place. */
  remembering(holds: (place: Place) => boolean): (row: number) => boolean {
    const known = new Int8Array(this.#places.length);
    return (row) => {
      const number = this.#numbers[row] as number;
      if (known[number] === 0) known[number] = holds(this.#places[number] as Place) ? 1 : -1;
      return known[number] === 1;
    };
  }
}

const storedMention = ({ value: { field, display }, written }: Mention): StoredMention => [field, display, written];

/** Writes the products that state each term by their texts alone. */
function writePostings(db: DatabaseSync, terms: Uint32Array, rows: Uint32Array): void {
  const places = new Map<number, number>();
  const placeOf = terms.map((term) => {
    const place = places.get(term) ?? places.size;
    places.set(term, place);
    return place;
  });
  const insert = new RowsInsert(db, 'text_postings', ['term', 'products']);
  const of = rowsByGroup(placeOf, places.size);
  for (const [term, place] of [...places].sort(([a], [b]) => a - b))
    insert.add(term, asBytes(of(place).map((at) => rows[at] as number)));
  insert.flush();
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
