import fc from 'fast-check';

import { describe, expect, test } from 'vitest';
import {
  capIdle,
  shopConditionUnsaid,
  voucherInconsistent,
  voucherSum,
  voucherText,
  voucherUnneeded,
} from '../../../../families/shoppingbench/lint/vouchers.ts';
import type { PublishedVoucher } from '../../../../families/shoppingbench/published-task.ts';
import { discountOf } from '../../../../shopping/vouchers/voucher.ts';
import { fixedVoucher, foundIn, lookedAt, taskWith, voucherWith } from './published-tasks.ts';

describe('the price before a voucher', () => {
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
});

describe('figures of a voucher', () => {
  const found = (voucher: PublishedVoucher) => foundIn(voucherInconsistent, taskWith({ voucher }))[0];

  test.each([
    ['a percentage', voucherWith()],
    ['a fixed discount', fixedVoucher()],
    ['a total at the threshold', fixedVoucher({ threshold: 1000 })],
    ['a budget without slack', fixedVoucher({ budget: 900 })],
  ])('%s that adds up is clean', (_, voucher) => expect(found(voucher)).toEqual([]));

  test.each([
    [
      'a total below the threshold',
      fixedVoucher({ threshold: 1000.01 }),
      'a total of 1000 does not reach the threshold of 1000.01',
    ],
    [
      'a budget the target misses',
      fixedVoucher({ budget: 899.99 }),
      '900 after the voucher is over the budget of 899.99',
    ],
    ['a discount of no amount', fixedVoucher({ face_value: null }), 'a fixed discount without a "face_value"'],
  ])('%s is found', (_, voucher, sentence) => expect(found(voucher)).toEqual([sentence]));

  test('a task without a voucher is not looked at', () => expect(lookedAt(voucherInconsistent, taskWith())).toBe(0));
});

describe('needless vouchers', () => {
  const found = (budget: number) => foundIn(voucherUnneeded, taskWith({ voucher: fixedVoucher({ budget }) }))[0];

  test('a budget below the full price needs the voucher, by a cent as well', () => {
    expect([found(940), found(999.99)]).toEqual([[], []]);
  });

  test('a budget of the full price or more does not', () => {
    expect(found(1000)).toEqual(['full price 1000, budget 1000']);
    expect(found(1064)).toEqual(['full price 1000, budget 1064']);
  });

  test('a percentage is worked out backwards before it is judged', () => {
    expect(foundIn(voucherUnneeded, taskWith({ voucher: voucherWith({ budget: 1000 }) }))[0]).toHaveLength(1);
  });

  test('a voucher that does not add up is not judged', () => {
    expect(lookedAt(voucherUnneeded, taskWith({ voucher: fixedVoucher({ face_value: null }) }))).toBe(0);
  });
});

describe('caps', () => {
  const found = (cap: number, price_after_voucher: number) =>
    foundIn(capIdle, taskWith({ voucher: voucherWith({ cap, price_after_voucher }) }))[0];

  test('a cap below what the rate earns binds, by a cent as well', () => {
    expect([found(120, 880), found(139.99, 860.01)]).toEqual([[], []]);
  });

  test('a cap of what the rate earns, or above it, never matters', () => {
    expect(found(140, 860)).toEqual(['cap 140, discount 140']);
    expect(found(1465, 860)).toEqual(['cap 1465, discount 140']);
  });

  test('there is no cap to look at in a fixed discount, or where none is given', () => {
    expect(lookedAt(capIdle, taskWith({ voucher: fixedVoucher() }))).toBe(0);
    expect(lookedAt(capIdle, taskWith({ voucher: voucherWith({ cap: null, price_after_voucher: 860 }) }))).toBe(0);
  });
});

describe('vouchers as told', () => {
  const appended = (budget: string, threshold: string, discount: string) =>
    `Wheels.\n\nMy budget is only \`${budget}\`, but I have a voucher with the following rules:\n1. It applies to all products.\n2. It is valid only when the total exceeds \`${threshold}\`.\n3. It provides ${discount}.`;

  const percentage = (query: string) => foundIn(voucherText, taskWith({ query, voucher: voucherWith() }))[0];
  const fixed = (query: string) => foundIn(voucherText, taskWith({ query, voucher: fixedVoucher() }))[0];

  test('appended rules that give every amount in its place are clean', () => {
    expect(percentage(appended('900', '500', 'a discount of `14%` with a cap of `120`'))).toEqual([]);
    expect(fixed(appended('940', '500', 'a fixed discount of `100`'))).toEqual([]);
  });

  test.each([
    ['another amount', appended('941', '500', 'a fixed discount of `100`'), ['budget 940']],
    ['swapped amounts', appended('500', '940', 'a fixed discount of `100`'), ['budget 940', 'threshold 500']],
    ['a missing amount', appended('940', '500', 'a fixed discount'), ['discount 100']],
  ])('appended rules with %s are found', (_, query, amounts) => expect(fixed(query)).toEqual(amounts));

  test('a voucher told in other words only has to name its amounts', () => {
    expect(fixed('I can spend ₱940 at most; ₱100 off orders over ₱500.')).toEqual([]);
    expect(fixed('I can spend ₱940 at most; ₱100 off any order.')).toEqual(['threshold 500']);
    expect(percentage('At most 900: 14 percent off from 500, no more than 120.')).toEqual([]);
  });

  test('every amount is looked at: three of a fixed discount, four of a percentage with a cap', () => {
    expect(lookedAt(voucherText, taskWith({ voucher: fixedVoucher() }))).toBe(3);
    expect(lookedAt(voucherText, taskWith({ voucher: voucherWith() }))).toBe(4);
  });
});

describe('shop vouchers', () => {
  const RULES = '\n\nMy budget is only `940`.\n1. The voucher only applies to the products from the same shop.';
  const task = (query: string) =>
    taskWith({ query, products: [{}, { id: '2' }], voucher: fixedVoucher({ voucher_type: 'shop' }) });
  const found = (query: string) => foundIn(shopConditionUnsaid, task(query))[0];

  test.each([
    "I'm looking for a shop that sells a belt and a bag.",
    'A belt and a bag, both from the same store.',
    'Find shops offering a belt and a bag.',
    'Everything should come from one trusted seller.',
  ])('"%s" asks for one shop', (query) => expect(found(`${query}${RULES}`)).toEqual([]));

  test.each([
    'A belt and a bag.',
    'A belt and a bag, all from trusted sellers with LazMall services.',
    'A belt and a bag of the same brand.',
    'A shopping bag and a workshop belt.',
  ])('"%s" does not, though the appended rules do', (query) => {
    expect(found(`${query}${RULES}`)).toEqual(['2 products of one shop']);
  });

  test('rules in the words of the query are part of what is written', () => {
    expect(found('A belt and a bag; my voucher is good in one shop.')).toEqual([]);
  });

  test('a voucher of the platform binds nobody to one shop', () => {
    expect(lookedAt(shopConditionUnsaid, taskWith({ voucher: fixedVoucher() }))).toBe(0);
  });
});
