import { normaliseText, tokensOf } from '../../text/normalise.ts';
import { FUNCTION_WORDS } from './question-matcher.ts';

/** Words that fit questions about almost anything, as written: an inflected form is left to the false-trigger gate. */
const GENERIC = new Set(
  `type kind sort look style feature features feel use uses used usage size sizes quality product item
  items thing things option options detail details preference preferences requirement requirements need needs want
  good best better other more shop store buy cheap value spec specs specification specifications version general info information`
    .split(/\s+/)
    .concat('how many', 'how much', 'what kind', 'what type', 'looking for'),
);

/** Whether a keyword fits questions about almost anything. */
export const isGeneric = (keyword: string) =>
  GENERIC.has(normaliseText(keyword)) || tokensOf(keyword).every((token) => FUNCTION_WORDS.has(token));
