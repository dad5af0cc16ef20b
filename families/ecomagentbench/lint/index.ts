import { centreMissing, exclusionEmpty, exclusionRepeated, implicitMissing } from './contract.ts';
import type { Counter } from './counter.ts';
import { bagOpens, contentFreeOpens, offTopicOpens, onTopicShut } from './dialogue.ts';
import { keywordGeneric, keywordHoldsValue, keywordIsValue, keywordShared, keywordWithin } from './keywords.ts';
import { valueInTitle, valueOverlaps, valueUnseen } from './overlap.ts';
import { targetReused } from './targets.ts';

export type { Counter } from './counter.ts';
export { scriptOf } from './dialogue.ts';
export { type LintRubric, type LintSample, looksLikeSample, readSample, showsQuery } from './sample.ts';

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
