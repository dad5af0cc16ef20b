import type { Counter } from './counter.ts';

const SHORT = 4;

/** Counts keywords that many titles hold by chance: years, "Two", "6." */
export const keywordShort: Counter = {
  code: 'keyword_short',
  meaning: `the keyword that a title must hold has at most ${SHORT} characters`,
  unit: 'keywords',
  isDefect: false,
  begin:
    () =>
    ({ keyword }) =>
      keyword === null ? { of: 0, found: [] } : { of: 1, found: [...keyword].length <= SHORT ? [keyword] : [] },
};
