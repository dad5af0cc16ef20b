import { canonicalJson } from '../../schemas/canonical-json.ts';
import type { Report } from '../../schemas/violation.ts';
import { minorUnitsOf } from '../../text/money.ts';
import type { VoucherStep } from '../vouchers/schema.ts';
import { type BudgetMatch, priceAfterVoucher } from '../vouchers/voucher.ts';

/** A step as it is published: amounts in major units, a rate as a share. */
export function publishedStep({ threshold, discount }: VoucherStep, currency: string) {
  const unit = minorUnitsOf(currency);
  return {
    threshold: threshold / unit,
    face_value: discount.kind === 'fixed' ? discount.off / unit : null,
    discount: discount.kind === 'percentage' ? discount.rateBasisPoints / 10_000 : null,
    cap: discount.kind === 'percentage' && discount.cap !== null ? discount.cap / unit : null,
  };
}

/** What every family publishes of a voucher and its budget for an order of `total` minor units. */
export function publishedVoucher({ budget, voucher }: BudgetMatch, total: number) {
  const unit = minorUnitsOf(voucher.currency);
  const first = voucher.steps[0] as VoucherStep;
  return {
    voucher_type: voucher.issuer,
    discount_type: voucher.scheme === 'simple' ? first.discount.kind : voucher.scheme,
    ...publishedStep(first, voucher.currency),
    budget: budget / unit,
    price_after_voucher: priceAfterVoucher(total, voucher) / unit,
  };
}

/** Compares what is published of a voucher, key by key, with what the locked one gives. */
export function compareVouchers(
  published: Readonly<Record<string, unknown>>,
  expected: Readonly<Record<string, unknown>>,
  report: Report,
): void {
  for (const [key, value] of Object.entries(expected)) {
    const found = published[key];
    if (canonicalJson({ found }) !== canonicalJson({ found: value }))
      report(
        'voucher_differs',
        `voucher.${key} is ${canonicalJson(found ?? null)}, the locked voucher gives ${canonicalJson(value ?? null)}`,
      );
  }
}
