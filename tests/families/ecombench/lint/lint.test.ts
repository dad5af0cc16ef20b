import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lintFiles } from '../../../../cli/audit/foreign/files.ts';
import { lint } from '../../../../families/ecombench/lint/index.ts';
import { folderWith } from '../../../fixtures/raw-files.ts';

const SHOP = 'S1';
const at = { platform: 'jd', shop_id: SHOP, user_id: 'li' };

const order = (id: string, state: string, payment: string, price: number, productId = 'P1') => ({
  用户ID: 'li',
  订单ID: id,
  订单状态: state,
  订单总金额: price,
  是否加急: false,
  订单商品列表: [{ 商品ID: productId, 单价: price, 数量: 1 }],
  收货地址: { 收件人姓名: '李雷', 电话号码: '130', 省份: '江苏省', 城市: '南京市', 区县: '鼓楼区', 详细地址: '1号' },
  支付方式: payment,
});

const product = (id: string, price: number, options: readonly string[] = []) => ({
  商品ID: id,
  商品名称: `商品${id}`,
  商品状态: '已上架',
  商品价格: price,
  商品描述: '',
  可换货商品: options.map((other) => ({ 商品ID: other, 商品状态: '已上架' })),
});

const ORDERS = {
  O1: order('O1', '已付款', '京东E卡', 100),
  O2: order('O2', '已签收', '京东E卡', 50.5),
  O3: order('O3', '已付款', '微信', 80),
};

const store = {
  'orders.json': JSON.stringify({
    jd: { [SHOP]: { li: ORDERS, wu: { O9: { ...order('O9', '已付款', '微信', 5), 用户ID: 'wu' } } } },
  }),
  'users_info.json': JSON.stringify({
    li: { 用户ID: 'li', 用户姓名: '李雷', 电话号码: '130', 电子卡余额: 90 },
    wu: { 用户ID: 'wu', 用户姓名: '吴梅', 电话号码: '131', 电子卡余额: 0 },
  }),
  'products.json': JSON.stringify({
    jd: { [SHOP]: { P1: product('P1', 70, ['P2', 'P8']), P2: product('P2', 89), P3: product('P3', 90) } },
  }),
  'register_cashback.json': JSON.stringify({ jd: { [SHOP]: { wu: { O9: true } } } }),
  'invoices.json': JSON.stringify({ O1: { 订单ID: 'O1', 发票类型: '个人发票', 发票抬头: '李雷', 电话号码: '130' } }),
};

const call = (name: string, values: Readonly<Record<string, unknown>>) => ({ name, arguments: { ...at, ...values } });
const cancel = (id: string) => call('manage_order', { order_id: id, action: '取消' });
const refund = (amount: number) => call('manage_ecard', { action: '退款', amount });

/** What is found of one task whose gold actions these are. */
async function found(
  actions: readonly unknown[],
  {
    instruction = '<意图一>\n取消订单\n<\\意图一>',
    searches = [] as readonly unknown[],
    files = store as Record<string, string>,
  } = {},
) {
  const task = { annotator: '7', ...at, instruction, metadata: { outputs: [], actions, searches } };
  const folder = folderWith({ ...files, 'tasks.json': JSON.stringify([task]) });
  const { files: [file] = [] } = await lintFiles([join(folder, 'tasks.json')], { formats: [lint] });
  return Object.fromEntries((file?.counts ?? []).map(({ code, tasks }) => [code, tasks.flatMap((it) => it.found)]));
}

