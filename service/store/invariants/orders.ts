import { BEFORE_SHIPPING, ORDER_STEPS, RETURN_STEPS, SHIPMENT_STEPS } from '../life.ts';
import { allOf, goodsOf, refundOf } from '../pricing.ts';
import type { Order, OrderState, ShipmentState } from '../schema.ts';
import type { Invariant } from './invariant.ts';

interface Step {
  readonly state: string;
  readonly at: string;
}

/** What is wrong with a history: it begins with one of `first`, ends with the state, goes forward, by steps that there are. */
function* wrongIn(
  what: string,
  { state, history }: { readonly state: string; readonly history: readonly Step[] },
  steps: Readonly<Record<string, readonly string[]>> | null,
): Iterable<string> {
  if (history.at(-1)?.state !== state) yield `${what} is ${state}, its history ends with ${history.at(-1)?.state}`;
  for (const [at, step] of history.entries()) {
    const before = history[at - 1];
    if (before === undefined) continue;
    if (step.at < before.at)
      yield `${what} was ${step.state} at ${step.at}, before it was ${before.state} at ${before.at}`;
    if (steps !== null && !(steps[before.state] ?? []).includes(step.state))
      yield `${what} went from ${before.state} to ${step.state}`;
  }
}

/** States of its parcel that go with a state of an order. */
const PARCEL_OF: Readonly<Partial<Record<OrderState, readonly ShipmentState[]>>> = {
  shipped: ['picked_up', 'intercepted'],
  in_transit: ['in_transit', 'out_for_delivery', 'intercepted'],
  delivered: ['delivered'],
  signed: ['signed'],
  completed: ['signed'],
};

const entered = ({ history }: Order, state: OrderState) => history.some((step) => step.state === state);

