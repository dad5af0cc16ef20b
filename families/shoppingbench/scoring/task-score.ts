import { constraintOf, intentNamed } from '../intents.ts';
import { budgetScore, knowledgeScore, type Met, shopScore } from './constraints.ts';
import { type Judging, type PredictedProduct, productRelevance } from './product-relevance.ts';
import type { Rules } from './rules.ts';
import type { ScoredTask } from './task.ts';

/** Score of an agent's recommendation for one task. */
export interface TaskScore {
  readonly intent: string;
  /** Mean r_pro over the targets, 0 to 1: the inner mean of Eq. 5. */
  readonly relevance: number;
  /** r_kw, r_shop or r_budget; null for intents without any. */
  readonly constraint: Met | null;
  readonly success: boolean;
}

/**
 * Mean r_pro over a task's targets (inner sum of Eq. 5): predicted products and targets are paired one to one so that
 * the sum is largest, and a target without a product scores 0. As many products as there are targets count, in the order
 * they were recommended, so that a long list is no better than a short one. The published evaluator pairs by place.
 */
function taskRelevance(
  predicted: readonly PredictedProduct[],
  { targets, intent }: ScoredTask,
  judging: Judging,
): number {
  const counted = predicted.slice(0, targets.length);
  const scores = counted.map((product, place) =>
    targets.map((target, at) =>
      judging.rules.pairs === 'best' || at === place ? productRelevance(product, target, intent, judging) : 0,
    ),
  );
  return bestPairing(scores) / targets.length;
}

/** The products that count: each once, or under the published rules as many as there are targets. */
function countedOf(
  predicted: readonly PredictedProduct[],
  { targets }: ScoredTask,
  { surplusCounts }: Rules,
): PredictedProduct[] {
  if (!surplusCounts) return predicted.slice(0, targets.length);
  return predicted.filter(({ id }, at) => predicted.findIndex((other) => other.id === id) === at);
}

function constraintScore(predicted: readonly PredictedProduct[], task: ScoredTask, rules: Rules): Met | null {
  switch (constraintOf(intentNamed(task.intent))) {
    case null:
      return null;
    case 'r_kw':
      return knowledgeScore(predicted[0], task, rules);
    case 'r_shop':
      return shopScore(predicted, task);
    case 'r_budget':
      return budgetScore(predicted, task, rules);
  }
}

/**
 * Scores the products recommended for a task, in the order they were recommended; none where nothing was. A task
 * succeeds when every target has a product of r_pro 1 and its constraint is met (the indicators of Eq. 6 to 10). Where
 * one product is asked for the first one recommended is the answer.
 */
export function scoreTask(predicted: readonly PredictedProduct[], task: ScoredTask, judging: Judging): TaskScore {
  const counted = countedOf(predicted, task, judging.rules);
  const relevance = taskRelevance(counted, task, judging);
  const constraint = constraintScore(counted, task, judging.rules);
  return { intent: task.intent, relevance, constraint, success: relevance === 1 && constraint !== 0 };
}

/**
 * The largest sum of scores that pairs of rows and columns can have, no row and no column in two pairs. Exact: every
 * set of used columns is looked at once, so that it is meant for a handful of them.
 */
export function bestPairing(scores: readonly (readonly number[])[]): number {
  /** Used columns, as bits, to the best sum of the rows so far. */
  let best = new Map<number, number>([[0, 0]]);
  for (const row of scores) {
    const next = new Map(best);
    for (const [used, sum] of best) {
      for (const [column, score] of row.entries()) {
        if ((used & (1 << column)) !== 0) continue;
        const columns = used | (1 << column);
        next.set(columns, Math.max(next.get(columns) ?? 0, sum + score));
      }
    }
    best = next;
  }
  return Math.max(...best.values());
}
