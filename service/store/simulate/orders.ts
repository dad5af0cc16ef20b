import { chance, type Draw, pick, pickOne, shuffled } from '../../../schemas/draw.ts';
import { minorUnitsOf } from '../../../text/money.ts';
import { zoneBetween } from '../places.ts';
import { couponFits, goodsOf, priceAt } from '../pricing.ts';
import type {
  Coupon,
  Merchant,
  Order,
  OrderLine,
  OrderState,
  Party,
  PaymentMethod,
  Remark,
  Shipment,
  ShipmentState,
  StoreProduct,
  StoreTime,
  User,
} from '../schema.ts';
import { shippingCostMinor, transitHours } from '../shipping.ts';
import { addHours, addMinutes, byDay, fullHour } from '../time.ts';
import { WORDS } from './words.ts';
import { between, type World } from './world.ts';

/** Lives of orders by the last state of each, which is the one the order has now, with how often they are dealt. */
const LIVES = {
  unpaid: 3,
  paid: 4,
  processing: 4,
  shipped: 3,
  in_transit: 6,
  delivered: 4,
  signed: 10,
  completed: 8,
  cancelled: 2,
  returning: 2,
  returned: 2,
  refunded: 1,
  refund_only: 1,
} as const satisfies Record<OrderState, number>;

/** The way of every parcel; other states branch off it. */
const WAY: readonly OrderState[] = [
  'unpaid',
  'paid',
  'processing',
  'shipped',
  'in_transit',
  'delivered',
  'signed',
  'completed',
];
const BY: Readonly<Record<OrderState, Party>> = {
  unpaid: 'customer',
  paid: 'customer',
  processing: 'merchant',
  shipped: 'merchant',
  in_transit: 'carrier',
  delivered: 'carrier',
  signed: 'customer',
  completed: 'system',
  cancelled: 'customer',
  returning: 'customer',
  returned: 'merchant',
  refunded: 'merchant',
  refund_only: 'merchant',
};
/** Hours after which an order that was signed is completed by itself. */
const HOURS_TO_COMPLETE = 15 * 24;

/** The order as it was put together, before its life. */
interface Basket {
  readonly id: string;
  readonly user: User;
  readonly merchant: Merchant;
  readonly goods: readonly StoreProduct[];
  readonly draw: Draw;
  readonly method: PaymentMethod;
  readonly target: OrderState;
}

/** Hours an order stays in each state of the way, drawn before it begins. */
function stayHours({ draw, goods }: Basket, carrierHours: number): Record<string, number> {
  const promised = Math.max(...goods.map(({ promisedShippingHours }) => promisedShippingHours));
  return {
    unpaid: between(draw, 'hours unpaid', 1, 20) / 10,
    paid: between(draw, 'hours paid', 1, 6),
    // Every tenth shop is late.
    processing: chance(draw, 'late', 0.1)
      ? promised + between(draw, 'late hours', 2, 30)
      : between(draw, 'hours processing', 2, promised - 6),
    shipped: between(draw, 'hours shipped', 2, 10),
    in_transit: Math.max(2, Math.round(carrierHours * (0.8 + draw('haste', 40) / 100))),
    delivered: between(draw, 'hours delivered', 1, 30),
    signed: HOURS_TO_COMPLETE,
    completed: 240,
  };
}

/** Most that the last state of an order may have lasted, in hours. */
const LASTS: Readonly<Partial<Record<OrderState, number>>> = {
  unpaid: 24,
  delivered: 60,
  cancelled: 300,
  returning: 60,
  returned: 240,
  refunded: 240,
  refund_only: 240,
};

/** Returns the state at which an order that was cancelled or taken back left the way. */
const leftAt = (draw: Draw, target: OrderState): OrderState =>
  target === 'cancelled'
    ? pickOne(draw, 'left', ['unpaid', 'paid', 'processing'] as const)
    : target === 'returning' || target === 'returned' || target === 'refunded' || target === 'refund_only'
      ? 'signed'
      : target;

/** Way in which an order came to be where it is. */
interface Lived {
  readonly history: Order['history'];
  /** Time at which each state of it began. */
  readonly since: ReadonlyMap<OrderState, StoreTime>;
}

