import type { Figure, GradedEpisode } from '../../../pipeline/episode.ts';
import { constraintOf, intentNamed } from '../intents.ts';
import { metricsOf } from '../scoring/metrics.ts';
import { METRIC_NAMES } from '../scoring/names.ts';
import type { TaskScore } from '../scoring/task-score.ts';

const sourceOf = (short: string) => METRIC_NAMES.find((metric) => metric.short === short)?.source ?? '';
const share = (name: string, value: number, defined: string): Figure => ({ name, value, unit: 'share', defined });

const scoreOf = ({ intent, grade: { scores, success } }: GradedEpisode): TaskScore => ({
  intent,
  relevance: scores.relevance ?? 0,
  constraint: (scores.constraint ?? null) as TaskScore['constraint'],
  success,
});

const publishedScoreOf = (episode: GradedEpisode): TaskScore => ({
  ...scoreOf(episode),
  relevance: episode.grade.scores.relevance_published ?? 0,
  success: episode.grade.scores.success_published === 1,
});

/** The figures of ShoppingBench's tables, over episodes that count. */
export function figuresOf(episodes: readonly GradedEpisode[]): Figure[] {
  if (episodes.length === 0) return [];
  const { intents, averageOverIntents, averageOverTasks } = metricsOf(episodes.map(scoreOf));
  const published = metricsOf(episodes.map(publishedScoreOf));
  return [
    share('ASR, over tasks', averageOverTasks, sourceOf('ASR')),
    share('ASR, over intents', averageOverIntents, sourceOf('ASR')),
    ...intents.flatMap(({ intent, asr, car, constraint }) => {
      const name = constraintOf(intentNamed(intent)) ?? '';
      return [
        share(`ASR, ${intent}`, asr, sourceOf('ASR')),
        share(`CAR, ${intent}`, car, sourceOf('CAR')),
        ...(constraint === null ? [] : [share(`${name}, ${intent}`, constraint, sourceOf(name))]),
      ];
    }),
    share('ASR, over tasks, by the published evaluator', published.averageOverTasks, 'rewards/orm.py of the release'),
  ];
}
