import type { Product } from '../../../schemas/product.ts';
import type { Report } from '../../../schemas/violation.ts';
import { onlyShopOf } from '../../../shopping/kinds/index.ts';
import { compareCounts } from '../../../shopping/verify/answer-set.ts';
import { compareVouchers, publishedVoucher } from '../../../shopping/verify/voucher.ts';
import { priceAfterVoucher } from '../../../shopping/vouchers/voucher.ts';
import type { ShoppingbenchSample } from '../sample.ts';
import type { Order } from './order.ts';

/** The order is over its budget until its voucher is used, and what is published and proved of that is what the lock gives. */
export function checkBudget(
  { voucher: published, proof }: ShoppingbenchSample,
  { joint }: Order,
  products: readonly Product[],
  report: Report,
): void {
  const rubric = joint.find((candidate) => candidate.type === 'budget_match');
  if (rubric === undefined) {
    if (published !== undefined || proof.voucher !== null)
      report('voucher_differs', 'a voucher is published or proved, and no rubric has one');
    return;
  }
  if (published === undefined || proof.voucher === null) {
    report('voucher_differs', `${rubric.id} has a voucher, and it is not published or not proved`);
    return;
  }
  const { voucher, budget } = rubric.expected_value;
  const total = products.reduce((sum, { priceMinor }) => sum + (priceMinor ?? 0), 0);
  if (total <= budget) report('voucher_not_needed', 'the targets are within the budget without the voucher');
  if (voucher.issuer === 'shop' && onlyShopOf(products) === null)
    report('voucher_differs', 'the voucher is of a shop, and the targets are not all from one');
  compareVouchers(published, publishedVoucher(rubric.expected_value, total), report);
  const counted = compareCounts(report);
  counted('voucher_differs', 'the total of the targets', proof.voucher.total, total);
  counted(
    'voucher_differs',
    'their price after the voucher',
    proof.voucher.price_after,
    priceAfterVoucher(total, voucher),
  );
}
