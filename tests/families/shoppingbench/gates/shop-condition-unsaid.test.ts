import { expect, test } from 'vitest';
import { shopConditionUnsaid } from '../../../../families/shoppingbench/gates/shop-condition-unsaid.ts';
import type { Voucher } from '../../../../shopping/vouchers/schema.ts';
import { asksFor } from '../../../fixtures/leak-inputs.ts';
import { fromOneShop, orderInput } from '../../../fixtures/orders.ts';
import { fiveOff, pays } from '../../../fixtures/tasks.ts';

const TWO = [{}, {}];
const budgetOf = (issuer: Voucher['issuer']) => pays('r2', 4000, { ...fiveOff, issuer });
const oneShop = (query: string) => shopConditionUnsaid.check(orderInput([fromOneShop('r1', 2)], TWO, query));

test.each([
  'Is there one shop that sells both?',
  'All of it from the SAME store, please.',
  'I want a single seller.',
  'Everything from one\nplace.',
])('a query that says one shop is clean: %j', (query) => {
  expect(oneShop(query)).toEqual([]);
});

test.each([
  'I need a bag and an umbrella.',
  'Which shops have a bag or an umbrella?',
  'This shop has one. The other store has the same.',
  'A bag someone shopped for, and a singular seller of umbrellas.',
])('a query that does not is caught: %j', (query) => {
  expect(oneShop(query)).toMatchObject([
    { code: 'shop_condition_unsaid', path: 'user_query', rubricId: 'r1', detail: expect.stringMatching(/^one shop/) },
  ]);
});

test("a shop's voucher on several products asks for one shop as well", () => {
  expect(shopConditionUnsaid.check(orderInput([budgetOf('shop')], TWO, 'A bag and an umbrella.'))).toMatchObject([
    { code: 'shop_condition_unsaid', rubricId: 'r2' },
  ]);
  expect(shopConditionUnsaid.check(orderInput([budgetOf('shop')], TWO, 'Both from the same shop.'))).toEqual([]);
});

test.each<[string, Parameters<typeof orderInput>[0], object[]]>([
  ["a shop's voucher on one product", [budgetOf('shop')], [{}]],
  ['a voucher of the platform', [budgetOf('platform')], TWO],
  ['no condition on the order', [asksFor('r1', 'query', 'Color', 'black')], TWO],
])('nothing has to be said of the shop for %s', (_, rubrics, products) => {
  expect(shopConditionUnsaid.check(orderInput(rubrics, products, 'A bag and an umbrella.'))).toEqual([]);
});

test('a shop that is asked for twice over is missed twice', () => {
  const both = [fromOneShop('r1', 2), budgetOf('shop')];
  expect(shopConditionUnsaid.check(orderInput(both, TWO, '-')).map(({ rubricId }) => rubricId)).toEqual(['r1', 'r2']);
});

test.each([
  'From any shops, not only one shop.',
  'The items need not come from one shop.',
  'It doesn’t have to be the same store.',
  'From more than one shop is fine.',
  'No matter whether from one shop or several.',
])('a query that denies that one shop is needed is caught: %j', (query) => {
  expect(oneShop(query)).toMatchObject([
    { code: 'shop_condition_unsaid', spans: [expect.anything()], detail: expect.stringContaining('denies') },
  ]);
});

test.each([
  'I won’t order from more than one shop.',
  'I don’t want several parcels, so everything from one seller.',
  'The discount is void when the items do not come from the same shop.',
  'I will not order unless it all comes from a single seller.',
])('a negation that asks for one shop is clean: %j', (query) => {
  expect(oneShop(query)).toEqual([]);
});

test('the words that carry the rubric decide where they speak of one shop', () => {
  const input = orderInput([fromOneShop('r1', 2)], TWO, 'One shop had them last year. They need not be from one shop.');
  const carriedBy = (r1: string) =>
    shopConditionUnsaid.check({ ...input, wording: { ...input.wording, surfaces: { r1 } } });
  expect(carriedBy('They need not be from one shop')).toHaveLength(1);
  expect(carriedBy('They')).toEqual([]);
});
