import type { Catalog } from '../../catalog/index.ts';
import type { Eligibility } from '../../shopping/intent.ts';
import type { CandidatePool } from './pool.ts';
import type { ProductFacts } from './product-facts.ts';

/** The products that fit an intent, by main category, each of which gets the same share. */
export function singleProducts(catalog: Catalog, facts: ProductFacts, eligibility: Eligibility): CandidatePool {
  const { mainCategory } = catalog.numericColumns();
  const reasonAgainst = lacks(catalog, facts, eligibility);
  const names = catalog.mainCategories();
  const reasons = new Map<string, number>();
  const byCategory = names.map((): number[] => []);
  for (let row = 0; row < catalog.size; row++) {
    const reason = reasonAgainst(row);
    if (reason === null) byCategory[mainCategory[row] as number]?.push(row);
    else reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }
  const strata = byCategory.flatMap((candidates, category) =>
    candidates.length === 0 ? [] : { name: names[category] as string, weight: 1, candidates },
  );
  return { strata, reasons, reasonAgainst };
}

/** Fewer than so many; of one it is none. */
export const fewerThan = (least: number, one: string, several: string): string =>
  least === 1 ? `no ${one}` : `fewer than ${least} ${several}`;

/** Tells the first thing a product lacks for an intent, by its row; null when it fits. */
function lacks(catalog: Catalog, { details, text }: ProductFacts, eligibility: Eligibility) {
  const {
    leastDetails = 0,
    leastFacts = 0,
    leastRating = 0,
    leastRatingCount = 0,
    needsPrice = false,
    needsText = false,
    leastReviews = 0,
  } = eligibility;
  const { reviewCount, priceMinor, averageRating, ratingCount } = catalog.numericColumns();
  const of = (numbers: ArrayLike<number>, row: number) => numbers[row] as number;
  const reasons = {
    details: `states ${fewerThan(leastDetails, 'usable detail', 'usable details')}`,
    facts: `states fewer than ${leastFacts} usable details and numbers`,
    reviews: `has ${fewerThan(leastReviews, 'review', 'reviews')}`,
    price: 'has no price',
    noRating: 'has no rating that could be read',
    rating: `is rated under ${leastRating}`,
    noRatingCount: 'has no number of ratings that could be read',
    ratingCount: `has ${fewerThan(leastRatingCount, 'rating', 'ratings')}`,
    text: 'has neither features nor a description',
  };
  /** Returns 1 for a number that is stated and 0 for NaN, which stands for one that is not. */
  const isStated = (numbers: Float64Array, row: number) => (Number.isNaN(of(numbers, row)) ? 0 : 1);
  const numbersOf = (row: number) =>
    isStated(averageRating, row) + isStated(ratingCount, row) + isStated(priceMinor, row);
  return (row: number): string | null => {
    if (of(details, row) < leastDetails) return reasons.details;
    if (of(details, row) < leastFacts && of(details, row) + numbersOf(row) < leastFacts) return reasons.facts;
    if (of(reviewCount, row) < leastReviews) return reasons.reviews;
    if (needsPrice && Number.isNaN(of(priceMinor, row))) return reasons.price;
    if (leastRating > 0 && isStated(averageRating, row) === 0) return reasons.noRating;
    if (of(averageRating, row) < leastRating) return reasons.rating;
    if (leastRatingCount > 0 && isStated(ratingCount, row) === 0) return reasons.noRatingCount;
    if (of(ratingCount, row) < leastRatingCount) return reasons.ratingCount;
    if (needsText && of(text, row) === 0) return reasons.text;
    return null;
  };
}
