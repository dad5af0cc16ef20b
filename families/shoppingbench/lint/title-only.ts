import { type Counter, excerpt } from './counter.ts';
import type { LintProduct, LintTask } from './task.ts';

export const hasTitleOnly = ({ values, services, bounds }: LintProduct) =>
  values.length === 0 && services.length === 0 && bounds.length === 0;

/** Products a title may decide; a knowledge task also asks for its keyword. */
export const judgedByTitle = ({ keyword, products }: LintTask) => (keyword === null ? products : []);

/** Counts tasks that any product with a similar title solves. */
export const titleOnly: Counter = {
  code: 'title_only',
  meaning: 'nothing but similar titles is scored in the whole task',
  unit: 'tasks without a keyword',
  isDefect: true,
  begin: () => (task) => {
    const products = judgedByTitle(task);
    const isOnly = products.length > 0 && products.every(hasTitleOnly);
    return {
      of: products.length > 0 ? 1 : 0,
      found: isOnly ? [products.map(({ title }) => excerpt(title)).join(' + ')] : [],
    };
  },
};
