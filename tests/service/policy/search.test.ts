import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contradictionsIn, decide, POLICY, REGIMES, type Request, type Rule } from '../../../service/policy/index.ts';
import { type Order, OrderState, type Store } from '../../../service/store/schema.ts';
import { transact } from '../../../service/store/store.ts';
import { propertyRuns, TRIES_ALL } from '../../fixtures/property-runs.ts';
import { ask, requestsAbout, requestsOf } from '../../fixtures/requests.ts';
import { witnesses } from '../../fixtures/rule-witnesses.ts';
import { smallStore } from '../../fixtures/stores.ts';

function* stores(): Iterable<Store> {
  for (let seed = 1; seed <= 6; seed++) yield smallStore({ seed, users: 40, language: seed % 2 === 0 ? 'zh' : 'en' });
}

const contradicting = (requests: Iterable<Request>, store: Store, policy?: readonly Rule[]) => {
  const found = new Set<string>();
  for (const request of requests)
    for (const regime of REGIMES)
      for (const { rules } of contradictionsIn(store, request, regime, policy))
        found.add(`${rules.join(' against ')} over a ${request.kind}`);
  return [...found];
};

test('no two rules contradict each other over any request about a simulated store', () => {
  const store = smallStore({ seed: 9, users: TRIES_ALL ? 25 : 10 });
  expect(contradicting(requestsOf(store, 1), store)).toEqual([]);
});

/** A store with one order changed at will: its state, who asks, what kind of goods it holds. */
function changedAtWill(store: Store, state: OrderState, pick: number, isFresh: boolean, tier: 1 | 2 | 3) {
  const orders = [...store.orders.rows()];
  const order = orders[pick % orders.length] as Order;
  const { store: changed } = transact(store, (write) => {
    write.update('orders', order.id, { state });
    write.update('users', order.userId, { tier });
    for (const { productId } of order.lines)
      write.update('products', productId, { traits: isFresh ? ['perishable'] : [], noReasonReturn: pick % 3 > 0 });
  });
  return { changed, requests: requestsAbout(changed, order.id) };
}

test('rules contradict each other over no order, even in states that no simulation reaches', () => {
  const store = smallStore({ seed: 4, users: 8 });
  fc.assert(
    fc.property(
      fc.constantFrom(...OrderState.options),
      fc.nat(1000),
      fc.boolean(),
      fc.constantFrom(1 as const, 2 as const, 3 as const),
      (state, pick, isFresh, tier) => {
        const { changed, requests } = changedAtWill(store, state, pick, isFresh, tier);
        expect(contradicting(requests, changed)).toEqual([]);
      },
    ),
    { numRuns: propertyRuns(120) },
  );
});

test('the search finds a rule that contradicts another', () => {
  const store = smallStore({ seed: 9, users: 10 });
  const rogue: Rule = {
    ...(POLICY.find(({ id }) => id === 'orders.cancel-before-shipping') as Rule),
    id: 'rogue',
    applies: () => true,
  };
  expect(contradicting(requestsOf(store, 1), store, [...POLICY, rogue])).toContain(
    'orders.no-cancelling-once-shipped against rogue over a cancel_order',
  );
});

test('every rule decides or adds to some request, and turning it round changes the outcome', () => {
  const found = witnesses(stores());
  expect(POLICY.map(({ id }) => id).filter((id) => !found.has(id))).toEqual([]);
});

test('whatever is asked, the same request of the same store is decided alike', () => {
  const store = smallStore({ seed: 5, users: 6 });
  const requests = [...requestsOf(store, 1)];
  fc.assert(
    fc.property(fc.nat(requests.length - 1), fc.constantFrom(...REGIMES), (at, regime) => {
      const request = requests[at] as Request;
      expect(decide(store, request, regime)).toEqual(decide(store, request, regime));
    }),
    { numRuns: propertyRuns(300) },
  );
});

test('what is refused or handed over comes with no further writes, and a refusal always says why', () => {
  const store = smallStore({ seed: 6, users: 6 });
  const wrong: string[] = [];
  for (const request of requestsOf(store, 1))
    for (const regime of REGIMES) {
      const { outcome, after, tell } = decide(store, request, regime);
      if ((outcome !== 'allowed' && after.length > 0) || (outcome === 'forbidden' && tell.length === 0))
        wrong.push(`${regime} ${request.kind}`);
    }
  expect(wrong).toEqual([]);
});

test('nothing is decided of an order of somebody else, whatever is asked of it', () => {
  const store = smallStore({ seed: 2, users: 5 });
  const [order] = [...store.orders.rows()];
  const stranger = [...store.users.rows()].find(({ id }) => id !== order?.userId);
  for (const kind of ['cancel_order', 'ask_order', 'return_order', 'price_protection', 'cashback'] as const) {
    const request = ask(kind, stranger?.id ?? '', {
      orderId: order?.id ?? '',
      reason: 'personal',
      productId: order?.lines[0]?.productId,
    } as never);
    for (const regime of REGIMES) expect(decide(store, request, regime).decidedBy).toEqual(['conduct.own-orders-only']);
  }
});
