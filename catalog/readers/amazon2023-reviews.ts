import type { Origin } from '../../schemas/product.ts';
import { countOf, idOf, ratingOf, textOf, textOrNull, timeOf } from '../product/values.ts';
import { isRawObject, type RawObject } from '../rows/row.ts';
import { type Cells, countColumn, ratingColumn, timeColumn } from './cells.ts';
import { quarantined, type Reader, type Reading, shareOf } from './reader.ts';

const RATING = ratingColumn('rating', 'review.rating');
const HELPFUL_VOTES = countColumn('helpful_vote', 'review.helpful_votes');
const TIME = timeColumn('timestamp');

function read(row: RawObject, _: Origin, cells: Cells): Reading {
  const productId = idOf(row.parent_asin) ?? idOf(row.asin);
  if (productId === null) return quarantined('parent_asin', row.parent_asin, 'a product id');
  const rating = cells.note(RATING, row.rating ?? row.overall, ratingOf(row.rating ?? row.overall));
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
    time: cells.note(TIME, time, timeOf(time)),
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
