import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { besideTasks } from '../../../pipeline/foreign-lint.ts';
import { ConfigError } from '../../../schemas/errors.ts';
import { INVOICES, keyOf, ORDER_STATES, PAYMENTS, SHIPMENT_STATES } from '../../../service/store/published/labels.ts';
import type { Order, Row, Shipment, ShipmentState, Store } from '../../../service/store/schema.ts';
import { storeOf } from '../../../service/store/store.ts';

type Fields = Readonly<Record<string, unknown>>;
/** Records of a published file by order or product, whatever keys it nests them under. */
interface Rows {
  readonly keys: readonly string[];
  readonly record: Fields;
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The records that lie so many keys deep. */
function rowsAt(value: unknown, depth: number, keys: readonly string[] = []): Rows[] {
  if (!isFields(value)) return [];
  if (depth === 0) return [{ keys, record: value }];
  return Object.entries(value).flatMap(([key, inner]) => rowsAt(inner, depth - 1, [...keys, key]));
}

const textIn = (record: Fields, ...names: readonly string[]): string => {
  for (const name of names) if (typeof record[name] === 'string') return record[name];
  return '';
};
const minorIn = (record: Fields, ...names: readonly string[]): number => {
  for (const name of names) if (typeof record[name] === 'number') return Math.round(record[name] * 100);
  return 0;
};
const listIn = (record: Fields, name: string): readonly Fields[] => {
  const value = record[name];
  return Array.isArray(value) ? value.filter(isFields) : [];
};

/** States of parcels that ECom-Bench alone knows, beside those of our own. */
const OTHER_PARCEL_STATES: Readonly<Record<string, ShipmentState>> = { 已出库: 'picked_up', 已到达: 'in_transit' };
const parcelState = (label: string) => keyOf(SHIPMENT_STATES, label) ?? OTHER_PARCEL_STATES[label];

/** A store as it was published: its records, and the same as a store of ours, so far as its fields go. */
export interface PublishedStore {
  readonly store: Store;
  /** True where the products were published with it. */
  readonly hasProducts: boolean;
  /** Orders of unknown states, which rules cannot be asked about. */
  readonly unread: readonly string[];
  /** Users by the orders that count as reviewed, or not yet, in the cashback file. */
  readonly cashback: ReadonlyMap<string, readonly string[]>;
}

const NAMES = ['orders', 'users_info', 'logistics', 'invoices', 'products', 'register_cashback', 'service'] as const;
const NEEDED = ['orders', 'users_info'] as const;

/** The products, which may lie in a folder of their own beside that of the store. */
function publishedProducts(folder: string): unknown {
  const beside = readdirSync(dirname(folder), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  for (const place of [folder, ...beside.map(({ name }) => join(dirname(folder), name))]) {
    const products = published(place, 'products');
    if (products !== null && rowsAt(products, 3).some(({ record }) => '商品ID' in record)) return products;
  }
  return null;
}

/** A published file, plain or compressed; null where there is none. */
function published(folder: string, name: string): unknown {
  for (const path of [join(folder, `${name}.json`), join(folder, `${name}.json.gz`)]) {
    if (!existsSync(path)) continue;
    const bytes = readFileSync(path);
    try {
      return JSON.parse((path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8'));
    } catch (error) {
      throw new ConfigError(`${path} cannot be read (${(error as Error).message}), expected a JSON file of a store`);
    }
  }
  return null;
}

const AT = '2025-06-18T00:00:00';
const asTime = (text: string) => (/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) ? text.replace(' ', 'T') : AT);

function addressOf(record: Fields) {
  const or = (value: string) => (value === '' ? '-' : value);
  return {
    recipient: or(textIn(record, '收件人姓名')),
    phone: or(textIn(record, '电话号码', '收件人电话')),
    country: or(textIn(record, '国家')),
    province: or(textIn(record, '省份')),
    city: or(textIn(record, '城市')),
    district: or(textIn(record, '区县')),
    street: or(textIn(record, '详细地址', '收件人地址')),
  };
}

function orderOf({ keys: [, merchantId = '', userId = '', id = ''], record }: Rows): Order | null {
  const state = keyOf(ORDER_STATES, textIn(record, '订单状态'));
  if (state === undefined) return null;
  const lines = listIn(record, '订单商品列表').map((line, at) => ({
    id: String(at + 1),
    productId: textIn(line, '商品ID'),
    optionId: null,
    quantity: typeof line.数量 === 'number' ? line.数量 : 1,
    unitPriceMinor: minorIn(line, '单价', '商品价格'),
  }));
  const totalMinor = minorIn(record, '订单总金额');
  return {
    id,
    userId,
    merchantId,
    state,
    history: [{ state, at: AT, by: 'system' }],
    lines,
    goodsMinor: totalMinor,
    discountMinor: 0,
    shippingMinor: 0,
    totalMinor,
    couponIds: [],
    payment: {
      method: keyOf(PAYMENTS, textIn(record, '支付方式')) ?? 'alipay',
      paidAt: state === 'unpaid' ? null : AT,
    },
    address: addressOf(isFields(record.收货地址) ? record.收货地址 : {}),
    urgent: record.是否加急 === true,
    carrierId: null,
    insured: false,
    remarks: [],
  };
}

function parcelOf({ keys: [, , , orderId = ''], record }: Rows): Shipment {
  const events = listIn(record, '物流轨迹').map((event) => ({
    at: asTime(textIn(event, '时间')),
    state: parcelState(textIn(event, '状态')) ?? ('in_transit' as const),
    place: '-',
    text: textIn(event, '描述') || '-',
    by: '-',
  }));
  const address = addressOf(isFields(record.收件人信息) ? record.收件人信息 : {});
  const deliveredAt = textIn(record, '实际送达时间');
  const last = events.at(-1)?.state ?? 'created';
  return {
    id: `${textIn(record, '物流单号')} ${orderId}`,
    orderId,
    kind: 'order',
    carrierId: textIn(record, '物流公司'),
    from: address,
    to: address,
    state: last,
    expectedAt: asTime(textIn(record, '预计送达时间')),
    pickedUpAt: events.find(({ state }) => state === 'picked_up')?.at ?? null,
    deliveredAt: deliveredAt === '' ? null : asTime(deliveredAt),
    events: events as Shipment['events'],
  };
}

function productOf({ keys: [, merchantId = '', id = ''], record }: Rows): Row<'products'> {
  const priceMinor = minorIn(record, '商品价格');
  const named = (name: string, key: string) =>
    listIn(record, name).map((item) => ({ name: textIn(item, key) || '-', description: '-' }));
  return {
    id,
    catalogId: null,
    merchantId,
    title: textIn(record, '商品名称') || id,
    brand: null,
    category: ['-'],
    description: textIn(record, '商品描述'),
    specifications: [],
    options: [],
    priceMinor,
    prices: [{ from: AT, priceMinor }],
    state: textIn(record, '商品状态') === '已上架' ? 'on_sale' : 'off_shelf',
    stock: 1,
    weightGrams: 1,
    traits: [],
    noReasonReturn: true,
    promisedShippingHours: 48,
    exchangeableFor: listIn(record, '可换货商品').map((item) => textIn(item, '商品ID')),
    gifts: named('赠品信息', '赠品名称').map((gift) => ({ ...gift, sentWithinDays: 20 })),
    materials: named('辅材材料', 'name'),
    installation: null,
    warranty: null,
    faultCodes: [],
    clip: null,
  };
}

/** The files of a store that lie in a folder beside published tasks; null where they do not. */
function publishedStoreIn(path: string): PublishedStore | null {
  const folder = resolve(path);
  const read = (name: (typeof NAMES)[number]) =>
    name === 'products' ? publishedProducts(folder) : published(folder, name);
  const files = Object.fromEntries(NAMES.map((name) => [name, read(name)])) as Record<(typeof NAMES)[number], unknown>;
  if (NEEDED.some((name) => files[name] === null)) return null;
  const orderRows = rowsAt(files.orders, 4);
  const orders = orderRows.flatMap((row) => orderOf(row) ?? []);
  const products = rowsAt(files.products, 3).map(productOf);
  const shops = [...new Set(orders.map(({ merchantId }) => merchantId))];
  const cashback = new Map<string, string[]>();
  for (const { keys, record } of rowsAt(files.register_cashback, 3))
    cashback.set(keys[2] ?? '', [...(cashback.get(keys[2] ?? '') ?? []), ...Object.keys(record)]);
  return {
    hasProducts: files.products !== null,
    unread: orderRows.filter((row) => orderOf(row) === null).map(({ keys }) => keys[3] ?? ''),
    cashback,
    store: storeOf(
      {
        format: 'cartwright-store/1',
        seed: 0,
        language: 'zh',
        platform: 'jd',
        currency: 'CNY',
        from: AT,
        now: AT,
      },
      {
        orders,
        products,
        shipments: rowsAt(files.logistics, 4).map(parcelOf),
        merchants: shops.map((id) => ({
          id,
          name: id,
          phone: '-',
          address: addressOf({}),
          selfOperated: true,
          carrierIds: ['京东快递'],
          acceptsCarrierChoice: false,
          shippingInsurance: false,
          maxCompensationPercent: 1,
          cashback: { amountMinor: 100, minimumOrderMinor: 0 },
        })),
        users: rowsAt(files.users_info, 1).map(({ keys: [id = ''], record }) => ({
          id,
          name: textIn(record, '用户姓名') || '-',
          gender: textIn(record, '性别') === '女' ? 'female' : 'male',
          age: typeof record.年龄 === 'number' ? record.年龄 : 30,
          phone: textIn(record, '电话号码') || '-',
          email: '-',
          tier: 1,
          ecardBalanceMinor: minorIn(record, '电子卡余额'),
          addresses: [addressOf(isFields(record.地址信息) ? record.地址信息 : {})],
          registeredAt: AT,
        })),
        invoices: rowsAt(files.invoices, 1).map(({ keys: [orderId = ''], record }) => ({
          id: orderId,
          orderId,
          userId: orders.find(({ id }) => id === orderId)?.userId ?? '-',
          type: keyOf(INVOICES, textIn(record, '发票类型')) ?? 'personal',
          title: textIn(record, '发票抬头') || '-',
          phone: textIn(record, '电话号码', '手机号码') || '-',
          amountMinor: 0,
          issuedAt: AT,
        })),
      },
    ),
  };
}

/** The store beside a file of tasks; each folder is read once. */
export const storesBesideTasks = () => besideTasks(publishedStoreIn);
