import { chance, pick, pickOne } from '../../../schemas/draw.ts';
import { RECEIVED, TAKEN_BACK } from '../order-states.ts';
import { zoneBetween } from '../places.ts';
import { allOf, priceAt, refundOf } from '../pricing.ts';
import {
  InvoiceType,
  type Order,
  type OrderState,
  type Party,
  type Refund,
  type RefundReason,
  type Return,
  ReturnReason,
  type Shipment,
  type ShipmentState,
  type StoreTime,
  Weekday,
} from '../schema.ts';
import { shippingCostMinor } from '../shipping.ts';
import { addDays, addHours, daysBetween, fullHour, nextDate } from '../time.ts';
import { movesEcard } from './orders.ts';
import { parcelEvents } from './parcels.ts';
import { PEOPLE, WORDS } from './words.ts';
import { between, type World } from './world.ts';

const entered = ({ history }: Order, state: OrderState): StoreTime | undefined =>
  history.find((step) => step.state === state)?.at;

/** Pays money back the way it came. */
function payBack(world: World, order: Order, reason: RefundReason, amountMinor: number, at: StoreTime): Refund {
  const to = order.payment.method;
  const refund = world.add('refunds', {
    id: world.id(`refund/${reason}/${order.id}`, '88', 12),
    ...{ userId: order.userId, orderId: order.id, reason, amountMinor, to, at },
    state: to === 'e_card' || daysBetween(at, world.facts.now) > 3 ? 'paid' : 'pending',
  });
  if (to === 'e_card')
    movesEcard(world, order.userId, 'refund', amountMinor, at, { orderId: order.id, refundId: refund.id });
  return refund;
}

/** Returns the cost of sending some lines of an order back, with the carrier that brought it. */
function wayBack(
  world: World,
  order: Order,
  lines: Return['lines'],
): { readonly carrierId: string; readonly costMinor: number } {
  const merchant = world.one('merchants', order.merchantId);
  const parcel = world
    .rows('shipments')
    .find(({ orderId, kind }) => orderId === order.id && kind === 'order') as Shipment;
  const grams = lines.reduce((sum, { lineId, quantity }) => {
    const line = order.lines.find(({ id }) => id === lineId) as Order['lines'][number];
    return sum + quantity * world.one('products', line.productId).weightGrams;
  }, 0);
  const zone = zoneBetween(order.address, merchant.address) ?? 'country';
  return {
    carrierId: parcel.carrierId,
    costMinor: shippingCostMinor(world.one('carriers', parcel.carrierId), zone, grams),
  };
}

/** Takes goods back: approved, on their way, received, paid; as far as `until` says. */
function takeBack(
  world: World,
  order: Order,
  lines: Return['lines'],
  {
    reason,
    begun,
    sent,
    received,
    refunded,
  }: {
    readonly reason: ReturnReason;
    readonly begun: StoreTime;
    readonly sent: StoreTime | null;
    readonly received: StoreTime | null;
    readonly refunded: StoreTime | null;
  },
): void {
  const { carrierId, costMinor } = wayBack(world, order, lines);
  const merchant = world.one('merchants', order.merchantId);
  const id = world.id(`return/${order.id}`, '66', 12);
  const history: Return['history'] = [{ state: 'approved', at: begun, by: 'agent' }];
  let shipmentId: string | null = null;
  if (sent !== null) {
    history.push({ state: 'sent_back', at: sent, by: 'customer' });
    const times: (readonly [ShipmentState, StoreTime])[] = [
      ['created', sent],
      ['picked_up', addHours(sent, 1)],
      ['in_transit', addHours(sent, 4)],
    ];
    if (received !== null)
      times.push(
        ['out_for_delivery', addHours(received, -1)],
        ['delivered', received],
        ['signed', addHours(received, 0.5)],
      );
    const [from, to] = [order.address, merchant.address];
    const events = parcelEvents(world, { from, to, carrierId }, times);
    shipmentId = world.add('shipments', {
      id: world.id(`parcel/back/${order.id}`, '79', 14),
      ...{ orderId: order.id, kind: 'return', carrierId, from, to, events },
      state: (events.at(-1) as Shipment['events'][number]).state,
      expectedAt: fullHour(addDays(sent, 4)),
      pickedUpAt: addHours(sent, 1) <= world.facts.now ? addHours(sent, 1) : null,
      deliveredAt: received,
    }).id;
  }
  if (received !== null) history.push({ state: 'received', at: addHours(received, 1), by: 'merchant' });
  const amountMinor = refundOf(order, lines, []);
  let refundId: string | null = null;
  if (refunded !== null && amountMinor > 0) {
    refundId = payBack(world, order, 'return', amountMinor, refunded).id;
    history.push({ state: 'refunded', at: refunded, by: 'merchant' });
  }
  world.add('returns', {
    ...{ id, orderId: order.id, userId: order.userId, lines, reason, history, amountMinor, shipmentId, refundId },
    state: (history.at(-1) as Return['history'][number]).state,
    shippingMinor: costMinor,
    shippingPaidBy:
      reason === 'personal' || reason === 'other' ? (order.insured ? 'insurance' : 'customer') : 'merchant',
  });
}

