import { expect, test } from 'vitest';
import { voucherNotNeeded } from '../../../../families/shoppingbench/gates/idle-facts.ts';
import { asksFor } from '../../../fixtures/leak-inputs.ts';
import { fromOneShop, orderInput } from '../../../fixtures/orders.ts';
import { pays } from '../../../fixtures/tasks.ts';

const findings = (budget: number, ...prices: (number | null)[]) =>
  voucherNotNeeded.check(
    orderInput(
      [fromOneShop('r1', prices.length), pays('r2', budget)],
      prices.map((priceMinor) => ({ priceMinor })),
    ),
  );

test('a total over the budget needs its voucher, by one cent or by many', () => {
  expect(findings(3999, 4000)).toEqual([]);
  expect(findings(3999, 1500, 2500)).toEqual([]);
  expect(findings(1, 4000)).toEqual([]);
});

test.each([
  [4000, [4000]],
  [4000, [3999]],
  [4000, [1500, 2500]],
  [9000, [1500, 2500, 100]],
])('a total within %i before any discount is caught: %j', (budget, prices) => {
  expect(findings(budget, ...prices)).toMatchObject([
    { code: 'voucher_not_needed', path: 'rubrics.r2', rubricId: 'r2' },
  ]);
});

test('each product alone may be within the budget: it is the total that counts', () => {
  expect(findings(3000, 2000, 1500)).toEqual([]);
});

test('both amounts are named as people write them', () => {
  expect(findings(4000, 1500, 2400)[0]?.detail).toBe('$39 is within $40 before any discount');
});

test('a task without a budget has no voucher to need', () => {
  const rubrics = [asksFor('r1', 'query', 'Color', 'black'), fromOneShop('r2', 2)];
  expect(voucherNotNeeded.check(orderInput(rubrics, [{ priceMinor: 1 }, { priceMinor: 1 }]))).toEqual([]);
});
