import { normaliseText } from '../../../text/normalise.ts';
import { asIn, type Counter, excerpt } from './counter.ts';

/** Counts keywords that are the answer to an earlier task, of whatever file. */
export const keywordReused: Counter = {
  code: 'keyword_reused',
  meaning: 'the keyword is that of an earlier task',
  unit: 'keywords',
  isDefect: true,
  begin: () => {
    const places = new Map<string, { readonly file: string; readonly line: number }>();
    return ({ file, line, keyword }) => {
      if (keyword === null) return { of: 0, found: [] };
      const words = normaliseText(keyword);
      const first = places.get(words);
      if (first === undefined) places.set(words, { file, line });
      return { of: 1, found: first === undefined ? [] : [`${excerpt(keyword)}, ${asIn(first, file)}`] };
    };
  },
};
