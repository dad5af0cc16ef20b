import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  isJudgedTogether,
  onlyShopOf,
  type Requirement,
  satisfies,
  satisfiesTogether,
} from '../../shopping/kinds/index.ts';
import type { Voucher } from '../../shopping/vouchers/schema.ts';
import { priceAfterVoucher } from '../../shopping/vouchers/voucher.ts';
import { productWith } from '../fixtures/gate-inputs.ts';
import { fixed, step, voucherOf, vouchers } from '../fixtures/vouchers.ts';

const sold = (shopId: string | null, priceMinor: number | null = 1000, currency: string | null = 'USD') =>
  productWith({ shopId, priceMinor, currency });
const oneShop = (products: number): Requirement => ({ type: 'same_shop', field: 'shop', expected_value: products });
/** $5 off orders of $20 or more. */
const fiveOff = (issuer: Voucher['issuer']): Voucher => ({ ...voucherOf('simple', [step(2000, fixed(500))]), issuer });
const within = (budget: number, voucher: Voucher): Requirement => ({
  type: 'budget_match',
  field: 'budget',
  expected_value: { budget, voucher },
});

test.each([
  ['one shop', [sold('S1'), sold('S1')], 'S1'],
  ['one product', [sold('S1')], 'S1'],
  ['two shops', [sold('S1'), sold('S2')], null],
  ['a product without a shop', [sold('S1'), sold(null)], null],
  ['a first product without a shop', [sold(null), sold('S1')], null],
  ['no shop at all', [sold(null), sold(null)], null],
  ['shops that differ in case', [sold('S1'), sold('s1')], null],
  ['nothing', [], null],
] as const)('the only shop of an order is the one that sells all of it: %s', (_, products, shop) => {
  expect(onlyShopOf(products)).toBe(shop);
});

test.each([
  ['as many products of one shop', [sold('S1'), sold('S1')], 'yes'],
  ['products of two shops', [sold('S1'), sold('S2')], 'no'],
  ['a product without a shop', [sold('S1'), sold(null)], 'no'],
  ['fewer products', [sold('S1')], 'no'],
  ['more products', [sold('S1'), sold('S1'), sold('S1')], 'no'],
] as const)('one shop for two products is met by just that: %s', (_, products, verdict) => {
  expect(satisfiesTogether(products, oneShop(2))).toBe(verdict);
});

test('the total of an order is what counts, to the cent', () => {
  const order = [sold('S1', 1200), sold('S1', 800)];
  const voucher = fiveOff('platform');
  expect(satisfiesTogether(order, within(1500, voucher))).toBe('yes');
  expect(satisfiesTogether(order, within(1499, voucher))).toBe('no');
  // Each alone is below the threshold of $20, both together reach it.
  expect(satisfiesTogether([sold('S1', 1200), sold('S1', 799)], within(1998, voucher))).toBe('no');
});

test.each([
  ['the shop', 'shop', ['S1', 'S1'], 'yes'],
  ['the shop, of two shops', 'shop', ['S1', 'S2'], 'no'],
  ['the shop, of a product without one', 'shop', ['S1', null], 'no'],
  ['the shop, of no shop at all', 'shop', [null, null], 'no'],
  ['the platform, of two shops', 'platform', ['S1', 'S2'], 'yes'],
  ['the platform, of no shop at all', 'platform', [null, null], 'yes'],
] as const)('a voucher takes something off an order it is for: by %s', (_, issuer, shops, verdict) => {
  const order = shops.map((shop) => sold(shop));
  expect(satisfiesTogether(order, within(1500, fiveOff(issuer)))).toBe(verdict);
  // What a voucher that does not apply leaves is the plain total.
  expect(satisfiesTogether(order, within(2000, fiveOff(issuer)))).toBe('yes');
});

test.each([
  ['a product without a price', [sold('S1', 100), sold('S1', null)]],
  ['a product in another currency', [sold('S1', 100), sold('S1', 100, 'EUR')]],
  ['a product in no currency', [sold('S1', 100, null), sold('S1', 100)]],
  ['no product in the currency of the voucher', [sold('S1', 100, 'EUR'), sold('S1', 100, 'EUR')]],
])('an order with %s is within no budget', (_, order) => {
  expect(satisfiesTogether(order, within(1_000_000, fiveOff('platform')))).toBe('no');
});

