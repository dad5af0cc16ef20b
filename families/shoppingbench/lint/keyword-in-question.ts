import { findMentions } from '../../../text/mentions.ts';
import { containsWords } from '../../../text/normalise.ts';
import { type Counter, excerpt } from './counter.ts';

/** Counts questions that hold their own answer: nothing has to be known. */
export const keywordInQuestion: Counter = {
  code: 'keyword_in_question',
  meaning: 'the keyword that is to be found out stands in the query',
  unit: 'keywords',
  isDefect: true,
  begin:
    () =>
    ({ keyword, written }) => {
      if (keyword === null) return { of: 0, found: [] };
      // Whole words first: "Two" stands in "two-tooth" for a scorer, and is no mention of the number two.
      const isGiven = containsWords(written, keyword) || findMentions(written, keyword).length > 0;
      return { of: 1, found: isGiven ? [excerpt(keyword)] : [] };
    },
};
