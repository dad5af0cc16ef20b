import type { ColumnPart } from '../../lexicon/columns.ts';
import { ratingOf } from '../product/values.ts';
import { counted, starsIn } from '../readers/index.ts';
import { type Draft, NAMED, percent } from './draft.ts';
import { saysOnlyRating } from './header.ts';
import { type Column, isHtml, isNumber, isScalar, isUrl, isWhole, keyOf, lengthOf, MOSTLY } from './profile.ts';

/** Columns that are free and named like a part, the clearest first. */
export const calledFor = (columns: readonly Column[], draft: Draft, ...parts: readonly ColumnPart[]) =>
  columns
    .filter((column) => !draft.isTaken(column) && column.named(...parts) >= NAMED && column.isMostly(...parts))
    .filter((column) => column.stated.length > 0 && column.share(isUrl) < 0.2)
    .sort((a, b) => b.named(...parts) - a.named(...parts));

const isName = (column: Column) =>
  column.share((value) => isScalar(value)) === 1 && column.mean(lengthOf) <= 60 && column.share(isHtml) < 0.1;

/** Finds who makes and who sells a product. */
export function findMakers(columns: readonly Column[], draft: Draft): void {
  const [brand] = calledFor(columns, draft, 'brand').filter((column) => isName(column) && column.share(isNumber) < 0.5);
  const shops = calledFor(columns, draft, 'shop').filter(isName);
  if (brand !== undefined)
    draft.put(
      'brand',
      brand.name,
      [brand],
      `named like a brand; ${brand.distinct} values in ${brand.stated.length} rows`,
    );
  const [shop] = shops;
  if (shop === undefined) {
    // Many shops call who makes a thing its vendor.
    if (brand !== undefined && brand.named('shop') >= NAMED)
      draft.put('shop_id', brand.name, [brand], 'named like a shop as well');
    return;
  }
  const id = shops.find((column) => column.share(isNumber) > MOSTLY) ?? shop;
  const name = shops.find((column) => column.share(isNumber) < 0.5);
  const because = (column: Column) => `named like a shop; ${column.distinct} values`;
  if (name !== undefined) draft.put('store', name.name, [name], because(name));
  draft.put('shop_id', id.name, [id], because(id));
}

const isStars = (value: unknown) => Number(value) === 0 || ratingOf(starsIn(value)) !== null;

/** Tells whether a column holds values of a kind, but for one text where there are none yet, however many rows have it. */
function holdsRated(column: Column, isOne: (value: unknown) => boolean): boolean {
  const others = new Set(column.stated.filter((value) => !isOne(value)).map(keyOf));
  const isPlaceheld = others.size === 1 && column.share(isOne) * column.stated.length >= LEAST_RATED;
  return isPlaceheld || column.share(isOne) >= MOSTLY;
}

export const holdsStars = (column: Column): boolean => holdsRated(column, isStars);

/** Tells whether a value is a whole number, or one and what it counts. */
const isCount = (value: unknown) => isWhole(counted(value));

export const holdsCounts = (column: Column): boolean => holdsRated(column, isCount);

/** A column of which most values say themselves that they are stars, whatever else its name may say: "Ratings" of "4.0 out of 5". */
const starsOutOfFive = (columns: readonly Column[], draft: Draft): Column | undefined =>
  columns.find(
    (column) =>
      !draft.isTaken(column) &&
      column.named('rating', 'rating_count') >= NAMED &&
      column.share((value) => typeof value === 'string' && starsIn(value) !== value && isStars(value)) >= MOST_STARS,
  );
const MOST_STARS = 0.5;

/** A column that is named for reviews and says how many there are, with words for what they are: "1,200 Ratings & 90 Reviews". */
const countOfReviews = (columns: readonly Column[], draft: Draft): Column | undefined =>
  columns.find(
    (column) =>
      !draft.isTaken(column) &&
      column.named('reviews', 'review_text') >= NAMED &&
      column.share((value) => isCount(value) && counted(value) !== value) >= MOSTLY,
  );

/** The column of stars where it says how many gave them as well: "4.5 out of 5 stars based on 265 reviews". */
const countBehindStars = (stars: Column | undefined): Column | undefined =>
  stars !== undefined && stars.share((value) => counted(value) !== value) >= MOST_STARS && holdsCounts(stars)
    ? stars
    : undefined;

const LEAST_RATED = 10;
/** A name of a lower score says what was rated, which buyers did not ("style score", "energy rating"), if it says anything else. */
const RATING_NAMED = 0.6;

/** Finds what buyers gave a product and how many there were. */
export function findNumbers(columns: readonly Column[], draft: Draft): void {
  const [rating] = calledFor(columns, draft, 'rating')
    .filter((column) => column.named('rating') >= RATING_NAMED || saysOnlyRating(column.name))
    .filter(holdsStars);
  const stars = rating ?? starsOutOfFive(columns, draft);
  if (stars !== undefined)
    draft.put(
      'rating',
      stars.name,
      [stars],
      `named like a rating; ${percent(stars.share(isStars))} of ${stars.stated.length} values are 0 to 5`,
    );
  for (const part of ['rating_count', 'sold_count'] as const) {
    // Votes for a review are helpful, and those for a product as many ratings.
    const also = part === 'rating_count' ? (['reviews', 'helpful'] as const) : [];
    const named = calledFor(columns, draft, part, ...also).filter((column) => column.named(part, 'reviews') >= NAMED);
    const [count = part === 'rating_count' ? (countOfReviews(columns, draft) ?? countBehindStars(stars)) : undefined] =
      named.filter(holdsCounts);
    if (count !== undefined)
      draft.put(
        part,
        count.name,
        [count],
        `named like a count; ${percent(count.share(isCount))} of ${count.stated.length} values are whole numbers`,
      );
  }
}
