import { expect, test } from 'vitest';
import { titleOnly } from '../../../../families/shoppingbench/gates/idle-facts.ts';
import type { Rubric } from '../../../../shopping/kinds/index.ts';
import { asksFor, bounds, names } from '../../../fixtures/leak-inputs.ts';
import { about, answers, comesWith, fromOneShop, hasSku, orderInput } from '../../../fixtures/orders.ts';
import { pays } from '../../../fixtures/tasks.ts';

const TWO = [{ title: 'Harbor Tote Bag' }, { title: 'Lund Umbrella' }];
const named = [about(0, names('r8', 'tote bag')), about(1, names('r9', 'umbrella'))];
const black = asksFor('r1', 'query', 'Color', 'black');

test.each<[string, Rubric]>([
  ['a detail', black],
  ['a SKU', hasSku('r1', { Color: 'black' })],
  ['a service', comesWith('r1', 'freeShipping')],
  ['a price', bounds('r1', 'query', 'price', { max: 20 })],
  ['a question', answers('r1', 'Which city is the capital of Norway?', 'Oslo')],
])('a product of which %s is asked is more than a title', (_, rubric) => {
  expect(titleOnly.check(orderInput([rubric, names('r9', 'tote bag')], [{}]))).toEqual([]);
});

test('a product of which only its noun phrase is asked is caught', () => {
  expect(titleOnly.check(orderInput([names('r1', 'tote bag')], [{ id: 'A7' }]))).toEqual([
    { code: 'title_only', path: 'rubrics', detail: 'nothing but its noun phrase is asked of "A7"' },
  ]);
});

test('each product of an order is looked at by itself', () => {
  const one = [about(0, black), ...named];
  expect(titleOnly.check(orderInput(one, TWO))).toMatchObject([{ detail: expect.stringContaining('"P2"') }]);
  expect(titleOnly.check(orderInput([...one, about(1, comesWith('r2', 'COD'))], TWO))).toEqual([]);
});

test('a condition on the whole order says nothing of any of its products', () => {
  const joint = [fromOneShop('r1', 2), pays('r2', 4000)];
  expect(titleOnly.check(orderInput([...joint, ...named], TWO))).toHaveLength(2);
});