function live(world: World, basket: Basket, carrierHours: number): Lived {
  const { draw, target } = basket;
  const stays = stayHours(basket, carrierHours);
  const last = leftAt(draw, target);
  const states = WAY.slice(0, WAY.indexOf(last) + 1);
  const before = states.slice(0, -1).reduce((sum, state) => sum + (stays[state] ?? 0), 0);
  // What is taken back was signed for up to six days before; goods travel back for up to four.
  const leaves =
    last === target ? 0 : last === 'signed' ? between(draw, 'hours until back', 10, 140) : (stays[last] ?? 1) / 2;
  const returns =
    target === 'returned'
      ? between(draw, 'hours back', 48, 96)
      : target === 'refunded'
        ? between(draw, 'hours back', 10, 40)
        : 0;
  const stay = LASTS[target] ?? stays[target] ?? 24;
  const now = (stay * (5 + draw('now', 90))) / 100;
  const begun = addMinutes(world.facts.now, -Math.round((before + leaves + returns + now) * 60));
  const history: Order['history'] = [];
  let at = begun;
  const enter = (state: OrderState) => history.push({ state, at: byDay(at, world.facts.now), by: BY[state] });
  for (const state of states) {
    enter(state);
    if (state !== last) at = addMinutes(at, Math.round((stays[state] ?? 0) * 60));
  }
  if (last !== target) {
    at = addMinutes(at, Math.round(leaves * 60));
    if (target === 'returned' || target === 'refunded') {
      enter('returning');
      at = addMinutes(at, Math.round(returns * 60));
    }
    enter(target);
  }
  return { history, since: new Map(history.map(({ state, at: since }) => [state, since])) };
}

/** Returns the time at which an order was made. */
const begunAt = ({ history }: Lived): StoreTime => (history[0] as Order['history'][number]).at;

function linesOf({ goods, draw }: Basket, at: StoreTime): OrderLine[] {
  return goods.map((product, place) => {
    const option = pick(draw, `option/${place}`, product.options) ?? null;
    return {
      id: String(place + 1),
      productId: product.id,
      optionId: option?.id ?? null,
      quantity: chance(draw, `several/${place}`, 0.2) ? between(draw, `quantity/${place}`, 2, 3) : 1,
      unitPriceMinor: priceAt(product, option?.id ?? null, at),
    };
  });
}

/** Coupons that a user spends on an order: at most one of each level. */
function spendCoupons(
  world: World,
  { user, goods, draw, merchant }: Basket,
  goodsMinor: number,
  at: StoreTime,
): Coupon[] {
  if (!chance(draw, 'coupons', 0.3)) return [];
  const fitting = world
    .rows('coupons')
    .filter(
      (coupon) =>
        coupon.userId === user.id &&
        coupon.orderId === null &&
        coupon.from <= at &&
        at <= coupon.until &&
        (coupon.merchantId === null || coupon.merchantId === merchant.id) &&
        goods.some((product) => couponFits(coupon, product, goodsMinor)),
    );
  const levels = new Map(fitting.map((coupon) => [coupon.level, coupon]));
  let left = goodsMinor;
  return [...levels.values()].filter(({ offMinor }) => {
    if (offMinor >= left) return false;
    left -= offMinor;
    return true;
  });
}

const REMARKS = ['delivery_time', 'special_request', 'expedite'] as const;

/** One order of a user, with its parcel, its life until now and what was paid for it. */
function addOrder(world: World, basket: Basket): Order {
  const { id, user, merchant, goods, draw, method } = basket;
  const address = user.addresses[draw('address', user.addresses.length)] as Order['address'];
  const zone = zoneBetween(merchant.address, address) ?? 'country';
  const choosing = merchant.acceptsCarrierChoice && chance(draw, 'chooses', 0.25);
  const carrier = world.one('carriers', pickOne(draw, 'carrier', merchant.carrierIds));
  const lived = live(world, basket, transitHours(carrier, zone));
  const begun = begunAt(lived);
  const lines = linesOf(basket, begun);
  const goodsMinor = goodsOf(lines);
  const coupons = spendCoupons(world, basket, goodsMinor, begun);
  for (const coupon of coupons) world.change('coupons', coupon.id, { orderId: id });
  const discountMinor = coupons.reduce((sum, { offMinor }) => sum + offMinor, 0);
  const grams = lines.reduce((sum, { quantity }, at) => sum + quantity * (goods[at] as StoreProduct).weightGrams, 0);
  const shippingMinor = chance(draw, 'free shipping', 0.7) ? 0 : shippingCostMinor(carrier, zone, grams);
  const kind = pick(draw, 'remark', REMARKS);
  const remarks: Remark[] =
    kind !== undefined && chance(draw, 'remarks', 0.12)
      ? [{ at: begun, by: 'customer', kind, text: world.say(WORDS.remarks[kind]) }]
      : [];
  if (choosing)
    remarks.push({
      at: begun,
      by: 'customer',
      kind: 'carrier',
      text: world.say(WORDS.remarks.carrier, { carrier: carrier.name }),
    });
  const order = world.add('orders', {
    ...{ id, userId: user.id, merchantId: merchant.id, lines, goodsMinor, discountMinor, shippingMinor, address },
    state: basket.target,
    history: lived.history,
    totalMinor: goodsMinor - discountMinor + shippingMinor,
    couponIds: coupons.map((coupon) => coupon.id),
    payment: { method, paidAt: lived.since.get('paid') ?? null },
    urgent: kind === 'expedite' && remarks.length > 0,
    carrierId: choosing ? carrier.id : null,
    insured: merchant.shippingInsurance,
    remarks,
  });
  if (lived.since.has('shipped')) addParcel(world, order, merchant, carrier.id, lived.since);
  if (method === 'e_card' && order.payment.paidAt !== null)
    movesEcard(world, user.id, 'pay', order.totalMinor, order.payment.paidAt, { orderId: id });
  return order;
}

