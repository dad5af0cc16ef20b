import {
  type DetailNeed,
  type Eligibility,
  type IntentContract,
  type IntentContracts,
  leastFactsOf,
} from '../../shopping/intent.ts';
import { LEAST_FACTS } from './settings.ts';

/** A kind of shopping need: what its tasks promise and which products may carry it. */
interface Intent {
  readonly name: string;
  readonly contracts: IntentContracts;
  readonly eligibility: Eligibility;
}

/** Least requirements, besides the noun phrase, of the tasks taken first: smaller ones tell fewer products apart and wait. */
export const SMALL = 5;

/** Requirements of tasks about products that state too little for the paper's size (Section 3), largest first. */
const SMALLER = [
  { leastImplicit: 1, leastQuery: 3, leastHidden: 2 },
  { leastImplicit: 1, leastQuery: 2, leastHidden: 2 },
  { leastImplicit: 1, leastQuery: 3, leastHidden: 1 },
  // As many as the one above, the third of them in either place: where the query says less, a hidden source can decide.
  { leastImplicit: 1, leastQuery: 2, leastHidden: 1, leastFacts: SMALL },
  { leastImplicit: 1, leastQuery: 2, leastHidden: 1 },
  // A request that says one thing leaves all others to be asked.
  { leastImplicit: 1, leastQuery: 1, leastHidden: 1, leastFacts: LEAST_FACTS },
];

/** An intent with tasks of the paper's size and, where it is not named for its size, of smaller ones. */
function intent(
  name: string,
  eligibility: Eligibility,
  { smaller = true, ...promised }: Partial<IntentContract> & { smaller?: boolean } = {},
): Intent {
  const full: IntentContract = {
    definingConstraint: null,
    leastImplicit: 2,
    leastQuery: 4,
    leastHidden: 2,
    ...promised,
  };
  const others = smaller ? SMALLER.map((size) => ({ ...full, ...size })) : [];
  return { name, contracts: [full, ...others], eligibility };
}

/** The eight shopping needs, in the paper's order (Appendix B). */
export const INTENTS: readonly Intent[] = [
  intent('product_search', {}),
  intent('knowledge_reasoning', { needsText: true }, { leastImplicit: 3, smaller: false }),
  intent('rating_quality', { leastRating: 4, leastRatingCount: 20 }, { definingConstraint: 'rating' }),
  intent('feature_combination', {}, { leastImplicit: 3, leastQuery: 5, smaller: false }),
  intent('negative_constraint', {}, { definingConstraint: 'exclusion' }),
  intent('use_case_scenario', { needsText: true }, { leastImplicit: 3, smaller: false }),
  intent('coupon_budget', { needsPrice: true }, { definingConstraint: 'voucher' }),
  // Two of its facts are opinions.
  intent('review_driven', { leastReviews: 10 }, { definingConstraint: 'opinions' }),
];

export function intentNamed(name: string): Intent {
  const found = INTENTS.find((candidate) => candidate.name === name);
  if (found === undefined) throw new RangeError(`"${name}" is not an intent of ecomagentbench`);
  return found;
}

/**
 * The contracts of an intent whose tasks have so many requirements. Of a catalog without clues they promise none, unless
 * the intent is named for its size.
 */
export function contractsOf(name: string, leastFacts: number, hasClues = true): IntentContracts {
  const [full, ...smaller] = intentNamed(name).contracts;
  const kept: IntentContracts = [full, ...smaller.filter((contract) => leastFactsOf(contract) >= leastFacts)];
  if (hasClues || smaller.length === 0) return kept;
  const [first, ...others] = kept.map((contract) => ({ ...contract, leastImplicit: 0 }));
  return [first as IntentContract, ...others];
}

/** Requirements by defining constraint that do not come from the product's details: two opinions. */
const GIVEN: Readonly<Partial<Record<NonNullable<IntentContract['definingConstraint']>, number>>> = {
  opinions: 2,
};

/** Facts that a product has to give a task. */
const factsAsked = (contract: IntentContract) =>
  leastFactsOf(contract) - (contract.definingConstraint === null ? 0 : (GIVEN[contract.definingConstraint] ?? 0));

/** Worth over the facts and clues of a task from which on a product is ample for it: more helps little. */
const AMPLE = 10;

/** The worth with which a product is ample for the largest task of an intent (`productWorth` in `planning.ts`). */
export function ampleFor(name: string): number {
  const [largest] = intentNamed(name).contracts;
  return factsAsked(largest) + largest.leastImplicit + AMPLE;
}

/** Returns the least a product must state before a task of an intent may be about it, counted in facts. */
export function eligibilityOf(name: string, leastFacts: number): Eligibility {
  const { eligibility } = intentNamed(name);
  const contracts = contractsOf(name, leastFacts);
  const facts = factsAsked(contracts.at(-1) as IntentContract);
  return {
    // Price, rating and number of ratings are facts too; what is hinted at and what a profile holds are details.
    leastDetails: Math.min(5, Math.max(2, facts - 2)),
    leastFacts: facts,
    ...eligibility,
  };
}

/** The least facts of a product that tasks of an intent tell of by clues, of a catalog that has clues. */
export const leastImplicitOf = (name: string, leastFacts: number): number =>
  (contractsOf(name, leastFacts).at(-1) as IntentContract).leastImplicit;

/** The least details that tasks of each intent need of their products. */
export const DETAIL_NEEDS: readonly DetailNeed[] = INTENTS.map(({ name }) => ({
  intent: name,
  ...eligibilityOf(name, LEAST_FACTS),
}));
