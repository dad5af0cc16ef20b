import fc from 'fast-check';
import { expect, test } from 'vitest';
import { discountOf, priceAfterVoucher, voucherIsNeeded, withinBudget } from '../../../shopping/vouchers/voucher.ts';
import { discounts, fixed, percentage, step, totals, voucherOf, vouchers } from '../../fixtures/vouchers.ts';

test.each([
  [1050, 1000, 105],
  [1045, 1000, 105],
  [1044, 1000, 104],
  [1, 5000, 1],
  [1, 4999, 0],
  [2 ** 52 + 1, 5000, 2 ** 51 + 1],
])('%i minor units at %i basis points take %i off, rounded half up', (total, rate, off) =>
  expect(discountOf(total, percentage(rate))).toBe(off),
);

test('a discount is a whole number from nothing to the whole total', () => {
  fc.assert(
    fc.property(totals, discounts, (total, discount) => {
      const off = discountOf(total, discount);
      return Number.isSafeInteger(off) && off >= 0 && off <= total;
    }),
  );
});

test('a percentage is within half a minor unit of the exact share', () => {
  fc.assert(
    fc.property(totals, fc.integer({ min: 1, max: 9999 }), (total, rate) => {
      const twiceTooMuch = 2n * (BigInt(discountOf(total, percentage(rate))) * 10_000n - BigInt(total) * BigInt(rate));
      return twiceTooMuch <= 10_000n && twiceTooMuch > -10_000n;
    }),
  );
});

test('a dearer order never gets a smaller discount from one and the same discount', () => {
  fc.assert(
    fc.property(totals, totals, discounts, (a, b, discount) => {
      const [less, more] = [Math.min(a, b), Math.max(a, b)];
      return discountOf(less, discount) <= discountOf(more, discount);
    }),
  );
});

test('a cap binds: no order gets more off than the cap, and below it the cap changes nothing', () => {
  fc.assert(
    fc.property(totals, fc.integer({ min: 1, max: 9999 }), fc.integer({ min: 1, max: 50_000 }), (total, rate, cap) => {
      const off = discountOf(total, percentage(rate, cap));
      const uncapped = discountOf(total, percentage(rate));
      return off <= cap && off === Math.min(uncapped, cap);
    }),
  );
});

test('the price after a voucher is a whole number from nothing to the full price', () => {
  fc.assert(
    fc.property(totals, vouchers, (total, voucher) => {
      const after = priceAfterVoucher(total, voucher);
      return Number.isSafeInteger(after) && after >= 0 && after <= total;
    }),
  );
});

test('the order in which steps are listed does not change the price', () => {
  fc.assert(
    fc.property(totals, vouchers, (total, voucher) => {
      const reversed = { ...voucher, steps: voucher.steps.toReversed() };
      return priceAfterVoucher(total, reversed) === priceAfterVoucher(total, voucher);
    }),
  );
});

test('dearer never becomes cheaper while the same single step applies', () => {
  fc.assert(
    fc.property(totals, totals, discounts, (a, b, discount) => {
      const voucher = voucherOf('simple', [step(0, discount)]);
      const [less, more] = [Math.min(a, b), Math.max(a, b)];
      return priceAfterVoucher(less, voucher) <= priceAfterVoucher(more, voucher);
    }),
  );
});

const tiers = voucherOf('tiered', [step(3000, fixed(500)), step(6000, fixed(1200))]);
const stack = voucherOf('stacked', [step(3000, percentage(1000)), step(4000, fixed(700))]);

test.each([
  [2999, 2999],
  [3000, 2500],
  [5999, 5499],
  [6000, 4800],
])('of tiers only the highest reached counts, from its threshold on: %i becomes %i', (total, after) =>
  expect(priceAfterVoucher(total, tiers)).toBe(after),
);

test.each([
  [2999, 2999],
  [3000, 2700],
  [4000, 2900],
])('stacked coupons add up, each on the original total: %i becomes %i', (total, after) =>
  expect(priceAfterVoucher(total, stack)).toBe(after),
);

test('of two tiers with one threshold the larger discount counts', () => {
  const steps = [step(1000, fixed(100)), step(1000, fixed(300))];
  expect(priceAfterVoucher(2000, voucherOf('tiered', steps))).toBe(1700);
  expect(priceAfterVoucher(2000, voucherOf('tiered', steps.toReversed()))).toBe(1700);
});

test('coupons worth more than the order leave nothing to pay, not less', () =>
  expect(priceAfterVoucher(500, voucherOf('stacked', [step(0, fixed(400)), step(0, fixed(400))]))).toBe(0));

test.each([-1, 0.5, Number.NaN])('a total of %d is refused', (total) =>
  expect(() => priceAfterVoucher(total, tiers)).toThrow(RangeError),
);

const match = { budget: 4800, voucher: tiers };

test.each([
  ['exactly the budget after the voucher', 6000, 'USD', true],
  ['one minor unit over the budget', 6001, 'USD', false],
  ['cheap enough without the voucher', 2000, 'USD', true],
  ['no price', null, 'USD', false],
  ['another currency', 2000, 'PHP', false],
  ['no currency', 2000, null, false],
])('a product is within the budget or not: %s', (_, price, currency, within) =>
  expect(withinBudget(price, currency, match)).toBe(within),
);

test('a voucher is needed only where the full price is over the budget', () => {
  expect(voucherIsNeeded(4801, match)).toBe(true);
  expect(voucherIsNeeded(4800, match)).toBe(false);
  expect(voucherIsNeeded(null, match)).toBe(false);
});
