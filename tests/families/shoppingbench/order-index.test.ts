import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MOST_COMBINATIONS, OrderIndex } from '../../../families/shoppingbench/order-index.ts';
import type { Product } from '../../../schemas/product.ts';
import { type Requirement, satisfiesTogether } from '../../../shopping/kinds/index.ts';
import { propertyRuns } from '../../fixtures/property-runs.ts';
import { storedCatalog } from '../../fixtures/stored-catalog.ts';
import { fixed, step, voucherOf } from '../../fixtures/vouchers.ts';

const oneShop = (products: number): Requirement => ({ type: 'same_shop', field: 'shop', expected_value: products });
const within = (budget: number): Requirement => ({
  type: 'budget_match',
  field: 'budget',
  expected_value: { budget, voucher: voucherOf('simple', [step(2000, fixed(500))]) },
});

const product: fc.Arbitrary<Partial<Product>> = fc.record({
  shopId: fc.constantFrom('S1', 'S2', null),
  priceMinor: fc.option(fc.integer({ min: 0, max: 4000 }), { nil: null }),
  currency: fc.constantFrom('USD', 'USD', 'EUR'),
});

test('the orders found are those a plain scan finds: one product from each list, none twice, all joint conditions met', () => {
  fc.assert(
    fc.property(
      fc.array(product, { minLength: 1, maxLength: 7 }),
      fc.array(fc.uniqueArray(fc.nat(6), { maxLength: 5 }), { minLength: 1, maxLength: 3 }),
      fc.subarray([oneShop(2), within(3000)]),
      (products, drawn, joint) => {
        const catalog = storedCatalog(products);
        const lists = drawn.map((rows) => rows.filter((row) => row < products.length));
        const all = lists.reduce<number[][]>(
          (orders, rows) => orders.flatMap((order) => rows.map((row) => [...order, row])),
          [[]],
        );
        const expected = all.filter((order) => {
          const items = order.map((row) => catalog.productByRow(row));
          return (
            new Set(order).size === order.length &&
            joint.every((requirement) => satisfiesTogether(items, requirement) === 'yes')
          );
        });
        expect(new OrderIndex(catalog).combinations(lists, joint)).toEqual(expected);
        catalog.close();
      },
    ),
    { numRuns: propertyRuns(60) },
  );
});

test('an order with nothing to choose for one of its places is no order', () => {
  const catalog = storedCatalog([{}, {}]);
  expect(new OrderIndex(catalog).combinations([[0, 1], []], [])).toEqual([]);
});

test('more combinations than anyone would count are not counted', () => {
  const catalog = storedCatalog([{ shopId: 'S1' }]);
  const orders = new OrderIndex(catalog);
  const rows = Array.from({ length: MOST_COMBINATIONS }, () => 0);
  expect(orders.combinations([rows], [oneShop(2)])).toEqual([]);
  expect(orders.combinations([[...rows, 0]], [oneShop(2)])).toBeNull();
});
