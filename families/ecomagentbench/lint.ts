import { centreMissing, exclusionEmpty, exclusionRepeated, implicitMissing } from './lint/contract.ts';
import type { Counter } from './lint/counter.ts';
import { bagOpens, contentFreeOpens, offTopicOpens, onTopicShut } from './lint/dialogue.ts';
import { keywordGeneric, keywordHoldsValue, keywordIsValue, keywordShared, keywordWithin } from './lint/keywords.ts';
import { valueInTitle, valueOverlaps, valueUnseen } from './lint/overlap.ts';
import { targetReused } from './lint/targets.ts';

export type { Counter } from './lint/counter.ts';
export { scriptOf } from './lint/dialogue.ts';
export { type LintRubric, type LintSample, looksLikeSample, readSample, showsQuery } from './lint/sample.ts';

/** What is counted of a published sample beside what the family's gates find in it. */
export const COUNTERS: readonly Counter[] = [
  implicitMissing,
  centreMissing,
  exclusionEmpty,
  exclusionRepeated,
  keywordIsValue,
  keywordShared,
  keywordWithin,
  contentFreeOpens,
  offTopicOpens,
  onTopicShut,
  targetReused,
  keywordHoldsValue,
  keywordGeneric,
  bagOpens,
  valueOverlaps,
  valueInTitle,
  valueUnseen,
];
