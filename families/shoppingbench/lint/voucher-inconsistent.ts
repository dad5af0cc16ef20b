import type { Counter } from './counter.ts';
import { majorText } from './task.ts';
import { type VoucherSum, voucherSum } from './voucher-sum.ts';

/** Counts vouchers whose own figures do not go together. */
export const voucherInconsistent: Counter = {
  code: 'voucher_inconsistent',
  meaning: 'no total gives the price after the voucher, reaches its threshold and stays in the budget',
  unit: 'vouchers',
  isDefect: true,
  begin:
    () =>
    ({ voucher }) => {
      if (voucher === null) return { of: 0, found: [] };
      const sum = voucherSum(voucher);
      return { of: 1, found: 'problem' in sum ? [sum.problem] : contradictionsIn(sum) };
    },
};

function contradictionsIn({ total, after, budget, threshold }: VoucherSum): string[] {
  const found: string[] = [];
  if (total < threshold)
    found.push(`a total of ${majorText(total)} does not reach the threshold of ${majorText(threshold)}`);
  if (after > budget) found.push(`${majorText(after)} after the voucher is over the budget of ${majorText(budget)}`);
  return found;
}
