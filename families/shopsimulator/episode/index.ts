import type { Catalog } from '../../../catalog/index.ts';
import type { SearchMemory } from '../../../catalog/search/index.ts';
import { count, Means, share } from '../../../pipeline/averages.ts';
import type { EpisodeKind, Figure, GradedEpisode } from '../../../pipeline/episode.ts';
import { goalOf } from '../rewards/index.ts';
import { SCENARIOS, ShopsimulatorSample } from '../sample.ts';
import { TABLES } from '../tables.ts';
import { moves } from './agent-moves.ts';
import { type Answer, gradePurchase, type Topic } from './grade.ts';
import { LIMITS, SINGLE_TURN_STEPS } from './limits.ts';
import { presentation } from './presentation.ts';
import { BEGUN, type Memory, type Staged, stagedOf, toldAtFirst } from './staged.ts';
import { textPages } from './text.ts';
import { openPlace, type Place } from './tool-data.ts';
import { toolsFor } from './tools.ts';

/** The columns of Table 2 and Table 3, by the score they are the mean of. */
const COLUMNS = [
  { name: 'R_loose', score: 'loose', defined: 'Eq. 3' },
  { name: 'R_strict', score: 'strict', defined: 'Eq. 4' },
  { name: 'R_succ', score: 'success', defined: 'section 3.1: everything that is asked for' },
  { name: 'R_finish', score: 'finished', defined: 'Fig. 4 (b): something was bought' },
  { name: 'R_category', score: 'category', defined: 'appendix C.3' },
  { name: 'R_attribute', score: 'attributes', defined: 'appendix C.3' },
  { name: 'R_option', score: 'options', defined: 'appendix C.3' },
  { name: 'R_price', score: 'price', defined: 'appendix C.3' },
] as const;

/** The figures that Table 2 has a column of for each scenario. */
const OF_SCENARIOS = COLUMNS.slice(0, 3);

/** The figures of ShopSimulator's tables, over episodes that count. Overall is the mean over scenarios, as in Table 2. */
export function figuresOf(episodes: Iterable<GradedEpisode>): Figure[] {
  const means = new Means();
  for (const { intent, steps, grade } of episodes) {
    for (const score in grade.scores) means.add(`${score}, ${intent}`, grade.scores[score]);
    means.add(intent, true);
    means.add('steps', steps);
    means.add('questions', grade.questions.asked);
  }
  const played = SCENARIOS.filter((scenario) => means.count(scenario) > 0);
  const overall = (score: string): number | null => {
    const known = played.flatMap((scenario) => means.of(`${score}, ${scenario}`) ?? []);
    return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
  };
  return [
    ...COLUMNS.map(({ name, score, defined }) => share(name, overall(score), `${defined}; mean over scenarios`)),
    ...played.flatMap((scenario) =>
      OF_SCENARIOS.map(({ name, score, defined }) =>
        share(`${name}, ${scenario}`, means.of(`${score}, ${scenario}`), `Table 2; ${defined}`),
      ),
    ),
    share(
      'R_loose by the published matching',
      overall('loose_published'),
      'Eq. 3 with the fuzzy matching of appendix C.3',
    ),
    share(
      'R_strict by the published matching',
      overall('strict_published'),
      'Eq. 4 with the fuzzy matching of appendix C.3',
    ),
    share("WebShop's reward", overall('webshop'), 'the formula of the WebShop release on the same purchases'),
    count('steps, mean', means.of('steps'), 'Fig. 4 (a)'),
    count('questions, mean', means.of('questions'), 'messages to the shopper'),
  ];
}

/** A question for a topic, in words that are only about it. */
const topicsOf = ({ knowledge }: ShopsimulatorSample): Topic[] =>
  knowledge.flatMap(({ slot_id: slotId, rubric_ids, trigger_keywords: [keyword = ''] }) =>
    rubric_ids.map((rubricId) => ({
      slotId,
      rubricId,
      question: TABLES.agents.topic.replace('{keyword}', () => keyword),
    })),
  );

/** The words that tell each requirement: of the request, of the profile, or of an answer. */
const wordsIn = ({ rubrics, knowledge, proof }: ShopsimulatorSample): Record<string, string> =>
  Object.fromEntries([
    ...rubrics.flatMap(({ id, query_surface: words }) => (words === undefined ? [] : [[id, words]])),
    ...(proof.profile?.implies ?? []).map(({ rubric_id, text }) => [rubric_id, text]),
    ...knowledge.flatMap(({ rubric_ids, answer }) => rubric_ids.map((id) => [id, answer])),
  ]);

/** ShopSimulator as a kind of episode: its limits, tools, shopper and grading. */
export const episode: EpisodeKind<Catalog, Place, Staged, Memory, Answer> = {
  limits: LIMITS,
  calls: 'one',
  hasShopper: true,
  open: async (catalog, _source, held) => openPlace(catalog, (held ?? null) as SearchMemory | null),
  shared: ({ search }) => search.inMemory(),
  read(record) {
    const sample = ShopsimulatorSample.parse(record);
    const staged = stagedOf(sample, LIMITS.questions);
    return {
      id: sample.id,
      intent: sample.intent,
      instruction: toldAtFirst(staged, sample),
      staged,
      answer: {
        goal: goalOf(sample),
        rivals: sample.proof.rivals.map(({ product_id }) => product_id),
        topics: topicsOf(sample),
        words: wordsIn(sample),
      },
      limits: staged.talk === null ? { steps: SINGLE_TURN_STEPS } : {},
    };
  },
  tools: toolsFor,
  begin: () => BEGUN,
  grade: gradePurchase,
  figures: figuresOf,
  moves,
  text: textPages,
  presentation,
  floors: {
    nothing: 0,
    'first-hit': 0.02,
    'title-match': 0.02,
    'asks-everything': 0.05,
    enumerates: 0.02,
    cheater: 0.02,
    'first-hit-choosing': 0.02,
    'shows-each': { single_turn: 0.1, multi_turn: 0.9, personalised_single_turn: 0.02, personalised_multi_turn: 0.05 },
  },
  prompts: { react: 'shopsimulator/react/agent.md', 'plan-and-solve': 'shopsimulator/plan-and-solve/agent.md' },
};
