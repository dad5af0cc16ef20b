import type { Discount, Voucher, VoucherStep } from './schema.ts';

/** The most a shopper pays after the voucher, and the voucher; minor units of the voucher's currency. */
export interface BudgetMatch {
  readonly budget: number;
  readonly voucher: Voucher;
}

export const BASIS_POINTS = 10_000;

/** `rate` of a total, rounded half up to whole minor units, without ever leaving exact integers. */
function share(total: number, rateBasisPoints: number): number {
  const rest = total % BASIS_POINTS;
  const whole = (total - rest) / BASIS_POINTS;
  return whole * rateBasisPoints + Math.floor((rest * rateBasisPoints + BASIS_POINTS / 2) / BASIS_POINTS);
}

/** Amount a discount takes off a total, in minor units; never more than the total. Thresholds are not its business. */
export function discountOf(total: number, discount: Discount): number {
  const off =
    discount.kind === 'fixed'
      ? discount.off
      : Math.min(share(total, discount.rateBasisPoints), discount.cap ?? Number.POSITIVE_INFINITY);
  return Math.min(off, total);
}

/**
 * The total that costs so much after a discount, the inverse of `discountOf`; null where no total does. `after` may have a
 * fraction of a minor unit, as some records do: the total is the one it was made from. Of a share and its cap the smaller is
 * taken off, so that the total is the smaller of what either leads to; a rounded share may make it one more.
 */
export function totalBefore(after: number, discount: Discount): number | null {
  const whole = Math.round(after);
  const estimate =
    discount.kind === 'fixed'
      ? whole + discount.off
      : Math.min(
          Math.round((after * BASIS_POINTS) / (BASIS_POINTS - discount.rateBasisPoints)),
          whole + (discount.cap ?? Number.POSITIVE_INFINITY),
        );
  return [estimate, estimate + 1].find((total) => total - discountOf(total, discount) === whole) ?? null;
}

/** The highest step reached; of two with one threshold the larger discount, so the order of steps never matters. */
function highestReached(total: number, steps: readonly VoucherStep[]): VoucherStep | undefined {
  let best: VoucherStep | undefined;
  for (const step of steps) {
    if (total < step.threshold) continue;
    const higher =
      best === undefined ||
      step.threshold > best.threshold ||
      (step.threshold === best.threshold && discountOf(total, step.discount) > discountOf(total, best.discount));
    if (higher) best = step;
  }
  return best;
}

function totalDiscount(total: number, voucher: Voucher): number {
  if (voucher.scheme !== 'stacked') {
    const step = highestReached(total, voucher.steps);
    return step === undefined ? 0 : discountOf(total, step.discount);
  }
  let sum = 0;
  for (const { threshold, discount } of voucher.steps) if (total >= threshold) sum += discountOf(total, discount);
  return sum;
}

/** Price of an order of `total` minor units after the voucher: a whole number, never below 0 or above the total. */
export function priceAfterVoucher(total: number, voucher: Voucher): number {
  if (!Number.isSafeInteger(total) || total < 0) throw new RangeError(`${total} is not a total in minor units`);
  return Math.max(0, total - totalDiscount(total, voucher));
}

/**
 * Tells whether a price after the voucher's rules is within the budget. No price, or one in another currency, is not.
 */
export function withinBudget(
  priceMinor: number | null,
  currency: string | null,
  { budget, voucher }: BudgetMatch,
): boolean {
  if (priceMinor === null || currency !== voucher.currency) return false;
  return priceAfterVoucher(priceMinor, voucher) <= budget;
}

/** Tells whether a price is over the budget unless the voucher is used. An unknown price needs nothing. */
export function voucherIsNeeded(priceMinor: number | null, { budget }: BudgetMatch): boolean {
  return priceMinor !== null && priceMinor > budget;
}
