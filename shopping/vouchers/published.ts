import { minorUnitsOf } from '../../text/money.ts';
import type { VoucherStep } from './schema.ts';

/** The terms of a step under the published keys: amounts in major units, a rate as a share (0.15 = 15 %). */
export function publishedStep({ threshold, discount }: VoucherStep, currency: string) {
  const unit = minorUnitsOf(currency);
  return {
    threshold: threshold / unit,
    face_value: discount.kind === 'fixed' ? discount.off / unit : null,
    discount: discount.kind === 'percentage' ? discount.rateBasisPoints / 10_000 : null,
    cap: discount.kind === 'percentage' && discount.cap !== null ? discount.cap / unit : null,
  };
}
