import { countOf, found, idOf, ratingOf, textOf, textOrNull, timeOf } from '../product/values.ts';
import { isRawObject, type RawObject } from '../rows/row.ts';
import { quarantined, type Reader, type Reading, shareOf } from './reader.ts';

function read(row: RawObject): Reading {
  const productId = idOf(row.parent_asin) ?? idOf(row.asin);
  if (productId === null) return quarantined(`"parent_asin" is ${found(row.parent_asin)}, expected a product id`);
  const rating = ratingOf(row.rating ?? row.overall);
  if (rating === null) return quarantined(`"rating" is ${found(row.rating)}, expected a number from 1 to 5`);
  const review = {
    productId,
    author: textOrNull(row.user_id),
    rating,
    title: textOf(row.title),
    text: textOf(row.text),
    helpfulVotes: countOf(row.helpful_vote) ?? 0,
    verified: row.verified_purchase === true,
    time: timeOf(row.timestamp ?? row.sort_timestamp),
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
  read,
};
