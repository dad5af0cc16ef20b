import type { Catalog } from '../../../catalog/index.ts';
import type { SearchMemory } from '../../../catalog/search/index.ts';
import { count, Means, share } from '../../../pipeline/averages.ts';
import type { EpisodeKind, Figure, GradedEpisode, Moves } from '../../../pipeline/episode.ts';
import { ConfigError } from '../../../schemas/errors.ts';
import { dialogueBank } from '../../../shopping/dialogue/field-dialogues.ts';
import { SILENT } from '../../../shopping/episode/shopper.ts';
import { median } from '../../../text/numbers.ts';
import { read } from '../read-sample.ts';
import { EcomagentbenchSample } from '../sample.ts';
import { type Answer, gradeRecommendation } from './grade.ts';
import { LIMITS } from './limits.ts';
import { presentation, wordsOf } from './presentation.ts';
import { type Memory, type Staged, stagedOf } from './staged.ts';
import { openPlace, type Place } from './tool-data.ts';
import { toolsFor } from './tools.ts';

const call = (tool: string, args: object) => ({ tool, arguments: args });

const OPENING = 'What matters to you about it?';

/** Moves by which agents that know no family play this one. */
const moves: Moves<Staged, Answer> = {
  search: (query, page) => call('search_products', { query, page }),
  found: ({ content: { products } }) =>
    Array.isArray(products) ? products.map(({ product_id: id, title = '' }) => ({ id, title })) : [],
  view: ([id = '']) => call('get_product_details', { product_id: id }),
  recommend: ([id = ''], reasoning) => [call('recommend_product', { product_id: id, reasoning })],
  lookUps: () => [call('get_user_profile', {})],
  ask: (question) => call('ask_user', { question }),
  // Asked for anew each time: a lexicon may come into force after this file is read.
  get questions() {
    return [OPENING, ...dialogueBank.fields.flatMap((field) => dialogueBank.questionsFor(field)[0] ?? [])];
  },
  solution: (_staged, { targetId, rubrics, title }) => ({
    calls: [
      call('get_user_profile', {}),
      ...rubrics
        .filter(({ info_source }) => info_source === 'clarification')
        .flatMap(({ field }) => dialogueBank.questionsFor(field.replace(/^details\./, ''))[0] ?? [])
        .map((question) => call('ask_user', { question })),
    ],
    searches: [title],
    products: [targetId],
  }),
};

const SOURCES = ['query', 'persona', 'clarification'];

/** The figures of EComAgentBench's tables, over episodes that count. */
function figuresOf(episodes: Iterable<GradedEpisode>): Figure[] {
  const means = new Means();
  const calls: number[] = [];
  for (const { called, grade } of episodes) {
    const { success, scores, verdicts, recommended, questions } = grade;
    means.add('success', success);
    means.add('exact match', scores.exact_match);
    means.add('another product', success && scores.exact_match === 0);
    for (const { source, verdict } of verdicts)
      for (const name of ['rubrics', `rubrics, ${source}`]) means.add(name, verdict === 'yes');
    means.add('finished', recommended.length > 0);
    means.add('profile read', scores.profile_read);
    means.add('calls', called.length);
    calls.push(called.length);
    means.add('questions', questions.asked);
  }
  return [
    share('accuracy', means.of('success'), 'section 3: the target, or all rubrics satisfied'),
    share('exact match', means.of('exact match'), 'the recommended product is the target'),
    share(
      'correct, not the target',
      means.of('another product'),
      'appendix D.4: all rubrics satisfied by another product',
    ),
    share('rubric satisfaction', means.of('rubrics'), 'section 5: of all rubrics'),
    ...SOURCES.map((source) =>
      share(`rubric satisfaction, ${source}`, means.of(`rubrics, ${source}`), 'section 5, by source'),
    ),
    share('finished', means.of('finished'), 'Table 8: episodes with a recommendation'),
    share('profile read', means.of('profile read'), 'episodes that called get_user_profile'),
    count('tool calls, mean', means.of('calls'), 'appendix B'),
    count('tool calls, median', calls.length === 0 ? null : median(calls), 'appendix B'),
    count('questions, mean', means.of('questions'), 'Table 8: calls of ask_user'),
  ];
}

/** EComAgentBench as a kind of episode: its limits, tools, shopper and grading. */
export const episode: EpisodeKind<Catalog, Place, Staged, Memory, Answer> = {
  limits: LIMITS,
  calls: 'one',
  hasShopper: true,
  open: async (catalog, _source, held) => openPlace(catalog, held as SearchMemory | undefined),
  shared: ({ search }) => search.inMemory(),
  read(record) {
    const sample = EcomagentbenchSample.parse(record);
    const draft = read(sample);
    if ('findings' in draft) throw new ConfigError(`${sample.id} cannot be played: ${draft.findings[0]?.detail}`);
    const { rubrics } = draft.task.locked;
    const { product_id: targetId, title } = sample.target_product;
    return {
      id: sample.id,
      intent: sample.intent_category,
      instruction: sample.user_query,
      staged: stagedOf(sample, rubrics),
      answer: { targetId, title, rubrics, words: wordsOf(sample, rubrics) },
    };
  },
  tools: toolsFor,
  begin: () => ({ shopper: SILENT, profileRead: false, recommended: null, reasoning: '' }),
  grade: gradeRecommendation,
  figures: figuresOf,
  moves,
  presentation,
  floors: { nothing: 0, 'first-hit': 0.1, 'title-match': 0.1, 'asks-everything': 0.2, enumerates: 0.1, cheater: 0.1 },
  prompts: { react: 'ecomagentbench/react/agent.md', 'plan-and-solve': 'ecomagentbench/plan-and-solve/agent.md' },
};
