import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { brokenInvariants, INVARIANTS } from '../../../service/store/invariants/index.ts';
import {
  PUBLISHED_FILES,
  type PublishedFile,
  publishedFiles,
  readPublished,
} from '../../../service/store/published/index.ts';
import type { Order } from '../../../service/store/schema.ts';
import { smallStore } from '../../fixtures/stores.ts';

const chinese = smallStore({ language: 'zh' });
const files = publishedFiles(chinese);

test('a store is written as ECom-Bench’s files: by platform, shop, user and order, under Chinese names', () => {
  const order = [...chinese.orders.rows()].find(({ state }) => state === 'signed') as Order;
  const { platform } = chinese.facts;
  type Tree = Record<string, Record<string, Record<string, Record<string, unknown>>>>;
  expect((files['orders.json'] as Tree)[platform]?.[order.merchantId]?.[order.userId]?.[order.id]).toMatchObject({
    订单ID: order.id,
    订单状态: '已签收',
    订单总金额: order.totalMinor / 100,
    收货地址: { 收件人姓名: order.address.recipient },
  });
  expect(Object.keys(files)).toEqual([...PUBLISHED_FILES]);
});

test('an English store is written under English names with the same values', () => {
  const english = smallStore();
  const [user] = [...english.users.rows()];
  expect((publishedFiles(english)['users_info.json'] as Record<string, unknown>)[user?.id ?? '']).toMatchObject({
    user_id: user?.id,
    user_name: user?.name,
    ecard_balance: (user?.ecardBalanceMinor ?? 0) / 100,
  });
});

test('files that were written are read back: users, orders in their states, parcels, products and invoices', () => {
  const { store, findings } = readPublished(files);
  for (const table of ['users', 'orders', 'products', 'invoices'] as const)
    expect(store[table].size, table).toBe(chinese[table].size);
  const told = ({ id, state, userId, urgent }: Order) => ({ id, state, userId, urgent });
  expect([...store.orders.rows()].map(told)).toEqual([...chinese.orders.rows()].map(told));
  const kept = INVARIANTS.filter(({ name }) =>
    ['schema', 'references', 'order sums', 'order history', 'e-card sums'].includes(name),
  );
  expect(brokenInvariants(store, kept)).toEqual([]);
  // Coupons, shipping and changed prices are no part of the files.
  expect(findings.filter(({ found }) => !/ at \d+, which is listed at|its lines come to/.test(found))).toEqual([]);
});

test.each<[PublishedFile, unknown, RegExp]>([
  [
    'orders.json',
    { jd: { s: { u: { '1': { 订单状态: '已付款' } } } } },
    /^orders\.json is not a file of a published store/,
  ],
  ['users_info.json', [], /^users_info\.json is not a file of a published store/],
])('a file that is something else says so: %s', (name, json, message) => {
  expect(() => readPublished({ [name]: json })).toThrow(message);
});

test('contradictions are found, not mended', () => {
  const place = { 国家: '中国', 省份: '广东省', 城市: '广州市', 区县: '天河区', 详细地址: '1号' };
  const order = {
    订单状态: '已付款',
    订单总金额: 10,
    订单商品列表: [{ 商品ID: 'p', 单价: 12, 数量: 1 }],
    收货地址: { ...place, 收件人姓名: '王', 手机号码: '1' },
    支付方式: '微信',
  };
  const { findings } = readPublished({
    'users_info.json': { u: { 用户姓名: '王', 手机号码: '1', 地址信息: place } },
    'orders.json': { jd: { s: { u: { '1': order } } } },
    'products.json': {
      jd: { s: { q: { 商品名称: 'q', 商品状态: '已上架', 商品价格: 5, 可换货商品: [{ 商品ID: 'r' }] } } },
    },
    'invoices.json': { '2': { 发票类型: '个人发票', 发票抬头: '王', 电话号码: '1' } },
    'register_cashback.json': { jd: { s: { v: { '1': true } } } },
  });
  expect(findings.map(({ at, found }) => `${at} ${found}`)).toEqual([
    'q names r as one it can be exchanged for, which has no record',
    '1 has product p, which has no record',
    '1 costs 1000, its lines come to 1200',
    '2 is of no order',
    '1 is under v, its order of u',
  ]);
});

const REAL = process.env.ECOM_BENCH_STORE ?? '';
test.skipIf(!existsSync(`${REAL}/orders.json.gz`))(
  'the published store is read, with its known defects (needs ECOM_BENCH_STORE, its folder)',
  () => {
    const published = Object.fromEntries(
      PUBLISHED_FILES.flatMap((name) =>
        existsSync(`${REAL}/${name}.gz`)
          ? [[name, JSON.parse(gunzipSync(readFileSync(`${REAL}/${name}.gz`)).toString())]]
          : [],
      ),
    );
    const { store, findings } = readPublished(published);
    expect([store.users.size, store.orders.size]).toEqual([28, 41]);
    const of = (file: PublishedFile, found: RegExp) =>
      findings.filter((one) => one.file === file && found.test(one.found)).length;
    expect(of('invoices.json', /of no order/)).toBe(49);
    expect(of('logistics.json', /of no order/)).toBe(3);
    expect(of('logistics.json', /, its order (?!of )/)).toBe(15);
  },
);
