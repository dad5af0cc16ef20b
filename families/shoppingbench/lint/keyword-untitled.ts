import { type Counter, excerpt } from './counter.ts';

/** Counts keywords that the target's own title lacks, letter by letter as the published scorer compares them. */
export const keywordUntitled: Counter = {
  code: 'keyword_untitled',
  meaning: "the keyword does not stand in the target's title, so that the target itself fails",
  unit: 'keywords',
  isDefect: true,
  begin:
    () =>
    ({ keyword, products }) => {
      if (keyword === null) return { of: 0, found: [] };
      const isTitled = products.some(({ title }) => title.toLowerCase().includes(keyword.toLowerCase()));
      return { of: 1, found: isTitled ? [] : [excerpt(keyword)] };
    },
};
