import type { DatabaseSync } from 'node:sqlite';
import { FLAG_FORMS } from '../../text/flags.ts';
import { BASE_SPELLED, SPELLED } from '../product/options.ts';
import { asNumbers } from '../store/sqlite.ts';
import { allFirstProducts, union } from './stored-postings.ts';
import { Buckets, type BucketTable } from './text-buckets.ts';

/** One option of a field: its comparison form, its first-seen spelling and how many products state it. */
export interface FieldValue {
  readonly norm: string;
  readonly display: string;
  readonly count: number;
}

/** The terms of the field that is asked for, in the order in which they were first stated. */
const OF_FIELD = `
FROM fields CROSS JOIN json_each(fields.terms) AS stated
CROSS JOIN terms ON terms.id = stated.value LEFT JOIN postings ON postings.term = terms.id
LEFT JOIN text_postings ON text_postings.term = terms.id
WHERE fields.id = ?`;

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
      values: db.prepare(`SELECT norm, display,
           coalesce(length(postings.products) / 4, 1) + coalesce(length(text_postings.products) / 4, 0) AS count ${OF_FIELD}`),
    };
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

  /** The values of a field, in no order to rely on. */
  values(field: number): FieldValue[] {
    return (this.#statements.values.all(field) as unknown as FieldValue[]).map((value) => ({ ...value }));
  }

  /** The values of a field with the rows that state them, in no order to rely on. */
  *stated(field: number): Iterable<{ readonly norm: string; readonly rows: Uint32Array }> {
    const statement = this.#db.prepare(`SELECT terms.id, norm, postings.products, text_postings.products ${OF_FIELD}`);
    statement.setReturnArrays(true);
    const found = statement.iterate(field) as unknown as Iterable<
      [number, string, Uint8Array | null, Uint8Array | null]
    >;
    for (const [term, norm, products, inText] of found) yield { norm, rows: this.#rowsOf(term, products, inText) };
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
    const form = (spelled?.get(norm) ?? flags?.get(norm))?.[0];
    if (form === undefined && spelled === undefined) {
      yield { norm, rows };
      continue;
    }
    const known = rowsOf.get(form ?? norm);
    rowsOf.set(form ?? norm, known === undefined ? rows : union(known, rows));
  }
  for (const [norm, rows] of rowsOf) yield { norm, rows };
}
