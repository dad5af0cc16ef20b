import type { Gate } from '../gate.ts';
import { findingsIn, soughtValuesOf } from './words/sought-values.ts';

/** Finds a query that says an implicit rubric's value outright, in any spelling, where a clue should stand for it. */
export const implicitLiteral: Gate = ({ task: { locked }, wording }) => {
  const implicit = locked.rubrics.filter(({ id }) => locked.implicit_rubric_ids.includes(id));
  return findingsIn(
    'implicit_literal',
    [{ path: 'user_query', text: wording.query }],
    implicit.flatMap(soughtValuesOf),
  );
};
