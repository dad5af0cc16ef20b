import type { Discount } from '../../../shopping/vouchers/schema.ts';
import { discountOf } from '../../../shopping/vouchers/voucher.ts';
import type { PublishedVoucher } from '../published-task.ts';
import { minor } from './task.ts';

/** A published voucher worked out backwards, in minor units: the record has the price after it, and not the one before. */
export interface VoucherSum {
  readonly total: number;
  readonly after: number;
  readonly budget: number;
  readonly threshold: number;
  readonly discount: Discount;
}

const BASIS_POINTS = 10_000;

/** What the target costs before the voucher, or why no price fits. */
export function voucherSum(voucher: PublishedVoucher): VoucherSum | { readonly problem: string } {
  const discount = discountIn(voucher);
  if (discount === null) {
    const missing = voucher.discount_type === 'fixed' ? '"face_value"' : '"discount" between 0 and 1';
    return { problem: `a ${voucher.discount_type} discount without a ${missing}` };
  }
  const after = minor(voucher.price_after_voucher);
  const estimate = totalBefore(voucher.price_after_voucher, discount);
  // Half a minor unit in the record may be rounded either way: the total is the estimate or one above.
  const total = [estimate, estimate + 1].find((sum) => sum - discountOf(sum, discount) === after);
  if (total === undefined) return { problem: `no total costs ${voucher.price_after_voucher} after the voucher` };
  return { total, after, budget: minor(voucher.budget), threshold: minor(voucher.threshold), discount };
}

function discountIn({ discount_type: type, face_value: face, discount, cap }: PublishedVoucher): Discount | null {
  if (type === 'fixed') return face === null || face <= 0 ? null : { kind: 'fixed', off: minor(face) };
  if (discount === null || discount <= 0 || discount >= 1) return null;
  return {
    kind: 'percentage',
    rateBasisPoints: Math.round(discount * BASIS_POINTS),
    cap: cap === null ? null : minor(cap),
  };
}

/** The inverse of both halves of the rule, of which the smaller holds: max(T - rate, T - cap) rises with T. */
function totalBefore(afterMajor: number, discount: Discount): number {
  if (discount.kind === 'fixed') return minor(afterMajor) + discount.off;
  const uncapped = minor((afterMajor * BASIS_POINTS) / (BASIS_POINTS - discount.rateBasisPoints));
  return Math.min(uncapped, minor(afterMajor) + (discount.cap ?? Number.POSITIVE_INFINITY));
}
