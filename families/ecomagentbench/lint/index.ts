import type { Catalog } from '../../../catalog/index.ts';
import { type Counter, defineFormat, type Figures } from '../../../pipeline/foreign-lint.ts';
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

/** Counts what samples are made of. */
class SampleFigures implements Figures<LintSample> {
  readonly #counts = new Map<string, number>();

  add({ rubrics, slots, query }: LintSample): void {
    const add = (name: string, count: number) => this.#counts.set(name, (this.#counts.get(name) ?? 0) + count);
    add('requirements', rubrics.length);
    for (const source of ['query', 'persona', 'clarification'] as const)
      add(`of the ${source}`, rubrics.filter((rubric) => rubric.source === source).length);
    add('slots', slots.length);
    if (query === null) add('samples without a query', 1);
  }

  rows() {
    return [...this.#counts].map(([name, value]) => ({ name, value }));
  }
}

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
  figures: () => new SampleFigures(),
  rowOf,
});
