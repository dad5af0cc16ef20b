import type { Origin, Product } from '../../schemas/product.ts';
import { detailsFrom, fieldFor, type RawDetail } from '../product/details.ts';
import { priceMinor } from '../product/price.ts';
import {
  countOf,
  currencyOf,
  idOf,
  jsonCell,
  numberOf,
  ratingOf,
  statedBrand,
  textOf,
  textOrNull,
  textsOf,
  timeOf,
} from '../product/values.ts';
import { isRawObject, type RawObject } from '../rows/row.ts';
import {
  type Cells,
  countColumn,
  currencyColumn,
  priceColumn,
  type ReadColumn,
  ratingColumn,
  timeColumn,
} from './cells.ts';
import type { ListColumn, Mapping, PlacedMapping, ProductMapping, ReviewMapping, Variants } from './mapping-file.ts';
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

/** The text of a column; one that holds something else, such as an object, is counted. */
function textIn(row: RawObject, column: string | undefined, head: ReadColumn, cells: Cells): string | null {
  const stated = cell(row, column);
  return cells.note(head, stated, textOrNull(stated));
}

/** The texts of a column; one that holds something else, such as objects, is counted. */
function textsIn(row: RawObject, list: ListColumn | undefined, head: ReadColumn, cells: Cells): string[] {
  const texts = listIn(row, list);
  cells.note(head, jsonCell(cell(row, nameOf(list))), texts.length > 0 ? texts : null);
  return texts;
}

function detailPairs(
  row: RawObject,
  details: ProductMapping['details'],
  heads: Heads,
  cells: Cells,
): [string, unknown][] {
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
  pairs.push(...(cells.note(heads.details, object, membersOf(object)) ?? []));
  return pairs.filter(([, value]) => value !== null && value !== undefined && value !== '');
}

/** The pairs of an object, or of a list such as [{"name": "Color", "value": "Black"}]; null for anything else. */
function membersOf(object: unknown): [string, unknown][] | null {
  if (isRawObject(object)) return Object.entries(object);
  if (!Array.isArray(object)) return null;
  const pairs = object.map((item): [string, unknown] | null => {
    const [name, value] = isRawObject(item) ? [item.name ?? item.key, item.value] : [];
    return typeof name === 'string' ? [name, value] : null;
  });
  return pairs.every((pair) => pair !== null) ? pairs : null;
}

