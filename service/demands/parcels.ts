import { BOTH, MARKET } from '../policy/rule.ts';
import { TAKEN_BACK } from '../store/order-states.ts';
import type { Order } from '../store/schema.ts';
import { addDays } from '../store/time.ts';
import { demandsIn, type Ground, ofOrder } from './demand.ts';
import { isArrived, isOnItsWay, isUnshipped, openOrders } from './orders.ts';

const ARRIVED: ReadonlySet<string> = new Set(['delivered', 'signed']);

const DAYS_OF_WAITING = 3;
/** Nobody waits long for what was paid for yesterday, or takes it for lost. */
export const isLongAwaited = ({ store }: Pick<Ground, 'store'>, { payment: { paidAt } }: Order): boolean =>
  paidAt !== null && addDays(paidAt, DAYS_OF_WAITING) <= store.facts.now;

/** A question about the product of an order that has one. */
function askedOfItsProduct(order: Order) {
  const [line] = order.lines;
  return line === undefined || order.lines.length > 1
    ? []
    : [{ request: { orderId: order.id, productId: line.productId }, order }];
}

const question = demandsIn('logistics', 'question', BOTH);
const marketQuestion = demandsIn('logistics', 'question', MARKET);

export const PARCELS = [
  question({
    name: 'where_is_it',
    kind: 'ask_logistics',
    wishes: ({ orders, shipmentOf, regime }) =>
      orders
        .filter(
          (order) =>
            (shipmentOf(order.id) !== undefined && !TAKEN_BACK.has(order.state) && order.state !== 'completed') ||
            (regime === 'marketplace' && isUnshipped(order) && order.state !== 'unpaid'),
        )
        .map((order) => ({
          ...ofOrder(order),
          // Merchants' records of parcels do not say where they are.
          ...(isArrived(order) ? { variant: 'arrived' } : regime === 'marketplace' ? { variant: 'untraced' } : {}),
        })),
  }),
  marketQuestion({
    name: 'when_shipped',
    kind: 'ask_shipping_time',
    wishes: (ground) =>
      openOrders(ground)
        .filter((order) => (isUnshipped(order) && order.state !== 'unpaid') || isOnItsWay(order))
        .flatMap(askedOfItsProduct),
  }),
  question({
    name: 'when_arrives',
    kind: 'ask_arrival_time',
    wishes: (ground) =>
      openOrders(ground)
        .filter(
          (order) =>
            isOnItsWay(order) ||
            (ground.regime === 'marketplace' &&
              ((isUnshipped(order) && order.state !== 'unpaid') || order.state === 'delivered')),
        )
        .flatMap(askedOfItsProduct),
  }),
  marketQuestion({
    name: 'not_received',
    kind: 'report_not_received',
    wishes: (ground) =>
      ground.orders
        .filter((order) => ARRIVED.has(order.state) || (isOnItsWay(order) && isLongAwaited(ground, order)))
        .map((order) => ({
          ...ofOrder(order),
          ...(isOnItsWay(order) ? { variant: 'under_way' } : {}),
        })),
  }),
];
