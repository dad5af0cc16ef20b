import type { Catalog } from '../../../catalog/index.ts';
import type { SearchMemory } from '../../../catalog/search/index.ts';
import type { EpisodeKind } from '../../../pipeline/episode.ts';
import { goalOf } from '../rewards/index.ts';
import { ShopsimulatorSample } from '../sample.ts';
import { TABLES } from '../tables.ts';
import { moves } from './agent-moves.ts';
import { figuresOf } from './figures.ts';
import { type Answer, gradePurchase, type Topic } from './grade.ts';
import { LIMITS, SINGLE_TURN_STEPS } from './limits.ts';
import { openPlace, type Place } from './place.ts';
import { presentation } from './presentation.ts';
import { BEGUN, type Memory, type Staged, stagedOf, toldAtFirst } from './staged.ts';
import { textPages } from './text.ts';
import { toolsFor } from './tools.ts';

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
    'asks-everything': 0.02,
    enumerates: 0.02,
    cheater: 0.02,
    'first-hit-choosing': 0.02,
  },
  prompts: { react: 'shopsimulator/react/agent.md', 'plan-and-solve': 'shopsimulator/plan-and-solve/agent.md' },
};