/** Books a movement on an e-card, and what is left on it. */
export function movesEcard(
  world: World,
  userId: string,
  kind: 'pay' | 'refund',
  amountMinor: number,
  at: StoreTime,
  { orderId, refundId = null }: { readonly orderId: string | null; readonly refundId?: string | null },
): void {
  world.add('ecardEntries', {
    id: world.id(`ecard/${kind}/${orderId}/${refundId}`, '9', 12),
    ...{ userId, kind, amountMinor, orderId, refundId, at },
  });
  const { ecardBalanceMinor } = world.one('users', userId);
  world.change('users', userId, {
    ecardBalanceMinor: ecardBalanceMinor + (kind === 'pay' ? -amountMinor : amountMinor),
  });
}

type ParcelEvent = Shipment['events'][number];

/** Events of a parcel between two addresses, as far as they have happened. */
export function parcelEvents(
  world: World,
  { from, to, carrierId }: Pick<Shipment, 'from' | 'to' | 'carrierId'>,
  times: readonly (readonly [ShipmentState, StoreTime])[],
): ParcelEvent[] {
  const carrier = world.one('carriers', carrierId).name;
  const hub: ReadonlySet<ShipmentState> = new Set(['created', 'picked_up', 'in_transit']);
  return times
    .filter(([, at]) => at <= world.facts.now)
    .map(([state, at]) => {
      const { city, district } = hub.has(state) ? from : to;
      const by =
        state === 'created'
          ? world.say(WORDS.by.system)
          : state === 'picked_up' || hub.has(state)
            ? carrier
            : world.say(WORDS.by.courier);
      return {
        ...{ at, state, by, place: world.language === 'en' ? `${district}, ${city}` : `${city}${district}` },
        text: world.say(WORDS.events[state], { carrier, city, recipient: to.recipient }),
      };
    });
}

function addParcel(
  world: World,
  order: Order,
  merchant: Merchant,
  carrierId: string,
  since: ReadonlyMap<OrderState, StoreTime>,
): void {
  const { address: from } = merchant;
  const { address: to } = order;
  const shipped = since.get('shipped') as StoreTime;
  const moving = since.get('in_transit');
  const delivered = since.get('delivered');
  const signed = since.get('signed');
  const times: (readonly [ShipmentState, StoreTime])[] = [
    ['created', since.get('paid') ?? shipped],
    ['picked_up', shipped],
  ];
  if (moving !== undefined) times.push(['in_transit', moving]);
  if (moving !== undefined && delivered !== undefined) {
    const before = addHours(delivered, -3);
    if (before > moving) times.push(['out_for_delivery', before]);
    else times.push(['out_for_delivery', addMinutes(moving, 1)]);
    times.push(['delivered', delivered]);
  }
  if (signed !== undefined) times.push(['signed', signed]);
  const events = parcelEvents(world, { from, to, carrierId }, times);
  const zone = zoneBetween(from, to) ?? 'country';
  world.add('shipments', {
    id: world.id(`parcel/${order.id}`, '79', 14),
    ...{ orderId: order.id, kind: 'order', carrierId, from, to, events },
    state: (events.at(-1) as ParcelEvent).state,
    // Carriers promise full hours.
    expectedAt: fullHour(addHours(shipped, transitHours(world.one('carriers', carrierId), zone))),
    pickedUpAt: shipped,
    deliveredAt: delivered ?? null,
  });
}

