import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { ecombenchTools } from '../../../families/ecombench/desk.ts';
import { mixecomTools } from '../../../families/mixecom/desk.ts';
import { plainly } from '../../../service/policy/index.ts';
import type { Order, Store } from '../../../service/store/schema.ts';
import { digestOfStore } from '../../../service/store/store.ts';
import { byName, type Ran, runTool, type ServiceCall, type Session } from '../../../service/tools/tool.ts';
import { propertyRuns } from '../../fixtures/property-runs.ts';
import { randomPlay } from '../../fixtures/random-calls.ts';
import { cpuMsOf } from '../../fixtures/spent.ts';
import { brokenInvariants, INVARIANTS } from '../../fixtures/store-invariants/index.ts';
import { applyDeltas, smallStore } from '../../fixtures/stores.ts';

const store = smallStore({ users: 80 });
const own = byName(ecombenchTools('en'));
const market = byName(mixecomTools('en'));
const OWN = 'own-shop';
const MARKET = 'marketplace';

const begin = (userId: string, from: Store = store): Session => ({ store: from, deltas: [], talk: plainly(userId) });
const orderThat = (fits: (order: Order) => boolean): Order => {
  const found = [...store.orders.rows()].find(fits);
  if (found === undefined) throw new Error('the store has no such order');
  return found;
};
const named = ({ merchantId, userId, id }: Order) => ({
  platform: store.facts.platform,
  shop_id: merchantId,
  user_id: userId,
  order_id: id,
});
const cancelled = (order: Order): ServiceCall => ({
  name: 'manage_order',
  arguments: { ...named(order), action: 'cancel' },
});

test('the tools of both papers are there under their published names', () => {
  expect([...own.keys()]).toHaveLength(21);
  expect([...market.keys()]).toHaveLength(18);
});

test.each(['en', 'zh'] as const)('every tool says what it does, takes and shows: %s', (language) => {
  for (const tool of [...ecombenchTools(language), ...mixecomTools(language)]) {
    expect(tool.description, tool.name).toMatch(language === 'zh' ? /\p{Script=Han}/u : /^[A-Z][^|]+\.$/);
    expect(tool.description).not.toContain('|');
    expect(z.toJSONSchema(tool.input).type, tool.name).toBe('object');
  }
});

test('no price is told of a parcel that nobody could carry', () => {
  const { input } = market.get('calculate_shipping_cost') ?? {};
  const weight = (input as z.ZodObject).shape.weight as z.ZodType;
  expect([0.5, 1_000_000, 1e308].map((kilograms) => weight.safeParse(kilograms).success)).toEqual([true, true, false]);
});

test('what a call shows is what its tool says it shows, an error as well', () => {
  const order = orderThat(({ state }) => state === 'signed');
  const calls: ServiceCall[] = [
    { name: 'get_user_info', arguments: { user_id: order.userId } },
    { name: 'get_user_info', arguments: { user_id: 'nobody' } },
    { name: 'get_logistics_info', arguments: named(order) },
    cancelled(order),
  ];
  for (const call of calls)
    expect(() => own.get(call.name)?.output.parse(runTool(own, begin(order.userId), call, OWN).result)).not.toThrow();
});

test.each([
  [
    'a tool that there is not',
    { name: 'fly', arguments: {} },
    /no tool is called "fly", expected one of get_user_info/,
  ],
  [
    'arguments that are missing',
    { name: 'get_user_info', arguments: {} },
    /the arguments of get_user_info are not what it takes/,
  ],
  ['arguments that are no object', { name: 'get_user_info', arguments: 7 }, /are not what it takes/],
  ['a user who is not', { name: 'get_user_info', arguments: { user_id: 'x' } }, /There is no user "x"/],
])('%s: an error that says so, and nothing changed', (_, call, message) => {
  const session = begin('x');
  const ran = runTool(own, session, call, OWN);
  expect(ran).toMatchObject({ isError: true, result: { error: expect.stringMatching(message) } });
  expect(ran.session).toBe(session);
});

test('nobody else’s records are shown', () => {
  const [one, other] = [...store.users.rows()];
  const ran = runTool(own, begin(one?.id ?? ''), { name: 'get_user_info', arguments: { user_id: other?.id } }, OWN);
  expect(ran.result.error).toMatch(/is not the customer of this conversation/);
});

