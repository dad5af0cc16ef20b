import { expect, test } from 'vitest';
import type { Rubric } from '../../../shopping/kinds/index.ts';
import { amountsIn, checkVoucherText } from '../../../shopping/verify/voucher-text.ts';
import type { Voucher } from '../../../shopping/vouchers/schema.ts';

const QUERY =
  'A bag, please. I have a coupon that takes 20% off, up to $10, on orders of $40 or more; after it I can pay $45 at most.';
const VOUCHER: Voucher = {
  scheme: 'simple',
  issuer: 'platform',
  currency: 'USD',
  steps: [{ threshold: 4000, discount: { kind: 'percentage', rateBasisPoints: 2000, cap: 1000 } }],
};
const common = { id: 'r1', info_source: 'query' as const, description: '-' };
const budget: Rubric = {
  ...common,
  type: 'budget_match',
  field: 'budget',
  expected_value: { budget: 4500, voucher: VOUCHER },
};
const material: Rubric = {
  ...common,
  id: 'r2',
  type: 'attribute_match',
  field: 'details.Material',
  expected_value: '95% Cotton',
};

function reported(query: string, published: { readonly surface?: string } = {}): string[] {
  const found: string[] = [];
  const surfaces = published.surface === undefined ? [] : [{ ...material, query_surface: published.surface }];
  checkVoucherText(query, [budget, material], surfaces, (_promise, detail) => found.push(detail));
  return found;
}

test('a query that gives the locked terms is sound', () => expect(reported(QUERY)).toEqual([]));

test.each([
  ['20%', '25%'],
  ['$10', '$12'],
  ['$40', '$30'],
  ['$45', '$50'],
  [', up to $10', ''],
])('another term is found: %s as %s', (locked, said) => expect(reported(QUERY.replace(locked, said))).not.toEqual([]));

test('exchanged amounts are found, though all of them are named', () => {
  expect(reported(QUERY.replace('$40', '$x').replace('$45', '$40').replace('$x', '$45'))).toEqual([
    expect.stringMatching(/^the query gives 4000 as the most to pay, locked is 4500$/),
    expect.stringContaining('the query gives the discounts'),
  ]);
});

test('a rate in the words of another requirement is none of the voucher', () => {
  const query = QUERY.replace('A bag', 'A bag of 95% cotton');
  expect(reported(query, { surface: 'of 95% cotton' })).toEqual([]);
  expect(reported(query)).not.toEqual([]);
});

test('amounts are read before and behind their marks, with thousands', () => {
  expect(amountsIn('from 1,250 pesos or ₱2,000.50, 15 percent off', 'PHP')).toEqual({
    money: [200050, 125000],
    rates: [1500],
  });
});
