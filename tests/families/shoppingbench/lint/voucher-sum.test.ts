import fc from 'fast-check';
import { expect, test } from 'vitest';
import { voucherSum } from '../../../../families/shoppingbench/lint/voucher-sum.ts';
import { discountOf } from '../../../../shopping/vouchers/voucher.ts';
import { fixedVoucher, voucherWith } from './published-tasks.ts';

test('a fixed discount is added back', () => {
  expect(voucherSum(fixedVoucher())).toMatchObject({
    total: 100_000,
    after: 90_000,
    budget: 94_000,
    threshold: 50_000,
  });
});

test.each([
  ['whose cap binds', 120, 880],
  ['whose cap does not', 200, 860],
  ['without a cap', null, 860],
])('a percentage %s is worked out backwards', (_, cap, price_after_voucher) => {
  expect(voucherSum(voucherWith({ cap, price_after_voucher }))).toMatchObject({ total: 100_000 });
});

test('a price with a fraction of a minor unit, as the record has it, gives the price it came from', () => {
  expect(voucherSum(voucherWith({ cap: 1465, price_after_voucher: 1644.019 }))).toMatchObject({ total: 191_165 });
});

test.each([
  [
    'a fixed discount without a face value',
    fixedVoucher({ face_value: null }),
    /fixed discount without a "face_value"/,
  ],
  [
    'a percentage without a rate',
    voucherWith({ discount: null }),
    /percentage discount without a "discount" between 0/,
  ],
  ['a rate of everything', voucherWith({ discount: 1 }), /percentage discount without a "discount" between 0 and 1/],
  ['a price below nothing', fixedVoucher({ price_after_voucher: -5, face_value: 3 }), /no total costs -5/],
])('%s fits no price', (_, voucher, problem) => {
  expect(voucherSum(voucher)).toEqual({ problem: expect.stringMatching(problem) });
});

test('the total found always costs what the record says, and is the one the record was made from', () => {
  const minor = fc.integer({ min: 1, max: 100_000_000 });
  fc.assert(
    fc.property(
      minor,
      fc.integer({ min: 1, max: 90 }),
      fc.option(minor),
      fc.boolean(),
      (total, percent, cap, rounded) => {
        const exact = Math.max(total * (1 - percent / 100), total - (cap ?? Number.POSITIVE_INFINITY));
        const sum = voucherSum(
          voucherWith({
            discount: percent / 100,
            cap: cap === null ? null : cap / 100,
            price_after_voucher: (rounded ? Math.round(exact) : exact) / 100,
          }),
        );
        if ('problem' in sum) throw new Error(sum.problem);
        expect(sum.total - discountOf(sum.total, sum.discount)).toBe(sum.after);
        // Rounding loses at most half a minor unit, which a rate of 90 percent makes ten times as large before it.
        expect(Math.abs(sum.total - total)).toBeLessThanOrEqual(rounded ? 6 : 1);
      },
    ),
  );
});