test('an order is cancelled with what follows: its state, its history, the money and a delta of each row', () => {
  const order = orderThat(({ state, payment }) => state === 'paid' && payment.method !== 'e_card');
  const { session, result, isError } = runTool(own, begin(order.userId), cancelled(order), OWN);
  expect(isError).toBe(false);
  expect(result.order).toMatchObject({ order_id: order.id, order_state: 'Cancelled' });
  expect(session.store.orders.get(order.id)?.history.at(-1)).toMatchObject({ state: 'cancelled', by: 'agent' });
  expect(session.store.refunds.where('orderId', order.id)).toMatchObject([
    { amountMinor: order.totalMinor, reason: 'cancel' },
  ]);
  expect(new Set(session.deltas.map(({ table }) => table))).toContain('refunds');
  expect(digestOfStore(applyDeltas(store, session.deltas))).toBe(digestOfStore(session.store));
});

test('what a rule forbids is refused with the rule’s id and text, and done by tools that enforce nothing', () => {
  const order = orderThat(({ state }) => state === 'in_transit');
  const refused = runTool(own, begin(order.userId), cancelled(order), OWN);
  expect(refused.isError).toBe(true);
  expect(refused.refusedBy.length).toBeGreaterThan(0);
  expect(refused.result.rules).toMatchObject([{ id: refused.refusedBy[0], text: expect.stringMatching(/\w/) }]);
  expect(digestOfStore(refused.session.store)).toBe(digestOfStore(store));
  const lenient = runTool(own, { ...begin(order.userId), lenient: true }, cancelled(order), OWN);
  expect(lenient.session.store.orders.get(order.id)?.state).toBe('cancelled');
  // What it breaks is named all the same.
  expect([lenient.isError, lenient.refusedBy]).toEqual([false, refused.refusedBy]);
});

test('a Chinese session takes and shows ECom-Bench’s words', () => {
  const chinese = smallStore({ users: 80, language: 'zh' });
  const order = [...chinese.orders.rows()].find(
    ({ state, payment }) => state === 'paid' && payment.method !== 'e_card',
  ) as Order;
  const call = { name: 'manage_order', arguments: { ...named(order), action: '取消' } };
  const { result } = runTool(byName(ecombenchTools('zh')), begin(order.userId, chinese), call, OWN);
  expect(result.order).toMatchObject({ 订单ID: order.id, 订单状态: '已取消' });
});

test('an order placed with an e-card waits until the card has paid all of it', () => {
  const rich = smallStore({ users: 80, merchants: 1 });
  const user = [...rich.users.rows()].toSorted((a, b) => b.ecardBalanceMinor - a.ecardBalanceMinor)[0];
  const product = [...rich.products.rows()].find(
    ({ state, priceMinor }) => state === 'on_sale' && priceMinor < (user?.ecardBalanceMinor ?? 0),
  );
  const base = { platform: rich.facts.platform, shop_id: product?.merchantId, user_id: user?.id };
  const placed = runTool(
    own,
    begin(user?.id ?? '', rich),
    {
      name: 'manage_order',
      arguments: {
        ...base,
        action: 'add',
        payment: 'E-Card',
        product_info_list: [{ product_id: product?.id, quantity: 1 }],
      },
    },
    OWN,
  );
  const id = (placed.result.order as { order_id: string }).order_id;
  expect(placed.session.store.orders.get(id)?.state).toBe('unpaid');
  const paid = runTool(
    own,
    placed.session,
    { name: 'manage_ecard', arguments: { ...base, action: 'pay', product_id: product?.id, quantity: 1 } },
    OWN,
  );
  expect(paid.isError).toBe(false);
  expect(paid.session.store.orders.get(id)).toMatchObject({ state: 'paid', payment: { paidAt: rich.facts.now } });
  expect(paid.session.store.users.get(user?.id ?? '')?.ecardBalanceMinor).toBe(
    (user?.ecardBalanceMinor ?? 0) - (product?.priceMinor ?? 0),
  );
  const again = runTool(
    own,
    paid.session,
    { name: 'manage_ecard', arguments: { ...base, action: 'pay', product_id: product?.id, quantity: 1 } },
    OWN,
  );
  expect(again.result.error).toMatch(/No order of the customer waits/);
});

test('numbers of new rows follow from what they are about, never from the order of the calls', () => {
  const users = [...store.users.rows()].filter(
    ({ id }) =>
      store.orders.where('userId', id).filter(({ state }) => state === 'paid' || state === 'processing').length >= 1,
  );
  const user = users[0]?.id ?? '';
  const open = store.orders
    .where('userId', user)
    .find(({ state }) => state === 'paid' || state === 'processing') as Order;
  const product = [...store.products.rows()].find(
    ({ merchantId, state }) => merchantId === open.merchantId && state === 'on_sale',
  );
  const { order_id: _, ...base } = named(open);
  const placed = {
    name: 'manage_order',
    arguments: {
      ...base,
      action: 'add',
      payment: 'WeChat',
      product_info_list: [{ product_id: product?.id, quantity: 2 }],
    },
  };
  const play = (calls: ServiceCall[]) =>
    calls.reduce<Session>((session, call) => runTool(own, session, call, OWN).session, begin(user));
  const [one, other] = [play([placed, cancelled(open)]), play([cancelled(open), placed])];
  expect(one.deltas.length).toBeGreaterThan(2);
  expect(digestOfStore(one.store)).toBe(digestOfStore(other.store));
  const twice = play([placed, placed]);
  expect(twice.store.orders.size).toBe(store.orders.size + 2);
});

