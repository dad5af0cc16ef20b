import type { RubricFacts } from '../../pipeline/run-tally.ts';
import { detailFieldOf, type Rubric } from '../kinds/index.ts';

/** What reports count of a rubric, however its family publishes it. */
export const rubricFacts = ({
  type,
  field,
  info_source,
}: Pick<Rubric, 'type' | 'field' | 'info_source'>): RubricFacts => ({
  type,
  field: detailFieldOf(field) ?? field,
  source: info_source,
});