const signs = new Set(['order_unsaid', 'nothing_written', 'nothing_searched', 'near_duplicate']);
const defects = (counts: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(counts).filter(([code, list]) => list.length > 0 && !signs.has(code));

test('a cancellation whose e-card refund is the order’s total is sound', async () => {
  expect(defects(await found([cancel('O1'), refund(100)]))).toEqual([]);
});

test('an order of another customer, and one that nobody has, are unknown to the customer', async () => {
  const { unknown_order } = await found([cancel('O9')], {
    searches: [call('get_logistics_info_tool', { order_id: 'O0' })],
  });
  expect(unknown_order).toEqual(['manage_order of O9', 'get_logistics_info of O0']);
});

test('a return of what has not been signed for is refused by the published rules', async () => {
  const { gold_forbidden } = await found([call('manage_return', { order_id: 'O3' })]);
  expect(gold_forbidden).toEqual(['manage_return of O3: returns.not-before-signing']);
});

test('a state that an earlier gold action brought about counts', async () => {
  const { gold_forbidden } = await found([cancel('O3'), cancel('O3')]);
  expect(gold_forbidden).toEqual(['manage_order of O3: orders.no-cancelling-once-shipped']);
});

const exchange = (to: string) =>
  call('manage_exchange', { order_id: 'O1', action: '换货', original_product_id: 'P1', exchange_product_id: to });

test('an exchange for a listed product that has no record is found, and one that has a record is sound', async () => {
  expect((await found([exchange('P8')])).exchange_without_record).toEqual(['P8']);
  expect(defects(await found([exchange('P2')]))).toEqual([]);
});

test('a refund that the rules make due and nobody pays is missing', async () => {
  expect((await found([cancel('O1')])).refund_missing).toEqual(['100 of O1']);
  expect((await found([cancel('O3')])).refund_missing).toEqual([]);
});

test('a refund of two orders in one sum is due, and is no order’s total', async () => {
  const counts = await found([cancel('O1'), call('manage_return', { order_id: 'O2' }), refund(150.5)]);
  expect(counts.refund_not_due).toEqual([]);
  expect(counts.refund_of_no_order).toEqual(['150.5']);
  expect(counts.refund_missing).toEqual([]);
});

test('a refund that follows from no rule and no price is not due', async () => {
  const { refund_not_due } = await found([refund(12)]);
  expect(refund_not_due).toEqual(['12, where 30 of O1, 10 of O3 would be due']);
});

test('the fall of a price since the order makes a refund due', async () => {
  expect((await found([refund(30)])).refund_not_due).toEqual([]);
});

test('an invoice that is there already is an action without effect', async () => {
  const invoice = { title: '李雷', order_id: 'O1', phone_number: '130', invoice_type: '个人发票' };
  expect((await found([{ name: 'manage_invoice', arguments: invoice }])).action_without_effect).toEqual([
    'manage_invoice of O1',
  ]);
  const other = { ...invoice, title: '李氏公司', invoice_type: '企业发票' };
  expect((await found([{ name: 'manage_invoice', arguments: other }])).action_without_effect).toEqual([]);
});

test('a cashback deletes the records of others, unless the customer has one already', async () => {
  const cashback = call('register_cashback_by_review', { order_id: 'O2', action: '返现' });
  const instruction = '<意图一>\n返现，图片 https://example.com/a.jpg\n<\\意图一>';
  expect((await found([cashback], { instruction })).deletes_others).toEqual(['wu']);
});

const place = call('manage_order', {
  action: '增加',
  payment: '京东E卡',
  product_info_list: [{ product_id: 'P2', quantity: 1 }],
});
const pay = (productId: string) => call('manage_ecard', { action: '余额使用', product_id: productId, quantity: 1 });

test.each([
  ['placed first', [place, pay('P2')]],
  ['paid first', [pay('P2'), place]],
])('an order that the e-card covers is sound, %s', async (_, actions) => {
  expect(defects(await found(actions))).toEqual([]);
});

test('an e-card may not pay all that is on it', async () => {
  expect((await found([pay('P3')])).gold_forbidden).toEqual([
    'manage_ecard of no order: ecards.only-below-the-balance',
  ]);
});

test('a gold action on a new order hangs on its constant id', async () => {
  const book = call('schedule_service', { order_id: '1234567890', service_type: '安装', service_time: '周一' });
  const counts = await found([place, pay('P2'), book]);
  expect(counts.constant_order_id).toEqual(['schedule_service of 1234567890']);
  expect(counts.unknown_order).toEqual([]);
});

test('intents that repeat a number or are not closed are malformed', async () => {
  const { intent_tags } = await found([], {
    instruction: '<意图一>\n问\n<\\意图一>\n<意图一>\n答\n<\\意图一>\n<意图二>\n走',
  });
  expect(intent_tags).toEqual(['intent 一 twice', 'intent 二 is not closed']);
});

test('without a store beside it a task is counted by its text alone', async () => {
  const counts = await found([cancel('O9')], { files: {} });
  expect(counts.unknown_order).toEqual([]);
});

test('without products nothing is said of exchanges', async () => {
  const { 'products.json': _, ...files } = store;
  const counts = await found([exchange('P8')], { files });
  expect([counts.exchange_without_record, counts.gold_forbidden]).toEqual([[], []]);
});

test('a task without gold calls is named as what was expected', async () => {
  const folder = folderWith({ 'tasks.json': JSON.stringify([{ user_id: 'li', instruction: 'x', metadata: {} }]) });
  const { files: [file] = [] } = await lintFiles([join(folder, 'tasks.json')], { formats: [lint] });
  expect(file?.unreadable.map(({ problem }) => problem)).toEqual([
    expect.stringContaining('expected a task of ECom-Bench'),
  ]);
});

const PUBLISHED = join(import.meta.dirname, '../../../../../shared/data/real/ecom-bench-zh-store/tasks_00-19.json.gz');
const present = existsSync(PUBLISHED);
if (!present) console.warn('ECom-Bench’s store is absent (../shared/data/real): its tasks are not linted');

test.skipIf(!present)('of the twenty published tasks it finds what an earlier study lists for them', async () => {
  const { files: [file] = [], total } = await lintFiles([PUBLISHED], { formats: [lint] });
  const tasks = (code: string) => file?.counts.find((count) => count.code === code)?.tasks.map(({ id }) => id);
  expect(tasks('unknown_order')).toEqual(['0']);
  expect(tasks('exchange_without_record')).toEqual(['1', '8', '18', '19']);
  expect(tasks('refund_of_no_order')).toEqual(['6', '8', '17']);
  expect(tasks('refund_not_due')).toEqual(['6']);
  expect(tasks('action_without_effect')).toEqual(['2']);
  expect(tasks('deletes_others')).toEqual(['0', '16']);
  expect(tasks('constant_order_id')).toEqual(['3', '12']);
  const figures = Object.fromEntries(total.figures.map(({ name, value }) => [name, value]));
  expect(figures).toMatchObject({
    'parcels of no order': 3,
    'invoices of no order': 49,
    invoices: 71,
    'order lines whose price is not the product’s': 8,
    'references to exchangeable products without a record': 124,
    'references to exchangeable products': 129,
  });
});