/** Few enough rows that all invariants are looked at after every conversation. */
const little = smallStore({ users: 16, products: 24 });
const buyers = [...little.users.rows()]
  .map(({ id }) => id)
  .filter((id) => little.orders.where('userId', id).length > 1);
const sequences = fc.constantFrom(...buyers).chain((user) => randomPlay(little, user));

const customers = [...store.users.rows()]
  .map(({ id }) => id)
  .filter((id) => store.orders.where('userId', id).length > 1);

test('whatever is called in whatever order, tools keep the invariants of a store', () => {
  fc.assert(
    fc.property(sequences, fc.boolean(), ({ talk, own: calls, market: others }, lenient) => {
      for (const [tools, wanted, regime] of [
        [own, calls, OWN],
        [market, others, MARKET],
      ] as const) {
        let session: Session = { store: little, deltas: [], talk, lenient };
        for (const call of wanted) {
          const ran: Ran = runTool(tools, session, call, regime);
          if (ran.isError) expect(ran.session).toBe(session);
          session = ran.session;
        }
        const kept = lenient ? INVARIANTS.filter(({ keptBy }) => keptBy === 'store') : INVARIANTS;
        expect(
          brokenInvariants(
            session.store,
            kept.filter(({ name }) => name !== 'parcel and order'),
          ),
        ).toEqual([]);
        expect(digestOfStore(applyDeltas(little, session.deltas))).toBe(digestOfStore(session.store));
      }
    }),
    { numRuns: propertyRuns(120) },
  );
});

test('conversations that go on at once stay apart, and leave the store they began with as it was', () => {
  const before = digestOfStore(store);
  const sessions = Array.from({ length: 1000 }, (_, at) => ({
    ...begin(customers[at % customers.length] as string),
    lenient: true,
  }));
  const played = sessions.map((session) => {
    const [order] = session.store.orders.where('userId', session.talk.userId);
    return runTool(own, session, { name: 'manage_urgent', arguments: named(order as Order) }, OWN).session;
  });
  for (const { deltas } of played) expect(deltas.length).toBeLessThan(2);
  expect(digestOfStore(store)).toBe(before);
});

test('a call takes less than five milliseconds', () => {
  const order = orderThat(({ state, payment }) => state === 'paid' && payment.method !== 'e_card');
  const calls = [
    cancelled(order),
    { name: 'get_logistics_info', arguments: named(order) },
    { name: 'get_user_info', arguments: { user_id: order.userId } },
  ];
  for (const call of calls) runTool(own, begin(order.userId), call, OWN);
  const cpuMs = cpuMsOf(() => {
    for (let at = 0; at < 300; at++) runTool(own, begin(order.userId), calls[at % calls.length] as ServiceCall, OWN);
  });
  expect(cpuMs / 300).toBeLessThan(5);
});

test('an order is shown with its invoice, which says that there is one', () => {
  const shown = (order: Order) =>
    runTool(own, begin(order.userId), { name: 'manage_order', arguments: { ...named(order), action: 'query' } }, OWN)
      .result as { readonly invoice?: { readonly title: string } };
  const invoiced = orderThat(({ id }) => store.invoices.has(id));
  expect(shown(invoiced).invoice?.title).toBe(store.invoices.get(invoiced.id)?.title);
  expect(shown(orderThat(({ id }) => !store.invoices.has(id)))).not.toHaveProperty('invoice');
});

test('what is paid for a review is shown where an order is entered for it', () => {
  const order = orderThat(({ id, state }) => state === 'completed' && !store.cashbacks.has(id));
  const call = { name: 'register_cashback_by_review', arguments: { ...named(order), action: 'cashback' } };
  const { result } = runTool(own, { ...begin(order.userId), lenient: true }, call, OWN);
  const amount = (store.merchants.get(order.merchantId)?.cashback?.amountMinor ?? 0) / 100;
  expect((result as { readonly message: string }).message).toContain(`${amount} ${store.facts.currency}`);
});