const price = fc.option(fc.integer({ min: 0, max: 30_000 }), { nil: null });
const currency = fc.constantFrom('USD', 'EUR', null);
const shop = fc.constantFrom('S1', 'S2', null);
const issuer = fc.constantFrom<Voucher['issuer']>('platform', 'shop', 'brand');
const budget = fc.integer({ min: 1, max: 30_000 });

test('a product without a shop is an order of its own: a voucher of a shop takes something off it', () => {
  expect(satisfiesTogether([sold(null, 2000)], within(1500, fiveOff('shop')))).toBe('yes');
  expect(satisfiesTogether([sold(null, 2000), sold(null, 0)], within(1500, fiveOff('shop')))).toBe('no');
});

test('for one product a budget means the same alone as in an order', () => {
  const bought = fc.record({
    shop,
    price,
    currency,
    voucher: vouchers,
    issuer,
    slack: fc.integer({ min: -2, max: 2 }),
  });
  fc.assert(
    fc.property(bought, budget, ({ slack, voucher, ...drawn }, anyBudget) => {
      const product = sold(drawn.shop, drawn.price, drawn.currency);
      const after = drawn.price === null || drawn.currency !== 'USD' ? null : priceAfterVoucher(drawn.price, voucher);
      for (const most of [anyBudget, Math.max(1, (after ?? 0) + slack)]) {
        const requirement = within(most, { ...voucher, issuer: drawn.issuer });
        expect(satisfiesTogether([product], requirement)).toBe(satisfies(product, requirement));
        expect(satisfies(product, requirement)).toBe(after !== null && after <= most ? 'yes' : 'no');
      }
    }),
  );
});

const pack = (...prices: number[]) => ({
  ...sold('S1', prices[0] as number),
  skuOptions: prices.map((priceMinor, at) => ({ id: `k${at}`, values: { Pack: String(at) }, priceMinor })),
});

test('a product that costs more or less by the SKU meets a bound and a budget by any of its prices', () => {
  const upTo = (max: number): Requirement => ({ type: 'numeric_range', field: 'price', expected_value: { max } });
  expect(satisfies(pack(1929, 664), upTo(15))).toBe('yes');
  expect(satisfies(pack(1929, 1600), upTo(15))).toBe('no');
  expect(satisfies(pack(1929, 664), within(700, fiveOff('shop')))).toBe('yes');
  expect(satisfies(pack(1929, 2050), within(1550, fiveOff('shop')))).toBe('yes');
  expect(satisfies(pack(1929, 1800), within(1550, fiveOff('shop')))).toBe('no');
});

test('an order with such products meets a budget by any choice of their prices', () => {
  expect(satisfiesTogether([pack(5000, 900), pack(4000, 1200)], within(1600, fiveOff('platform')))).toBe('yes');
  expect(satisfiesTogether([pack(5000, 900), pack(4000, 1200)], within(1599, fiveOff('platform')))).toBe('no');
});

test('an order is judged the same in whatever order its products are named', () => {
  const item = fc.tuple(shop, price, currency).map(([shopId, priceMinor, own]) => sold(shopId, priceMinor, own));
  fc.assert(
    fc.property(fc.array(item, { minLength: 1, maxLength: 4 }), vouchers, issuer, budget, (order, drawn, by, most) => {
      for (const requirement of [within(most, { ...drawn, issuer: by }), oneShop(2)])
        expect(satisfiesTogether(order.toReversed(), requirement)).toBe(satisfiesTogether(order, requirement));
    }),
  );
});

test('what is not about the whole order is unknown of it', () => {
  const black: Requirement = { type: 'attribute_match', field: 'details.Color', expected_value: 'Black' };
  expect(satisfiesTogether([sold('S1'), sold('S1')], black)).toBe('unknown');
});

test('a shop and a budget are judged together, everything else of one product', () => {
  const types = [
    'attribute_match',
    'numeric_range',
    'negative_attribute',
    'review_opinion',
    'budget_match',
    'sku_match',
    'service_match',
    'knowledge_match',
    'same_shop',
    'entity_match',
  ] as const;
  expect(types.filter((type) => isJudgedTogether({ type }))).toEqual(['budget_match', 'same_shop']);
});
