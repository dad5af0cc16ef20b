import type { Origin, Product } from '../../schemas/product.ts';
import { detailsFrom } from '../product/details.ts';
import { priceMinor } from '../product/price.ts';
import {
  countOf,
  currencyOf,
  idOf,
  ratingOf,
  statedBrand,
  textOf,
  textOrNull,
  textsOf,
  UNSORTED,
} from '../product/values.ts';
import { isRawObject, type RawObject } from '../rows/row.ts';
import { type Cells, countColumn, priceColumn, ratingColumn } from './cells.ts';
import { quarantined, type Reader, type Reading, shareOf } from './reader.ts';

/** ShoppingBench's documents are of Lazada Philippines and name no currency. */
const CURRENCY = 'PHP';
const PRICE = priceColumn('price');
const RATING = ratingColumn('rating');
const RATING_COUNT = countColumn('rating_count', 'product.rating_count');
const SOLD_COUNT = countColumn('sold_count', 'product.sold_count');

/** Search collections wrap a product as {id, contents, product}; the product is what counts. */
const productIn = (row: RawObject): RawObject => (isRawObject(row.product) ? row.product : row);

/** "key:value;key:value" as pairs; a part without a colon is no fact. */
function specificationPairs(text: string): [string, string][] {
  // The semicolon of "&amp;" parts nothing.
  return text.split(/(?<!&(?:#\d{1,6}|#x[\da-f]{1,5}|[a-z]{2,8}));/i).flatMap((part): [string, string][] => {
    const colon = part.indexOf(':');
    const value = part
      .slice(colon + 1)
      .replace(/^:/, '')
      .trim();
    return colon > 0 && value !== '' ? [[part.slice(0, colon).trim(), value]] : [];
  });
}

type SkuOption = Product['skuOptions'][number];

/** SKUs as {id: {key: value}} or [{...}], by their ids, with the pairs that say something. */
function skusIn(value: unknown): [id: string, pairs: [key: string, stated: unknown][]][] {
  if (!isRawObject(value) && !Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([id, option]): [string, [string, unknown][]][] => {
    if (!isRawObject(option)) return [];
    return [[id, Object.entries(option).filter(([key, stated]) => textOf(key) !== '' && textOf(stated) !== '')]];
  });
}

/** A SKU with clean values under the listing's own keys. */
const skuOption = (id: string, pairs: readonly (readonly [string, unknown])[]): SkuOption => ({
  id,
  values: Object.fromEntries(pairs.map(([key, stated]) => [textOf(key), textOf(stated)])),
});

function read(outer: RawObject, origin: Origin, cells: Cells): Reading {
  const row = productIn(outer);
  const id = idOf(row.product_id) ?? idOf(outer.id);
  if (id === null) return quarantined('product_id', row.product_id, 'a product id');
  const title = textOf(row.title);
  if (title === '') return quarantined('title', row.title, "the product's name");

  const skus = skusIn(row.sku_options);
  const brand = statedBrand(row.brand);
  const specification = typeof row.specification === 'string' ? specificationPairs(row.specification) : [];
  const attributes = isRawObject(row.attributes) ? Object.entries(row.attributes) : [];
  const details = detailsFrom([
    // As the title writes it, and so as it is said; attributes often hold it in small letters.
    ...(brand === null ? [] : [['brand', brand, 'brand'] as const]),
    ...attributes,
    ...skus.flatMap(([, pairs]) => pairs.map(([key, value]) => [key, value, 'sku'] as const)),
    ...specification.map(([key, value]) => [key, value, 'specification'] as const),
  ]);
  const path = Array.isArray(row.category)
    ? textsOf(row.category)
    : textOf(row.category)
        .split(/\s*[>›]\s*/)
        .filter(Boolean);
  const category = path.length > 0 ? path : [UNSORTED];
  const currency = currencyOf(row.currency) ?? CURRENCY;
  const price = cells.note(PRICE, row.price, priceMinor(row.price, currency));
  const shop = idOf(row.shop_id);
  const short = typeof row.short_description === 'string' ? row.short_description.split(';') : row.short_description;
  const [rating, ratings] = [row.rating ?? row.average_rating, row.rating_count ?? row.review_count];
  const product = {
    id,
    title,
    brand: brand ?? details.Brand?.options[0] ?? null,
    store: textOrNull(row.shop_name) ?? shop,
    shopId: shop,
    mainCategory: category[0] as string,
    category,
    priceMinor: price,
    currency: price === null ? null : currency,
    averageRating: cells.note(RATING, rating, ratingOf(rating)),
    ratingCount: cells.note(RATING_COUNT, ratings, countOf(ratings)),
    features: textsOf(short),
    description: textsOf(row.description),
    details,
    skuOptions: skus.map(([id, pairs]) => skuOption(id, pairs)),
    services: [...new Set(textsOf(row.service ?? row.services))],
    soldCount: cells.note(SOLD_COUNT, row.sold_count, countOf(row.sold_count)),
    origin,
  };
  return { kind: 'product', product };
}

/** Lazada product documents as ShoppingBench's search index holds them, flat or wrapped as {id, contents, product}. */
export const lazadaDocuments: Reader = {
  name: 'lazada-documents',
  family: 'lazada',
  kind: 'product',
  describes: 'Lazada documents (product_id, title, sku_options or attributes)',
  merges: 'fill',
  recognises: (rows) =>
    shareOf(rows, (outer) => {
      const row = productIn(outer);
      return 'product_id' in row && 'title' in row && ('sku_options' in row || 'attributes' in row || 'shop_id' in row);
    }),
  read,
};
