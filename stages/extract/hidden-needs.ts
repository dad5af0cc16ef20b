import { bitCount, everyBit } from '../../catalog/answer-set.ts';
import type { IntentContract } from '../../schemas/intent.ts';
import type { Feature } from '../../schemas/task.ts';
import { addNumbers } from './bounds.ts';
import { addCentre, type CentreDependencies } from './centres.ts';
import { canFill } from '../partition/assignment.ts';
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

/** Bounds on rating, number of ratings and price; what an intent is named for besides, two opinions at most. */
const MOST_BOUNDS = 3;
const MOST_CENTRAL = 2;

/**
 * What is bound to be missing, by the details alone: whether they and all bounds there could be are enough for every
 * place of a task. Collecting facts only to find that out would take far longer.
 */
function outlookFor({ product, dependencies }: TargetContext, contract: IntentContract): Shortfall | null {
  const { kept } = dependencies.judgeDetails(product);
  const places = new Map<string, number>();
  let [clues, explicit, persona, clarification] = [0, 0, 0, 0];
  for (const { field, option } of kept) {
    const use = dependencies.fieldUse(field);
    if (use === undefined) continue;
    const bit = 1 << (places.get(field) ?? places.size);
    if (!places.has(field)) places.set(field, places.size);
    const sayable = dependencies.sayable(field, option);
    if (sayable.implicit) clues |= bit;
    if (sayable.explicit) explicit |= bit;
    if (use.persona) persona |= bit;
    if (use.clarification) clarification |= bit;
  }
  // Sets of bits hold no more; who states so much lacks nothing.
  if (places.size + MOST_BOUNDS + MOST_CENTRAL > 31) return null;
  const bounds = everyBit(MOST_BOUNDS) << places.size;
  const central = everyBit(MOST_CENTRAL) << (places.size + MOST_BOUNDS);
  const { leastImplicit, leastQuery } = contract;
  const slots = [persona, persona, clarification | bounds, clarification | bounds];
  slots.push(...new Array<number>(leastImplicit).fill(clues));
  slots.push(...new Array<number>(Math.max(0, leastQuery - leastImplicit)).fill(explicit | bounds | central));
  if (canFill(slots)) return null;
  const told = [...places.keys()].join(', ') || 'none';
  if (bitCount(persona) < 2)
    return { code: 'too_few_hidden', detail: `${bitCount(persona)} of 2 for the persona: ${told}` };
  if (bitCount(clues) < leastImplicit)
    return { code: 'too_few_implicit', detail: `${bitCount(clues)} of ${leastImplicit}: ${told}` };
  return {
    code: 'too_few_features',
    detail: `${places.size} details, with ${MOST_BOUNDS + MOST_CENTRAL} others at most, cannot give every source as many as it needs: ${told}`,
  };
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
