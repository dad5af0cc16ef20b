import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Decision, decide, type Request } from '../../../service/policy/index.ts';
import type { Order, OrderState, Row, Shipment, Store } from '../../../service/store/schema.ts';
import { type Transaction, transact } from '../../../service/store/store.ts';
import { addDays, addHours } from '../../../service/store/time.ts';
import { propertyRuns } from '../../fixtures/property-runs.ts';
import { ask, pictureOf } from '../../fixtures/requests.ts';
import { smallStore } from '../../fixtures/stores.ts';

const BASE = smallStore({ seed: 3, users: 120 });

const first = <T>(rows: Iterable<T>, fits: (row: T) => boolean): T => {
  const found = [...rows].find(fits);
  if (found === undefined) throw new RangeError('the store holds no such row');
  return found;
};
const inState = (state: OrderState, fits: (order: Order) => boolean = () => true) =>
  first(BASE.orders.rows(), (order) => order.state === state && fits(order));
const parcelOf = ({ id }: Order): Shipment =>
  first(BASE.shipments.where('orderId', id), ({ kind }) => kind === 'order');
const productIn = ({ lines: [line] }: Order): Row<'products'> =>
  first(BASE.products.rows(), ({ id }) => id === line?.productId);

const changed = (write: (to: Transaction) => void): Store => transact(BASE, write).store;
const inShop = (request: Request, store = BASE): Decision => decide(store, request, 'own-shop');
const inMarket = (request: Request, store = BASE): Decision => decide(store, request, 'marketplace');
const told = ({ tell }: Decision, fact: string) => tell.find((it) => it.fact === fact)?.value;
/** Steps apart from the question that ends every turn. */
const stepsOf = (steps: Decision['after']) => steps.map(({ step }) => step).filter((step) => step !== 'ask_for_more');

/** A signed order whose goods can be sent back, received so many days ago. */
const signed = inState('signed');
const received = (
  days: number,
  fields: Partial<Row<'products'>> = {},
  order: Partial<Order> = {},
  tier: 1 | 2 | 3 = 1,
) =>
  changed((to) => {
    to.update('orders', signed.id, order);
    to.update('users', signed.userId, { tier });
    to.update('shipments', parcelOf(signed).id, { deliveredAt: addDays(BASE.facts.now, -days) });
    for (const { productId } of signed.lines)
      to.update('products', productId, { traits: [], noReasonReturn: true, ...fields });
  });
const sendBack = (values: object = {}, circumstances: object = { used: false, sentBack: true }) =>
  ask('return_order', signed.userId, { orderId: signed.id, reason: 'personal', ...values }, circumstances);

test('an address of an order in transit changes in three places, as the paper’s failing case shows', () => {
  const order = inState('in_transit');
  const { outcome, after } = inMarket(
    ask('change_address', order.userId, { orderId: order.id, address: '91 Fuli Road' }),
  );
  expect(outcome).toBe('allowed');
  expect(stepsOf(after)).toEqual(['set_order_address', 'set_parcel_address', 'set_parcel_state']);
});

test('the shop of one brand changes no address of an order in transit', () => {
  const order = inState('in_transit');
  const request = ask('change_address', order.userId, { orderId: order.id, address: '91 Fuli Road' });
  expect(inShop(request).decidedBy).toEqual(['orders.no-change-once-shipped']);
});

test('a return goes through within seven days, and on the eighth no more', () => {
  expect(inMarket(sendBack(), received(7)).outcome).toBe('allowed');
  expect(inMarket(sendBack(), received(8)).decidedBy).toEqual(['returns.within-seven-days']);
});

test('customers of level 3 are refunded at once, others wait', () => {
  const stateOf = ({ after }: Decision) => after.find(({ step }) => step === 'set_order_state')?.arguments.state;
  expect(stateOf(inMarket(sendBack(), received(2, {}, {}, 3)))).toBe('refunded');
  expect(stateOf(inMarket(sendBack(), received(2, {}, {}, 2)))).toBe('returning');
});

test('before a return it is asked whether the goods were used and waited until they are sent', () => {
  const { outcome, first: open } = inMarket(sendBack({}, {}), received(2));
  expect([outcome, stepsOf(open)]).toEqual(['allowed', ['ask_whether_used', 'customer_sends_back']]);
});

test('a plant that is no seven-day product is not taken back however often the customer insists, as in the paper’s case 2', () => {
  const store = received(2, { noReasonReturn: false });
  expect(inMarket(sendBack(), store).outcome).toBe('forbidden');
  const unproven = { reason: 'quality' };
  const shown = { used: false, sentBack: true, evidence: [pictureOf(signed, {})] };
  expect(inMarket(sendBack(unproven, shown), store).decidedBy).toEqual(['returns.seven-day-goods-only']);
});