export const ofOrders: readonly Invariant[] = [
  {
    name: 'order sums',
    holds: 'the goods of an order are its lines, its total is goods less discount and with shipping',
    keptBy: 'store',
    *violations({ orders }) {
      for (const order of orders.rows()) {
        const { id, goodsMinor, discountMinor, shippingMinor, totalMinor } = order;
        if (goodsMinor !== goodsOf(order.lines))
          yield `order ${id}: goods ${goodsMinor}, lines ${goodsOf(order.lines)}`;
        if (totalMinor !== goodsMinor - discountMinor + shippingMinor)
          yield `order ${id}: total ${totalMinor}, expected ${goodsMinor - discountMinor + shippingMinor}`;
      }
    },
  },
  {
    name: 'order history',
    holds: 'the state of an order is the last of its history, which goes forward in time',
    keptBy: 'store',
    *violations({ orders }) {
      for (const order of orders.rows()) {
        yield* wrongIn(`order ${order.id}`, order, null);
        if (order.history[0]?.state !== 'unpaid') yield `order ${order.id} begins ${order.history[0]?.state}`;
      }
    },
  },
  {
    name: 'order steps',
    holds: 'an order goes from state to state by steps that there are',
    keptBy: 'policy',
    *violations({ orders }) {
      for (const order of orders.rows()) yield* wrongIn(`order ${order.id}`, order, ORDER_STEPS);
    },
  },
  {
    name: 'payment',
    holds: 'an order has a time of payment where it was paid, and none where it was not',
    keptBy: 'store',
    *violations({ orders }) {
      for (const order of orders.rows()) {
        const paid = order.history.find(({ state }) => state === 'paid')?.at ?? null;
        if (paid !== order.payment.paidAt)
          yield `order ${order.id}: paid at ${order.payment.paidAt}, its history says ${paid}`;
      }
    },
  },
  {
    name: 'one shop',
    holds: 'all products of an order are sold by its shop, and an option is one of its product',
    keptBy: 'store',
    *violations({ orders, products }) {
      for (const order of orders.rows())
        for (const { productId, optionId } of order.lines) {
          const product = products.get(productId);
          if (product?.merchantId !== order.merchantId)
            yield `order ${order.id} of ${order.merchantId} has product ${productId} of ${product?.merchantId}`;
          if (optionId !== null && !product?.options.some(({ id }) => id === optionId))
            yield `order ${order.id} has option ${optionId}, which is none of ${productId}`;
        }
    },
  },
  {
    name: 'parcels',
    holds:
      'an order has a parcel from its shop to its address with one of the shop’s carriers once it was shipped, none before',
    keptBy: 'store',
    *violations({ orders, shipments, merchants }) {
      for (const order of orders.rows()) {
        const parcels = shipments.where('orderId', order.id).filter(({ kind }) => kind === 'order');
        const shipped = entered(order, 'shipped');
        if (parcels.length !== Number(shipped))
          yield `order ${order.id} is ${order.state} with ${parcels.length} parcels`;
        for (const parcel of parcels) {
          const merchant = merchants.get(order.merchantId);
          if (!merchant?.carrierIds.includes(parcel.carrierId))
            yield `parcel ${parcel.id}: ${parcel.carrierId} is no carrier of its shop`;
          if (order.carrierId !== null && order.carrierId !== parcel.carrierId)
            yield `parcel ${parcel.id} goes with ${parcel.carrierId}, its order chose ${order.carrierId}`;
        }
      }
    },
  },
  {
    name: 'parcel events',
    holds: 'the state of a parcel is the last of its events, which go forward in time by steps that there are',
    keptBy: 'store',
    *violations({ shipments }) {
      for (const { id, state, events } of shipments.rows())
        yield* wrongIn(`parcel ${id}`, { state, history: events }, SHIPMENT_STEPS);
    },
  },
  {
    name: 'parcel and order',
    holds: 'a parcel is where its order says',
    keptBy: 'policy',
    *violations({ orders, shipments }) {
      for (const parcel of shipments.rows()) {
        if (parcel.kind !== 'order') continue;
        const order = orders.get(parcel.orderId);
        const expected = order && PARCEL_OF[order.state];
        if (expected !== undefined && !expected.includes(parcel.state))
          yield `parcel ${parcel.id} is ${parcel.state}, its order ${order?.id} ${order?.state}`;
        if (order !== undefined && order.address.street !== parcel.to.street)
          yield `parcel ${parcel.id} goes to ${parcel.to.street}, its order ${order.id} to ${order.address.street}`;
      }
    },
  },
  {
    name: 'returns',
    holds:
      'a return is of lines that its order has, no more than were ordered, and pays their share of what was paid and not paid back before',
    keptBy: 'store',
    *violations({ orders, returns, priceProtections }) {
      for (const order of orders.rows()) {
        const claims = priceProtections.where('orderId', order.id);
        const taken = new Map<string, number>();
        for (const back of returns.where('orderId', order.id)) {
          if (back.state === 'rejected') continue;
          for (const { lineId, quantity } of back.lines) taken.set(lineId, (taken.get(lineId) ?? 0) + quantity);
          if (back.amountMinor !== refundOf(order, back.lines, claims))
            yield `return ${back.id} pays ${back.amountMinor}, expected ${refundOf(order, back.lines, claims)}`;
        }
        for (const [lineId, quantity] of taken) {
          const line = order.lines.find(({ id }) => id === lineId);
          if (line === undefined) yield `order ${order.id} has no line ${lineId}, which is taken back`;
          else if (quantity > line.quantity)
            yield `order ${order.id}: ${quantity} of line ${lineId} taken back, ${line.quantity} ordered`;
        }
      }
    },
  },
  {
    name: 'return history',
    holds: 'the state of a return is the last of its history, which goes by steps that there are',
    keptBy: 'store',
    *violations({ returns }) {
      for (const back of returns.rows()) yield* wrongIn(`return ${back.id}`, back, RETURN_STEPS);
    },
  },
  {
    name: 'whole returns',
    holds: 'an order that is being or was taken back has a return of all of it, and no other order has',
    keptBy: 'store',
    *violations({ orders, returns }) {
      for (const order of orders.rows()) {
        const whole = returns
          .where('orderId', order.id)
          .some(({ lines, state }) => state !== 'rejected' && JSON.stringify(lines) === JSON.stringify(allOf(order)));
        const expected = order.state === 'returning' || order.state === 'returned' || order.state === 'refunded';
        if (whole !== expected)
          yield `order ${order.id} is ${order.state} ${whole ? 'with' : 'without'} a return of all of it`;
      }
    },
  },
  {
    name: 'received',
    holds: 'only what has arrived is returned, reviewed or repaired',
    keptBy: 'policy',
    *violations({ orders, returns, reviews, appointments }) {
      const of = { returns, reviews, appointments };
      for (const [name, table] of Object.entries(of))
        for (const { id, orderId } of table.rows()) {
          const order = orders.get(orderId);
          if (order !== undefined && !entered(order, 'delivered'))
            yield `${name} ${id} is of order ${orderId}, which is ${order.state}`;
        }
    },
  },
  {
    name: 'exchanges',
    holds: 'an exchange is for a product that the first one may be exchanged for, and its order holds it',
    keptBy: 'policy',
    *violations({ exchanges, orders, products }) {
      for (const { id, orderId, lineId, fromProductId, toProductId } of exchanges.rows()) {
        if (!products.get(fromProductId)?.exchangeableFor.includes(toProductId))
          yield `exchange ${id}: ${toProductId} is not among those for ${fromProductId}`;
        const line = orders.get(orderId)?.lines.find((one) => one.id === lineId);
        const later = [...exchanges.where('orderId', orderId)].some((other) => other.fromProductId === toProductId);
        if (line?.productId !== toProductId && !later)
          yield `exchange ${id}: line ${lineId} of order ${orderId} is ${line?.productId}`;
      }
    },
  },
  {
    name: 'presents',
    holds: 'a present is one of a product that its order has; it is due once the order was signed for',
    keptBy: 'policy',
    *violations({ gifts, orders, products, exchanges }) {
      for (const gift of gifts.rows()) {
        const order = orders.get(gift.orderId) as Order;
        const has = order.lines.some(({ productId }) => productId === gift.productId);
        const had = exchanges.where('orderId', order.id).some(({ fromProductId }) => fromProductId === gift.productId);
        if (!has && !had) yield `present ${gift.id} is of ${gift.productId}, which order ${order.id} has not`;
        if (!products.get(gift.productId)?.gifts.some(({ name }) => name === gift.name))
          yield `present ${gift.id}: ${gift.productId} brings no ${gift.name}`;
        if ((gift.dueAt !== null) !== entered(order, 'signed'))
          yield `present ${gift.id} is due ${gift.dueAt}, order ${order.id} is ${order.state}`;
      }
    },
  },
  {
    name: 'before shipping',
    holds: 'what has not shipped has no return, and what was cancelled never shipped',
    keptBy: 'policy',
    *violations({ orders, returns }) {
      for (const order of orders.rows()) {
        if (BEFORE_SHIPPING.has(order.state) && returns.where('orderId', order.id).length > 0)
          yield `order ${order.id} is ${order.state} and has a return`;
        if (order.state === 'cancelled' && entered(order, 'shipped'))
          yield `order ${order.id} was shipped and cancelled`;
      }
    },
  },
];
