import {
  type Count,
  type Counter,
  type CounterHead,
  defect,
  NOTHING,
  perTask,
} from '../../../pipeline/foreign-lint.ts';
import { publishedDiscount } from '../../../shopping/vouchers/published.ts';
import type { Discount } from '../../../shopping/vouchers/schema.ts';
import { discountOf, totalBefore } from '../../../shopping/vouchers/voucher.ts';
import type { PublishedVoucher } from '../published-task.ts';
import { amountsSaid } from './prices.ts';
import { appendedRules, type LintTask, MINOR_UNITS, majorText, minor } from './task.ts';

/** A published voucher worked out backwards, in minor units: the record has the price after it, and not the one before. */
interface VoucherSum {
  readonly total: number;
  readonly after: number;
  readonly budget: number;
  readonly threshold: number;
  readonly discount: Discount;
}

/** Works out what the target costs before the voucher, or says why no price fits. */
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

function discountIn(voucher: PublishedVoucher): Discount | null {
  const { discount_type: type, face_value: face, discount } = voucher;
  const isThere = type === 'fixed' ? (face ?? 0) > 0 : discount !== null && discount > 0 && discount < 1;
  return isThere ? publishedDiscount(voucher, type, minor) : null;
}

/** Counts vouchers whose own figures do not go together. */
export const voucherInconsistent = perTask<LintTask>(
  defect(
    'voucher_inconsistent',
    'no total gives the price after the voucher, reaches its threshold and stays in the budget',
    'vouchers',
  ),
  ({ voucher }) => {
    if (voucher === null) return NOTHING;
    const sum = voucherSum(voucher);
    return { of: 1, found: 'problem' in sum ? [sum.problem] : contradictionsIn(sum) };
  },
);

function contradictionsIn({ total, after, budget, threshold }: VoucherSum): string[] {
  const found: string[] = [];
  if (total < threshold)
    found.push(`a total of ${majorText(total)} does not reach the threshold of ${majorText(threshold)}`);
  if (after > budget) found.push(`${majorText(after)} after the voucher is over the budget of ${majorText(budget)}`);
  return found;
}

/** Counts what is at fault in the sums of vouchers that can be worked out. */
const ofSums = (head: CounterHead, look: (sum: VoucherSum) => Count): Counter<LintTask> =>
  perTask(head, ({ voucher }) => {
    const sum = voucher === null ? null : voucherSum(voucher);
    return sum === null || 'problem' in sum ? NOTHING : look(sum);
  });

/** Counts budgets that the target fits without its voucher, so that nobody has to work it out. */
export const voucherUnneeded = ofSums(
  defect('voucher_unneeded', 'the target fits the budget without the voucher', 'vouchers'),
  ({ total, budget }) => ({
    of: 1,
    found: total <= budget ? [`full price ${majorText(total)}, budget ${majorText(budget)}`] : [],
  }),
);

/** Counts caps that change nothing about the target's price. */
export const capIdle = ofSums(
  defect(
    'cap_idle',
    "the cap of a percentage discount is above what the target's price earns, so it never matters",
    'caps',
  ),
  ({ total, discount }) => {
    if (discount.kind === 'fixed' || discount.cap === null) return NOTHING;
    const earned = discountOf(total, { ...discount, cap: null });
    return {
      of: 1,
      found: earned <= discount.cap ? [`cap ${majorText(discount.cap)}, discount ${majorText(earned)}`] : [],
    };
  },
);

/** The amounts of a voucher by what they are, in the order the appended rules give them; a rate in percent. */
function amountsOf({ budget, threshold, discount_type: type, face_value: face, discount, cap }: PublishedVoucher) {
  const off: (readonly [string, number | null])[] =
    type === 'fixed'
      ? [['discount', face]]
      : [
          ['rate in percent', discount === null ? null : discount * 100],
          ['cap', cap],
        ];
  const named: (readonly [string, number | null])[] = [['budget', budget], ['threshold', threshold], ...off];
  return named.flatMap(([name, amount]) => (amount === null ? [] : [{ name, amount: minor(amount) }]));
}

/** Counts vouchers that the query tells otherwise than the record the scorer reads. */
export const voucherText = perTask<LintTask>(
  defect('voucher_text', "the query does not give the voucher's amounts as the record does", 'amounts'),
  ({ query, voucher }) => {
    if (voucher === null) return NOTHING;
    const amounts = amountsOf(voucher);
    const rules = appendedRules(query);
    // The appended rules put every amount in its own place; in a text of other words it only has to stand somewhere.
    const quoted = rules === null ? null : [...rules.matchAll(/`([^`]*)`/g)].map(([, said]) => amountsSaid(said ?? ''));
    const anywhere = amountsSaid(query);
    const isSaid = (amount: number, at: number) => (quoted === null ? anywhere : quoted[at])?.has(amount) === true;
    return {
      of: amounts.length,
      found: amounts
        .filter(({ amount }, at) => !isSaid(amount, at))
        .map(({ name, amount }) => `${name} ${majorText(amount)}`),
    };
  },
);

/** "a shop that sells", "from the same store", "one trusted seller"; not "trusted sellers with LazMall", who may be several. */
const ONE_SHOP =
  /\b(?:an?|one|the|this|that|same|single|any|your|each)\s+(?:[\p{L}'-]+\s+){0,2}(?:shop|store|seller|vendor|merchant)\b|\b(?:shops|stores|sellers)\s+(?:that|which|who|offering|selling|carrying|having)\b/iu;

/** Counts vouchers of one shop in queries whose writer never asks for one shop: only the appended rules do. */
export const shopConditionUnsaid = perTask<LintTask>(
  defect(
    'shop_condition_unsaid',
    'a voucher holds for one shop only, and the written part of the query does not ask for one shop',
    'shop vouchers',
  ),
  ({ written, voucher, products }) =>
    voucher?.voucher_type === 'shop'
      ? { of: 1, found: ONE_SHOP.test(written) ? [] : [`${products.length} products of one shop`] }
      : NOTHING,
);
