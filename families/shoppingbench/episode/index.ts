import type { Catalog } from '../../../catalog/index.ts';
import type { SearchMemory } from '../../../catalog/search/index.ts';
import type { EpisodeKind } from '../../../pipeline/episode.ts';
import { ShoppingbenchSample } from '../sample.ts';
import { scoredTaskOf } from '../scoring/index.ts';
import { figuresOf } from './figures.ts';
import { type Answer, gradeOrder } from './grade.ts';
import { moves } from './moves.ts';
import { openPlace, type Place } from './place.ts';
import { presentation } from './presentation.ts';
import { type Memory, type Staged, toolsFor } from './tools.ts';

/** Steps of the published runs. Nobody can be asked. */
const LIMITS = { steps: 30, questions: 1 };

/** How ShoppingBench is played. */
export const episode: EpisodeKind<Catalog, Place, Staged, Memory, Answer> = {
  limits: LIMITS,
  calls: 'all',
  hasShopper: false,
  open: (catalog, source, held) => openPlace(catalog, source, held as SearchMemory | undefined),
  shared: ({ search }) => search.inMemory(),
  read(record) {
    const sample = ShoppingbenchSample.parse(record);
    const { id, intent, query: instruction } = sample;
    const rubrics = sample.rubrics.map(({ query_surface: _words, ...rubric }) => rubric);
    const words = Object.fromEntries(
      sample.rubrics.flatMap(({ id: rubric, query_surface }) =>
        query_surface === undefined ? [] : [[rubric, query_surface]],
      ),
    );
    const answer = { scored: scoredTaskOf(sample), rubrics, words };
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
