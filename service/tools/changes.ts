import { hashKeyOf, keyedHash } from '../../pipeline/seed.ts';
import { canonicalJson } from '../../schemas/canonical-json.ts';
import { currentPrice, type Due, leftOf } from '../store/dues.ts';
import { parcelOf } from '../store/order-states.ts';
import { movedTo, zoneBetween } from '../store/places.ts';
import { allOf, goodsOf, refundOf } from '../store/pricing.ts';
import type {
  InvoiceType,
  Order,
  OrderLine,
  OrderState,
  PaymentMethod,
  RefundReason,
  Remark,
  Return,
  ReturnReason,
  ServiceKind,
  Shipment,
  Store,
  TableName,
  User,
  Weekday,
} from '../store/schema.ts';
import { shippingCostMinor } from '../store/shipping.ts';
import type { Transaction } from '../store/store.ts';
import { nextDate } from '../store/time.ts';

/** Changes that tools make to a store, in its own words: each change brings with it all that follows from it. */

const DIGITS = 12;

/**
 * The number of a new row: digits that follow from the store's seed and from what the row is about, so equal writes get
 * equal numbers in whatever order they come; a second one about the same gets another.
 */
function newId({ facts, ...tables }: Store, table: TableName, start: string, about: readonly unknown[]): string {
  const key = hashKeyOf(canonicalJson([facts.seed, facts.now, table, ...about]));
  for (let nth = 0; ; nth++) {
    const id =
      start + String(keyedHash(key, `${nth}`) % 10 ** (DIGITS - start.length)).padStart(DIGITS - start.length, '0');
    if (!tables[table].has(id)) return id;
  }
}

function enter(write: Transaction, order: Order, state: OrderState): void {
  const { now } = write.store.facts;
  write.update('orders', order.id, { state, history: [...order.history, { state, at: now, by: 'agent' }] });
}

/** Moves an e-card's balance, and books it. */
function moveEcard(
  write: Transaction,
  userId: string,
  kind: 'pay' | 'refund',
  amountMinor: number,
  { orderId, refundId }: { readonly orderId: string | null; readonly refundId: string | null },
): void {
  const { ecardBalanceMinor } = write.store.users.get(userId) as User;
  write.update('users', userId, {
    ecardBalanceMinor: ecardBalanceMinor + (kind === 'pay' ? -amountMinor : amountMinor),
  });
  const id = newId(write.store, 'ecardEntries', '9', [userId, kind, amountMinor, orderId, refundId]);
  write.insert('ecardEntries', { id, userId, kind, amountMinor, orderId, refundId, at: write.store.facts.now });
}

/** Pays money back; to an e-card at once, to anything else it is on its way. */
export function payBack(
  write: Transaction,
  { userId, orderId }: { readonly userId: string; readonly orderId: string | null },
  reason: RefundReason,
  amountMinor: number,
  to: PaymentMethod,
): string {
  const id = newId(write.store, 'refunds', '88', [userId, orderId, reason, amountMinor]);
  const state = to === 'e_card' ? 'paid' : 'pending';
  write.insert('refunds', { id, userId, orderId, reason, amountMinor, to, state, at: write.store.facts.now });
  if (to === 'e_card') moveEcard(write, userId, 'refund', amountMinor, { orderId, refundId: id });
  return id;
}

/** Presents of an order that is off. */
function voidGifts(write: Transaction, orderId: string): void {
  for (const { id, state } of write.store.gifts.where('orderId', orderId))
    if (state === 'promised' || state === 'due') write.update('gifts', id, { state: 'void' });
}

/**
 * Cancels an order. What was paid goes back the way it came; to an e-card only with `refundsEcard`, for the tools that
 * have a call of their own for that.
 */
export function cancel(write: Transaction, order: Order, { refundsEcard }: { readonly refundsEcard: boolean }): void {
  enter(write, order, 'cancelled');
  voidGifts(write, order.id);
  const left = leftOf(write.store, order);
  const { method } = order.payment;
  if (left > 0 && (method !== 'e_card' || refundsEcard))
    payBack(write, { ...order, orderId: order.id }, 'cancel', left, method);
}

