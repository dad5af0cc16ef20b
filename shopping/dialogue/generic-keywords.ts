import { normaliseText, tokensOf } from '../../text/normalise.ts';
import { FUNCTION_WORDS, GENERIC_WORDS } from './question-matcher.ts';

/** Tells whether a keyword fits questions about almost anything. */
export const isGeneric = (keyword: string) =>
  GENERIC_WORDS.has(normaliseText(keyword)) || tokensOf(keyword).every((token) => FUNCTION_WORDS.has(token));
