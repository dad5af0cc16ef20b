import type { Moves } from '../../../pipeline/episode.ts';
import type { Answer } from './grade.ts';
import type { Staged } from './tools.ts';

const call = (tool: string, args: object) => ({ tool, arguments: args });

const MOST_PAGES = 5;

/** How agents that know no family play this one. */
export const moves: Moves<Staged, Answer> = {
  search: (q, page) => call('find_product', { q: q.slice(0, 500), page: Math.min(page + 1, MOST_PAGES) }),
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
