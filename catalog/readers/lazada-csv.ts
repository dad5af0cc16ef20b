import type { Origin } from '../../schemas/product.ts';
import { detailsFrom } from '../product/details.ts';
import { priceMinor } from '../product/price.ts';
import {
  countOf,
  currencyOf,
  idOf,
  jsonCell,
  ratingOf,
  statedBrand,
  textOf,
  textOrNull,
  textsOf,
  UNSORTED,
} from '../product/values.ts';
import { isRawObject, type RawObject } from '../rows/row.ts';
import { type Cells, countColumn, currencyColumn, priceColumn, ratingColumn } from './cells.ts';
import { quarantined, type Reader, type Reading, shareOf } from './reader.ts';

const COLUMNS = ['title', 'final_price', 'mpn', 'breadcrumb', 'product_specifications'];

const CURRENCY = currencyColumn('currency');
const PRICE = priceColumn('final_price', 'a single amount, and a code such as IDR in "currency"');
const RATING = ratingColumn('rating');
const RATING_COUNT = countColumn('reviews', 'product.rating_count');
const SOLD_COUNT = countColumn('number_sold', 'product.sold_count');

type Pair = readonly [string, unknown];

/** Pairs of a cell such as [{"name": "Color", "value": "Black"}], or with the options of a product in `variations`. */
function pairsIn(cell: unknown, valueKey: 'value' | 'variations'): Pair[] {
  const items = jsonCell(cell);
  if (!Array.isArray(items)) return [];
  return items.flatMap((item): Pair[] =>
    isRawObject(item) && typeof item.name === 'string' ? [[item.name, item[valueKey]]] : [],
  );
}

const isTrue = (cell: unknown) => cell === true || textOf(cell).toLowerCase() === 'true';

/** The options of one SKU; `color` repeats what the variations say unless they are missing. */
function skuValues(row: RawObject): Record<string, string> {
  const pairs = pairsIn(row.product_variation, 'value').map(([key, value]) => [textOf(key), textOf(value)] as const);
  const color = textOf(row.color);
  if (color !== '' && !pairs.some(([, value]) => value === color))
    return Object.fromEntries([...pairs, ['Color', color]]);
  return Object.fromEntries(pairs.filter(([key, value]) => key !== '' && value !== ''));
}

function read(row: RawObject, origin: Origin, cells: Cells): Reading {
  const id = idOf(row.mpn) ?? idOf(textOf(row.sku).split('_')[0]);
  if (id === null) return quarantined('mpn', row.mpn, 'a product id');
  const title = textOf(row.title);
  if (title === '') return quarantined('title', row.title, "the product's name");

  const sku = skuValues(row);
  const variations = pairsIn(row.variations, 'variations');
  const colors = jsonCell(row.colors);
  const brand = statedBrand(row.brand);
  const services = textsOf(jsonCell(row.returns_and_warranty));
  const details = detailsFrom([
    ...pairsIn(row.product_specifications, 'value'),
    ...variations,
    ...(Array.isArray(colors) && variations.length === 0 ? [['Color', colors] as const] : []),
    ...Object.entries(sku).map(([key, value]) => [key, value, 'whole'] as const),
    ...(services.length > 0 ? [['Returns and Warranty', services] as const] : []),
  ]);
  const path = textsOf(jsonCell(row.breadcrumb));
  const category = path.length > 0 ? path : [UNSORTED];
  const currency = cells.note(CURRENCY, row.currency, currencyOf(row.currency));
  const price = cells.note(PRICE, row.final_price, priceMinor(row.final_price, currency));
  const seller = textOrNull(row.seller_name);
  const skuId = textOrNull(row.sku);
  const product = {
    id,
    title,
    brand,
    store: seller,
    shopId: seller,
    mainCategory: category[0] as string,
    category,
    priceMinor: price,
    currency: price === null ? null : currency,
    averageRating: cells.note(RATING, row.rating, ratingOf(row.rating)),
    ratingCount: cells.note(RATING_COUNT, row.reviews, countOf(row.reviews)),
    features: [],
    description: textsOf(row.product_description),
    details,
    skuOptions:
      skuId === null || Object.keys(sku).length === 0
        ? []
        : [{ id: skuId, values: sku, ...(price === null ? {} : { priceMinor: price }) }],
    services: [...(isTrue(row.lazmall) ? ['official'] : []), ...(isTrue(row.is_super_seller) ? ['super seller'] : [])],
    soldCount: cells.note(SOLD_COUNT, row.number_sold, countOf(row.number_sold)),
    origin,
  };
  return { kind: 'product', product };
}

/** Lazada listings as Bright Data exports them: one row per SKU, JSON in cells; rows of one `mpn` are one product. */
export const lazadaCsv: Reader = {
  name: 'lazada-csv',
  family: 'lazada',
  kind: 'product',
  describes: 'Lazada CSV (mpn, title, final_price, product_specifications)',
  merges: 'skus',
  recognises: (rows) => shareOf(rows, (row) => COLUMNS.every((column) => column in row)),
  read,
};
