import { expect, test } from 'vitest';
import { voucherText } from '../../../../families/shoppingbench/lint/voucher-text.ts';
import { fixedVoucher, foundIn, lookedAt, taskWith, voucherWith } from './published-tasks.ts';

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
