import {
  asIn,
  type Count,
  type Counter,
  type CounterHead,
  excerpt,
  NOTHING,
  type Place,
  perTask,
} from '../../../pipeline/foreign-lint.ts';
import { findMentions } from '../../../text/mentions.ts';
import { containsWords, normaliseText } from '../../../text/normalise.ts';
import type { LintTask } from './task.ts';

/** Counts what a check of a keyword finds in tasks that have one. */
const ofKeywords = (
  head: Omit<CounterHead, 'unit'>,
  found: (keyword: string, task: LintTask) => Count['found'],
): Counter<LintTask> =>
  perTask({ ...head, unit: 'keywords' }, (task) =>
    task.keyword === null ? NOTHING : { of: 1, found: found(task.keyword, task) },
  );

const stands = (text: string, keyword: string) =>
  // Whole words first: "Two" stands in "two-tooth" for a scorer, and is no mention of the number two.
  containsWords(text, keyword) || findMentions(text, keyword).length > 0;

const SHORT = 4;

/** Counts keywords that many titles hold by chance: years, "Two", "6." */
export const keywordShort = ofKeywords(
  {
    code: 'keyword_short',
    meaning: `the keyword that a title must hold has at most ${SHORT} characters`,
    isDefect: false,
  },
  (keyword) => ([...keyword].length <= SHORT ? [keyword] : []),
);

/** Counts questions that hold their own answer: nothing has to be known. */
export const keywordInQuestion = ofKeywords(
  { code: 'keyword_in_question', meaning: 'the keyword that is to be found out stands in the query', isDefect: true },
  (keyword, { written }) => (stands(written, keyword) ? [excerpt(keyword)] : []),
);

/** Products whose title has a keyword letter by letter, as the published scorer compares them. */
const titledWith = ({ products }: LintTask, keyword: string) =>
  products.filter(({ title }) => title.toLowerCase().includes(keyword.toLowerCase()));

/** Counts keywords that the target's own title lacks. */
export const keywordUntitled = ofKeywords(
  {
    code: 'keyword_untitled',
    meaning: "the keyword does not stand in the target's title, so that the target itself fails",
    isDefect: true,
  },
  (keyword, task) => (titledWith(task, keyword).length > 0 ? [] : [excerpt(keyword)]),
);

/** Counts keywords that the title holds only as part of a longer word or number: "June 3" in "June 30". */
export const keywordWithinWord = ofKeywords(
  {
    code: 'keyword_within_word',
    meaning: 'the keyword stands in the title only within a longer word or number',
    isDefect: false,
  },
  (keyword, task) => {
    const holders = titledWith(task, keyword);
    const [holder] = holders;
    return holder === undefined || holders.some(({ title }) => stands(title, keyword))
      ? []
      : [`${excerpt(keyword)} in ${excerpt(holder.title)}`];
  },
);

/** Counts keywords that are the answer to an earlier task, of whatever file. */
export const keywordReused: Counter<LintTask> = {
  code: 'keyword_reused',
  meaning: 'the keyword is that of an earlier task',
  unit: 'keywords',
  isDefect: true,
  begin: () => {
    const places = new Map<string, Place>();
    return ({ file, line, keyword }) => {
      if (keyword === null) return NOTHING;
      const words = normaliseText(keyword);
      const first = places.get(words);
      if (first === undefined) places.set(words, { file, line });
      return { of: 1, found: first === undefined ? [] : [`${excerpt(keyword)}, ${asIn(first, file)}`] };
    };
  },
};
