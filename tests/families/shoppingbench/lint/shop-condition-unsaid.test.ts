import { expect, test } from 'vitest';
import { shopConditionUnsaid } from '../../../../families/shoppingbench/lint/shop-condition-unsaid.ts';
import { fixedVoucher, foundIn, lookedAt, taskWith } from './published-tasks.ts';

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
