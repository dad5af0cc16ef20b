import { defineGate } from '../../../stages/gate.ts';
import { formatMoney } from '../../../text/money.ts';

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