/** Lines of an order, and how many of each, that nobody has sent back. */
export function returnable(store: Store, order: Order): Return['lines'] {
  const back = store.returns.where('orderId', order.id).filter(({ state }) => state !== 'rejected');
  return allOf(order).flatMap(({ lineId, quantity }) => {
    const taken = back.flatMap(({ lines }) => lines).filter((line) => line.lineId === lineId);
    const left = quantity - taken.reduce((sum, line) => sum + line.quantity, 0);
    return left > 0 ? [{ lineId, quantity: left }] : [];
  });
}

/** Returns the cost of sending lines of an order back with the carrier that brought them; nothing where none did. */
function returnShippingMinor(store: Store, order: Order, lines: Return['lines']): number {
  const parcel = parcelOf(store, order.id);
  const merchant = store.merchants.get(order.merchantId);
  const carrier = parcel && store.carriers.get(parcel.carrierId);
  if (carrier === undefined || merchant === undefined) return 0;
  const grams = lines.reduce((sum, { lineId, quantity }) => {
    const line = order.lines.find(({ id }) => id === lineId) as OrderLine;
    return sum + quantity * (store.products.get(line.productId)?.weightGrams ?? 0);
  }, 0);
  return shippingCostMinor(carrier, zoneBetween(order.address, merchant.address) ?? 'country', grams);
}

/** Registers what a customer sends back; an order of which all goes back is in the state. */
export function takeBack(
  write: Transaction,
  order: Order,
  lines: Return['lines'],
  reason: ReturnReason,
  state: 'returning' | 'refunded',
): string {
  const { store } = write;
  const { now } = store.facts;
  const claims = store.priceProtections.where('orderId', order.id);
  const amountMinor = refundOf(order, lines, claims);
  const id = newId(store, 'returns', '66', [order.id, lines]);
  const isWhole = canonicalJson(lines) === canonicalJson(allOf(order));
  const paysNow = state === 'refunded' && isWhole && amountMinor > 0 && order.payment.paidAt !== null;
  if (isWhole) {
    enter(write, order, state);
    voidGifts(write, order.id);
  }
  const refundId = paysNow
    ? payBack(write, { ...order, orderId: order.id }, 'return', amountMinor, order.payment.method)
    : null;
  const at = { at: now, by: 'agent' } as const;
  write.insert('returns', {
    ...{ id, orderId: order.id, userId: order.userId, lines: [...lines], reason, amountMinor, refundId },
    state: paysNow ? 'refunded' : 'approved',
    history: [{ state: 'approved', ...at }, ...(paysNow ? [{ state: 'refunded' as const, ...at }] : [])],
    shippingMinor: returnShippingMinor(store, order, lines),
    shippingPaidBy:
      reason === 'personal' || reason === 'other' ? (order.insured ? 'insurance' : 'customer') : 'merchant',
    shipmentId: null,
  });
  return id;
}

/** Pays an order back without its goods. */
export function refundOnly(write: Transaction, order: Order): void {
  enter(write, order, 'refund_only');
  voidGifts(write, order.id);
  const left = leftOf(write.store, order);
  if (left > 0) payBack(write, { ...order, orderId: order.id }, 'refund_only', left, order.payment.method);
}

/** Puts another product in the place of one; what was paid stays. */
export function exchange(write: Transaction, order: Order, line: OrderLine, toProductId: string): string {
  const lines = order.lines.map((one) =>
    one.id === line.id ? { ...one, productId: toProductId, optionId: null } : one,
  );
  write.update('orders', order.id, { lines });
  const about = [order.id, line.id, line.productId, toProductId];
  const id = newId(write.store, 'exchanges', '33', about);
  write.insert('exchanges', {
    ...{ id, orderId: order.id, userId: order.userId, lineId: line.id },
    ...{ fromProductId: line.productId, toProductId, state: 'registered', at: write.store.facts.now },
  });
  return id;
}

