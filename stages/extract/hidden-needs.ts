import type { IntentContract } from '../../schemas/intent.ts';
import type { InfoSource } from '../../schemas/rubric.ts';
import type { Feature } from '../../schemas/task.ts';
import { addNumbers } from './bounds.ts';
import { addCentre, type CentreDependencies } from './centres.ts';
import type { Candidate, ExtractParts, Shortfall } from './dependencies.ts';
import { titleNames } from './title-names.ts';

/** Fewest facts a task can be made of: 4 for the query, 2 for each hidden source (the published minimum). */
const LEAST_FEATURES = 8;

interface Dependencies extends CentreDependencies {
  contractOf(intent: string): IntentContract;
}

/** What a task needs of its one target when its requirements are spread over query, persona and clarification. */
export const hiddenNeeds = (dependencies: Dependencies): ExtractParts => ({
  beforehand: ({ task: { intent }, ...candidate }) => {
    const contract = dependencies.contractOf(intent);
    const shortfall = shortfallOf(possibleFacts(candidate, contract, dependencies), contract, centralFacts(contract));
    if (shortfall === null) return null;
    const { dropped } = candidate.dependencies.judgeDetails(candidate.product);
    return { ...shortfall, detail: `at most ${shortfall.detail}`, evidence: { dropped } };
  },
  ofTarget: [
    (context) => {
      const contract = dependencies.contractOf(context.task.intent);
      return comesLast(contract) ? null : addCentre(contract, context, dependencies);
    },
    ({ collected }) => {
      collected.addDetails();
      return null;
    },
    (context) => {
      addNumbers(dependencies.contractOf(context.task.intent), context);
      return null;
    },
    (context) => {
      const contract = dependencies.contractOf(context.task.intent);
      if (!comesLast(contract)) return null;
      return (
        shortfallOf(context.collected.features, contract, centralFacts(contract)) ??
        addCentre(contract, context, dependencies)
      );
    },
  ],
  shortfallOf: (features, { intent }) => shortfallOf(features, dependencies.contractOf(intent)),
  rejections: {
    too_few_features: 'a product states fewer plausible, sayable facts than its task needs',
    too_few_implicit: 'fewer facts have a clue than the intent hides in clues',
    too_few_hidden: 'a hidden source has fewer than two facts to hold',
    no_rating_bound: 'no rating bound the target meets excludes another product',
    no_exclusion: 'no value of another product can be excluded that the target does not have',
    no_voucher: 'no human voucher is needed by the order and decides a verdict',
    too_few_opinions: 'fewer than two different positive opinions are quotable from its reviews',
  },
});

/** Requirements that vouchers and opinions add to a task. */
const CENTRAL: Readonly<Record<string, number>> = { voucher: 1, opinions: 2 };

const centralFacts = ({ centre }: IntentContract) => CENTRAL[centre ?? ''] ?? 0;

/** Whether what the intent is named for takes long to find out and leaves the other facts as they are. */
const comesLast = (contract: IntentContract) => centralFacts(contract) > 0;

/** Where a fact may stand in a task. */
type Placeable = Pick<Feature, 'field' | 'sources' | 'implicit'>;

/** One entry for each fact a product could give a task of the intent if nothing about its peers spoke against it. */
function possibleFacts(
  { product, dependencies: { judgeDetails, fieldUse, sayable } }: Omit<Candidate, 'task'>,
  { centre, leastImplicit }: IntentContract,
  { excludable }: CentreDependencies,
): Placeable[] {
  const stated = Map.groupBy(judgeDetails(product).kept, ({ field }) => field);
  const found: Placeable[] = [];
  for (const field of Object.keys(product.details)) {
    const options = stated.get(field) ?? [];
    const use = options.length > 0 ? fieldUse(field) : undefined;
    const excludes = centre === 'exclusion' && excludable(field);
    if (use === undefined && !excludes) continue;
    const hides = use !== undefined && options.some(({ option }) => !titleNames(product, field, option));
    const sources: InfoSource[] = ['query'];
    if (excludes || (hides && use.persona)) sources.push('persona');
    if (hides && use.clarification) sources.push('clarification');
    const implicit = leastImplicit > 0 && options.some(({ option }) => sayable(field, option).implicit);
    found.push({ field: `details.${field}`, sources, implicit });
  }
  const { averageRating, ratingCount, priceMinor } = product;
  const number = (field: string) => found.push({ field, sources: ['query', 'clarification'], implicit: false });
  if (averageRating !== null) number('average_rating');
  if (ratingCount !== null && (averageRating === null || centre !== 'rating')) number('rating_number');
  if (priceMinor !== null && centre !== 'voucher') number('price');
  return found;
}

/** What is missing, where `more` facts are still to come that no hidden source can hold. */
function shortfallOf(features: readonly Placeable[], { leastImplicit }: IntentContract, more = 0): Shortfall | null {
  if (features.length + more < LEAST_FEATURES) {
    return {
      code: 'too_few_features',
      detail: `${features.length + more} of ${LEAST_FEATURES}: ${features.map(({ field }) => field).join(', ') || 'none'}`,
    };
  }
  const implicit = features.filter((feature) => feature.implicit);
  if (implicit.length < leastImplicit) {
    return {
      code: 'too_few_implicit',
      detail: `${implicit.length} of ${leastImplicit}: ${implicit.map(({ field }) => field).join(', ') || 'none'}`,
    };
  }
  for (const source of ['persona', 'clarification'] as const) {
    const able = features.filter(({ sources }) => sources.includes(source));
    if (able.length < 2)
      return {
        code: 'too_few_hidden',
        detail: `${able.length} of 2 for the ${source}: ${able.map(({ field }) => field).join(', ') || 'none'}`,
      };
  }
  return null;
}
