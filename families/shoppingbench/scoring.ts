/**
 * ShoppingBench's metrics as a library: read a task with `scoredTaskOf`, score what was recommended for it with
 * `scoreTask`, and sum scores up with `metricsOf`. Equations and sections are those of the ShoppingBench paper.
 */
export { budgetScore, knowledgeScore, type Met, shopScore } from './scoring/constraints.ts';
export { type Feature, sharedFeatures } from './scoring/features.ts';
export {
  absoluteSuccessRate,
  cumulativeAverageRelevance,
  type IntentMetrics,
  type Metrics,
  metricsOf,
} from './scoring/metrics.ts';
export { type Judging, type PredictedProduct, productRelevance } from './scoring/product-relevance.ts';
export { PAPER_RULES, PUBLISHED_RULES, RULES, type Rules } from './scoring/rules.ts';
export { SCORED_INTENTS, type ScoredIntent, type ScoredTask, scoredTaskOf, type Target } from './scoring/task.ts';
export { scoreTask, type TaskScore, taskRelevance } from './scoring/task-score.ts';
