import { expect, test } from 'vitest';
import { orderContract } from '../../../../families/shoppingbench/gates/order-contract.ts';
import type { OrderContract } from '../../../../shopping/intent.ts';
import type { Rubric } from '../../../../shopping/kinds/index.ts';
import { asksFor } from '../../../fixtures/leak-inputs.ts';
import { answers, fromOneShop, orderInput } from '../../../fixtures/orders.ts';
import { fiveOff, pays } from '../../../fixtures/tasks.ts';

const PLAIN: OrderContract = {
  sizes: { 1: 1 },
  oneShop: false,
  voucher: false,
  knowledge: false,
  leastEach: 1,
  mostEach: 4,
};
const PAIR = { sizes: { 2: 1, 3: 1 } };
const black = asksFor('r1', 'query', 'Color', 'black');
const question = answers('r2', 'Which city is the capital of Norway?', 'Oslo');
const budget = pays('r3', 4000, { ...fiveOff, issuer: 'platform' });
const shopBudget = pays('r3', 4000, { ...fiveOff, issuer: 'shop' });
const oneShop = fromOneShop('r4', 2);

const details = (contract: Partial<OrderContract>, rubrics: Rubric[], ...shops: (string | null)[]) =>
  orderContract
    .check(
      orderInput(
        rubrics,
        shops.map((shopId) => ({ shopId })),
      ),
      { contractOf: () => ({ ...PLAIN, ...contract }) },
    )
    .map(({ detail }) => detail);

test.each<[string, Partial<OrderContract>, Rubric[], (string | null)[]]>([
  ['one product', {}, [black], [null]],
  ['a question', { knowledge: true }, [black, question], ['S1']],
  ['a voucher', { voucher: true }, [black, budget], ['S1']],
  ["a shop's voucher", { voucher: true, ...PAIR }, [black, shopBudget], ['S1', 'S1']],
  ['a voucher of the platform on products of several shops', { voucher: true, ...PAIR }, [budget], ['S1', 'S2', null]],
  ['one shop', { oneShop: true, ...PAIR }, [black, oneShop], ['S1', 'S1']],
])('a task with what its intent promises is clean: %s', (_, contract, rubrics, shops) => {
  expect(details(contract, rubrics, ...shops)).toEqual([]);
});

test.each<[string, Partial<OrderContract>, Rubric[], (string | null)[], string]>([
  ['too many products', {}, [black], ['S1', 'S1'], 'is about 2 products, expected 1'],
  ['too few products', PAIR, [black], ['S1'], 'is about 1 products, expected 2, 3'],
  ['no question', { knowledge: true }, [black], ['S1'], 'has 0 knowledge_match rubrics, expected 1'],
  ['a question nobody promised', {}, [question], ['S1'], 'has 1 knowledge_match rubrics, expected 0'],
  ['two questions', { knowledge: true }, [question, question], ['S1'], 'has 2 knowledge_match rubrics, expected 1'],
  ['no voucher', { voucher: true }, [black], ['S1'], 'has 0 budget_match rubrics, expected 1'],
  ['a voucher nobody promised', {}, [budget], ['S1'], 'has 1 budget_match rubrics, expected 0'],
  ['no shop condition', { oneShop: true, ...PAIR }, [black], ['S1', 'S1'], 'has 0 same_shop rubrics, expected 1'],
  ['a shop condition nobody promised', PAIR, [oneShop], ['S1', 'S1'], 'has 1 same_shop rubrics, expected 0'],
  ['several shops', { oneShop: true, ...PAIR }, [oneShop], ['S1', 'S2'], 'has products of several shops'],
  ['no shop at all', { oneShop: true, ...PAIR }, [oneShop], [null, null], 'has products of several shops'],
  [
    "a shop's voucher on several shops",
    { voucher: true, ...PAIR },
    [shopBudget],
    ['S1', 'S2'],
    "has a shop's voucher on products of several shops",
  ],
])('a task with %s breaks its contract', (_, contract, rubrics, shops, broken) => {
  expect(details(contract, rubrics, ...shops)).toEqual([`coupon_budget: ${broken}`]);
});

test('everything that is broken is told', () => {
  expect(details({ oneShop: true, voucher: true }, [question], 'S1', 'S2')).toHaveLength(5);
});
