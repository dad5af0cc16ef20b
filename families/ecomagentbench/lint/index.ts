import type { Catalog } from '../../../catalog/index.ts';
import { type Counter, defineFormat, figuresOf } from '../../../pipeline/foreign-lint.ts';
import {
  definingConstraintMissing,
  exclusionEmpty,
  exclusionRepeated,
  implicitMissing,
  targetReused,
} from './contract.ts';
import { bagOpens, contentFreeOpens, offTopicOpens, onTopicShut } from './dialogue.ts';
import { GATE_HEADS, gatesForeign } from './gates.ts';
import { keywordGeneric, keywordHoldsValue, keywordIsValue, keywordShared, keywordWithin } from './keywords.ts';
import { valueInTitle, valueOverlaps, valueUnseen } from './overlap.ts';
import { type LintSample, looksLikeSample, readSample, rowOf } from './sample.ts';

/** Counters of a published sample, beside what the family's gates find in it. */
export const COUNTERS: readonly Counter<LintSample>[] = [
  implicitMissing,
  definingConstraintMissing,
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

const SOURCES = ['query', 'persona', 'clarification'] as const;

/** Counts what samples are made of. */
const sampleFigures = figuresOf(({ rubrics, slots, query }: LintSample) => ({
  requirements: rubrics.length,
  ...Object.fromEntries(SOURCES.map((one) => [`of the ${one}`, rubrics.filter(({ source }) => source === one).length])),
  slots: slots.length,
  'samples without a query': query === null ? 1 : [],
}));

/** EComAgentBench's published format, by whoever its samples were made: put to counters and to the family's gates. */
export const lint = defineFormat<LintSample, Catalog>({
  name: 'EComAgentBench',
  rows: 'objects with "user_query" and "rubrics"',
  recognises: looksLikeSample,
  read: readSample,
  idOf: ({ id }) => id,
  textOf: ({ query }) => query,
  counters: COUNTERS,
  further: { heads: GATE_HEADS, begin: gatesForeign },
  figures: sampleFigures,
  rowOf,
});
