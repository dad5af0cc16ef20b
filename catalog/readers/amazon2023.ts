import type { Origin } from '../../schemas/product.ts';
import { detailsIn } from '../product/details.ts';
import { priceMinor } from '../product/price.ts';
import { countOf, idOf, ratingOf, textOf, textOrNull, textsOf, timeOf, UNSORTED } from '../product/values.ts';
import { isRawObject, type RawObject } from '../rows/row.ts';
import { type Cells, countColumn, priceColumn, ratingColumn, timeColumn } from './cells.ts';
import { holdsAny, quarantined, type Reader, type Reading, shareOf } from './reader.ts';

const CURRENCY = 'USD';
const PRICE = priceColumn('price');
const RATING = ratingColumn('average_rating');
const RATING_COUNT = countColumn('rating_number', 'product.rating_count');

function readProduct(row: RawObject, origin: Origin, cells: Cells): Reading {
  const id = idOf(row.parent_asin) ?? idOf(row.asin);
  if (id === null) return quarantined('parent_asin', row.parent_asin, 'a product id');
  const title = textOf(row.title);
  if (title === '') return quarantined('title', row.title, "the product's name");

  const details = detailsIn(row.details);
  const categories = textsOf(row.categories);
  const mainCategory = textOrNull(row.main_category) ?? categories[0] ?? UNSORTED;
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
  states: (row) => holdsAny(row, ['details']),
  recognises: (rows) =>
    shareOf(
      rows,
      (row) =>
        ('parent_asin' in row || 'asin' in row) &&
        'title' in row &&
        // Tables of other makers have texts there.
        (isRawObject(row.details) || Array.isArray(row.categories)) &&
        !('text' in row),
    ),
  read: readProduct,
};

const REVIEW_RATING = ratingColumn('rating', 'review.rating');
const HELPFUL_VOTES = countColumn('helpful_vote', 'review.helpful_votes');
const REVIEW_TIME = timeColumn('timestamp');

function readReview(row: RawObject, _: Origin, cells: Cells): Reading {
  const productId = idOf(row.parent_asin) ?? idOf(row.asin);
  if (productId === null) return quarantined('parent_asin', row.parent_asin, 'a product id');
  const rating = cells.note(REVIEW_RATING, row.rating ?? row.overall, ratingOf(row.rating ?? row.overall));
  if (rating === null) return quarantined('rating', row.rating, 'a number from 1 to 5');
  const time = row.timestamp ?? row.sort_timestamp;
  const review = {
    productId,
    author: textOrNull(row.user_id),
    rating,
    title: textOf(row.title),
    text: textOf(row.text),
    helpfulVotes: cells.note(HELPFUL_VOTES, row.helpful_vote, countOf(row.helpful_vote)) ?? 0,
    verified: row.verified_purchase === true,
    time: cells.note(REVIEW_TIME, time, timeOf(time)),
  };
  return { kind: 'review', review };
}

/** User reviews of Amazon Reviews 2023, one per line, matched to products by `parent_asin`. */
export const amazon2023Reviews: Reader = {
  name: 'amazon2023-reviews',
  family: 'amazon2023',
  kind: 'review',
  describes: 'Amazon Reviews 2023 reviews (parent_asin, rating, text)',
  merges: 'fill',
  recognises: (rows) =>
    shareOf(
      rows,
      (row) => 'rating' in row && 'text' in row && ('parent_asin' in row || 'asin' in row) && !isRawObject(row.details),
    ),
  read: readReview,
};
