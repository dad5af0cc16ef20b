import type { Moves } from '../../../pipeline/episode.ts';
import { dialogueBank } from '../dialogue/index.ts';
import type { Answer } from './grade.ts';
import type { Staged } from './staged.ts';

const call = (tool: string, args: object) => ({ tool, arguments: args });

const OPENING = 'What matters to you about it?';

/** How agents that know no family play this one. */
export const moves: Moves<Staged, Answer> = {
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
