import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lintFiles } from '../../../../cli/audit/foreign/files.ts';
import { lint } from '../../../../families/mixecom/lint/index.ts';
import { folderWith } from '../../../fixtures/raw-files.ts';

const address = { address1: '1 Elm Street', address2: '', city: 'Austin', state: 'TX', country: 'USA', zip: '78712' };
const item = (id: string, price: number, product = 'lamp') => ({ item_id: id, product_id: product, price });
const variant = (id: string, price: number, available = true) => [id, { item_id: id, price, available }] as const;

const order = (id: string, status: string, items = [item('l1', 20)], user = 'mia_1') => ({
  ...{ order_id: id, user_id: user, address, items, status },
  payment_history: [{ transaction_type: 'payment', amount: 20, payment_method_id: 'card_1' }],
});

const db = {
  products: {
    lamp: {
      product_id: 'lamp',
      variants: Object.fromEntries([variant('l1', 20), variant('l2', 35), variant('l3', 9, false)]),
    },
    desk: { product_id: 'desk', variants: Object.fromEntries([variant('d1', 90)]) },
  },
  users: {
    mia_1: {
      ...{ user_id: 'mia_1', name: { first_name: 'Mia', last_name: 'Li' }, address, email: 'mia@example.com' },
      payment_methods: {
        card_1: { source: 'credit_card' },
        card_2: { source: 'credit_card' },
        gift_1: { source: 'gift_card', balance: 10 },
      },
    },
    tom_2: {
      user_id: 'tom_2',
      name: { first_name: 'Tom', last_name: 'Wu' },
      address,
      email: 't@example.com',
      payment_methods: {},
    },
  },
  orders: {
    '#W1': order('#W1', 'pending'),
    '#W2': order('#W2', 'delivered'),
    '#W3': order('#W3', 'pending', [item('l1', 20)], 'tom_2'),
  },
};

const act = (name: string, values: Readonly<Record<string, unknown>>) => ({ name, arguments: values });
const cancel = (id: string, reason = 'no longer needed') => act('cancel_pending_order', { order_id: id, reason });
const replace = (name: string, id: string, to: string, payment = 'card_1') =>
  act(name, { order_id: id, item_ids: ['l1'], new_item_ids: [to], payment_method_id: payment });

async function found(actions: readonly unknown[], criteria: object = {}, database: object = db) {
  const task = {
    id: '5',
    user_scenario: { instructions: { reason_for_call: 'Order #W1 is not wanted.' } },
    evaluation_criteria: { actions, communicate_info: [], reward_basis: ['DB'], ...criteria },
  };
  const folder = folderWith({ 'db.json': JSON.stringify(database), 'tasks.json': JSON.stringify([task]) });
  const { files: [file] = [] } = await lintFiles([join(folder, 'tasks.json')], { formats: [lint] });
  return Object.fromEntries((file?.counts ?? []).map(({ code, tasks }) => [code, tasks.flatMap((it) => it.found)]));
}

test.each([
  ['cancelling a pending order', [cancel('#W1')]],
  ['a new size for a pending order', [replace('modify_pending_order_items', '#W1', 'l2')]],
  ['an exchange of what was delivered', [replace('exchange_delivered_order_items', '#W2', 'l2')]],
  [
    'a return to the way it was paid',
    [act('return_delivered_order_items', { order_id: '#W2', item_ids: ['l1'], payment_method_id: 'card_1' })],
  ],
])('%s is sound', async (_, actions) => {
  const { gold_forbidden, unknown_record, action_without_effect } = await found(actions);
  expect([gold_forbidden, unknown_record, action_without_effect]).toEqual([[], [], []]);
});

test.each([
  ['the order is "delivered", not "pending"', cancel('#W2')],
  ['the reason is "too dear"', cancel('#W1', 'too dear')],
  ['item l3 is not available', replace('modify_pending_order_items', '#W1', 'l3')],
  ['item d1 is not of the product of l1', replace('modify_pending_order_items', '#W1', 'd1')],
  ['gift_9 is no payment method of the customer', replace('modify_pending_order_items', '#W1', 'l2', 'gift_9')],
  [
    'the gift card holds 10, which is less than the difference of 15.00',
    replace('modify_pending_order_items', '#W1', 'l2', 'gift_1'),
  ],
  [
    'the refund goes to card_2',
    act('return_delivered_order_items', { order_id: '#W2', item_ids: ['l1'], payment_method_id: 'card_2' }),
  ],
  [
    'the order does not hold d1',
    act('return_delivered_order_items', { order_id: '#W2', item_ids: ['d1'], payment_method_id: 'card_1' }),
  ],
])('the published policy refuses a gold action: %s', async (why, action) => {
  expect((await found([action])).gold_forbidden?.join()).toContain(why);
});

test('items of a pending order can be changed only once', async () => {
  const twice = [
    replace('modify_pending_order_items', '#W1', 'l2'),
    replace('modify_pending_order_items', '#W1', 'l2'),
  ];
  expect((await found(twice)).gold_forbidden?.join()).toContain('"pending (items modified)", not "pending"');
});

test('what a refused gold action would have done is not counted against the next', async () => {
  const { gold_forbidden } = await found([replace('exchange_delivered_order_items', '#W1', 'l2'), cancel('#W1')]);
  expect(gold_forbidden).toHaveLength(1);
});

test('ids that no record has are found, in reads too', async () => {
  const { unknown_record } = await found([
    act('get_order_details', { order_id: '#W7' }),
    replace('modify_pending_order_items', '#W1', 'x9'),
  ]);
  expect(unknown_record).toEqual(['get_order_details: order_id #W7', 'modify_pending_order_items: item x9']);
});

test('writes to the records of two customers in one task are found', async () => {
  expect((await found([cancel('#W1'), cancel('#W3')])).other_customer).toEqual(['mia_1, tom_2']);
});

test('a change to the address that is there already has no effect', async () => {
  expect((await found([act('modify_user_address', { user_id: 'mia_1', ...address })])).action_without_effect).toEqual([
    'modify_user_address of mia_1',
  ]);
});

test('a task that scores nothing is found, and one that scores a fact is not', async () => {
  expect((await found([])).nothing_scored).toHaveLength(1);
  expect((await found([], { communicate_info: ['20'] })).nothing_scored).toEqual([]);
});

test('an action that compares no argument is found where actions are scored', async () => {
  const action = { ...act('transfer_to_human_agents', { summary: 'x' }), compare_args: [] };
  expect((await found([action], { reward_basis: ['ACTION'] })).arguments_not_compared).toHaveLength(1);
  expect((await found([action])).arguments_not_compared).toEqual([]);
});

test('tasks over a database of another domain are counted without it', async () => {
  const counts = await found([cancel('#W2')], {}, { flights: {} });
  expect([counts.gold_forbidden, counts.unknown_record]).toEqual([[], []]);
});
