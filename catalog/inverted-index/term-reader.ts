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
FROM json_each(?) AS listed CROSS JOIN terms ON terms.id = listed.value
LEFT JOIN postings ON postings.term = terms.id LEFT JOIN text_postings ON text_postings.term = terms.id`;
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
  readonly #statements;

  constructor(db: DatabaseSync, held: TermsInMemory | null) {
    this.#db = db;
    this.#buckets = new Buckets(db, 'term_buckets', held?.buckets);
    this.#first = held?.first ?? null;
    this.#statements = {
      products: db.prepare(
        `SELECT postings.products, text_postings.products AS inText
         FROM terms LEFT JOIN postings ON postings.term = terms.id
         LEFT JOIN text_postings ON text_postings.term = terms.id
         WHERE terms.id = ? AND field = ? AND norm = ?`,
      ),
      termsOf: db.prepare('SELECT terms FROM fields WHERE id = ?'),
      values: db.prepare(`SELECT norm, display,
           coalesce(length(postings.products) / 4, 1) + coalesce(length(text_postings.products) / 4, 0) ${OF_LIST}`),
      stated: db.prepare(`SELECT terms.id, norm, postings.products, text_postings.products ${OF_LIST}`),
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
  #rowsOf(term: number, products: Uint8Array | null, inText: Uint8Array | null): Uint32Array {
    const rows = products === null ? Uint32Array.of(this.#firstProducts()[term] as number) : asNumbers(products);
    return inText === null ? rows : union(rows, asNumbers(inText));
  }

  /** Rows of the products that have a term, ascending. */
  rows(field: number, norm: string): Uint32Array {
    const rows = this.#buckets.find(norm, field, (term) => {
      const found = this.#statements.products.get(term, field, norm) as
        | { products: Uint8Array | null; inText: Uint8Array | null }
        | undefined;
      return found === undefined ? undefined : this.#rowsOf(term, found.products, found.inText);
    });
    return rows ?? new Uint32Array();
  }

  /** The values of a field, in the order in which they were first stated. */
  *values(field: number): Iterable<FieldValue> {
    const found = this.#ofField(this.#statements.values, field) as Iterable<[string, string, number]>;
    for (const [norm, display, count] of found) yield { norm, display, count };
  }

  /** The values of a field with the rows that state them, in no order to rely on. */
  *stated(field: number): Iterable<{ readonly norm: string; readonly rows: Uint32Array }> {
    const found = this.#ofField(this.#statements.stated, field) as Iterable<
      [number, string, Uint8Array | null, Uint8Array | null]
    >;
    for (const [term, norm, products, inText] of found) yield { norm, rows: this.#rowsOf(term, products, inText) };
  }

  /** The rows that a statement selects of the terms of a field, in the order in which they were first stated. */
  *#ofField(statement: StatementSync, field: number): Iterable<unknown> {
    const { terms } = this.#statements.termsOf.get(field) as { terms: string };
    const all = JSON.parse(terms) as number[];
    for (let from = 0; from < all.length; from += TERMS_AT_ONCE)
      yield* statement.all(JSON.stringify(all.slice(from, from + TERMS_AT_ONCE)));
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
  const rowsOf = new Map<string, Uint32Array>();
  for (const { norm, rows } of statements) {
    const form = (spelled?.get(norm) ?? flags?.get(norm) ?? codeForms(norm))?.[0];
    if (form === undefined && spelled === undefined) {
      yield { norm, rows };
      continue;
    }
    const known = rowsOf.get(form ?? norm);
    rowsOf.set(form ?? norm, known === undefined ? rows : union(known, rows));
  }
  for (const [norm, rows] of rowsOf) yield { norm, rows };
}
