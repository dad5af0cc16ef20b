import { expect, test } from 'vitest';
import { voucherInconsistent } from '../../../../families/shoppingbench/lint/voucher-inconsistent.ts';
import type { PublishedVoucher } from '../../../../families/shoppingbench/published-task.ts';
import { fixedVoucher, foundIn, lookedAt, taskWith, voucherWith } from './published-tasks.ts';

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
