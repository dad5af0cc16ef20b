import type { Detail, Product } from '../../schemas/product.ts';
import { canonicalField } from './fields.ts';
import { distinctOptions } from './options.ts';

export interface Merged {
  readonly product: Product;
  /** Fields both rows state differently; the first row's value was kept. */
  readonly conflicts: readonly string[];
  readonly changed: boolean;
}

const SCALARS = ['brand', 'store', 'shopId', 'averageRating', 'ratingCount', 'soldCount'] as const;
const LISTS = ['features', 'description', 'services'] as const;

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

function mergedDetail(first: Detail, later: Detail): Detail {
  const known = new Set(first.raw.map((pair) => JSON.stringify(pair)));
  const raw = [...first.raw, ...later.raw.filter((pair) => !known.has(JSON.stringify(pair)))];
  return { options: distinctOptions([...first.options, ...later.options]), raw };
}

/**
 * Two rows of one product: the first row wins, the later one fills what the first does not state. SKU rows also add
 * their options and SKUs. The price and its currency move together and stay those of the first row that has one.
 */
export function mergeProducts(first: Product, later: Product, how: 'fill' | 'skus'): Merged {
  const conflicts: string[] = [];
  const product: Product = { ...first };
  let changed = false;

  const settle = (field: keyof Product, isEmpty: boolean, laterIsEmpty: boolean) => {
    if (laterIsEmpty) return;
    if (isEmpty) {
      Object.assign(product, { [field]: later[field] });
      changed = true;
    } else if (!same(first[field], later[field])) conflicts.push(field);
  };
  settle('title', false, false);
  settle('mainCategory', false, false);
  settle('category', false, false);
  for (const field of SCALARS) settle(field, first[field] === null, later[field] === null);
  for (const field of LISTS) settle(field, first[field].length === 0, later[field].length === 0);
  if (first.priceMinor === null && later.priceMinor !== null) {
    product.priceMinor = later.priceMinor;
    product.currency = later.currency;
    changed = true;
  } else if (
    later.priceMinor !== null &&
    !(first.priceMinor === later.priceMinor && first.currency === later.currency)
  ) {
    conflicts.push('priceMinor');
  }

  const known = new Set(first.skuOptions.map(({ id }) => id));
  const isForeign = ![null, product.currency].includes(later.currency);
  const added = later.skuOptions
    .filter(({ id }) => !known.has(id))
    // An amount of another currency is no price in that of the product.
    .map(({ priceMinor, ...sku }) => (priceMinor === undefined || isForeign ? sku : { ...sku, priceMinor }));
  // What a SKU says stands in the details too, or the index would not find it.
  const chosen = new Set(added.flatMap(({ values }) => Object.keys(values).map(canonicalField)));
  const details = { ...first.details };
  for (const [field, detail] of Object.entries(later.details)) {
    const stated = Object.hasOwn(details, field) ? details[field] : undefined;
    if (stated === undefined) details[field] = detail;
    else if (how === 'skus' || chosen.has(field)) details[field] = mergedDetail(stated, detail);
    else if (!same(stated, detail)) conflicts.push(`details.${field}`);
  }
  if (!same(details, first.details)) {
    product.details = details;
    changed = true;
  }

  if (added.length > 0) {
    product.skuOptions = [...first.skuOptions, ...added];
    changed = true;
  }
  return { product, conflicts, changed };
}
