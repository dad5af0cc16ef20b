import { TAKEN_BACK } from './order-states.ts';
import { priceAt } from './pricing.ts';
import type { Order, OrderLine, Return, Store } from './schema.ts';

/** Returns the part of an order's payment that has not been paid back yet. */
export const leftOf = (store: Store, order: Order): number =>
  (order.payment.paidAt === null ? 0 : order.totalMinor) -
  store.refunds.where('orderId', order.id).reduce((sum, { amountMinor }) => sum + amountMinor, 0);

/** Returns what a line of an order would cost a piece now. */
export function currentPrice(store: Store, { productId, optionId, unitPriceMinor }: OrderLine): number {
  const product = store.products.get(productId);
  return product === undefined ? unitPriceMinor : priceAt(product, optionId, store.facts.now);
}

/** Something of an order that is to be paid back to an e-card. */
export interface Due {
  readonly order: Order;
  readonly because: 'cancelled' | 'returned' | 'price_protection';
  readonly amountMinor: number;
  /** The line whose price fell. */
  readonly line?: OrderLine;
  /** The return that is settled with it. */
  readonly back?: Return;
}

/** All that could be paid back to a user's e-card now: orders paid with it that are off, and prices that fell. */
export function duesOf(store: Store, userId: string): Due[] {
  return store.orders.where('userId', userId).flatMap((order): Due[] => {
    if (order.payment.paidAt === null) return [];
    const left = leftOf(store, order);
    if (left <= 0) return [];
    const paysEcard = order.payment.method === 'e_card';
    if (paysEcard && order.state === 'cancelled') return [{ order, because: 'cancelled', amountMinor: left }];
    const returns = store.returns.where('orderId', order.id).filter(({ state }) => state !== 'rejected');
    if (paysEcard) {
      const open = returns.filter(
        ({ refundId, amountMinor }) => refundId === null && amountMinor > 0 && amountMinor <= left,
      );
      if (open.length > 0)
        return open.map((back) => ({ order, because: 'returned', amountMinor: back.amountMinor, back }));
    }
    if (TAKEN_BACK.has(order.state)) return [];
    const claimed = new Set(store.priceProtections.where('orderId', order.id).map(({ lineId }) => lineId));
    const returned = new Set(returns.flatMap(({ lines }) => lines.map(({ lineId }) => lineId)));
    return order.lines.flatMap((line): Due[] => {
      const amountMinor = (line.unitPriceMinor - currentPrice(store, line)) * line.quantity;
      return amountMinor <= 0 || amountMinor > left || claimed.has(line.id) || returned.has(line.id)
        ? []
        : [{ order, because: 'price_protection', amountMinor, line }];
    });
  });
}
