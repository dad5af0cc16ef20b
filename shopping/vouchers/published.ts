import { minorUnitsOf } from '../../text/money.ts';
import type { Discount, VoucherStep } from './schema.ts';
import { BASIS_POINTS } from './voucher.ts';

/** The terms of a step under the published keys: amounts in major units, a rate as a share (0.15 = 15 %). */
export function publishedStep({ threshold, discount }: VoucherStep, currency: string) {
  const unit = minorUnitsOf(currency);
  return {
    threshold: threshold / unit,
    face_value: discount.kind === 'fixed' ? discount.off / unit : null,
    discount: discount.kind === 'percentage' ? discount.rateBasisPoints / BASIS_POINTS : null,
    cap: discount.kind === 'percentage' && discount.cap !== null ? discount.cap / unit : null,
  };
}

/** A discount under the published keys, an amount off or a rate, in the minor units that `minor` counts. */
export const publishedDiscount = (
  { face_value: face, discount: rate, cap }: Readonly<Record<'face_value' | 'discount' | 'cap', number | null>>,
  kind: Discount['kind'],
  minor: (amount: number) => number,
): Discount =>
  kind === 'fixed'
    ? { kind, off: minor(face ?? 0) }
    : { kind, rateBasisPoints: Math.round((rate ?? 0) * BASIS_POINTS), cap: cap === null ? null : minor(cap) };
