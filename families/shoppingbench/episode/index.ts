import type { Catalog } from '../../../catalog/index.ts';
import type { SearchMemory } from '../../../catalog/search/index.ts';
import { share } from '../../../pipeline/averages.ts';
import type { EpisodeKind, Figure, GradedEpisode, Moves } from '../../../pipeline/episode.ts';
import { surfacesOf } from '../../../shopping/published/task-life.ts';
import { unworded } from '../../../stages/shopping/publication.ts';
import { constraintOf, intentNamed } from '../intents.ts';
import { ShoppingbenchSample } from '../sample.ts';
import { scoredTaskOf } from '../scoring/index.ts';
import { metricsOf } from '../scoring/metrics.ts';
import { METRIC_NAMES } from '../scoring/names.ts';
import type { TaskScore } from '../scoring/task-score.ts';
import { type Answer, gradeOrder } from './grade.ts';
import { LIMITS, MOST_FOUND, PER_PAGE } from './limits.ts';
import { presentation } from './presentation.ts';
import { openPlace, type Place } from './tool-data.ts';
import { type Memory, type Staged, toolsFor } from './tools.ts';

const sourceOf = (short: string) => METRIC_NAMES.find((metric) => metric.short === short)?.source ?? '';

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
export function figuresOf(episodes: Iterable<GradedEpisode>): Figure[] {
  const scores: TaskScore[] = [];
  const publishedScores: TaskScore[] = [];
  for (const episode of episodes) {
    scores.push(scoreOf(episode));
    publishedScores.push(publishedScoreOf(episode));
  }
  if (scores.length === 0) return [];
  const { intents, averageOverIntents, averageOverTasks } = metricsOf(scores);
  const published = metricsOf(publishedScores);
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

const call = (tool: string, args: object) => ({ tool, arguments: args });

/** Moves by which agents that know no family play this one. */
const moves: Moves<Staged, Answer> = {
  search: (q, page) => call('find_product', { q: q.slice(0, 500), page: Math.min(page + 1, MOST_FOUND / PER_PAGE) }),
  found: ({ content: { products } }) =>
    Array.isArray(products) ? products.map(({ product_id: id, title = '' }) => ({ id, title })) : [],
  view: (ids) => call('view_product_information', { product_ids: ids.join(',') }),
  recommend: (ids) => [
    call('recommend_product', { product_ids: ids.join(',') }),
    call('terminate', { status: 'success' }),
  ],
  lookUps: (instruction) => [call('web_search', { q: instruction.slice(0, 500) })],
  ask: () => null,
  questions: [],
  solution: (_staged, { scored, rubrics }) => ({
    calls: rubrics.flatMap(({ type, expected_value: value }) =>
      type === 'knowledge_match' ? [call('web_search', { q: value.question })] : [],
    ),
    searches: scored.targets.flatMap(({ titles }) => titles.slice(0, 1)),
    products: scored.targets.map(({ productId }) => productId),
  }),
};

/** ShoppingBench as a kind of episode: its limits, tools and grading. */
export const episode: EpisodeKind<Catalog, Place, Staged, Memory, Answer> = {
  limits: LIMITS,
  calls: 'all',
  hasShopper: false,
  open: (catalog, source, held) => openPlace(catalog, source, held as SearchMemory | undefined),
  shared: ({ search }) => search.inMemory(),
  read(record) {
    const sample = ShoppingbenchSample.parse(record);
    const { id, intent, query: instruction } = sample;
    const { rubrics } = sample;
    const answer = { scored: scoredTaskOf(sample), rubrics: rubrics.map(unworded), words: surfacesOf(rubrics) };
    return { id, intent, instruction, staged: { instruction }, answer };
  },
  tools: toolsFor,
  begin: () => ({ recommended: [], status: null }),
  grade: gradeOrder,
  figures: figuresOf,
  moves,
  presentation,
  floors: { nothing: 0, 'first-hit': 0.4, 'title-match': 0.4, 'asks-everything': 0.4, enumerates: 0.4, cheater: 0.4 },
  prompts: { react: 'shoppingbench/react/agent.md', 'plan-and-solve': 'shoppingbench/plan-and-solve/agent.md' },
};
