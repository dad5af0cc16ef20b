import type { DatabaseSync } from 'node:sqlite';
import type { z } from 'zod';
import { type Detail, type Product, ProductPart } from '../../schemas/product.ts';
import { normaliseValue } from '../../text/normalise.ts';
import { readerOf, type Texts } from '../memory/texts.ts';
import { type Merged, mergeProducts } from '../product/merge.ts';
import type { Quarantined, Refusal } from '../readers/index.ts';
import type { RawObject } from '../rows/row.ts';
import { RowsInsert } from './sqlite.ts';

/** A row that is set aside, and why. */
export interface RefusedRow extends Refusal {
  readonly line: number;
  readonly excerpt: string;
  /** The product of a row that the mapping sets aside. */
  readonly of?: string;
}

const EXCERPT_CHARACTERS = 200;

export const excerptOf = (text: string) => text.slice(0, EXCERPT_CHARACTERS);

/** Rows that add to products of other rows: the product of each, the row as JSON and its line. */
export interface StagedParts {
  readonly productIds: Texts;
  readonly rows: Texts;
  readonly lines: Uint32Array;
}

/** All parts of one product in their file, in an order that the file's does not decide. */
interface PartsOfProduct {
  readonly productId: string;
  readonly parts: readonly { readonly line: number; readonly row: string }[];
}

/** Keeps the parts of a file until all its products are there. */
export class PartStage {
  readonly #db: DatabaseSync;
  readonly #insert: RowsInsert;
  #count = 0;

  constructor(db: DatabaseSync) {
    this.#db = db;
    db.exec('CREATE TEMP TABLE staged_parts (product TEXT NOT NULL, row TEXT NOT NULL, line INTEGER NOT NULL)');
    this.#insert = new RowsInsert(db, 'staged_parts', ['product', 'row', 'line']);
  }

  add({ productIds, rows, lines }: StagedParts): void {
    const [productIdAt, rowAt] = [readerOf(productIds), readerOf(rows)];
    for (const [place, line] of lines.entries()) this.#insert.add(productIdAt(place), rowAt(place), line);
    this.#count += lines.length;
  }

  /** Gives the parts back by product, and forgets them. */
  *take(): Generator<PartsOfProduct, void, void> {
    if (this.#count === 0) return;
    this.#insert.flush();
    const rows = this.#db.prepare('SELECT product, row, line FROM staged_parts ORDER BY product, row, line').iterate();
    let productId: string | null = null;
    let parts: { line: number; row: string }[] = [];
    for (const { product, row, line } of rows as Iterable<{ product: string; row: string; line: number }>) {
      if (productId !== null && product !== productId) {
        yield { productId, parts };
        parts = [];
      }
      productId = product;
      parts.push({ line, row });
    }
    if (productId !== null) yield { productId, parts };
    this.#db.exec('DELETE FROM staged_parts');
    this.#count = 0;
  }
}

export type ReadPart = (row: RawObject, product: Product, line: number) => ProductPart | Quarantined;

/** Says why a row is set aside that adds to a product which is not there. */
export type StrayOf = (row: RawObject, productId: string) => Refusal;

/** A product with its parts merged into it: how many were, how many of them disagreed with it, and those that could not be. */
interface MergedParts {
  readonly product: Product;
  readonly changed: boolean;
  readonly merged: number;
  readonly conflicting: number;
  readonly refused: readonly RefusedRow[];
  /** Fields that its own row leaves open and its parts state differently. */
  readonly differing: readonly string[];
}

/** Why a record does not fit its schema. */
export function misfit({ issues }: Pick<z.ZodError, 'issues'>): Refusal {
  const { path = [], message = 'malformed' } = issues[0] ?? {};
  return { reason: `"${path.join('.')}": ${message}`, cause: `"${String(path[0] ?? '')}": ${message}` };
}

type OwnDetails = Product['details'];

/** Merges a part into its product, but for the details that are its own; returns why where it cannot be read. */
function merge(
  product: Product,
  row: string,
  line: number,
  read: ReadPart,
): (Merged & { readonly own: OwnDetails }) | Refusal {
  const reading = read(JSON.parse(row) as RawObject, product, line);
  if ('kind' in reading) return reading;
  const parsed = ProductPart.safeParse(reading);
  if (!parsed.success) return misfit(parsed.error);
  const { ownDetails: own, ...part } = parsed.data;
  return { ...mergeProducts(product, { ...identityOf(product), ...part }, 'skus'), own };
}

const optionsOf = ({ options }: Detail) => JSON.stringify(options.map(normaliseValue));

/** The details of parts in which all that state one agree, of fields that their product leaves open; and the fields in which they differ. */
function agreedOf({ details }: Product, parts: readonly OwnDetails[]) {
  const agreed: OwnDetails = {};
  const differing = new Set<string>();
  for (const [field, detail] of parts.flatMap((own) => Object.entries(own))) {
    if (detail.options.length === 0 || Object.hasOwn(details, field)) continue;
    const first = Object.hasOwn(agreed, field) ? agreed[field] : undefined;
    if (first === undefined) agreed[field] = detail;
    else if (optionsOf(first) !== optionsOf(detail)) differing.add(field);
  }
  for (const field of differing) delete agreed[field];
  return { agreed, differing: [...differing] };
}

export function mergeParts(first: Product, { parts }: PartsOfProduct, read: ReadPart): MergedParts {
  const refused: RefusedRow[] = [];
  const own: OwnDetails[] = [];
  let product = first;
  let changed = false;
  let conflicting = 0;
  for (const { line, row } of parts) {
    const merged = merge(product, row, line, read);
    if ('reason' in merged) {
      refused.push({ ...merged, line, excerpt: excerptOf(row) });
      continue;
    }
    if (merged.conflicts.length > 0) conflicting++;
    changed ||= merged.changed;
    product = merged.product;
    own.push(merged.own);
  }
  const { agreed, differing } = agreedOf(product, own);
  if (Object.keys(agreed).length > 0) {
    changed = true;
    const brand = product.brand ?? agreed.Brand?.options[0] ?? null;
    product = { ...product, brand, details: { ...product.details, ...agreed } };
  }
  return { product, changed, merged: parts.length - refused.length, conflicting, refused, differing };
}

/** The fields that a part never states, as its product has them. */
const identityOf = ({ id, title, mainCategory, category, origin }: Product) => ({
  ...{ id, title, mainCategory, category, origin },
});
