import type { Origin } from '../../schemas/product.ts';
import { detailsIn } from '../product/details.ts';
import { priceMinor } from '../product/price.ts';
import { countOf, idOf, ratingOf, textOf, textOrNull, textsOf } from '../product/values.ts';
import type { RawObject } from '../rows/row.ts';
import { type Cells, countColumn, priceColumn, ratingColumn } from './cells.ts';
import { quarantined, type Reader, type Reading, shareOf } from './reader.ts';

const CURRENCY = 'USD';
const PRICE = priceColumn('price');
const RATING = ratingColumn('average_rating');
const RATING_COUNT = countColumn('rating_number', 'product.rating_count');

function read(row: RawObject, origin: Origin, cells: Cells): Reading {
  const id = idOf(row.parent_asin) ?? idOf(row.asin);
  if (id === null) return quarantined('parent_asin', row.parent_asin, 'a product id');
  const title = textOf(row.title);
  if (title === '') return quarantined('title', row.title, "the product's name");

  const details = detailsIn(row.details);
  const categories = textsOf(row.categories);
  const mainCategory = textOrNull(row.main_category) ?? categories[0] ?? 'Uncategorized';
  const store = textOrNull(row.store);
  const price = cells.note(PRICE, row.price, priceMinor(row.price, CURRENCY));
  const product = {
    id,
    title,
    brand: details.Brand?.options[0] ?? store,
    store,
    shopId: null,
    mainCategory,
    category: categories.length > 0 ? categories : [mainCategory],
    priceMinor: price,
    currency: price === null ? null : CURRENCY,
    averageRating: cells.note(RATING, row.average_rating, ratingOf(row.average_rating)),
    ratingCount: cells.note(RATING_COUNT, row.rating_number, countOf(row.rating_number)),
    features: textsOf(row.features),
    description: textsOf(row.description),
    details,
    skuOptions: [],
    services: [],
    soldCount: null,
    origin,
  };
  return { kind: 'product', product };
}

/** Item metadata of Amazon Reviews 2023 (Hou et al. 2024), one product per line; prices are US dollars. */
export const amazon2023Metadata: Reader = {
  name: 'amazon2023-metadata',
  family: 'amazon2023',
  kind: 'product',
  describes: 'Amazon Reviews 2023 metadata (parent_asin, title, details)',
  merges: 'fill',
  plain: {
    id: 'parent_asin',
    title: 'title',
    store: 'store',
    mainCategory: 'main_category',
    category: 'categories',
    price: PRICE,
    currency: CURRENCY,
    averageRating: RATING,
    ratingCount: RATING_COUNT,
    features: 'features',
    description: 'description',
    details: 'details',
  },
  recognises: (rows) =>
    shareOf(
      rows,
      (row) =>
        ('parent_asin' in row || 'asin' in row) &&
        'title' in row &&
        ('details' in row || 'categories' in row) &&
        !('text' in row),
    ),
  read,
};