/** Coupons in users' hands before the first order, some of them past. */
export function addCoupons(world: World): void {
  const unit = minorUnitsOf(world.facts.currency);
  const products = world.rows('products');
  if (products.length === 0) return;
  for (const user of world.rows('users')) {
    const draw = world.draws(`coupons/${user.id}`);
    for (let at = 0; at < draw('count', 4); at++) {
      const level = pickOne(draw, `level/${at}`, ['platform', 'shop', 'product'] as const);
      const product = pickOne(draw, `product/${at}`, products);
      const minimumMinor = Math.max(
        unit,
        Math.round((product.priceMinor * between(draw, `from/${at}`, 40, 120)) / 100 / unit) * unit,
      );
      const offMinor = Math.max(
        Math.ceil(unit / 2),
        Math.floor((minimumMinor * between(draw, `off/${at}`, 5, 20)) / 100),
      );
      const amounts = { off: world.money(offMinor), from: world.money(minimumMinor) };
      const from = addHours(world.facts.from, -24 * between(draw, `since/${at}`, 1, 20));
      world.add('coupons', {
        id: world.id(`coupon/${user.id}/${at}`, '5', 11),
        userId: user.id,
        name: world.say(WORDS.coupon[level], amounts),
        level,
        merchantId: level === 'platform' ? null : product.merchantId,
        categories:
          level === 'product'
            ? [product.category.at(-1) as string]
            : [
                ...new Set(
                  products
                    .filter((other) => level === 'platform' || other.merchantId === product.merchantId)
                    .map(({ category }) => category[0] as string),
                ),
              ].sort(),
        ...{ minimumMinor, offMinor, from },
        until: addHours(world.facts.now, 24 * between(draw, `until/${at}`, -20, 30)),
        orderId: null,
      });
    }
  }
}

/** Goods that technicians come for. */
const isDevice = ({ installation, faultCodes }: StoreProduct) => installation !== null || faultCodes.length > 0;

const METHODS: readonly PaymentMethod[] = ['e_card', 'e_card', 'bank_card', 'wechat', 'alipay'];

/**
 * Weeks of orders: every user has some, every life occurs, as long as there are orders enough. `devices` is the share of
 * orders that are for one device that is installed or shows codes, where the shop has any.
 */
export function addOrders(world: World, perUser: readonly [number, number], devices: number): Order[] {
  const users = world.rows('users');
  const merchants = world.rows('merchants');
  const wanted: { readonly user: User; readonly number: number }[] = users.flatMap((user) =>
    Array.from({ length: between(world.draws(`orders/${user.id}`), 'count', ...perUser) }, (_, number) => ({
      user,
      number,
    })),
  );
  const deck = Object.entries(LIVES).flatMap(([life, times]) =>
    Array.from({ length: times }, () => life as OrderState),
  );
  const lives = Array.from({ length: Math.ceil(wanted.length / deck.length) }, (_, round) =>
    shuffled(world.draws('lives'), `round/${round}`, deck),
  ).flat();
  const goodsOfMerchant = new Map(
    merchants.map(({ id }) => [id, world.rows('products').filter((product) => product.merchantId === id)]),
  );
  const perishable = world.rows('products').filter(({ traits }) => traits.includes('perishable'));
  return wanted.map(({ user, number }, at) => {
    const target = lives[at] as OrderState;
    const draw = world.draws(`order/${user.id}/${number}`);
    const spoiled = target === 'refund_only' ? pick(draw, 'spoiled', perishable) : undefined;
    const returned = target === 'returning' || target === 'returned' || target === 'refunded';
    const sellable = ({ id }: Merchant) =>
      (goodsOfMerchant.get(id) ?? []).filter((product) => !returned || product.noReasonReturn);
    const merchant =
      spoiled === undefined
        ? pickOne(
            draw,
            'merchant',
            merchants.filter((one) => sellable(one).length > 0),
          )
        : world.one('merchants', spoiled.merchantId);
    const sold = sellable(merchant);
    const device = chance(draw, 'device', devices) ? pick(draw, 'which device', sold.filter(isDevice)) : undefined;
    const only = spoiled ?? device;
    const goods =
      only === undefined ? shuffled(draw, 'goods', sold).slice(0, pickOne(draw, 'lines', [1, 1, 1, 2, 2, 3])) : [only];
    const dear = goods.reduce(
      (sum, { prices }) => sum + 4 * Math.max(...prices.map(({ priceMinor }) => priceMinor)),
      0,
    );
    // What an e-card cannot pay is paid otherwise: options and amounts are drawn later, so the bound is a wide one.
    const rich =
      merchant.selfOperated && user.ecardBalanceMinor > 0 && world.one('users', user.id).ecardBalanceMinor > dear;
    const method = pickOne(draw, 'method', rich ? METHODS : METHODS.slice(2));
    return addOrder(world, {
      id: world.id(`order/${user.id}/${number}`, '3', 12),
      ...{ user, merchant, goods, draw, method },
      // Without fresh goods nobody has a refund without sending back.
      target: target === 'refund_only' && spoiled === undefined ? 'completed' : target,
    });
  });
}
