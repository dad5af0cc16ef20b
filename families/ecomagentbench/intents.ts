import type { Eligibility, IntentContract } from '../../shopping/intent.ts';
import type { DetailNeed } from '../../stages/sample/stated-details.ts';

/** A kind of shopping need: what its tasks promise and which products may carry it. */
export interface Intent extends IntentContract {
  readonly name: string;
  readonly eligibility: Eligibility;
}

const intent = (
  name: string,
  eligibility: Omit<Eligibility, 'leastDetails'> & { leastDetails?: number },
  contract: Partial<Omit<Intent, 'name' | 'eligibility'>> = {},
): Intent => ({
  name,
  eligibility: { leastDetails: 5, leastFacts: 8, ...eligibility },
  leastImplicit: 2,
  leastQuery: 4,
  definingConstraint: null,
  ...contract,
});

/** The eight shopping needs, in the paper's order (Appendix B). */
export const INTENTS: readonly Intent[] = [
  intent('product_search', {}),
  intent('knowledge_reasoning', { needsText: true }, { leastImplicit: 3 }),
  intent('rating_quality', { leastRating: 4, leastRatingCount: 20 }, { definingConstraint: 'rating' }),
  intent('feature_combination', {}, { leastImplicit: 3, leastQuery: 5 }),
  intent('negative_constraint', {}, { definingConstraint: 'exclusion' }),
  intent('use_case_scenario', { needsText: true }, { leastImplicit: 3 }),
  intent('coupon_budget', { needsPrice: true }, { definingConstraint: 'voucher' }),
  // Two of its facts are opinions.
  intent('review_driven', { leastReviews: 10, leastFacts: 6 }, { definingConstraint: 'opinions' }),
];

/** What tasks need of the details of their products. */
export const DETAIL_NEEDS: readonly DetailNeed[] = INTENTS.map(({ name, eligibility }) => ({
  intent: name,
  ...eligibility,
}));

export function intentNamed(name: string): Intent {
  const found = INTENTS.find((candidate) => candidate.name === name);
  if (found === undefined) throw new RangeError(`"${name}" is not an intent of ecomagentbench`);
  return found;
}
