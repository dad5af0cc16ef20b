import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  orderVoucher,
  type PlanVoucher,
  rivalTotals,
  sameShop,
} from '../../../families/shoppingbench/order-conditions.ts';
import { drawFor } from '../../../pipeline/seed.ts';
import type { Product } from '../../../schemas/product.ts';
import type { TargetContext } from '../../../stages/extract/index.ts';
import { propertyRuns } from '../../fixtures/property-runs.ts';
import { storedCatalog } from '../../fixtures/stored-catalog.ts';
import { targetContext } from '../../fixtures/targets.ts';
import { fiveOff } from '../../fixtures/tasks.ts';

const draw = drawFor(42, 'an order', 'extract');

/** A bag in a catalog of bags: the first is the target, the others are its rivals. */
const bagAmong = (own: Partial<Product>, ...rivals: Partial<Product>[]): TargetContext =>
  targetContext({ products: [own, ...rivals].map((one) => ({ title: 'Harbor Tote Bag', ...one })) });
const sold = (shopId: string | null) => bagAmong({ shopId });

test('one shop is asked of products that one shop sells, and says of how many', () => {
  expect(sameShop([sold('S1'), sold('S1'), sold('S1')])).toEqual([
    { type: 'same_shop', field: 'shop', value: 3, sources: ['query'], implicit: false, required: true },
  ]);
});

test.each([
  [['S1', 'S2'], 'sold by S1, S2'],
  [['S1', null], 'sold by S1, no shop'],
  [[null, null], 'sold by no shop, no shop'],
])('one shop cannot be asked of products sold by %j', (shops, detail) => {
  expect(sameShop(shops.map(sold))).toEqual({ code: 'no_common_shop', detail });
});

/** What a planner was asked, and what came of its answer. */
function planned(
  contexts: readonly TargetContext[],
  issuer: 'shop' | 'platform' = 'platform',
  answer?: ReturnType<PlanVoucher>,
) {
  const asked: Parameters<PlanVoucher>[0][] = [];
  const result = orderVoucher(contexts, draw, issuer, (request) => {
    asked.push(request);
    return answer ?? { budget: 3500, voucher: { ...fiveOff, issuer } };
  });
  return { asked, result };
}
const priced = (priceMinor: number | null, rest: Partial<Product> = {}) =>
  bagAmong({ priceMinor, shopId: 'S1', ...rest });

test('a voucher is planned for the total of the order, by the issuer named', () => {
  const { asked, result } = planned([priced(1500), priced(2400)], 'shop');
  expect(asked).toMatchObject([{ priceMinor: 3900, currency: 'USD', issuer: 'shop', draw }]);
  expect(result).toEqual([
    {
      type: 'budget_match',
      field: 'budget',
      value: { budget: 3500, voucher: { ...fiveOff, issuer: 'shop' } },
      sources: ['query'],
      implicit: false,
      required: true,
    },
  ]);
});

test.each<[string, TargetContext[], 'shop' | 'platform', string]>([
  ['without a price', [priced(1500), priced(null)], 'platform', '"P0" has no price'],
  ['without a currency', [priced(null, { currency: null })], 'platform', 'a product of the order has no price'],
  ['in two currencies', [priced(1500), priced(1500, { currency: 'EUR' })], 'platform', 'prices in USD and EUR'],
  [
    'of two shops, by a shop',
    [priced(1500), priced(1500, { shopId: 'S2' })],
    'shop',
    'a shop voucher needs an order from one shop',
  ],
  ['of no shop, by a shop', [priced(1500, { shopId: null })], 'shop', 'a shop voucher needs an order from one shop'],
])('no voucher is planned for an order %s', (_, contexts, issuer, detail) => {
  const { asked, result } = planned(contexts, issuer);
  expect(result).toEqual({ code: 'no_voucher', detail });
  expect(asked).toEqual([]);
});

test('an order for which no voucher can be made says why', () => {
  expect(planned([priced(1500)], 'platform', { rejected: 'too cheap' }).result).toEqual({
    code: 'no_voucher',
    detail: 'too cheap',
  });
});

test('products of several shops may have a voucher of the platform', () => {
  expect(planned([priced(1500), priced(1500, { shopId: 'S2' })]).asked).toHaveLength(1);
});

const rival = fc.record({
  priceMinor: fc.option(
    fc.integer({ min: 1, max: 40 }).map((n) => n * 100),
    { nil: null },
  ),
  currency: fc.constantFrom('USD', 'USD', 'EUR'),
});

test('rival totals are those of the order with one product swapped for another in its currency, nearest price first', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 1, max: 4000 }), fc.array(rival, { maxLength: 6 })), {
        minLength: 1,
        maxLength: 3,
      }),
      (orders) => {
        const contexts = orders.map(([priceMinor, others]) => {
          const context = bagAmong({ priceMinor }, ...others);
          return { ...context, catalog: context.dependencies.catalog };
        });
        const total = orders.reduce((sum, [price]) => sum + price, 0);
        const expected = orders.flatMap(([own, others]) => {
          const prices = others.flatMap(({ priceMinor, currency }) =>
            priceMinor !== null && currency === 'USD' ? [priceMinor] : [],
          );
          return [...new Set(prices)]
            .sort((a, b) => Math.abs(a - own) - Math.abs(b - own) || a - b)
            .map((price) => total - own + price);
        });
        expect(rivalTotals(contexts, total, 'USD')).toEqual(expected);
        for (const { catalog } of contexts) catalog.close();
      },
    ),
    { numRuns: propertyRuns(40) },
  );
});

test('sixty swaps for each product are enough', () => {
  const catalog = storedCatalog(Array.from({ length: 100 }, (_, index) => ({ priceMinor: 1000 + index })));
  const rivals = Uint32Array.from({ length: 100 }, (_, index) => index);
  const product = catalog.productByRow(0);
  const totals = rivalTotals([{ product, row: 0, rivals, catalog }], 5000, 'USD');
  expect(totals).toEqual(Array.from({ length: 60 }, (_, index) => 5001 + index));
});

test('an order has no rivals where nothing else is called by the names of its products', () => {
  const context = bagAmong({ priceMinor: 1500 });
  expect(rivalTotals([{ ...context, catalog: context.dependencies.catalog }], 1500, 'USD')).toEqual([]);
});
