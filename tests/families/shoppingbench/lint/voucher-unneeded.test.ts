import { expect, test } from 'vitest';
import { voucherUnneeded } from '../../../../families/shoppingbench/lint/voucher-unneeded.ts';
import { fixedVoucher, foundIn, lookedAt, taskWith, voucherWith } from './published-tasks.ts';

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