/** Money and goods of orders that were cancelled or taken back. */
function settle(world: World, order: Order): void {
  const draw = world.draws(`settle/${order.id}`);
  const ended = (order.history.at(-1) as Order['history'][number]).at;
  if (order.state === 'cancelled' && order.payment.paidAt !== null && order.totalMinor > 0)
    payBack(world, order, 'cancel', order.totalMinor, ended);
  if (order.state === 'refund_only')
    payBack(world, order, 'refund_only', order.goodsMinor - order.discountMinor, ended);
  const begun = entered(order, 'returning');
  if (begun === undefined) return;
  const reason = pickOne(draw, 'reason', ReturnReason.options);
  const sent = addHours(begun, 2);
  if (order.state === 'returning')
    takeBack(world, order, allOf(order), {
      reason,
      begun,
      sent: sent <= world.facts.now && chance(draw, 'sent', 0.5) ? sent : null,
      received: null,
      refunded: null,
    });
  if (order.state === 'refunded')
    takeBack(world, order, allOf(order), { reason, begun, sent, received: null, refunded: ended });
  if (order.state === 'returned')
    takeBack(world, order, allOf(order), { reason, begun, sent, received: addHours(ended, -2), refunded: ended });
}

/** Presents that come with what was ordered. */
function addGifts(world: World, order: Order): void {
  if (order.payment.paidAt === null) return;
  const signed = entered(order, 'signed');
  for (const { productId } of order.lines)
    for (const [at, gift] of world.one('products', productId).gifts.entries()) {
      const label = `gift/${order.id}/${productId}/${at}`;
      const draw = world.draws(label);
      const dueAt = signed === undefined ? null : fullHour(addDays(signed, gift.sentWithinDays));
      const age = signed === undefined ? 0 : daysBetween(signed, world.facts.now);
      const isSent = age > 2 && (age > gift.sentWithinDays ? !chance(draw, 'late', 0.2) : chance(draw, 'sent', 0.4));
      world.add('gifts', {
        ...{ id: world.id(label, '44', 12), orderId: order.id, productId, name: gift.name, dueAt, shipmentId: null },
        state: TAKEN_BACK.has(order.state)
          ? 'void'
          : signed === undefined
            ? 'promised'
            : isSent
              ? age > 8
                ? 'received'
                : 'sent'
              : 'due',
      });
    }
}

const COMPANIES = ['Trading Co., Ltd.|商贸有限公司', 'Technology Co., Ltd.|科技有限公司'];

