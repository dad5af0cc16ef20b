import { findMentions } from '../../../text/mentions.ts';
import { containsWords } from '../../../text/normalise.ts';
import { type Counter, excerpt } from './counter.ts';

/** Counts keywords that the title holds only as part of a longer word or number: "June 3" in "June 30". */
export const keywordWithinWord: Counter = {
  code: 'keyword_within_word',
  meaning: 'the keyword stands in the title only within a longer word or number',
  unit: 'keywords',
  isDefect: false,
  begin:
    () =>
    ({ keyword, products }) => {
      if (keyword === null) return { of: 0, found: [] };
      const holders = products.filter(({ title }) => title.toLowerCase().includes(keyword.toLowerCase()));
      const isWithin = holders.length > 0 && !holders.some(({ title }) => isWhole(title, keyword));
      return { of: 1, found: isWithin ? [`${excerpt(keyword)} in ${excerpt(holders[0]!.title)}`] : [] };
    },
};

const isWhole = (title: string, keyword: string) =>
  containsWords(title, keyword) || findMentions(title, keyword).length > 0;
