import type { Rubric } from '../kinds/index.ts';
import { detailFieldOf } from '../kinds/satisfies.ts';
import type { RubricFacts } from './record.ts';

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
