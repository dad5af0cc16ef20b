import type { Counter } from './counter.ts';
import { majorText } from './task.ts';
import { voucherSum } from './voucher-sum.ts';

/** Counts budgets that the target fits without its voucher, so that nobody has to work it out. */
export const voucherUnneeded: Counter = {
  code: 'voucher_unneeded',
  meaning: 'the target fits the budget without the voucher',
  unit: 'vouchers',
  isDefect: true,
  begin:
    () =>
    ({ voucher }) => {
      const sum = voucher === null ? null : voucherSum(voucher);
      if (sum === null || 'problem' in sum) return { of: 0, found: [] };
      const { total, budget } = sum;
      return { of: 1, found: total <= budget ? [`full price ${majorText(total)}, budget ${majorText(budget)}`] : [] };
    },
};
