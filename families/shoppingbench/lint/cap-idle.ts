import { discountOf } from '../../../shopping/vouchers/voucher.ts';
import type { Counter } from './counter.ts';
import { majorText } from './task.ts';
import { voucherSum } from './voucher-sum.ts';

/** Counts caps that change nothing about the target's price. */
export const capIdle: Counter = {
  code: 'cap_idle',
  meaning: "the cap of a percentage discount is above what the target's price earns, so it never matters",
  unit: 'caps',
  isDefect: true,
  begin:
    () =>
    ({ voucher }) => {
      const sum = voucher === null ? null : voucherSum(voucher);
      if (sum === null || 'problem' in sum || sum.discount.kind === 'fixed' || sum.discount.cap === null)
        return { of: 0, found: [] };
      const { total, discount } = sum;
      const earned = discountOf(total, { ...discount, cap: null });
      const isIdle = earned <= (discount.cap as number);
      return {
        of: 1,
        found: isIdle ? [`cap ${majorText(discount.cap as number)}, discount ${majorText(earned)}`] : [],
      };
    },
};
