import { productNounOf } from '../catalog/product-noun.ts';
import { defineStage, keep, reject } from '../pipeline/stage.ts';
import type { IntentContract } from '../schemas/intent.ts';
import { type Entity, type Feature, FeaturedTask, PlannedTask } from '../schemas/task.ts';
import { addNumbers } from './extract/bounds.ts';
import { addCentre } from './extract/centres.ts';
import type { ExtractDependencies, Shortfall, TargetContext } from './extract/dependencies.ts';
import { FactCollector } from './extract/fact-collector.ts';

export type { ExtractDependencies, FieldUse } from './extract/dependencies.ts';

/** Fewest facts a task can be made of: 4 for the query, 2 for each hidden source (the published minimum). */
const LEAST_FEATURES = 8;
const MOST_FEATURES = 24;
/**
 * Collects the checkable facts of a task's target: plausible, stated once, sayable, and those its intent is named for.
 * A task whose target cannot carry its intent is rejected here, before anything is placed.
 */
export const extract = (dependencies: ExtractDependencies) =>
  defineStage({
    name: 'extract',
    input: PlannedTask,
    output: FeaturedTask,
    rejections: {
      unknown_product: 'a product of the task is not in the catalog',
      no_product_noun: 'the title holds no product noun phrase to name the target by',
      too_few_features: `fewer than ${LEAST_FEATURES} plausible, sayable facts are stated`,
      too_few_implicit: 'fewer facts have a clue than the intent hides in clues',
      too_few_hidden: 'a hidden source has fewer than two facts to hold',
      no_rating_bound: 'no rating bound the target meets excludes another product',
      no_exclusion: 'no value of another product can be excluded that the target does not have',
      no_voucher: 'no human voucher is needed by the target and decides a verdict',
      too_few_opinions: 'fewer than two different positive opinions are quotable from its reviews',
    },

    async *run(tasks) {
      for await (const task of tasks) yield extractOne(task, dependencies);
    },
  });

function extractOne(task: PlannedTask, dependencies: ExtractDependencies) {
  const { catalog, answerSets } = dependencies;
  const [targetId = ''] = task.targetIds;
  const row = catalog.rowOf(targetId);
  const product = dependencies.productOf(targetId);
  if (row === null || product === null) return reject(task, 'unknown_product', `"${targetId}" is not in the catalog`);

  const noun = productNounOf(product, dependencies.phraseUse);
  if (noun === null)
    return reject(
      task,
      'no_product_noun',
      `found none in "${product.title}" that descriptions and features of the catalog use as well`,
    );
  const entity: Entity = { phrase: normaliseSpaces(noun.span), titleSpan: noun.span, plural: noun.plural };

  const draw = dependencies.drawFor(task);
  const needs = dependencies.contractOf(task.intent);
  const rivals = answerSets.holding(entity.phrase);
  const collected = new FactCollector(dependencies, product, entity, draw);
  const anyPeer = (test: (row: number) => boolean) =>
    rivals.some(test) || catalog.shelfRows(catalog.shelfOf(row).id).some(test);
  const context: TargetContext = { collected, product, row, rivals, anyPeer, draw, dependencies };
  const centre = addCentre(needs, context);
  if (centre !== null) return reject(task, centre.code, centre.detail, { evidence: { dropped: collected.dropped } });
  collected.addDetails();
  addNumbers(needs, context);

  const features = collected.features.slice(0, MOST_FEATURES);
  const shortfall = shortfallOf(features, needs);
  if (shortfall !== null) {
    return reject(task, shortfall.code, shortfall.detail, {
      evidence: { entity, features, dropped: collected.dropped },
    });
  }
  return keep({ ...task, entity, features, dropped: collected.dropped });
}

const normaliseSpaces = (text: string) => text.replace(/\s+/g, ' ').trim();

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
