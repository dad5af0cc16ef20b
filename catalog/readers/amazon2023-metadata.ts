import type { Origin } from '../../schemas/product.ts';
import { detailsIn } from '../product/details.ts';
import { priceMinor } from '../product/price.ts';
import { countOf, found, idOf, ratingOf, textOf, textOrNull, textsOf } from '../product/values.ts';
import type { RawObject } from '../rows/row.ts';
import { quarantined, type Reader, type Reading, shareOf } from './reader.ts';

const CURRENCY = 'USD';

function read(row: RawObject, origin: Origin): Reading {
  const id = idOf(row.parent_asin) ?? idOf(row.asin);
  if (id === null) return quarantined(`"parent_asin" is ${found(row.parent_asin)}, expected a product id`);
  const title = textOf(row.title);
  if (title === '') return quarantined(`"title" is ${found(row.title)}, expected the product's name`);

  const details = detailsIn(row.details);
  const categories = textsOf(row.categories);
  const mainCategory = textOrNull(row.main_category) ?? categories[0] ?? 'Uncategorized';
  const store = textOrNull(row.store);
  const price = priceMinor(row.price, CURRENCY);
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
    averageRating: ratingOf(row.average_rating),
    ratingCount: countOf(row.rating_number),
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
    price: 'price',
    currency: CURRENCY,
    averageRating: 'average_rating',
    ratingCount: 'rating_number',
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