/** Papers, visits and reviews of an order that somebody has. */
function addServices(world: World, order: Order): void {
  const draw = world.draws(`services/${order.id}`);
  const { now } = world.facts;
  const user = world.one('users', order.userId);
  const paid = order.payment.paidAt;
  const signed = entered(order, 'signed');
  const by = { orderId: order.id, userId: user.id };
  if (paid !== null && order.state !== 'cancelled' && order.totalMinor > 0 && chance(draw, 'invoice', 0.25)) {
    const type = pickOne(draw, 'invoice type', ['personal', 'personal', ...InvoiceType.options] as const);
    const title =
      type === 'personal'
        ? user.name
        : `${world.say(pickOne(draw, 'firm', PEOPLE.merchants))}${world.language === 'en' ? ' ' : ''}${world.say(pickOne(draw, 'company', COMPANIES))}`;
    const issuedAt = addHours(paid, 1) <= now ? addHours(paid, 1) : paid;
    world.add('invoices', {
      id: order.id,
      ...by,
      type,
      title,
      phone: user.phone,
      amountMinor: order.totalMinor,
      issuedAt,
    });
  }
  if (signed === undefined || !RECEIVED.has(order.state)) return;
  const products = order.lines.map(({ productId }) => world.one('products', productId));
  const installed = products.find(({ installation }) => installation !== null);
  const device = products.find(({ faultCodes }) => faultCodes.length > 0);
  const since = daysBetween(signed, now);
  if (installed !== undefined && chance(draw, 'install', 0.4)) {
    const at = addHours(signed, between(draw, 'install hours', 1, Math.max(1, Math.min(24, Math.floor(since * 24)))));
    book('install', at <= now ? at : signed, null);
  } else if (device !== undefined && chance(draw, 'repair', 0.25)) {
    const code = pickOne(draw, 'fault', device.faultCodes);
    book(code.needsRepair ? 'repair' : 'inspect', addDays(signed, since / 2), code.code);
  }
  function book(kind: 'install' | 'repair' | 'inspect', at: StoreTime, faultCode: string | null) {
    const weekday = pickOne(draw, 'weekday', Weekday.options);
    const date = nextDate(at, weekday);
    world.add('appointments', {
      id: world.id(`appointment/${order.id}`, '55', 12),
      ...by,
      ...{ kind, weekday, date, name: user.name, phone: user.phone, faultCode, at },
      state: date < now.slice(0, 10) ? 'done' : 'booked',
    });
  }
  const reviewed = chance(draw, 'review', 0.45) ? pick(draw, 'reviewed', order.lines) : undefined;
  if (reviewed === undefined) return;
  const rating = pickOne(draw, 'rating', [5, 5, 5, 4, 4, 3, 2, 1]);
  const at = addDays(signed, since * (draw('review day', 90) / 100));
  world.add('reviews', {
    id: world.id(`review/${order.id}`, '22', 12),
    ...by,
    ...{ productId: reviewed.productId, rating, at },
    text: world.say(pickOne(draw, 'words', WORDS.reviews[rating] as readonly string[])),
  });
  const { cashback } = world.one('merchants', order.merchantId);
  if (cashback !== null && order.totalMinor >= cashback.minimumOrderMinor && chance(draw, 'cashback', 0.5))
    world.add('cashbacks', {
      id: order.id,
      ...by,
      amountMinor: cashback.amountMinor,
      state: daysBetween(at, now) > 3 ? 'paid' : 'registered',
      at,
    });
}

/** Differences that were paid back where a price fell within days of the order. */
function addPriceProtection(world: World, order: Order): void {
  const draw = world.draws(`price/${order.id}`);
  const paidAt = order.payment.paidAt;
  if (paidAt === null || !RECEIVED.has(order.state) || order.discountMinor > 0) return;
  for (const line of order.lines) {
    const product = world.one('products', line.productId);
    const fall = product.prices.find(({ from }) => from > paidAt && daysBetween(paidAt, from) <= 15);
    if (fall === undefined) continue;
    const currentMinor = priceAt(product, line.optionId, fall.from);
    if (currentMinor >= line.unitPriceMinor || !chance(draw, `claim/${line.id}`, 0.3)) continue;
    const at = addHours(fall.from, 10) <= world.facts.now ? addHours(fall.from, 10) : fall.from;
    const differenceMinor = (line.unitPriceMinor - currentMinor) * line.quantity;
    const refund = payBack(world, order, 'price_protection', differenceMinor, at);
    world.add('priceProtections', {
      id: world.id(`protection/${order.id}`, '77', 12),
      ...{ orderId: order.id, userId: order.userId, lineId: line.id, quantity: line.quantity },
      ...{ paidMinor: line.unitPriceMinor, currentMinor, differenceMinor, refundId: refund.id, at },
    });
    return;
  }
}