test('a proven complaint is first offered a red envelope, then a return, and a person where neither helps', () => {
  const proven = { evidence: [pictureOf(signed, { proves: 'quality' })], used: false, sentBack: true };
  const complaint = { reason: 'quality' };
  expect(stepsOf(inMarket(sendBack(complaint, proven), received(2)).first)).toContain('offer_compensation');
  const refused = { ...proven, compensation: 'refused' };
  expect(inMarket(sendBack(complaint, refused), received(2)).first).toEqual([]);
  expect(inMarket(sendBack(complaint, refused), received(20)).outcome).toBe('hand-over');
});

test('fresh goods are refunded without a return once a picture proves what is wrong', () => {
  const store = received(1, { traits: ['perishable'] });
  const request = (circumstances: object) =>
    ask('refund_only', signed.userId, { orderId: signed.id, reason: 'quality' }, circumstances);
  expect(stepsOf(inMarket(request({}), store).first)).toEqual(['send_picture']);
  const proven = inMarket(request({ evidence: [pictureOf(signed, { proves: 'quality' })] }), store);
  expect(proven.after.map((step) => step.arguments.state)).toContain('refund_only');
  expect(inMarket(request({ withoutPicture: true }), store).outcome).toBe('forbidden');
  expect(inMarket(sendBack(), store).decidedBy).toEqual(['fresh.refund-only-instead']);
});

test('a red envelope is never more than the shop’s share of the payment, whole yuan, and one yuan at least', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500_000 }), fc.integer({ min: 1, max: 100 }), (totalMinor, percent) => {
      const store = transact(received(2, {}, { totalMinor }), (to) =>
        to.update('merchants', signed.merchantId, { maxCompensationPercent: percent }),
      ).store;
      const demand = { orderId: signed.id, reason: 'quality' as const, amountMinor: 100_000_000 };
      const { outcome, tell, withhold } = inMarket(
        ask('compensate', signed.userId, demand, { evidence: [pictureOf(signed, { proves: 'quality' })] }),
        store,
      );
      const offered = tell[0]?.value.type === 'money' ? tell[0].value.minor : Number.NaN;
      expect(outcome).toBe('forbidden');
      expect(offered % 100).toBe(0);
      expect(offered).toBeGreaterThanOrEqual(100);
      expect(offered === 100 || offered * 100 <= totalMinor * percent).toBe(true);
      expect((offered + 100) * 100).toBeGreaterThan(totalMinor * percent);
      expect(withhold).toEqual(['compensation_share']);
    }),
    { numRuns: propertyRuns(200) },
  );
});

test('a complaint that nothing proves is declined without an offer, whatever is demanded', () => {
  const demand = { orderId: signed.id, reason: 'quality' as const, amountMinor: 100_000_000 };
  const shown = { evidence: [pictureOf(signed, { proves: null })] };
  const { outcome, tell } = inMarket(ask('compensate', signed.userId, demand, shown), received(2));
  expect([outcome, tell.map(({ fact }) => fact)]).toEqual(['forbidden', ['not_proven']]);
});

test('whatever it weighs, insurance takes 9 yuan off what is advanced, and no more', () => {
  const cost = (insured: boolean, weightGrams: number) => {
    const decision = inMarket(
      ask('ask_return_cost', signed.userId, { orderId: signed.id, reason: 'personal' }),
      received(2, { weightGrams }, { insured }),
    );
    const value = told(decision, 'to_advance');
    return value?.type === 'money' ? value.minor : Number.NaN;
  };
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60_000 }), (grams) => {
      expect(cost(true, grams)).toBe(Math.max(0, cost(false, grams) - 900));
    }),
    { numRuns: propertyRuns(200) },
  );
});

test('the shop’s proven fault makes sending back free, insured or not', () => {
  const proven = { evidence: [pictureOf(signed, { proves: 'quality' })] };
  const request = ask('ask_return_cost', signed.userId, { orderId: signed.id, reason: 'quality' }, proven);
  for (const insured of [true, false])
    expect(told(inMarket(request, received(2, {}, { insured })), 'to_advance')).toEqual({ type: 'money', minor: 0 });
});

test('an order is expected to ship at its payment plus the promised hours, and before buying at now plus them', () => {
  const order = inState('paid');
  const product = productIn(order);
  const hours = Math.max(...order.lines.map((line) => BASE.products.get(line.productId)?.promisedShippingHours ?? 0));
  const asked = inMarket(ask('ask_shipping_time', order.userId, { orderId: order.id, productId: product.id }));
  expect(told(asked, 'expected_shipping')).toEqual({ type: 'time', time: addHours(order.payment.paidAt ?? '', hours) });
  const unbought = inMarket(ask('ask_shipping_time', order.userId, { productId: product.id }));
  const time = addHours(BASE.facts.now, product.promisedShippingHours);
  expect(told(unbought, 'expected_shipping')).toEqual({ type: 'time', time });
});

