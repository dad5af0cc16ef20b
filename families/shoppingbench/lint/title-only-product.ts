import { type Counter, excerpt } from './counter.ts';
import { hasTitleOnly, judgedByTitle } from './title-only.ts';

/** Counts products of which the scorer asks a similar title and nothing else. */
export const titleOnlyProduct: Counter = {
  code: 'title_only_product',
  meaning: 'of one of its products nothing but a similar title is scored',
  unit: 'products',
  isDefect: true,
  begin: () => (task) => {
    const products = judgedByTitle(task);
    return { of: products.length, found: products.filter(hasTitleOnly).map(({ title }) => excerpt(title)) };
  },
};
