import type { Coupon, Order, OrderLine, PriceProtection, StoreProduct, StoreTime } from './schema.ts';

/** Returns the price of one of a product at a time; an option costs as much more or less as it does now. */
export function priceAt(product: StoreProduct, optionId: string | null, at: StoreTime): number {
  const then = product.prices.findLast(({ from }) => from <= at) ?? product.prices[0];
  const base = then?.priceMinor ?? product.priceMinor;
  const option = product.options.find(({ id }) => id === optionId);
  return Math.max(1, base + (option === undefined ? 0 : option.priceMinor - product.priceMinor));
}

export const goodsOf = (lines: readonly OrderLine[]): number =>
  lines.reduce((sum, { unitPriceMinor, quantity }) => sum + unitPriceMinor * quantity, 0);

/** Tells whether a coupon takes something off a product at a price. Its owner and time are another matter. */
export const couponFits = (coupon: Coupon, product: StoreProduct, priceMinor: number): boolean =>
  (coupon.merchantId === null || coupon.merchantId === product.merchantId) &&
  coupon.categories.some((name) => product.category.includes(name)) &&
  priceMinor >= coupon.minimumMinor;

type Taken = readonly { readonly lineId: string; readonly quantity: number }[];

/**
 * Returns the money that comes back for so many of some lines: their share of what was paid for the goods, rounded
 * down, and for all of them all that was paid; less what price protection paid back of these lines before.
 */
export function refundOf(
  order: Pick<Order, 'lines' | 'goodsMinor' | 'discountMinor' | 'totalMinor'>,
  taken: Taken,
  claims: readonly Pick<PriceProtection, 'lineId' | 'differenceMinor' | 'quantity'>[],
): number {
  const quantityOf = new Map(taken.map(({ lineId, quantity }) => [lineId, quantity]));
  const isWhole = order.lines.every(({ id, quantity }) => quantityOf.get(id) === quantity);
  const goods = order.lines.reduce(
    (sum, { id, unitPriceMinor }) => sum + unitPriceMinor * (quantityOf.get(id) ?? 0),
    0,
  );
  const share = Math.floor((goods * (order.goodsMinor - order.discountMinor)) / Math.max(1, order.goodsMinor));
  const paidBack = claims.reduce((sum, { lineId, differenceMinor, quantity }) => {
    const back = Math.min(quantityOf.get(lineId) ?? 0, quantity);
    return sum + Math.ceil((differenceMinor * back) / quantity);
  }, 0);
  return Math.max(0, (isWhole ? order.totalMinor : share) - paidBack);
}

/** All of an order, as lines and how many of each. */
export const allOf = ({ lines }: Pick<Order, 'lines'>) => lines.map(({ id, quantity }) => ({ lineId: id, quantity }));
