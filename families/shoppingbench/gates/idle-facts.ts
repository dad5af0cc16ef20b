import type { QueryWording } from '../../../shopping/draft.ts';
import { isJudgedTogether, type Rubric } from '../../../shopping/kinds/index.ts';
import type { LockedTask } from '../../../shopping/task.ts';
import { defineGate } from '../../../stages/gate.ts';
import { formatMoney } from '../../../text/money.ts';

// Facts that decide nothing: without them the same products would do.

interface Dependencies {
  /** Tells whether a product of the target's name or shelf fails the bound. */
  excludesAny(task: LockedTask, rubric: Rubric & { type: 'numeric_range' }): boolean;
}

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

/** Finds budgets that the order keeps to without its voucher. */
export const voucherNotNeeded = defineGate({
  name: 'facts: voucher',
  codes: { voucher_not_needed: 'the order is within the budget without its voucher' },
  final: true,
  check: ({ task, targets }) =>
    task.locked.rubrics.flatMap((rubric) => {
      if (rubric.type !== 'budget_match') return [];
      const { budget, voucher } = rubric.expected_value;
      const total = targets.reduce((sum, { priceMinor }) => sum + (priceMinor ?? 0), 0);
      if (total > budget) return [];
      return [
        {
          code: 'voucher_not_needed',
          path: `rubrics.${rubric.id}`,
          rubricId: rubric.id,
          detail: `${formatMoney(total, voucher.currency)} is within ${formatMoney(budget, voucher.currency)} before any discount`,
        },
      ];
    }),
});
