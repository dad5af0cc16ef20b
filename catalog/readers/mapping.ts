import type { Origin, Product, ProductPart } from '../../schemas/product.ts';
import { detailsFrom, type RawDetail } from '../product/details.ts';
import { priceMinor } from '../product/price.ts';
import {
  countOf,
  currencyOf,
  found,
  idOf,
  jsonCell,
  ratingOf,
  statedBrand,
  textOf,
  textOrNull,
  textsOf,
  timeOf,
} from '../product/values.ts';
import { isRawObject, type RawObject } from '../rows/row.ts';
import type { ListColumn, Mapping, ProductMapping, ReviewMapping, Variants } from './mapping-file.ts';
import { type NamedColumn, type Quarantined, quarantined, type Reader, type Reading, shareOf } from './reader.ts';

/** A cell by its column; in nested rows a column may be a dotted path. */
function cell(row: RawObject, column: string | undefined): unknown {
  if (column === undefined) return undefined;
  if (Object.hasOwn(row, column)) return row[column];
  let value: unknown = row;
  for (const key of column.split('.')) value = isRawObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  return value;
}

function listIn(row: RawObject, list: ListColumn | undefined): string[] {
  if (list === undefined) return [];
  if (typeof list === 'string') return textsOf(jsonCell(cell(row, list)));
  const value = jsonCell(cell(row, list.column));
  return textsOf(typeof value === 'string' ? value.split(list.separator) : value);
}

function detailPairs(row: RawObject, details: ProductMapping['details']): [string, unknown][] {
  const pairs: [string, unknown][] = [];
  for (const [column, field] of Object.entries(details?.columns ?? {}))
    pairs.push([field, jsonCell(cell(row, column))]);
  const prefix = details?.prefix;
  if (prefix !== undefined) {
    for (const [column, value] of Object.entries(row)) {
      if (column.startsWith(prefix) && column.length > prefix.length)
        pairs.push([column.slice(prefix.length), jsonCell(value)]);
    }
  }
  const object = jsonCell(cell(row, details?.object));
  if (isRawObject(object)) pairs.push(...Object.entries(object));
  return pairs.filter(([, value]) => value !== null && value !== undefined && value !== '');
}

/** The options that a row states by name; `names` are those of the product's first variant, for a row that has but values. */
function optionsIn(row: RawObject, { options }: Variants, names: readonly string[]): [string, string][] | Quarantined {
  const pairs: [string, string][] = [];
  for (const [place, { name, value }] of options.entries()) {
    const stated = textOf(cell(row, value));
    if (stated === '') continue;
    const called = textOf(cell(row, name)) || names[place];
    if (called === undefined)
      return quarantined(`"${value}" is ${found(stated)}, expected a name for it in "${name}" here or before`);
    pairs.push([called, stated]);
  }
  return pairs;
}

type Sku = Product['skuOptions'][number];

/** A variant by its options; null where it has none. */
function skuIn(row: RawObject, options: readonly [string, string][], variants: Variants, price: number | null) {
  if (options.length === 0) return null;
  const id = textOrNull(cell(row, variants.sku)) ?? options.map(([, value]) => value).join(' / ');
  const sku: Sku = { id, values: Object.fromEntries(options), ...(price === null ? {} : { priceMinor: price }) };
  return { sku, details: options.map(([name, value]): RawDetail => [name, value, 'sku']) };
}

/** What a row adds to the product whose id it repeats: a variant, or nothing that is read. */
function readVariant(row: RawObject, product: Product, variants: Variants): ProductPart | Quarantined {
  const options = optionsIn(row, variants, Object.keys(product.skuOptions[0]?.values ?? {}));
  if ('kind' in options) return options;
  const variant = skuIn(row, options, variants, priceMinor(cell(row, variants.price), product.currency));
  return variant === null ? {} : { skuOptions: [variant.sku], details: detailsFrom(variant.details) };
}

