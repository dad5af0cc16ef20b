import type { IntentContract } from '../../schemas/intent.ts';
import type { Feature } from '../../schemas/task.ts';
import { addNumbers } from './bounds.ts';
import { addCentre, type CentreDependencies } from './centres.ts';
import type { ExtractParts, Shortfall, TargetContext } from './dependencies.ts';

/** Fewest facts a task can be made of: 4 for the query, 2 for each hidden source (the published minimum). */
const LEAST_FEATURES = 8;

interface Dependencies extends CentreDependencies {
  contractOf(intent: string): IntentContract;
}

/** What a task needs of its one target when its requirements are spread over query, persona and clarification. */
export const hiddenNeeds = (dependencies: Dependencies): ExtractParts => ({
  ofTarget: [
    (context) => outlookFor(context, dependencies.contractOf(context.task.intent)),
    (context) => addCentre(dependencies.contractOf(context.task.intent), context, dependencies),
    ({ collected }) => {
      collected.addDetails();
      return null;
    },
    (context) => {
      addNumbers(dependencies.contractOf(context.task.intent), context);
      return null;
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

/** Bounds on rating, number of ratings and price, and what an intent is named for besides: two opinions at most. */
const MOST_BESIDES_DETAILS = 5;

/** What is bound to be missing, by the details alone: collecting facts only to find it out would take far longer. */
function outlookFor({ product, dependencies }: TargetContext, { leastImplicit }: IntentContract): Shortfall | null {
  const { kept } = dependencies.judgeDetails(product);
  const usable = kept.filter(({ field }) => dependencies.fieldUse(field) !== undefined);
  const fieldsOf = (facts: typeof usable) => [...new Set(facts.map(({ field }) => field))];
  const fields = fieldsOf(usable);
  const told = (list: readonly string[]) => list.join(', ') || 'none';
  if (fields.length + MOST_BESIDES_DETAILS < LEAST_FEATURES)
    return {
      code: 'too_few_features',
      detail: `${fields.length} details and at most ${MOST_BESIDES_DETAILS} others of ${LEAST_FEATURES}: ${told(fields)}`,
    };
  const implicit = fieldsOf(usable.filter(({ field, option }) => dependencies.sayable(field, option).implicit));
  if (implicit.length < leastImplicit)
    return { code: 'too_few_implicit', detail: `${implicit.length} of ${leastImplicit}: ${told(implicit)}` };
  const persona = fields.filter((field) => dependencies.fieldUse(field)?.persona);
  if (persona.length < 2)
    return { code: 'too_few_hidden', detail: `${persona.length} of 2 for the persona: ${told(persona)}` };
  return null;
}

function shortfallOf(features: readonly Feature[], { leastImplicit }: IntentContract): Shortfall | null {
  if (features.length < LEAST_FEATURES) {
    return {
      code: 'too_few_features',
      detail: `${features.length} of ${LEAST_FEATURES}: ${features.map(({ field }) => field).join(', ') || 'none'}`,
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
