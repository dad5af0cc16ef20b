import { expect, test } from 'vitest';
import { capIdle } from '../../../../families/shoppingbench/lint/cap-idle.ts';
import { fixedVoucher, foundIn, lookedAt, taskWith, voucherWith } from './published-tasks.ts';

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
