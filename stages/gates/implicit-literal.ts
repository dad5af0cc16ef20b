import { defineGate } from '../gate.ts';
import { findingsIn, soughtValuesOf } from './words/sought-values.ts';

/** Finds a query that says an implicit rubric's value outright, in any spelling, where a clue should stand for it. */
export const implicitLiteral = defineGate({
  name: 'leak: implicit',
  codes: { implicit_literal: 'the query says outright what a clue should stand for' },
  scope: { unit: 'clues', reads: ['query'], of: ({ task }) => task.locked.implicit_rubric_ids.length },
  check: ({ task: { locked }, wording }) => {
    const implicit = locked.rubrics.filter(({ id }) => locked.implicit_rubric_ids.includes(id));
    return findingsIn(
      'implicit_literal',
      [{ path: 'user_query', text: wording.query }],
      implicit.flatMap(soughtValuesOf),
    );
  },
});