test('an e-card pays what is less than its balance and nothing that equals it', () => {
  const [product] = [...BASE.products.rows()].filter(
    ({ state, merchantId }) => state === 'on_sale' && BASE.merchants.get(merchantId)?.selfOperated === true,
  );
  if (product === undefined) throw new RangeError('the store sells nothing of its own');
  const pay = ask('pay_by_ecard', signed.userId, { lines: [{ productId: product.id, quantity: 1 }] });
  const holding = (minor: number) => changed((to) => to.update('users', signed.userId, { ecardBalanceMinor: minor }));
  expect(inShop(pay, holding(product.priceMinor + 1)).outcome).toBe('allowed');
  expect(inShop(pay, holding(product.priceMinor)).decidedBy).toEqual(['ecards.only-below-the-balance']);
});

test('cancelling an order that an e-card paid puts its amount back, and no other order’s', () => {
  const byCard = inState('paid', ({ payment }) => payment.method === 'e_card');
  const otherwise = inState('paid', ({ payment }) => payment.method !== 'e_card');
  expect(stepsOf(inShop(ask('cancel_order', byCard.userId, { orderId: byCard.id })).after)).toEqual([
    'refund_to_ecard',
  ]);
  expect(inShop(ask('cancel_order', otherwise.userId, { orderId: otherwise.id })).after).toEqual([]);
});

test('a picture of another order’s review pays no cashback', () => {
  const request = (order: string) =>
    ask(
      'cashback',
      signed.userId,
      { orderId: signed.id },
      { evidence: [pictureOf(signed, { kind: 'review', facts: { order } })] },
    );
  const store = transact(BASE, (to) =>
    to.update('merchants', signed.merchantId, { cashback: { amountMinor: 500, minimumOrderMinor: 0 } }),
  ).store;
  const [outcome] = [inShop(request('another'), store).decidedBy];
  expect(outcome).toEqual(['cashback.no-review-no-cashback']);
});

test('a furious customer is handed over, whatever they ask for; the shop of one brand goes by the wish alone', () => {
  const request = ask('cancel_order', signed.userId, { orderId: signed.id }, { mood: 'furious' });
  expect(inMarket(request).outcome).toBe('hand-over');
  expect(inShop(request).outcome).toBe('forbidden');
});

test('a complaint changes nothing in the shop of one brand, even of what could be cancelled', () => {
  const order = inState('paid');
  const request = ask('cancel_order', order.userId, { orderId: order.id }, { explicit: false });
  expect(inShop(request).decidedBy).toEqual(['conduct.order-not-complaint']);
});

test('no products are named to exchange an order for that can no longer be exchanged', () => {
  const asked = (state: OrderState) => {
    const order = inState(state);
    return inShop(ask('ask_exchange', order.userId, { orderId: order.id, productId: productIn(order).id }));
  };
  const late = asked('shipped');
  expect(late.outcome).toBe('forbidden');
  expect(late.tell.map(({ fact }) => fact)).toEqual(['too_late_to_exchange', 'order_state']);
  expect(told(asked('paid'), 'exchange_options')).toBeDefined();
});

test('a coupon of another shop is refused for its shop, one that is too dear for its minimum, and each by its number', () => {
  const coupon = first(BASE.coupons.rows(), ({ merchantId }) => merchantId !== null);
  const product = first(BASE.products.rows(), ({ merchantId }) => merchantId !== coupon.merchantId);
  const reasonsFor = (fields: Partial<typeof coupon>) =>
    inMarket(
      ask('use_coupons', coupon.userId, { productId: product.id, quantity: 1, couponIds: [coupon.id] }),
      changed((to) =>
        to.update('coupons', coupon.id, {
          ...{ orderId: null, from: addDays(BASE.facts.now, -1), until: addDays(BASE.facts.now, 1) },
          ...{ categories: [...product.category], minimumMinor: 0, ...fields },
        }),
      ),
    ).tell.map(({ fact, value }) => [fact, value]);
  const said = [{ type: 'texts', texts: [coupon.id] }];
  expect(reasonsFor({})).toEqual([['coupon_not_for_shop', ...said]]);
  expect(reasonsFor({ merchantId: product.merchantId, minimumMinor: product.priceMinor + 1 })).toEqual([
    ['coupon_below_minimum', ...said],
  ]);
});

test('a time of shipping that is promised is told from the page that promises it', () => {
  const order = inState('processing', ({ lines }) => lines.length === 1);
  const about = { orderId: order.id, productId: productIn(order).id };
  const page = { when: 'look-up', step: 'look_up_product', arguments: { productId: about.productId } };
  for (const kind of ['ask_shipping_time', 'ask_arrival_time'] as const)
    expect(inMarket(ask(kind, order.userId, about)).lookUp).toContainEqual(page);
  const { productId } = about;
  expect(inMarket(ask('ask_shipping_time', order.userId, { productId })).lookUp).toContainEqual(page);
});
