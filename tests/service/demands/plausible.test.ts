import { expect, test } from 'vitest';
import { drawFor } from '../../../pipeline/seed.ts';
import { groundOf, type Wish } from '../../../service/demands/demand.ts';
import { DEMANDS } from '../../../service/demands/index.ts';
import type { Regime } from '../../../service/policy/index.ts';
import { currentPrice } from '../../../service/store/dues.ts';
import { addDays, weekdayOf } from '../../../service/store/time.ts';
import { smallStore } from '../../fixtures/stores.ts';

const STORE = smallStore({ seed: 5, users: 150 });

/** Every wish of a demand that a user of the store has. */
const wishesOf = (demand: string, regime: Regime): readonly Wish[] => {
  const found = DEMANDS.find(({ name }) => name === demand);
  return [...STORE.users.rows()].flatMap(
    ({ id }) => found?.wishes(groundOf(STORE, regime, id, drawFor(1, id, 'wishes'))) ?? [],
  );
};

test('a parcel under way is taken for lost only days after it was paid for', () => {
  const underWay = wishesOf('not_received', 'marketplace').filter(({ variant }) => variant === 'under_way');
  expect(underWay.length).toBeGreaterThan(0);
  for (const { order } of underWay)
    expect(addDays(order?.payment.paidAt ?? STORE.facts.now, 3) <= STORE.facts.now).toBe(true);
});

test.each(['price_protection', 'remark_on_price'])(
  'a price that has fallen is that of the only product of an order: %s',
  (name) => {
    const wishes = wishesOf(name, 'own-shop');
    expect(wishes.length).toBeGreaterThan(0);
    for (const { order } of wishes) expect(order?.lines).toHaveLength(1);
  },
);

test.each(['book_repair', 'move_visit'])(
  'a technician comes to repair only what is installed or serviced at home: %s',
  (name) => {
    for (const { order } of wishesOf(name, 'own-shop')) {
      const product = STORE.products.get(order?.lines[0]?.productId ?? '');
      expect(product?.installation !== null || product.faultCodes.length > 0).toBe(true);
    }
  },
);

test('what is wanted in the place of something is of the same kind', () => {
  const wishes = wishesOf('exchange', 'own-shop');
  expect(wishes.length).toBeGreaterThan(0);
  for (const { order, other } of wishes)
    expect(other?.category[0]).toBe(STORE.products.get(order?.lines[0]?.productId ?? '')?.category[0]);
});

test('most of those who claim a lower price have seen one', () => {
  const wishes = wishesOf('price_protection', 'own-shop');
  const seen = wishes.filter(({ order }) =>
    order?.lines.some((line) => currentPrice(STORE, line) < line.unitPriceMinor),
  );
  const orders = [...STORE.orders.rows()].filter(({ state }) => state !== 'unpaid').length;
  expect(wishes.length - seen.length).toBeLessThan(orders / 4);
});

test('nobody has a few cents put on an e-card', () => {
  const amounts = wishesOf('ecard_refund', 'own-shop').map(({ request }) => request as { amountMinor: number });
  expect(amounts.length).toBeGreaterThan(0);
  for (const { amountMinor } of amounts) expect(amountMinor).toBeGreaterThanOrEqual(500);
});

test('a visit is wanted on a day that is neither today nor tomorrow', () => {
  const today = weekdayOf(STORE.facts.now);
  const days = ['book_installation', 'book_repair', 'move_visit'].flatMap((name) =>
    wishesOf(name, 'own-shop').map(({ blanks }) => blanks?.day),
  );
  expect(new Set(days).size).toBe(5);
  expect(days).not.toContain(today);
});