/** One line of several taken back, which leaves the order as it is. */
function addPartialReturn(world: World, order: Order): void {
  const draw = world.draws(`partial/${order.id}`);
  const signed = entered(order, 'signed');
  if (signed === undefined || order.state !== 'completed' || order.lines.length < 2 || !chance(draw, 'partial', 0.4))
    return;
  if (world.rows('priceProtections').some(({ orderId }) => orderId === order.id)) return;
  const line = pickOne(draw, 'line', order.lines);
  if (!world.one('products', line.productId).noReasonReturn) return;
  const begun = addDays(signed, 2);
  const received = addDays(begun, 3);
  takeBack(world, order, [{ lineId: line.id, quantity: line.quantity }], {
    ...{ reason: pickOne(draw, 'reason', ReturnReason.options), begun, sent: addHours(begun, 3), received },
    refunded: addHours(received, 4),
  });
}

/** Something else instead of what was ordered, before it was sent. */
function addExchange(world: World, order: Order): void {
  const draw = world.draws(`exchange/${order.id}`);
  const at = entered(order, 'processing');
  if (at === undefined || order.couponIds.length > 0 || !chance(draw, 'exchange', 0.08)) return;
  const shippedAt = entered(order, 'shipped');
  const line = pickOne(draw, 'line', order.lines);
  const before = world.one('products', line.productId);
  const other = world
    .rows('products')
    .find(
      (product) =>
        product.merchantId === order.merchantId &&
        product.exchangeableFor.includes(before.id) &&
        product.id !== before.id &&
        product.options.length === 0,
    );
  if (other === undefined || order.lines.some(({ productId }) => productId === other.id)) return;
  // The row says what was ordered first; the order has held the other since.
  world.add('exchanges', {
    id: world.id(`exchange/${order.id}`, '33', 12),
    ...{ orderId: order.id, userId: order.userId, lineId: line.id, fromProductId: other.id, toProductId: before.id },
    state: shippedAt === undefined ? 'registered' : RECEIVED.has(order.state) ? 'done' : 'sent',
    at,
  });
}

/** A red envelope that settled a complaint. */
function addCompensation(world: World, order: Order): void {
  const draw = world.draws(`compensation/${order.id}`);
  const signed = entered(order, 'signed');
  if (signed === undefined || order.state !== 'completed' || !chance(draw, 'compensation', 0.12)) return;
  if (world.rows('returns').some(({ orderId }) => orderId === order.id)) return;
  const { maxCompensationPercent } = world.one('merchants', order.merchantId);
  const amountMinor = Math.max(1, Math.floor((order.totalMinor * maxCompensationPercent) / 200));
  world.add('compensations', {
    id: world.id(`compensation/${order.id}`, '99', 12),
    ...{ orderId: order.id, userId: order.userId, amountMinor },
    reason: pickOne(draw, 'reason', ['quality', 'damaged_in_transit'] as const),
    at: addDays(signed, 1),
  });
}

/** Adds what happened after orders were made: money back, presents, papers, visits, reviews. */
export function addAfterSales(world: World): void {
  for (const order of world.rows('orders')) {
    settle(world, order);
    addGifts(world, order);
    addServices(world, order);
    addPriceProtection(world, order);
    addPartialReturn(world, order);
    addExchange(world, order);
    addCompensation(world, order);
  }
  for (const user of world.rows('users')) {
    const draw = world.draws(`person/${user.id}`);
    if (!chance(draw, 'hand-over', 0.08)) continue;
    const first = world.rows('orders').find(({ userId }) => userId === user.id);
    if (first === undefined) continue;
    world.add('handOvers', {
      id: world.id(`hand-over/${user.id}`, '11', 12),
      ...{ userId: user.id, merchantId: first.merchantId, reason: world.say(WORDS.hand_over) },
      at: (first.history[0] as { at: StoreTime; by: Party }).at,
    });
  }
}
