import { mean } from '../../../text/numbers.ts';
import { SCORED_INTENTS } from './task.ts';
import type { TaskScore } from './task-score.ts';

/** Metrics over the tasks of one intent; shares from 0 to 1. */
export interface IntentMetrics {
  readonly intent: string;
  readonly tasks: number;
  readonly asr: number;
  readonly car: number;
  /** Mean of r_kw, r_shop or r_budget; null for intents without any. */
  readonly constraint: number | null;
}

interface Metrics {
  /** Intents that have tasks, in the order of the paper's tables. */
  readonly intents: readonly IntentMetrics[];
  /** Mean of the intents' success rates, whatever their sizes. */
  readonly averageOverIntents: number;
  /** Share of successful tasks among all. */
  readonly averageOverTasks: number;
}

/**
 * The absolute success rate of some tasks ("Absolute Success Rate", Eq. 6 and 7 for products finder, 8 for knowledge, 9
 * for multi-products seller, 10 for coupon & budget): the share whose products are all fully relevant and whose
 * constraint, where the intent has one, is met.
 */
const absoluteSuccessRate = (scores: readonly TaskScore[]): number =>
  mean(scores.map(({ success }) => Number(success)));

/**
 * The cumulative average of the product relevance ("Cumulative Average of the Product Relevance", Eq. 5): the mean over
 * tasks of the mean r_pro over a task's targets.
 */
const cumulativeAverageRelevance = (scores: readonly TaskScore[]): number =>
  mean(scores.map(({ relevance }) => relevance));

/** Metrics of at least one task; a task without a prediction belongs in it, with 0. */
export function metricsOf(scores: readonly TaskScore[]): Metrics {
  const intents = SCORED_INTENTS.flatMap((intent): IntentMetrics[] => {
    const own = scores.filter((score) => score.intent === intent);
    if (own.length === 0) return [];
    const constraints = own.flatMap(({ constraint }) => constraint ?? []);
    return [
      {
        intent,
        tasks: own.length,
        asr: absoluteSuccessRate(own),
        car: cumulativeAverageRelevance(own),
        constraint: constraints.length === 0 ? null : mean(constraints),
      },
    ];
  });
  return {
    intents,
    averageOverIntents: mean(intents.map(({ asr }) => asr)),
    averageOverTasks: absoluteSuccessRate(scores),
  };
}
