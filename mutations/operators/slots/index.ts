import type { Operator } from '../../operator.ts';
import { ANSWERS } from './answers.ts';
import { KEYWORD_OPERATORS } from './keywords.ts';
import { SLOTS } from './slots.ts';

/** Operators for the gates of families whose shopper answers questions. */
export const OF_SLOTS: readonly Operator[] = [...SLOTS, ...ANSWERS, ...KEYWORD_OPERATORS];
