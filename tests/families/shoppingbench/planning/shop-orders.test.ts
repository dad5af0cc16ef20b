import { expect, test } from 'vitest';
import { issuerOf, ShopOrders } from '../../../../families/shoppingbench/planning/shop-orders.ts';
import { splitOf } from '../../../../pipeline/run/split.ts';
import { drawFor } from '../../../../pipeline/seed.ts';
import type { Product } from '../../../../schemas/product.ts';
import type { CandidatePool, Order } from '../../../../stages/sample/pool.ts';
import { productFacts } from '../../../../stages/sample/product-facts.ts';
import { details, storedCatalog } from '../../../fixtures/stored-catalog.ts';

const SPLITS = { train: 0.5, test: 0.5 };
const SIZES = { 1: 0.25, 2: 0.75 };
const KINDS = ['Canvas Tote Bag', 'Ceramic Coffee Mug', 'Wool Winter Scarf', 'Steel Desk Lamp'];

const offered = (id: string, shopId: string | null, at: number, rest: Partial<Product> = {}): Partial<Product> => ({
  id,
  shopId,
  title: `${KINDS[at % KINDS.length]} ${id}`,
  details: details({ Color: 'Black', Style: 'Modern' }),
  ...rest,
});
const SHOPS = Array.from({ length: 8 }, (_, shop) => `shop ${shop}`);
const STOCK = SHOPS.flatMap((shop, number) => KINDS.map((_, at) => offered(`P${number}${at}`, shop, at)));

/** The pool of a catalog, its orders by the ids of their products. */
function pooled(products: readonly Partial<Product>[], poolOf: (orders: ShopOrders) => CandidatePool) {
  const catalog = storedCatalog(products);
  const facts = productFacts(catalog, () => true);
  const draws = (intent: string, label: string) => drawFor(42, intent, label);
  const { strata, reasons } = poolOf(
    new ShopOrders({ catalog, facts, leastDetails: 2, splits: SPLITS, drawFor: draws }),
  );
  const shops = new Map(products.map(({ id, shopId }) => [id, shopId ?? null]));
  const orders = strata.map(({ name, candidates }) => ({
    name,
    orders: candidates.map((order) => (order as Order).rows.map((row) => facts.ids[row] as string)),
  }));
  catalog.close();
  return { orders, reasons: Object.fromEntries(reasons), shopOf: (id: string) => shops.get(id) ?? null };
}

test('an order of one shop holds products of one shop', () => {
  const { orders, shopOf } = pooled(STOCK, (of) => of.ofOneShop('together', { 2: 1 }));
  expect(orders.map(({ name }) => name)).toEqual(['2 shop']);
  expect(orders[0]?.orders.length).toBeGreaterThan(SHOPS.length);
  for (const order of orders[0]?.orders ?? []) expect(new Set(order.map(shopOf)).size).toBe(1);
});

test("a platform's voucher is for orders of any shops of one split, a shop's for several products of that shop", () => {
  const { orders, shopOf } = pooled(STOCK, (of) => of.forVouchers('vouchers', SIZES));
  expect(orders.map(({ name }) => [name, issuerOf(name)])).toEqual([
    ['1 platform', 'platform'],
    ['2 platform', 'platform'],
    ['2 shop', 'shop'],
  ]);
  const shopsOf = (stratum: string) =>
    (orders.find(({ name }) => name === stratum)?.orders ?? []).map((order) => new Set(order.map(shopOf)));
  expect(new Set(shopsOf('2 shop').map(({ size }) => size))).toEqual(new Set([1]));
  expect(shopsOf('2 platform').some(({ size }) => size === 2)).toBe(true);
  for (const shops of shopsOf('2 platform'))
    expect(new Set([...shops].map((shop) => splitOf(shop as string, SPLITS))).size).toBe(1);
});

test('a product that is in no order is counted with what it lacks', () => {
  const lacking = [
    offered('A', 'alone', 0),
    offered('B', null, 1),
    offered('C', 'shop 1', 2, { priceMinor: null, currency: null }),
    offered('D', 'shop 1', 3, { details: {} }),
    offered('E', 'shop 1', 0, { title: 'XJ-900' }),
  ];
  const { orders, reasons } = pooled([...STOCK, ...lacking], (of) => of.ofOneShop('together', { 2: 1 }));
  expect(reasons).toEqual({
    'states fewer than 2 usable details': 1,
    'has no price': 1,
    'names no shop': 1,
    'is the only usable product of its shop': 1,
    'has no product noun phrase in its title': 1,
  });
  expect(orders.flatMap((stratum) => stratum.orders.flat()).filter((id) => !id.startsWith('P'))).toEqual([]);
});
