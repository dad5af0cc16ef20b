import type { Discount } from '../../../shopping/vouchers/schema.ts';
import { BASIS_POINTS, totalBefore } from '../../../shopping/vouchers/voucher.ts';
import type { PublishedVoucher } from '../published-task.ts';
import { MINOR_UNITS, minor } from './task.ts';

/** A published voucher worked out backwards, in minor units: the record has the price after it, and not the one before. */
export interface VoucherSum {
  readonly total: number;
  readonly after: number;
  readonly budget: number;
  readonly threshold: number;
  readonly discount: Discount;
}

/** What the target costs before the voucher, or why no price fits. */
export function voucherSum(voucher: PublishedVoucher): VoucherSum | { readonly problem: string } {
  const discount = discountIn(voucher);
  if (discount === null) {
    const missing = voucher.discount_type === 'fixed' ? '"face_value"' : '"discount" between 0 and 1';
    return { problem: `a ${voucher.discount_type} discount without a ${missing}` };
  }
  const after = minor(voucher.price_after_voucher);
  const total = totalBefore(voucher.price_after_voucher * MINOR_UNITS, discount);
  if (total === null) return { problem: `no total costs ${voucher.price_after_voucher} after the voucher` };
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
