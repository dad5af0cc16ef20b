import { expect, test } from 'vitest';
import { answerInQuery } from '../../../../families/shoppingbench/gates/answer-in-query.ts';
import { asksFor } from '../../../fixtures/leak-inputs.ts';
import { answers, orderInput } from '../../../fixtures/orders.ts';

const findings = (query: string, answer: string) =>
  answerInQuery.check(orderInput([answers('r4', 'What is it called?', answer)], [{}], query));

test.each([
  ['The bag is an Oslo bag.', 'Oslo'],
  ['the OSLO bag', 'Oslo'],
  ['Rich in vitamin-C.', 'Vitamin C'],
  ['Rich in vitamin\u00a0C.', 'vitamin C'],
  ['In a pack of 7, please.', 'Seven'],
])('a query that names the answer is caught, however it is written: %j', (query, answer) => {
  const [finding] = findings(query, answer);
  expect(finding).toMatchObject({ code: 'answer_in_query', path: 'user_query', rubricId: 'r4' });
  for (const { start, end } of finding?.spans ?? []) expect(finding?.detail).toContain(`"${query.slice(start, end)}"`);
  expect(finding?.spans).toHaveLength(1);
});

test.each([
  ['Two of them, please.', 'Two'],
  ['A two-tooth clip, please.', 'Two'],
  ['Model 3 is what I have.', '3'],
])('a number that is the answer is caught as a word, whatever it counts: %j', (query, answer) => {
  expect(findings(query, answer)).toMatchObject([{ code: 'answer_in_query', rubricId: 'r4' }]);
});

test.each([
  ['Which city is the capital of Norway? I want its bag.', 'Oslo'],
  ['Cosloped bags and slow ones.', 'Oslo'],
  ['Rich in vitamins, as it says on the can.', 'Vitamin C'],
  ['I need 12 of them.', '2'],
])('a query that leaves the answer to be found out is clean: %j', (query, answer) => {
  expect(findings(query, answer)).toEqual([]);
});

test('a value that is no answer may stand in the query', () => {
  expect(answerInQuery.check(orderInput([asksFor('r1', 'query', 'Color', 'black')], [{}], 'a black bag'))).toEqual([]);
});
