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
  PaymentMethod,
  Remark,
  StoreProduct,
  StoreTime,
  User,
} from '../schema.ts';
import { shippingCostMinor, transitHours } from '../shipping.ts';
import { addHours } from '../time.ts';
import { begunAt, LIVES, live } from './order-lives.ts';
import { addParcel } from './parcels.ts';
import { WORDS } from './words.ts';
import { between, type World } from './world.ts';

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
  const deck = Object.entries(LIVES).flatMap(([life, { dealt: times }]) =>
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
