import { INTENTS, type Intent } from '../../families/ecomagentbench/intents.ts';

const DEFINING_CONSTRAINTS: Readonly<Record<NonNullable<Intent['definingConstraint']>, string>> = {
  rating: 'a bound on rating or number of ratings',
  exclusion: 'something the product must not be',
  voucher: 'a voucher and a budget that needs it',
  opinions: 'opinions quoted from reviews',
};

function needsOf({
  leastRating,
  leastRatingCount,
  needsPrice,
  needsText,
  leastReviews,
}: Intent['eligibility']): string {
  const needs = [
    ...(leastRating === undefined ? [] : [`a rating of ${leastRating}`]),
    ...(leastRatingCount === undefined ? [] : [`${leastRatingCount} ratings`]),
    ...(needsPrice ? ['a price'] : []),
    ...(needsText ? ['features or a description'] : []),
    ...(leastReviews === undefined ? [] : [`${leastReviews} reviews`]),
  ];
  return needs.join(', ');
}

/** The intents of ecomagentbench with what they promise of a task and ask of a product. */
export function intentsTable(): string {
  const rows = INTENTS.map(({ name, definingConstraint, leastQuery, leastImplicit, eligibility }) => {
    const asked = definingConstraint === null ? '' : DEFINING_CONSTRAINTS[definingConstraint];
    return `| \`${name}\` | ${asked} | ${leastQuery} | ${leastImplicit} | ${needsOf(eligibility)} |`.replace(
      / {2,}/g,
      ' ',
    );
  });
  return [
    '| intent | always asks for | in the query, besides the noun phrase, at least | of these by a clue, at least | its product has at least |',
    '| --- | --- | ---: | ---: | --- |',
    ...rows,
  ].join('\n');
}
