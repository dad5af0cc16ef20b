import type { Catalog } from '../../catalog/store.ts';
import type { Eligibility } from '../../schemas/intent.ts';
import type { CandidatePool } from './pool.ts';
import type { ProductFacts } from './product-facts.ts';

/** The products that fit an intent, by main category, each of which gets the same share. */
export function singleProducts(catalog: Catalog, facts: ProductFacts, eligibility: Eligibility): CandidatePool {
  const columns = catalog.numericColumns();
  const names = catalog.mainCategories();
  const reasons = new Map<string, number>();
  const byCategory = new Map<string, number[]>();
  for (let row = 0; row < catalog.size; row++) {
    const reason = reasonAgainst(row, catalog, facts, eligibility);
    if (reason !== null) {
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
      continue;
    }
    const category = names[columns.mainCategory[row] as number] ?? '';
    const rows = byCategory.get(category);
    if (rows === undefined) byCategory.set(category, [row]);
    else rows.push(row);
  }
  const strata = [...byCategory].map(([name, candidates]) => ({ name, weight: 1, candidates }));
  return { strata, reasons };
}

/** The first thing a product lacks for an intent, or null when it fits. */
export function reasonAgainst(
  row: number,
  catalog: Catalog,
  { details, text }: ProductFacts,
  eligibility: Eligibility,
): string | null {
  const {
    leastDetails,
    leastRating = 0,
    leastRatingCount = 0,
    needsPrice = false,
    needsText = false,
    leastReviews = 0,
  } = eligibility;
  if ((details[row] ?? 0) < leastDetails) return `states fewer than ${leastDetails} usable details`;
  if (catalog.reviewCount(row) < leastReviews) return `has fewer than ${leastReviews} reviews`;
  if (needsPrice && catalog.priceMinor(row) === null) return 'has no price';
  if ((catalog.averageRating(row) ?? 0) < leastRating) return `is rated under ${leastRating}`;
  if ((catalog.ratingCount(row) ?? 0) < leastRatingCount) return `has fewer than ${leastRatingCount} ratings`;
  if (needsText && text[row] === 0) return 'has neither features nor a description';
  return null;
}
