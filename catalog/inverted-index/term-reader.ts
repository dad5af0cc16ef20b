import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { FLAG_FORMS } from '../../text/flags.ts';
import { BASE_SPELLED, codeForms, SPELLED } from '../product/options.ts';
import { asNumbers } from '../store/sqlite.ts';
import { allFirstProducts, union } from './stored-postings.ts';
import { Buckets, type BucketTable } from './text-buckets.ts';

/** One option of a field: its comparison form, its first-seen spelling and how many products state it. */
export interface FieldValue {
  readonly norm: string;
  readonly display: string;
  readonly count: number;
}

/** The terms of a list of their numbers, in its order. */
const OF_LIST = `
FROM json_each(?) AS listed CROSS JOIN terms ON terms.id = listed.value LEFT JOIN postings ON postings.term = terms.id`;
interface TextPosting {
  readonly term: number;
  readonly products: Uint8Array;
}

/** Terms fetched at once: to step from row to row takes longer than to read them. */
const TERMS_AT_ONCE = 1024;

/** The look-up of terms, in memory that threads can share. */
export interface TermsInMemory {
  readonly buckets: BucketTable;
  /** The first product of every term. */
  readonly first: Uint32Array;
}

/** Reads which products have which terms. */
export class TermReader {
  readonly #db: DatabaseSync;
  readonly #buckets: Buckets;
  #first: Uint32Array | null;
  #inTexts: Map<number, Uint32Array> | null = null;
  readonly #statements;

  constructor(db: DatabaseSync, held: TermsInMemory | null) {
    this.#db = db;
    this.#buckets = new Buckets(db, 'term_buckets', held?.buckets);
    this.#first = held?.first ?? null;
    this.#statements = {
      products: db.prepare(
        `SELECT products FROM terms LEFT JOIN postings ON postings.term = terms.id
         WHERE terms.id = ? AND field = ? AND norm = ?`,
      ),
      termsOf: db.prepare('SELECT terms FROM fields WHERE id = ?'),
      values: db.prepare(`SELECT norm, display,
           coalesce(length(postings.products) / 4, 1) ${OF_LIST}`),
      stated: db.prepare(`SELECT norm, postings.products ${OF_LIST}`),
      inTexts: db.prepare('SELECT term, products FROM text_postings'),
    };
    for (const statement of [this.#statements.values, this.#statements.stated]) statement.setReturnArrays(true);
  }

  inMemory(): TermsInMemory {
    return { buckets: this.#buckets.table(), first: this.#firstProducts() };
  }

  #firstProducts(): Uint32Array {
    this.#first ??= allFirstProducts(this.#db);
    return this.#first;
  }

  /** Products that state a term by a field, and those that do by their texts: no product does both. */
  #rowsOf(term: number, products: Uint8Array | null, inTexts: Uint32Array | undefined): Uint32Array {
    const rows = products === null ? this.#firstProducts().slice(term, term + 1) : asNumbers(products);
    return inTexts === undefined ? rows : union(rows, inTexts);
  }

  /** Products that state a term by their texts, of which there are few; read once, on first use. */
  #rowsInTexts(term: number): Uint32Array | undefined {
    if (this.#inTexts === null) {
      this.#inTexts = new Map();
      for (const row of this.#statements.inTexts.iterate() as unknown as Iterable<TextPosting>)
        this.#inTexts.set(row.term, asNumbers(row.products));
    }
    return this.#inTexts.get(term);
  }

  /** Rows of the products that have a term, ascending. */
  rows(field: number, norm: string): Uint32Array {
    const rows = this.#buckets.find(norm, field, (term) => {
      const found = this.#statements.products.get(term, field, norm) as { products: Uint8Array | null } | undefined;
      return found === undefined ? undefined : this.#rowsOf(term, found.products, this.#rowsInTexts(term));
    });
    return rows ?? new Uint32Array();
  }

  /** The values of a field, in the order in which they were first stated. */
  *values(field: number): Iterable<FieldValue> {
    for (const [terms, found] of this.#ofField<[string, string, number]>(this.#statements.values, field)) {
      for (const [place, [norm, display, count]] of found.entries())
        yield { norm, display, count: count + (this.#rowsInTexts(terms[place] as number)?.length ?? 0) };
    }
  }

  /** The values of a field with the rows that state them, in no order to rely on. */
  *stated(field: number): Iterable<{ readonly norm: string; readonly rows: Uint32Array }> {
    for (const [terms, found] of this.#ofField<[string, Uint8Array | null]>(this.#statements.stated, field)) {
      for (let place = 0; place < terms.length; place++) {
        const term = terms[place] as number;
        const [norm, products] = found[place] as [string, Uint8Array | null];
        yield { norm, rows: this.#rowsOf(term, products, this.#rowsInTexts(term)) };
      }
    }
  }

  /** The rows that a statement selects of the terms of a field, in the order in which they were first stated, some at once. */
  *#ofField<Row>(statement: StatementSync, field: number): Iterable<[terms: number[], found: Row[]]> {
    const { terms } = this.#statements.termsOf.get(field) as { terms: string };
    const all = JSON.parse(terms) as number[];
    for (let from = 0; from < all.length; from += TERMS_AT_ONCE) {
      const some = all.slice(from, from + TERMS_AT_ONCE);
      yield [some, statement.all(JSON.stringify(some)) as unknown as Row[]];
    }
  }
}

/** Statements of a field by products, by comparison forms. */
type Statements = Iterable<{ readonly norm: string; readonly rows: Uint32Array }>;

/**
 * Statements of a field with all ways to write a value, and flags of all languages, taken as one; by the tables alone for
 * what a catalog keeps.
 */
export function* inOneForm(field: string, statements: Statements, by: 'lexicon' | 'tables'): Statements {
  const spelled = (by === 'tables' ? BASE_SPELLED : SPELLED).get(field);
  const flags = by === 'tables' ? undefined : FLAG_FORMS;
  /** Rows by form, and the one row where there is no other: of most codes, of which there may be as many as products. */
  const rowsOf = new Map<string, Uint32Array | number>();
  for (const { norm, rows } of statements) {
    const form = (spelled?.get(norm) ?? flags?.get(norm) ?? codeForms(norm))?.[0];
    if (form === undefined && spelled === undefined) {
      yield { norm, rows };
      continue;
    }
    const known = rowsOf.get(form ?? norm);
    const all = known === undefined ? rows : union(listOf(known), rows);
    rowsOf.set(form ?? norm, all.length === 1 ? (all[0] as number) : all);
  }
  for (const [norm, rows] of rowsOf) yield { norm, rows: listOf(rows) };
}

const listOf = (rows: Uint32Array | number): Uint32Array => (typeof rows === 'number' ? Uint32Array.of(rows) : rows);
