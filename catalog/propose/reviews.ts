import type { ColumnPart } from '../../lexicon/columns.ts';
import { ratingOf } from '../product/values.ts';
import { starsIn } from '../readers/index.ts';
import { isRawObject } from '../rows/row.ts';
import { type Draft, NAMED, percent } from './draft.ts';
import { Column, isDate, isNumber, isObjects, isScalar, isUrl, isWhole, MOSTLY, wordsOf } from './profile.ts';

const isStars = (value: unknown) => ratingOf(starsIn(value)) !== null;

/** The column among some that holds a part of a review. */
function partOf(columns: readonly Column[], part: ColumnPart, fits: (column: Column) => boolean): Column | undefined {
  return columns
    .filter((column) => column.named(part) >= NAMED && column.stated.length > 0 && fits(column))
    .sort((a, b) => b.named(part) - a.named(part))[0];
}

/** The columns that hold stars and words of reviews, and what else they hold; null where there are none such. */
function partsOfReviews(columns: readonly Column[]) {
  const rating = partOf(columns, 'rating', (column) => column.share(isStars) >= MOSTLY);
  const text = partOf(
    columns,
    'review_text',
    (column) =>
      column !== rating &&
      column.share((value) => isScalar(value) && !isNumber(value)) >= MOSTLY &&
      column.mean(wordsOf) >= 2,
  );
  if (rating === undefined || text === undefined) return null;
  const rest = columns.filter((column) => column !== rating && column !== text);
  const title = partOf(rest, 'review_title', (column) => column.share(isScalar) === 1);
  const others = rest.filter((column) => column !== title);
  const more = {
    author: partOf(others, 'author', (column) => column.share(isScalar) === 1),
    helpful_votes: partOf(others, 'helpful', (column) => column.share(isWhole) >= MOSTLY),
    verified: partOf(others, 'verified', (column) => column.distinct <= 3),
    time: partOf(others, 'time', (column) => column.share((value) => isDate(value) || isWhole(value)) >= MOSTLY),
  };
  return { rating, text, title, ...more };
}

const named = (parts: Readonly<Record<string, Column | undefined>>) =>
  Object.fromEntries(
    Object.entries(parts).flatMap(([key, column]) => (column === undefined ? [] : [[key, column.name]])),
  );

/** The columns of the objects in the lists of a column. */
function membersOf(column: Column): Column[] {
  const items = column.stated.flatMap((value) => (isObjects(value) ? [...value] : isRawObject(value) ? [value] : []));
  const keys = [...new Set(items.flatMap((item) => Object.keys(item)))];
  return keys.map(
    (key) =>
      new Column(
        key,
        items.map((item) => item[key] ?? undefined),
      ),
  );
}

/** Finds a column whose cells hold the reviews of their product. */
export function findReviewsInCells(columns: readonly Column[], draft: Draft): void {
  for (const column of columns) {
    if (draft.isTaken(column) || column.share(isObjects) < MOSTLY) continue;
    const parts = partsOfReviews(membersOf(column));
    if (parts === null) continue;
    draft.put(
      'reviews',
      { column: column.name, ...named(parts) },
      [column],
      `${column.stated.length} values are lists of objects with stars in "${parts.rating.name}" and words in "${parts.text.name}"`,
    );
    return;
  }
}

/** The reviews that the rows of a file are; null for rows of another kind. */
export function reviewsOf(columns: readonly Column[], draft: Draft): Draft | null {
  const parts = partsOfReviews(columns);
  if (parts === null || parts.text.isMostly('title', 'details')) return null;
  const isReviewLike = parts.author ?? parts.verified ?? parts.helpful_votes ?? parts.time;
  const hasPrice = columns.some(
    (column) => column.isMostly('price', 'sale_price') && column.named('price', 'sale_price') > 0.9,
  );
  if (hasPrice || isReviewLike === undefined) return null;
  const used = new Set(Object.values(parts));
  const [id] = columns
    .filter((column) => !used.has(column) && column.named('id', 'group') >= NAMED && column.share(isUrl) === 0)
    .filter((column) => !column.isMostly('author'))
    .sort((a, b) => a.distinctShare - b.distinctShare || b.named('id') - a.named('id'));
  if (id === undefined) {
    draft.doubt('product_id', 'no column is named like the id of the product a review is of', []);
  } else {
    draft.put('product_id', id.name, [id], `named like an id; ${id.distinct} values in ${id.stated.length} rows`);
  }
  for (const [key, column] of Object.entries(parts))
    if (column !== undefined)
      draft.put(
        key,
        column.name,
        [column],
        key === 'rating'
          ? `${percent(column.share(isStars))} of ${column.stated.length} values are stars`
          : `named so; ${column.stated.length} values`,
      );
  return draft;
}