function readProduct(row: RawObject, origin: Origin, mapping: ProductMapping): Reading {
  const id = idOf(cell(row, mapping.id));
  if (id === null) return quarantined(`"${mapping.id}" is ${found(cell(row, mapping.id))}, expected a product id`);
  const title = textOf(cell(row, mapping.title));
  if (title === '' && mapping.variants !== undefined) return { kind: 'part', productId: id };
  if (title === '')
    return quarantined(`"${mapping.title}" is ${found(cell(row, mapping.title))}, expected the product's name`);

  const path = listIn(row, mapping.category);
  const mainCategory = textOrNull(cell(row, mapping.main_category)) ?? path[0] ?? 'Uncategorized';
  const { currency: stated } = mapping;
  const currency = typeof stated === 'string' ? stated : currencyOf(cell(row, stated?.column));
  const price = priceMinor(cell(row, mapping.price), currency);
  const { variants } = mapping;
  const options = variants === undefined ? [] : optionsIn(row, variants, []);
  if ('kind' in options) return options;
  const variant =
    variants === undefined ? null : skuIn(row, options, variants, priceMinor(cell(row, variants.price), currency));
  const details = detailsFrom([...detailPairs(row, mapping.details), ...(variant?.details ?? [])]);
  const product = {
    id,
    title,
    brand: statedBrand(cell(row, mapping.brand)) ?? details.Brand?.options[0] ?? null,
    store: textOrNull(cell(row, mapping.store)),
    shopId: textOrNull(cell(row, mapping.shop_id)),
    mainCategory,
    category: path.length > 0 ? path : [mainCategory],
    priceMinor: price,
    currency: price === null ? null : currency,
    averageRating: ratingOf(cell(row, mapping.rating)),
    ratingCount: countOf(cell(row, mapping.rating_count)),
    features: listIn(row, mapping.features),
    description: listIn(row, mapping.description),
    details,
    skuOptions: variant === null ? [] : [variant.sku],
    services: listIn(row, mapping.services),
    soldCount: countOf(cell(row, mapping.sold_count)),
    origin,
  };
  return { kind: 'product', product };
}

function readReview(row: RawObject, mapping: ReviewMapping): Reading {
  const productId = idOf(cell(row, mapping.product_id));
  if (productId === null)
    return quarantined(`"${mapping.product_id}" is ${found(cell(row, mapping.product_id))}, expected a product id`);
  const rating = ratingOf(cell(row, mapping.rating));
  if (rating === null)
    return quarantined(`"${mapping.rating}" is ${found(cell(row, mapping.rating))}, expected a number from 1 to 5`);
  const review = {
    productId,
    author: textOrNull(cell(row, mapping.author)),
    rating,
    title: textOf(cell(row, mapping.title)),
    text: textOf(cell(row, mapping.text)),
    helpfulVotes: countOf(cell(row, mapping.helpful_votes)) ?? 0,
    verified: /^(?:true|1|yes)$/i.test(textOf(cell(row, mapping.verified))),
    time: timeOf(cell(row, mapping.time)),
  };
  return { kind: 'review', review };
}

const has = (row: RawObject, column: string) => cell(row, column) !== undefined;

const named = (key: string, column: string): NamedColumn => ({ key, column, isIn: (row) => has(row, column) });

function columnsOf(section: string, stated: Readonly<Record<string, ListColumn | undefined>>): NamedColumn[] {
  return Object.entries(stated).flatMap(([key, list]) =>
    list === undefined ? [] : [named(`${section}.${key}`, typeof list === 'string' ? list : list.column)],
  );
}

function productColumns({ currency, details, variants, ...stated }: ProductMapping): NamedColumn[] {
  const columns = columnsOf('product', {
    ...stated,
    currency: typeof currency === 'string' ? undefined : currency?.column,
  });
  for (const column of Object.keys(details?.columns ?? {})) columns.push(named('product.details.columns', column));
  columns.push(...columnsOf('product.details', { object: details?.object }));
  const { options = [], ...ofVariant } = variants ?? {};
  columns.push(...columnsOf('product.variants', ofVariant));
  for (const option of options) columns.push(...columnsOf('product.variants.options', option));
  const prefix = details?.prefix;
  if (prefix === undefined) return columns;
  const isIn = (row: RawObject) =>
    Object.keys(row).some((column) => column.startsWith(prefix) && column.length > prefix.length);
  return [...columns, { key: 'product.details.prefix', column: prefix, isPrefix: true, isIn }];
}

/** The readers a mapping file describes: one for products, one for reviews, whichever it has. */
export function mappingReaders({ product, review }: Mapping): Reader[] {
  const readers: Reader[] = [];
  if (product !== undefined) {
    const { variants } = product;
    readers.push({
      name: 'mapping-product',
      family: 'mapping',
      kind: 'product',
      describes: `products by your mapping (columns "${product.id}" and "${product.title}")`,
      merges: 'fill',
      recognises: (rows) => shareOf(rows, (row) => has(row, product.id) && has(row, product.title)),
      columns: productColumns(product),
      read: (row, origin) => readProduct(row, origin, product),
      ...(variants === undefined ? {} : { part: (row, of) => readVariant(row, of, variants) }),
    });
  }
  if (review !== undefined) {
    readers.push({
      name: 'mapping-review',
      family: 'mapping',
      kind: 'review',
      describes: `reviews by your mapping (columns "${review.product_id}", "${review.rating}" and "${review.text}")`,
      merges: 'fill',
      recognises: (rows) =>
        shareOf(rows, (row) => has(row, review.product_id) && has(row, review.rating) && has(row, review.text)),
      columns: columnsOf('review', review),
      read: (row) => readReview(row, review),
    });
  }
  return readers;
}