/** The options that a row states by name; `names` are those of the product's first variant, for a row that has but values. */
function optionsIn(row: RawObject, { options }: Variants, names: readonly string[]): [string, string][] | Quarantined {
  const pairs: [string, string][] = [];
  for (const [place, { name, value }] of options.entries()) {
    const stated = textOf(cell(row, value));
    if (stated === '') continue;
    const called = textOf(cell(row, name)) || names[place];
    if (called === undefined) return quarantined(value, stated, `an option that "${name}" names here or before`);
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
function readVariant(row: RawObject, product: Product, variants: Variants, heads: Heads, cells: Cells) {
  const options = optionsIn(row, variants, Object.keys(product.skuOptions[0]?.values ?? {}));
  if ('kind' in options) return options;
  const variant = skuIn(row, options, variants, variantPrice(row, variants, product.currency, heads, cells));
  return variant === null ? {} : { skuOptions: [variant.sku], details: detailsFrom(variant.details) };
}

function variantPrice(row: RawObject, { price }: Variants, currency: string | null, heads: Heads, cells: Cells) {
  const stated = cell(row, price);
  return cells.note(heads.variantPrice, stated, priceMinor(stated, currency));
}

/** Texts that part the levels of a path, the longest first. */
const PATH_SEPARATORS = [' > ', ' › ', ' » ', ' | ', ' / ', '>', '›', '»', '|'];

/** Whether a text is a path whose levels something else parts than what the mapping says. */
function isOtherPath(text: string, separator: string | null): boolean {
  if (separator !== null && text.includes(separator)) return false;
  return PATH_SEPARATORS.some((other) => text.includes(other));
}

function categoryIn(row: RawObject, list: ListColumn | undefined, heads: Heads, cells: Cells): string[] {
  const stated = jsonCell(cell(row, nameOf(list)));
  const levels = listIn(row, list);
  const separator = typeof list === 'object' ? list.separator : null;
  const isRead = levels.length > 0 && !(typeof stated === 'string' && isOtherPath(stated, separator));
  cells.note(heads.category, stated, isRead ? levels : null);
  return levels;
}

/** The stars of a rating that says its scale, as Shopify exports one, where that is 1 to 5; any other cell as it is. */
function starsIn(stated: unknown): unknown {
  const rating = jsonCell(stated);
  if (!isRawObject(rating)) return stated;
  return numberOf(rating.scale_min) === 1 && numberOf(rating.scale_max) === 5 ? rating.value : stated;
}

function readProduct(row: RawObject, origin: Origin, mapping: ProductMapping, heads: Heads, cells: Cells): Reading {
  const id = idOf(cell(row, mapping.id));
  if (id === null) return quarantined(mapping.id, cell(row, mapping.id), 'a product id');
  const title = textOf(cell(row, mapping.title));
  if (title === '' && mapping.variants !== undefined) return { kind: 'part', productId: id };
  if (title === '')
    return quarantined(mapping.title, cell(row, mapping.title), "the product's name", remedyForVariants(mapping));

  const path = categoryIn(row, mapping.category, heads, cells);
  const mainCategory = textIn(row, mapping.main_category, heads.mainCategory, cells) ?? path[0] ?? 'Uncategorized';
  const { currency: stated } = mapping;
  const money = typeof stated === 'string' ? stated : cell(row, stated?.column);
  const currency = typeof stated === 'string' ? stated : cells.note(heads.currency, money, currencyOf(money));
  const amount = cell(row, mapping.price);
  const price = cells.note(heads.price, amount, priceMinor(amount, currency));
  const { variants } = mapping;
  const options = variants === undefined ? [] : optionsIn(row, variants, []);
  if ('kind' in options) return options;
  const variant =
    variants === undefined ? null : skuIn(row, options, variants, variantPrice(row, variants, currency, heads, cells));
  const details = detailsFrom([...detailPairs(row, mapping.details, heads, cells), ...(variant?.details ?? [])]);
  const [rating, ratings, sold] = [mapping.rating, mapping.rating_count, mapping.sold_count].map((column) =>
    cell(row, column),
  );
  const product = {
    id,
    title,
    brand: statedBrand(textIn(row, mapping.brand, heads.brand, cells)) ?? details.Brand?.options[0] ?? null,
    store: textIn(row, mapping.store, heads.store, cells),
    shopId: textIn(row, mapping.shop_id, heads.shop, cells),
    mainCategory,
    category: path.length > 0 ? path : [mainCategory],
    priceMinor: price,
    currency: price === null ? null : currency,
    averageRating: cells.note(heads.rating, rating, ratingOf(starsIn(rating))),
    ratingCount: cells.note(heads.ratingCount, ratings, countOf(ratings)),
    features: textsIn(row, mapping.features, heads.features, cells),
    description: textsIn(row, mapping.description, heads.description, cells),
    details,
    skuOptions: variant === null ? [] : [variant.sku],
    services: textsIn(row, mapping.services, heads.services, cells),
    soldCount: cells.note(heads.soldCount, sold, countOf(sold)),
    origin,
  };
  return { kind: 'product', product };
}

function readReview(row: RawObject, mapping: ReviewMapping, heads: ReviewHeads, cells: Cells): Reading {
  const productId = idOf(cell(row, mapping.product_id));
  if (productId === null) return quarantined(mapping.product_id, cell(row, mapping.product_id), 'a product id');
  const stars = cell(row, mapping.rating);
  const rating = cells.note(heads.rating, stars, ratingOf(stars));
  if (rating === null) return quarantined(mapping.rating, stars, 'a number from 1 to 5');
  const [votes, time] = [cell(row, mapping.helpful_votes), cell(row, mapping.time)];
  const review = {
    productId,
    author: textOrNull(cell(row, mapping.author)),
    rating,
    title: textOf(cell(row, mapping.title)),
    text: textIn(row, mapping.text, heads.text, cells) ?? '',
    helpfulVotes: cells.note(heads.helpfulVotes, votes, countOf(votes)) ?? 0,
    verified: /^(?:true|1|yes)$/i.test(textOf(cell(row, mapping.verified))),
    time: cells.note(heads.time, time, timeOf(time)),
  };
  return { kind: 'review', review };
}

const has = (row: RawObject, column: string) => cell(row, column) !== undefined;

const nameOf = (list: ListColumn | undefined): string => (typeof list === 'string' ? list : (list?.column ?? ''));

const textColumn = (of: string, column: string | undefined): ReadColumn => ({
  ...{ of, column: column ?? '', expected: 'a text' },
});
const textsColumn = (of: string, list: ListColumn | undefined): ReadColumn => ({
  ...{ of, column: nameOf(list), expected: 'a text or a list of texts' },
});

/** What is expected of the columns of products that may hold something nobody can read. */
function headsOf(mapping: ProductMapping) {
  const { price, currency, category, rating, rating_count, sold_count } = mapping;
  const { features, description, services, brand, store, shop_id, main_category, details, variants } = mapping;
  const separator = typeof category === 'object' ? category.separator : null;
  const levels = separator === null ? 'one, for no separator is named' : `levels parted by "${separator}"`;
  const amount =
    typeof currency === 'object' ? `a single amount, and a code such as USD in "${currency.column}"` : undefined;
  return {
    currency: currencyColumn(typeof currency === 'object' ? currency.column : ''),
    price: priceColumn(price ?? '', amount),
    variantPrice: priceColumn(variants?.price ?? '', amount, 'product.variants.price'),
    category: { of: 'product.category', column: nameOf(category), expected: `a list of levels, or ${levels}` },
    rating: ratingColumn(rating ?? ''),
    ratingCount: countColumn(rating_count ?? '', 'product.rating_count'),
    soldCount: countColumn(sold_count ?? '', 'product.sold_count'),
    features: textsColumn('product.features', features),
    description: textsColumn('product.description', description),
    services: textsColumn('product.services', services),
    brand: textColumn('product.brand', brand),
    store: textColumn('product.store', store),
    shop: textColumn('product.shop_id', shop_id),
    mainCategory: textColumn('product.main_category', main_category),
    details: {
      of: 'product.details.object',
      column: details?.object ?? '',
      expected: 'an object of details, or its JSON',
    },
  } satisfies Record<string, ReadColumn>;
}
type Heads = ReturnType<typeof headsOf>;

const reviewHeadsOf = ({ rating, text, helpful_votes, time }: ReviewMapping) => ({
  text: textColumn('review.text', text),
  rating: ratingColumn(rating, 'review.rating'),
  helpfulVotes: countColumn(helpful_votes ?? '', 'review.helpful_votes'),
  time: timeColumn(time ?? ''),
});
type ReviewHeads = ReturnType<typeof reviewHeadsOf>;

type PlaceOf = PlacedMapping['placeOf'];

/** A column that the mapping names at a key, which stands at a path of its own where several share the key. */
function named(placeOf: PlaceOf | undefined, path: readonly string[], column: string, key = path.join('.')) {
  return {
    key,
    column,
    place: placeOf?.(path) ?? 'the mapping',
    isIn: (row: RawObject) => has(row, column),
  } satisfies NamedColumn;
}

function columnsOf(
  placeOf: PlaceOf | undefined,
  section: readonly string[],
  stated: Readonly<Record<string, ListColumn | undefined>>,
): NamedColumn[] {
  return Object.entries(stated).flatMap(([key, list]) =>
    list === undefined ? [] : [named(placeOf, [...section, key], nameOf(list))],
  );
}

const required = (columns: readonly NamedColumn[], keys: readonly string[]): NamedColumn[] =>
  columns.map((column) => (keys.includes(column.key) ? { ...column, isRequired: true } : column));

function productColumns({ currency, details, variants, ...stated }: ProductMapping, placeOf?: PlaceOf): NamedColumn[] {
  const money = typeof currency === 'string' ? undefined : currency?.column;
  const own = columnsOf(placeOf, ['product'], { ...stated, currency: money });
  const columns = required(own, ['product.id', 'product.title']);
  for (const [column, field] of Object.entries(details?.columns ?? {})) {
    const ofField = named(placeOf, ['product', 'details', 'columns', column], column, 'product.details.columns');
    columns.push({ ...ofField, field: fieldFor(field) });
  }
  columns.push(...columnsOf(placeOf, ['product', 'details'], { object: details?.object }));
  const { options = [], ...ofVariant } = variants ?? {};
  columns.push(...columnsOf(placeOf, ['product', 'variants'], ofVariant));
  for (const option of options) columns.push(...columnsOf(placeOf, ['product', 'variants', 'options'], option));
  const prefix = details?.prefix;
  if (prefix === undefined) return columns;
  const isIn = (row: RawObject) =>
    Object.keys(row).some((column) => column.startsWith(prefix) && column.length > prefix.length);
  return [...columns, { ...named(placeOf, ['product', 'details', 'prefix'], prefix), isPrefix: true, isIn }];
}

function remedyForVariants({ id, variants }: ProductMapping): string | undefined {
  return variants === undefined
    ? `where such rows are variants of the product whose "${id}" they repeat, name their columns under product.variants of the mapping (docs/catalogs.md)`
    : undefined;
}

/** Share of the rows that have all columns a format cannot be without. */
const shareWith = (rows: readonly RawObject[], columns: readonly NamedColumn[]) =>
  shareOf(rows, (row) => columns.every(({ isRequired, isIn }) => isRequired !== true || isIn(row)));

/** The readers a mapping describes: one for products, one for reviews, whichever it has; `placeOf` finds its keys. */
export function mappingReaders({ product, review }: Mapping, placeOf?: PlaceOf): Reader[] {
  const readers: Reader[] = [];
  if (product !== undefined) {
    const { variants } = product;
    const columns = productColumns(product, placeOf);
    const heads = headsOf(product);
    readers.push({
      name: 'mapping-product',
      family: 'mapping',
      kind: 'product',
      describes: `products by your mapping (columns "${product.id}" and "${product.title}")`,
      merges: 'fill',
      recognises: (rows) => shareWith(rows, columns),
      columns,
      read: (row, origin, cells) => readProduct(row, origin, product, heads, cells),
      ...(variants === undefined ? {} : { part: (row, of, cells) => readVariant(row, of, variants, heads, cells) }),
    });
  }
  if (review !== undefined) {
    const all = columnsOf(placeOf, ['review'], review);
    const columns = required(all, ['review.product_id', 'review.rating', 'review.text']);
    const heads = reviewHeadsOf(review);
    readers.push({
      name: 'mapping-review',
      family: 'mapping',
      kind: 'review',
      describes: `reviews by your mapping (columns "${review.product_id}", "${review.rating}" and "${review.text}")`,
      merges: 'fill',
      recognises: (rows) => shareWith(rows, columns),
      columns,
      read: (row, _, cells) => readReview(row, review, heads, cells),
    });
  }
  return readers;
}