/** Claims the difference to what a line of an order costs now, and pays it to the e-card. */
function protectPrice(write: Transaction, order: Order, line: OrderLine): void {
  const { store } = write;
  const currentMinor = currentPrice(store, line);
  const differenceMinor = (line.unitPriceMinor - currentMinor) * line.quantity;
  const refundId = payBack(write, { ...order, orderId: order.id }, 'price_protection', differenceMinor, 'e_card');
  write.insert('priceProtections', {
    id: newId(store, 'priceProtections', '77', [order.id, line.id]),
    ...{ orderId: order.id, userId: order.userId, lineId: line.id, quantity: line.quantity },
    ...{ paidMinor: line.unitPriceMinor, currentMinor, differenceMinor, refundId, at: store.facts.now },
  });
}

/** Pays a due to the e-card. */
export function settle(write: Transaction, { order, because, amountMinor, line, back }: Due): void {
  if (line !== undefined) {
    protectPrice(write, order, line);
    return;
  }
  const reason = because === 'cancelled' ? 'cancel' : 'return';
  const refundId = payBack(write, { ...order, orderId: order.id }, reason, amountMinor, 'e_card');
  if (back === undefined) return;
  const history = [...back.history, { state: 'refunded' as const, at: write.store.facts.now, by: 'agent' as const }];
  write.update('returns', back.id, { refundId, state: 'refunded', history });
}

/** Sets where an order goes, and how whoever takes it is called; null leaves it. */
export function readdress(
  write: Transaction,
  { id, address }: Order,
  to: { readonly address?: string | undefined; readonly phone?: string | undefined },
): void {
  const moved = to.address === undefined ? address : movedTo(address, to.address, write.store.facts.language);
  write.update('orders', id, { address: { ...moved, phone: to.phone ?? moved.phone } });
}

/** Stops a parcel on its way, or takes it on. */
export function moveParcel(
  write: Transaction,
  parcel: Shipment,
  state: Shipment['state'],
  text: string,
  by: string,
): void {
  const last = parcel.events.at(-1) as Shipment['events'][number];
  write.update('shipments', parcel.id, {
    state,
    events: [...parcel.events, { at: write.store.facts.now, state, place: last.place, text, by }],
  });
}

const REMARK_ORDER = ({ at, kind, text }: Remark) => `${at} ${kind} ${text}`;

/** Notes something on an order; notes of one time stand in the order of their words, whichever came first. */
export function remark(write: Transaction, { id, remarks }: Order, kind: Remark['kind'], text: string): void {
  const made: Remark = { at: write.store.facts.now, by: 'agent', kind, text };
  if (remarks.some((one) => REMARK_ORDER(one) === REMARK_ORDER(made))) return;
  write.update('orders', id, {
    remarks: [...remarks, made].sort((a, b) => (REMARK_ORDER(a) < REMARK_ORDER(b) ? -1 : 1)),
  });
}

/** Makes an order at today's prices. One to be paid by e-card waits for the payment; any other is paid. */
export function placeOrder(
  write: Transaction,
  user: User,
  merchantId: string,
  goods: readonly { readonly productId: string; readonly quantity: number }[],
  method: PaymentMethod,
): Order {
  const { store } = write;
  const { now } = store.facts;
  const lines = goods.map(({ productId, quantity }, at) => {
    const line = { id: String(at + 1), productId, optionId: null, quantity, unitPriceMinor: 0 };
    return { ...line, unitPriceMinor: currentPrice(store, line) };
  });
  const isPaid = method !== 'e_card';
  const goodsMinor = goodsOf(lines);
  const order: Order = {
    id: newId(store, 'orders', '3', [user.id, goods, method]),
    ...{ userId: user.id, merchantId, lines, goodsMinor, discountMinor: 0, shippingMinor: 0, totalMinor: goodsMinor },
    state: isPaid ? 'paid' : 'unpaid',
    history: [
      { state: 'unpaid', at: now, by: 'agent' },
      ...(isPaid ? [{ state: 'paid' as const, at: now, by: 'agent' as const }] : []),
    ],
    couponIds: [],
    payment: { method, paidAt: isPaid ? now : null },
    address: user.addresses[0] as Order['address'],
    urgent: false,
    carrierId: null,
    insured: store.merchants.get(merchantId)?.shippingInsurance ?? false,
    remarks: [],
  };
  write.insert('orders', order);
  return order;
}

