import { isJudgedTogether } from '../../../shopping/kinds/index.ts';
import { defineGate } from '../../../stages/gate.ts';

/** Finds targets of which nothing is asked but what they are called: any product of that name would do. */
export const titleOnly = defineGate({
  name: 'facts: more than a title',
  codes: { title_only: 'nothing but what it is called is asked of a product' },
  final: true,
  check: ({ task: { targetIds, locked } }) =>
    targetIds.flatMap((id, place) => {
      const asked = locked.rubrics.some(
        (rubric) => !isJudgedTogether(rubric) && rubric.type !== 'entity_match' && (rubric.target ?? 0) === place,
      );
      return asked
        ? []
        : [{ code: 'title_only', path: 'rubrics', detail: `nothing but its noun phrase is asked of "${id}"` }];
    }),
});
