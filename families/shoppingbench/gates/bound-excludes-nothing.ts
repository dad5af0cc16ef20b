import type { QueryWording } from '../../../shopping/draft.ts';
import type { Rubric } from '../../../shopping/kinds/index.ts';
import type { LockedTask } from '../../../shopping/task.ts';
import { defineGate } from '../../../stages/gate.ts';

interface Dependencies {
  /** Tells whether a product of the target's name or shelf fails the bound. */
  excludesAny(task: LockedTask, rubric: Rubric & { type: 'numeric_range' }): boolean;
}

/** Finds bounds that every product of the kind keeps to: "over 1 peso". */
export const boundExcludesNothing = defineGate<QueryWording, [Dependencies]>({
  name: 'facts: bounds',
  codes: { bound_excludes_nothing: 'a price bound excludes no product of its kind' },
  final: true,
  check: ({ task }, { excludesAny }) =>
    task.locked.rubrics.flatMap((rubric) =>
      rubric.type !== 'numeric_range' || excludesAny(task, rubric)
        ? []
        : [
            {
              code: 'bound_excludes_nothing',
              path: `rubrics.${rubric.id}`,
              rubricId: rubric.id,
              detail: `${rubric.description}, which every product of its kind is`,
            },
          ],
    ),
});