/** Returns the amount paid so far of an order that waits for an e-card and is paid line by line. */
const paidLines = (store: Store, order: Order): number =>
  store.ecardEntries
    .where('orderId', order.id)
    .reduce((sum, { kind, amountMinor }) => sum + (kind === 'pay' ? amountMinor : 0), 0);

/** Orders of a user that wait for payment by e-card and have so many of a product in a line of their own. */
export function awaitingEcard(
  store: Store,
  userId: string,
  productId: string,
  quantity: number,
): { order: Order; amountMinor: number } | null {
  for (const order of store.orders.where('userId', userId)) {
    if (order.payment.method !== 'e_card' || order.state !== 'unpaid') continue;
    const line = order.lines.find((one) => one.productId === productId && one.quantity === quantity);
    const amountMinor =
      line === undefined ? 0 : order.lines.length === 1 ? order.totalMinor : line.unitPriceMinor * quantity;
    if (line !== undefined && paidLines(store, order) + amountMinor <= order.totalMinor) return { order, amountMinor };
  }
  return null;
}

/** Pays a part of an order by e-card; the order is paid once all of it is. */
export function payByEcard(write: Transaction, order: Order, amountMinor: number): void {
  moveEcard(write, order.userId, 'pay', amountMinor, { orderId: order.id, refundId: null });
  if (paidLines(write.store, order) < order.totalMinor) return;
  const { now } = write.store.facts;
  write.update('orders', order.id, {
    state: 'paid',
    history: [...order.history, { state: 'paid', at: now, by: 'agent' }],
    payment: { ...order.payment, paidAt: now },
  });
}

/** Makes out the invoice of an order, in the place of one that it had. */
export function invoice(
  write: Transaction,
  order: Order,
  fields: { readonly type: InvoiceType; readonly title: string; readonly phone: string },
): void {
  const row = { ...fields, amountMinor: order.totalMinor, issuedAt: write.store.facts.now };
  if (write.store.invoices.has(order.id)) write.update('invoices', order.id, row);
  else write.insert('invoices', { id: order.id, orderId: order.id, userId: order.userId, ...row });
}

/** Books the visit of a technician; one of its kind that is booked for the order is moved. */
export function book(
  write: Transaction,
  order: Order,
  fields: { readonly kind: ServiceKind; readonly weekday: Weekday; readonly name: string; readonly phone: string },
): void {
  const { now } = write.store.facts;
  const row = { ...fields, date: nextDate(now, fields.weekday), at: now, state: 'booked' as const };
  const booked = write.store.appointments
    .where('orderId', order.id)
    .find(({ kind, state }) => kind === fields.kind && state === 'booked');
  if (booked !== undefined) write.update('appointments', booked.id, row);
  else
    write.insert('appointments', {
      id: newId(write.store, 'appointments', '55', [order.id, fields.kind]),
      ...{ orderId: order.id, userId: order.userId, faultCode: null, ...row },
    });
}

/** Enters an order for cashback. */
export function registerCashback(write: Transaction, order: Order, amountMinor: number): void {
  const { now } = write.store.facts;
  write.insert('cashbacks', {
    id: order.id,
    orderId: order.id,
    userId: order.userId,
    amountMinor,
    state: 'registered',
    at: now,
  });
}

/** Hands the conversation over to a person; a second time changes nothing. */
export function handOver(write: Transaction, userId: string, merchantId: string | null, reason: string): void {
  const { now } = write.store.facts;
  const id = `11${userId}`;
  if (!write.store.handOvers.has(id)) write.insert('handOvers', { id, userId, merchantId, at: now, reason });
}
