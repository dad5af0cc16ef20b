import { expect, test } from 'vitest';
import { INTENTS } from '../../../../families/shoppingbench/intents.ts';
import { SCORED_INTENTS } from '../../../../families/shoppingbench/scoring/index.ts';
import { reward, taskOf } from '../../../fixtures/scored-tasks.ts';

const VOUCHER = {
  voucher_type: 'shop',
  threshold: 10,
  discount_type: 'fixed',
  face_value: 5,
  discount: null,
  cap: null,
  price_after_voucher: 20,
  budget: 25,
};

test.each([
  ['one reward', { reward: reward('A') }, 'products_finder'],
  ['several rewards', { reward: [reward('A'), reward('B')] }, 'multi_products_seller'],
  ['a voucher', { reward: [reward('A')], voucher: VOUCHER }, 'coupon_budget'],
  ['knowledge', { reward: { product_id: 'A', title: 'Bag' }, Knowledge_Attribute: 'Bag' }, 'knowledge'],
  ['an intent of its own', { reward: reward('A'), voucher: VOUCHER, intent: 'coupon_budget' }, 'coupon_budget'],
])('a task with %s is told by it', (_, line, intent) => {
  expect(taskOf(line).intent).toBe(intent);
});

test('every intent that tasks are built for is scored', () => {
  expect(INTENTS.map(({ name }) => name)).toEqual([...SCORED_INTENTS]);
});

test('a published task has no id, one of ours has', () => {
  expect(taskOf({ reward: reward('A') }).id).toBeNull();
  expect(taskOf({ reward: reward('A'), id: 'shoppingbench-x' }).id).toBe('shoppingbench-x');
});

const WHOLE = { product_id: 'A', title: 'Bag', price: 12, service: ['COD'], attributes: { color: ['red'] } };
const rubric = (at: number, type: string, field: string, expected_value: unknown) => ({
  id: `r${at}`,
  type,
  field,
  expected_value,
  info_source: 'query',
  description: 'something asked for',
});
const RUBRICS = [
  rubric(1, 'attribute_match', 'details.Color', ['red', 'blue']),
  rubric(2, 'sku_match', 'skus', { Size: 'M', Color: 'red' }),
  rubric(3, 'service_match', 'services', 'COD'),
  rubric(4, 'numeric_range', 'price', { max: 20 }),
  rubric(6, 'numeric_range', 'average_rating', { max: 4 }),
  rubric(5, 'knowledge_match', 'knowledge', { question: 'Which?', answer: 'Bag' }),
];
const knowledge = (more: Readonly<Record<string, unknown>>) =>
  taskOf({ reward: WHOLE, Knowledge_Attribute: 'Bag', ...more });

test('a whole product document asks for its title alone, though it has a price, services and attributes', () => {
  expect(knowledge({}).targets).toEqual([{ productId: 'A', titles: ['Bag'], price: null, features: [] }]);
  expect(knowledge({ family: 'another', rubrics: RUBRICS }).targets[0]?.features).toEqual([]);
});

test('what a sample of ours asks of a whole product document stands in its rubrics', () => {
  const [target] = knowledge({ family: 'shoppingbench', rubrics: RUBRICS }).targets;
  expect(target?.price).toEqual({ min: Number.NEGATIVE_INFINITY, max: 20 });
  expect(target?.features.map(({ type, expected_value }) => [type, expected_value])).toEqual([
    ['sku_match', { Color: 'red' }],
    ['attribute_match', 'blue'],
    ['sku_match', { Size: 'M' }],
    ['service_match', 'COD'],
  ]);
});

test.each([
  [{ reward: reward('A'), intent: 'gifts' }, /^"intent" is "gifts", expected one of products_finder, knowledge, /],
  [{ reward: reward('A'), intent: 'coupon_budget' }, 'is a coupon_budget task without "voucher"'],
  [{ reward: reward('A'), intent: 'knowledge' }, 'is a knowledge task without "Knowledge_Attribute"'],
  [{ reward: Array.from({ length: 9 }, (_, at) => reward(`P${at}`)) }, 'asks for 9 products, expected at most 8'],
  [{ reward: reward('A'), voucher: { ...VOUCHER, face_value: null } }, /voucher of the type fixed has no "face_value"/],
  [
    { reward: WHOLE, Knowledge_Attribute: 'Bag', family: 'shoppingbench', rubrics: ['red'] },
    'is a sample of shoppingbench whose "rubrics" cannot be read',
  ],
  [
    { reward: reward('A'), voucher: { ...VOUCHER, discount_type: 'percentage' } },
    /voucher of the type percentage has no "discount"/,
  ],
])('a task that cannot be scored is refused: %j', (line, sentence) => {
  expect(() => taskOf(line)).toThrow(sentence);
});
