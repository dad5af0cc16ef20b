/**
 * ShoppingBench's metrics as a library: read a task with `scoredTaskOf`, score what was recommended for it with
 * `scoreTask`, and sum scores up with `metricsOf`. Equations and sections are those of the ShoppingBench paper.
 */
export { budgetScore, knowledgeScore, shopScore } from './constraints.ts';
export { sharedFeatures } from './features.ts';
export { type IntentMetrics, metricsOf } from './metrics.ts';
export { type Judging, type PredictedProduct, productRelevance } from './product-relevance.ts';
export { PAPER_RULES, PUBLISHED_RULES, RULES, type Rules } from './rules.ts';
export { SCORED_INTENTS, type ScoredTask, scoredTaskOf } from './task.ts';
export { scoreTask, type TaskScore } from './task-score.ts';
