import { expect, test } from 'vitest';
import { looksLikeTask, readTask } from '../../../../families/shoppingbench/lint/task.ts';
import { reward, row } from './published-tasks.ts';

const problemOf = (value: unknown) => {
  const task = readTask(value, { file: 'tasks.jsonl', line: 1 });
  return 'problem' in task ? task.problem : null;
};

test('one product or a list of them is a task, and further keys are let through', () => {
  expect(problemOf({ ...row(), id: 'x', proof: {} })).toBeNull();
  expect(problemOf(row({ products: [{}, { id: '2' }] }))).toBeNull();
});

test('amounts are minor units, and a range from nothing has no start', () => {
  const task = readTask(row({ products: [{ price: { 'less than': [0, 19.99] } }] }), { file: 'tasks.jsonl', line: 1 });
  expect(task).toMatchObject({ products: [{ bounds: [{ mode: 'less than', low: null, high: 1999 }] }] });
});

test('of the whole product of a knowledge task only title and keyword are scored', () => {
  const product = {
    ...reward(),
    title: 'Violin bow',
    sku_options: { 1: { size: '4/4' } },
    attributes: { model: ['bow'] },
    price: 256,
  };
  expect(
    readTask({ query: 'q', reward: product, Knowledge_Attribute: 1989 }, { file: 'tasks.jsonl', line: 1 }),
  ).toMatchObject({
    keyword: '1989',
    products: [{ title: 'Violin bow', values: [], services: [], bounds: [] }],
  });
});

test.each([
  [[1], 'found [1], expected an object'],
  [{ ...row(), query: '' }, '"query" is "", expected string to have >=1 characters'],
  [{ ...row(), query: undefined }, '"query" is missing, expected string'],
  [{ query: 'q' }, '"reward" is missing, expected a product or a list of products'],
  [{ ...row(), reward: [] }, '"reward" is [], expected a product or a list of products'],
  [{ ...row(), reward: { ...reward(), product_id: 7 } }, '"reward.product_id" is 7, expected string'],
  [
    { ...row(), reward: [reward(), { ...reward(), title: [] }] },
    '"reward.1.title" is [], expected text or a list of texts, none of them empty',
  ],
  [
    { ...row(), reward: { ...reward(), price: [{ betwen: [1, 2] }] } },
    '"reward.price" is [{"betwen":[1,2]}], expected a list of objects such as {"between": [10, 20]}',
  ],
  [
    { ...row(), voucher: { voucher_type: 'brand' } },
    '"voucher.voucher_type" is "brand", expected one of "platform"|"shop"',
  ],
  [{ ...row(), Knowledge_Attribute: [1] }, '"Knowledge_Attribute" is [1], expected text or a number'],
])('a row that is no task says what was found and what was expected: %j', (value, sentence) => {
  expect(problemOf(value)).toBe(sentence);
});

test('a long value is shown in part', () => {
  expect(problemOf({ ...row(), reward: 'x'.repeat(500) })!.length).toBeLessThan(130);
});

test('a row with a query and a reward is meant to be a task, sound or not', () => {
  expect(looksLikeTask({ query: 'q', reward: null })).toBe(true);
  for (const other of [null, [], 'q', { query: 'q' }, { query: 1, reward: {} }, { user_query: 'q', reward: {} }])
    expect(looksLikeTask(other)).toBe(false);
});
