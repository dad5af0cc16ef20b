import { expect, test } from 'vitest';
import type { Store } from '../../../service/store/schema.ts';
import { snapshotOf, type Transaction, transact } from '../../../service/store/store.ts';
import { brokenInvariants, INVARIANTS } from '../../fixtures/store-invariants/index.ts';
import { smallStore } from '../../fixtures/stores.ts';

const store = smallStore({ users: 120 });
const rows = snapshotOf(store);
const first = <T>(items: readonly T[], fits: (item: T) => boolean = () => true): T => items.find(fits) as T;
const brokenBy = (write: (transaction: Transaction) => void): string[] =>
  brokenInvariants(transact(store, write).store as Store).map(({ name }) => name);

const inTransit = first(rows.orders, ({ state }) => state === 'in_transit');
const completed = first(rows.orders, ({ state, payment }) => state === 'completed' && payment.method !== 'e_card');
const user = first(rows.users);
const back = first(rows.returns, ({ state }) => state === 'refunded');
const claim = first(rows.priceProtections);

/** A defect for each invariant, which it finds. */
const DEFECTS: Readonly<Record<string, (write: Transaction) => void>> = {
  schema: (write) => write.update('users', user.id, { age: 7 }),
  references: (write) => write.update('shipments', first(rows.shipments).id, { orderId: 'nowhere' }),
  owners: (write) =>
    write.update('invoices', first(rows.invoices).id, {
      userId: first(rows.users, ({ id }) => id !== first(rows.invoices).userId).id,
    }),
  past: (write) => write.update('reviews', first(rows.reviews).id, { at: '2026-01-01T00:00:00' }),
  'order sums': (write) => write.update('orders', completed.id, { totalMinor: completed.totalMinor + 1 }),
  'order history': (write) => write.update('orders', completed.id, { state: 'signed' }),
  'order steps': (write) =>
    write.update('orders', completed.id, {
      state: 'cancelled',
      history: [...completed.history, { state: 'cancelled', at: store.facts.now, by: 'agent' }],
    }),
  payment: (write) => write.update('orders', completed.id, { payment: { ...completed.payment, paidAt: null } }),
  'one shop': (write) =>
    write.update('orders', completed.id, {
      merchantId: first(rows.merchants, ({ id }) => id !== completed.merchantId).id,
    }),
  parcels: (write) =>
    write.update('shipments', first(rows.shipments, ({ kind }) => kind === 'order').id, { kind: 'gift' }),
  'parcel events': (write) => write.update('shipments', first(rows.shipments).id, { state: 'created' }),
  'parcel and order': (write) =>
    write.update('orders', inTransit.id, { address: { ...inTransit.address, street: 'elsewhere' } }),
  returns: (write) => write.update('returns', back.id, { amountMinor: back.amountMinor + 1 }),
  'return history': (write) => write.update('returns', back.id, { state: 'approved' }),
  'whole returns': (write) =>
    write.update('returns', first(rows.returns, ({ orderId }) => store.orders.get(orderId)?.state === 'returned').id, {
      state: 'rejected',
    }),
  received: (write) => write.update('reviews', first(rows.reviews).id, { orderId: inTransit.id }),
  exchanges: (write) =>
    write.update('exchanges', first(rows.exchanges).id, { fromProductId: first(rows.exchanges).toProductId }),
  presents: (write) => write.update('gifts', first(rows.gifts).id, { name: 'something else' }),
  'before shipping': (write) =>
    write.update('returns', back.id, { orderId: first(rows.orders, ({ state }) => state === 'paid').id }),
  'e-card balance': (write) => write.update('users', user.id, { ecardBalanceMinor: user.ecardBalanceMinor + 5 }),
  'e-card sums': (write) => write.update('users', user.id, { ecardBalanceMinor: user.ecardBalanceMinor + 5 }),
  'e-card orders': (write) =>
    write.update('orders', completed.id, { payment: { ...completed.payment, method: 'e_card' } }),
  refunds: (write) => write.update('refunds', first(rows.refunds).id, { amountMinor: 10 ** 9 }),
  'e-card refunds': (write) =>
    write.update('refunds', first(rows.refunds, ({ to }) => to !== 'e_card').id, { to: 'e_card' }),
  'settled returns': (write) => write.update('returns', back.id, { refundId: null }),
  'price protection': (write) => write.update('priceProtections', claim.id, { quantity: claim.quantity + 1 }),
  invoices: (write) => write.update('invoices', first(rows.invoices).id, { amountMinor: 1 }),
  coupons: (write) =>
    write.update('coupons', first(rows.coupons, ({ orderId }) => orderId !== null).id, { offMinor: 1 }),
  cashback: (write) => write.update('cashbacks', first(rows.cashbacks).id, { amountMinor: 1 }),
  visits: (write) => write.update('appointments', first(rows.appointments).id, { date: '2025-01-01' }),
  prices: (write) => write.update('products', first(rows.products).id, { priceMinor: 1 }),
  neighbours: (write) =>
    write.update('products', first(rows.products).id, { exchangeableFor: [first(rows.products).id] }),
};

test('every invariant has a defect that it is tried with', () => {
  expect(Object.keys(DEFECTS)).toEqual(INVARIANTS.map(({ name }) => name));
});

test.each(Object.entries(DEFECTS))('a store with a planted defect breaks the invariant: %s', (name, plant) => {
  expect(brokenBy(plant)).toContain(name);
});
