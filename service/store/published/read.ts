import { z } from 'zod';
import { ConfigError } from '../../../schemas/errors.ts';
import { minorUnitsOf } from '../../../text/money.ts';
import type { Address, Order, OrderState, Shipment, Store, StoreProduct, StoreTime } from '../schema.ts';
import { firstIssue, type StoreRows, storeOf } from '../store.ts';
import { addDays } from '../time.ts';
import type { PublishedFile } from './files.ts';
import {
  GENDERS,
  INVOICES,
  keyOf,
  LISTINGS,
  ORDER_STATES,
  PAYMENTS,
  SERVICES,
  SHIPMENT_STATES,
  WEEKDAYS,
} from './labels.ts';

/** Records as ECom-Bench publishes them: some write a price or a number under two names, all have fields we do not need. */

const text = z.union([z.string(), z.number()]).transform(String);
const amount = z.coerce.number();
const Place = z.looseObject({ 国家: text, 省份: text, 城市: text, 区县: text, 详细地址: text });
const PublishedUser = z.looseObject({
  用户姓名: text,
  电话号码: text.optional(),
  手机号码: text.optional(),
  性别: text.optional(),
  年龄: z.coerce.number().int().optional(),
  电子卡余额: amount.default(0),
  地址信息: Place,
});
const PublishedOrder = z.looseObject({
  订单状态: text,
  订单总金额: amount,
  是否加急: z.boolean().default(false),
  订单商品列表: z
    .array(
      z.looseObject({
        商品ID: text,
        单价: amount.optional(),
        商品价格: amount.optional(),
        数量: z.coerce.number().int().positive(),
      }),
    )
    .min(1),
  收货地址: Place.extend({ 收件人姓名: text, 电话号码: text.optional(), 手机号码: text.optional() }),
  支付方式: text,
});
const PublishedParcel = z.looseObject({
  物流单号: text,
  物流公司: text,
  预计送达时间: text.nullable(),
  实际送达时间: text.nullable(),
  收件人信息: z.looseObject({ 收件人姓名: text, 收件人电话: text, 收件人地址: text }),
  物流轨迹: z.array(
    z.looseObject({
      时间: text,
      状态: text.default(''),
      位置: text.nullish(),
      描述: text.nullish(),
      操作人: text.nullish(),
    }),
  ),
});
const PublishedProduct = z.looseObject({
  商品名称: text,
  商品状态: text,
  商品价格: amount.optional(),
  单价: amount.optional(),
  商品描述: text.default(''),
  可换货商品: z.array(z.looseObject({ 商品ID: text })).default([]),
  赠品信息: z.array(z.looseObject({ 赠品名称: text, 赠品描述: text })).default([]),
  辅材材料: z
    .array(
      z.looseObject({
        辅材名称: text.optional(),
        辅材描述: text.optional(),
        name: text.optional(),
        description: text.optional(),
      }),
    )
    .default([]),
  安装说明: text.default(''),
  维修说明: text.default(''),
  常见故障: z.array(z.looseObject({ 故障代码: text, 故障名称: text, 故障解决方案: text })).default([]),
});
const Invoiced = z.looseObject({
  发票类型: text,
  发票抬头: text,
  电话号码: text.optional(),
  手机号码: text.optional(),
});
const Visit = z.looseObject({ 服务类型: text, 电话号码: text, 用户姓名: text, 预约日期: text });

const byOrder = <T extends z.ZodType>(row: T) =>
  z.record(z.string(), z.record(z.string(), z.record(z.string(), z.record(z.string(), row))));

const FILES = {
  'users_info.json': z.record(z.string(), PublishedUser),
  'orders.json': byOrder(PublishedOrder),
  'logistics.json': byOrder(PublishedParcel),
  'products.json': z.record(z.string(), z.record(z.string(), z.record(z.string(), PublishedProduct))),
  'discount.json': z.record(z.string(), z.record(z.string(), z.unknown())),
  'invoices.json': z.record(z.string(), Invoiced),
  'service.json': byOrder(Visit),
  'register_cashback.json': byOrder(z.boolean()),
} satisfies Record<PublishedFile, z.ZodType>;

const parsed = <N extends PublishedFile>(name: N, json: unknown): z.infer<(typeof FILES)[N]> => {
  const read = FILES[name].safeParse(json ?? {});
  if (!read.success) throw new ConfigError(`${name} is not a file of a published store: ${firstIssue(read.error)}`);
  return read.data as z.infer<(typeof FILES)[N]>;
};

/** What a published record contradicts: nothing is mended, all of it is said. */
export interface PublishedFinding {
  readonly file: PublishedFile;
  readonly at: string;
  readonly found: string;
}

const WAY: readonly OrderState[] = [
  'unpaid',
  'paid',
  'processing',
  'shipped',
  'in_transit',
  'delivered',
  'signed',
  'completed',
];
const CURRENCY = 'CNY';
const minor = (units: number) => Math.round(units * minorUnitsOf(CURRENCY));
const timeOf = (shown: string): StoreTime | null => {
  const time = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)$/.exec(shown.trim());
  return time === null ? null : `${time[1]}T${time[2]}`;
};

type PublishedAddress = z.infer<typeof Place> & {
  readonly 收件人姓名?: string;
  readonly 电话号码?: string | undefined;
  readonly 手机号码?: string | undefined;
};
const addressOf = (place: PublishedAddress, recipient: string, phone: string): Address => ({
  recipient: place.收件人姓名 ?? recipient,
  phone: place.电话号码 ?? place.手机号码 ?? phone,
  ...{
    country: place.国家,
    province: place.省份,
    city: place.城市,
    district: place.区县,
    street: place.详细地址 || '-',
  },
});

const HAS_ARRIVED: ReadonlySet<OrderState> = new Set([
  'delivered',
  'signed',
  'completed',
  'returning',
  'returned',
  'refunded',
  'refund_only',
]);

/** What a parcel says against the state of its order; null where both can be. */
function parcelAgainst(order: OrderState, parcel: Shipment['state'], hasArrived: boolean): string | null {
  const place = WAY.indexOf(order);
  const isOpen = place >= 0 && place < WAY.indexOf('shipped');
  if (parcel !== 'created' && isOpen) return `is ${parcel}, its order ${order}`;
  if (parcel === 'created' && !isOpen && order !== 'cancelled') return `is ${parcel}, its order ${order}`;
  if (parcel === 'signed' && !HAS_ARRIVED.has(order)) return `is ${parcel}, its order ${order}`;
  return hasArrived && !HAS_ARRIVED.has(order) ? `has a time of delivery, its order is ${order}` : null;
}

/**
 * A store that was published as ECom-Bench's files, as ours, with what contradicts itself in it. What its files do not say
 * is filled in plainly: a history is the way to the state that is stated, in one minute; products without a record are
 * named in the findings and stand in for themselves.
 */
export function readPublished(files: Partial<Record<PublishedFile, unknown>>): {
  readonly store: Store;
  readonly findings: readonly PublishedFinding[];
} {
  const findings: PublishedFinding[] = [];
  const users = parsed('users_info.json', files['users_info.json']);
  const orders = parsed('orders.json', files['orders.json']);
  const parcels = parsed('logistics.json', files['logistics.json']);
  const products = parsed('products.json', files['products.json']);
  const invoices = parsed('invoices.json', files['invoices.json']);
  const visits = parsed('service.json', files['service.json']);
  const cashbacks = parsed('register_cashback.json', files['register_cashback.json']);
  const [platform = 'platform'] = Object.keys(orders);

  const times = Object.values(parcels).flatMap((shops) =>
    Object.values(shops).flatMap((people) =>
      Object.values(people).flatMap((ofOne) =>
        Object.values(ofOne).flatMap(({ 物流轨迹: events }) => events.flatMap(({ 时间 }) => timeOf(时间) ?? [])),
      ),
    ),
  );
  const latest = times.sort().at(-1) ?? '2025-06-12T00:00:00';
  const now = addDays(`${latest.slice(0, 10)}T00:00:00`, 1);
  const from = addDays(times[0] ?? now, -60);

  const rows: { [N in keyof StoreRows]: NonNullable<StoreRows[N]>[number][] } = {};
  const add = <N extends keyof StoreRows>(table: N, row: NonNullable<StoreRows[N]>[number]) => {
    rows[table] ??= [];
    (rows[table] as (typeof row)[]).push(row);
  };
  const shopIds = new Set(Object.values(orders).flatMap((shops) => Object.keys(shops)));
  for (const shops of Object.values(products)) for (const id of Object.keys(shops)) shopIds.add(id);
  const anywhere: Address = {
    recipient: '-',
    phone: '-',
    country: '中国',
    province: '-',
    city: '-',
    district: '-',
    street: '-',
  };
  const even = { city: 24, province: 24, region: 24, country: 24, remote: 24 };
  const free = { city: 0, province: 0, region: 0, country: 0, remote: 0 };
  const carriers = new Set<string>(['-']);

  const known = new Set<string>();
  const addProduct = (
    id: string,
    merchantId: string,
    published: Partial<z.infer<typeof PublishedProduct>>,
    priceMinor: number,
  ) => {
    known.add(id);
    add('products', {
      ...{ id, catalogId: null, merchantId, title: published.商品名称 ?? id, brand: null, category: ['-'], priceMinor },
      description: published.商品描述 ?? '',
      ...{ specifications: [], options: [], prices: [{ from, priceMinor }], stock: 1, weightGrams: 1000, traits: [] },
      state: keyOf(LISTINGS, published.商品状态 ?? '') ?? 'off_shelf',
      ...{ noReasonReturn: true, promisedShippingHours: 48 },
      exchangeableFor: (published.可换货商品 ?? []).map(({ 商品ID }) => 商品ID),
      gifts: (published.赠品信息 ?? []).map((gift) => ({
        name: gift.赠品名称,
        description: gift.赠品描述,
        sentWithinDays: 20,
      })),
      materials: (published.辅材材料 ?? []).map((material) => ({
        name: material.辅材名称 ?? material.name ?? '-',
        description: material.辅材描述 ?? material.description ?? '-',
      })),
      installation: published.安装说明 ? { steps: [published.安装说明], feeMinor: 0, extras: [] } : null,
      warranty: published.维修说明
        ? { months: 12, covers: published.维修说明, labourMinor: 0, responseHours: 24 }
        : null,
      faultCodes: (published.常见故障 ?? []).map((fault) => ({
        ...{ code: fault.故障代码, name: fault.故障名称, remedy: fault.故障解决方案, needsRepair: false },
      })),
      clip: null,
    } satisfies StoreProduct);
  };
  for (const shops of Object.values(products))
    for (const [shop, goods] of Object.entries(shops))
      for (const [id, product] of Object.entries(goods))
        addProduct(id, shop, product, minor(product.商品价格 ?? product.单价 ?? 0));
  for (const { id, exchangeableFor } of (rows.products ?? []) as StoreProduct[])
    for (const other of exchangeableFor)
      if (!known.has(other))
        findings.push({
          file: 'products.json',
          at: id,
          found: `names ${other} as one it can be exchanged for, which has no record`,
        });

  for (const [id, user] of Object.entries(users)) {
    const phone = user.电话号码 ?? user.手机号码 ?? '-';
    if (user.电子卡余额 < 0)
      findings.push({ file: 'users_info.json', at: id, found: `has ${user.电子卡余额} on the e-card` });
    const balance = Math.max(0, minor(user.电子卡余额));
    add('users', {
      ...{ id, name: user.用户姓名, phone, gender: keyOf(GENDERS, user.性别 ?? '') ?? 'female', email: '-' },
      ...{ age: Math.min(99, Math.max(18, user.年龄 ?? 18)), tier: 1, ecardBalanceMinor: balance },
      addresses: [addressOf(user.地址信息, user.用户姓名, phone)],
      registeredAt: from,
    });
    if (balance > 0)
      add('ecardEntries', {
        id: `load-${id}`,
        userId: id,
        kind: 'load',
        amountMinor: balance,
        orderId: null,
        refundId: null,
        at: from,
      });
  }

  const owners = new Map<string, string>();
  for (const shops of Object.values(orders))
    for (const [shop, people] of Object.entries(shops))
      for (const [userId, ofOne] of Object.entries(people)) {
        if (users[userId] === undefined)
          findings.push({ file: 'orders.json', at: userId, found: 'is no user of users_info.json' });
        for (const [id, published] of Object.entries(ofOne)) {
          owners.set(id, userId);
          const state = keyOf(ORDER_STATES, published.订单状态) ?? 'processing';
          if (keyOf(ORDER_STATES, published.订单状态) === undefined)
            findings.push({ file: 'orders.json', at: id, found: `has the unknown state ${published.订单状态}` });
          const lines = published.订单商品列表.map((line, at) => ({
            ...{ id: String(at + 1), productId: line.商品ID, optionId: null, quantity: line.数量 },
            unitPriceMinor: minor(line.单价 ?? line.商品价格 ?? 0),
          }));
          for (const line of lines) {
            const listed = products[platform]?.[shop]?.[line.productId];
            const price = listed && minor(listed.商品价格 ?? listed.单价 ?? 0);
            if (!known.has(line.productId)) {
              if (files['products.json'] !== undefined)
                findings.push({
                  file: 'orders.json',
                  at: id,
                  found: `has product ${line.productId}, which has no record`,
                });
              addProduct(line.productId, shop, {}, line.unitPriceMinor);
            } else if (price !== undefined && price !== line.unitPriceMinor)
              findings.push({
                file: 'orders.json',
                at: id,
                found: `has product ${line.productId} at ${line.unitPriceMinor}, which is listed at ${price}`,
              });
          }
          const goodsMinor = lines.reduce((sum, { unitPriceMinor, quantity }) => sum + unitPriceMinor * quantity, 0);
          if (minor(published.订单总金额) !== goodsMinor)
            findings.push({
              file: 'orders.json',
              at: id,
              found: `costs ${minor(published.订单总金额)}, its lines come to ${goodsMinor}`,
            });
          const place = WAY.indexOf(state);
          const way = place >= 0 ? WAY.slice(0, place + 1) : [...WAY.slice(0, WAY.indexOf('signed') + 1), state];
          const isPaid = way.includes('paid');
          add('orders', {
            ...{ id, userId, merchantId: shop, state, lines, goodsMinor, discountMinor: 0, shippingMinor: 0 },
            history: way.map((step) => ({ state: step, at: from, by: 'system' as const })),
            totalMinor: goodsMinor,
            couponIds: [],
            payment: { method: keyOf(PAYMENTS, published.支付方式) ?? 'alipay', paidAt: isPaid ? from : null },
            address: addressOf(published.收货地址, '-', '-'),
            ...{ urgent: published.是否加急, carrierId: null, insured: false, remarks: [] },
          } satisfies Order);
        }
      }

  const stateOf = new Map(((rows.orders ?? []) as Order[]).map(({ id, state }) => [id, state]));
  for (const shops of Object.values(parcels))
    for (const people of Object.values(shops))
      for (const [userId, ofOne] of Object.entries(people))
        for (const [orderId, published] of Object.entries(ofOne)) {
          const owner = owners.get(orderId);
          if (owner === undefined) findings.push({ file: 'logistics.json', at: orderId, found: 'is of no order' });
          else if (owner !== userId)
            findings.push({ file: 'logistics.json', at: orderId, found: `is under ${userId}, its order of ${owner}` });
          carriers.add(published.物流公司);
          const to: Address = {
            ...anywhere,
            recipient: published.收件人信息.收件人姓名,
            phone: published.收件人信息.收件人电话,
            street: published.收件人信息.收件人地址 || '-',
          };
          const events = published.物流轨迹.flatMap((event): Shipment['events'] => {
            const at = timeOf(event.时间);
            const state = keyOf(SHIPMENT_STATES, event.状态) ?? 'in_transit';
            return at === null
              ? []
              : [{ at, state, place: event.位置 || '-', text: event.描述 || '-', by: event.操作人 || '-' }];
          });
          const last = events.at(-1);
          if (last === undefined || owner === undefined) continue;
          const state = stateOf.get(orderId) as OrderState;
          const moves = last.state !== 'created';
          const contradiction = parcelAgainst(state, last.state, published.实际送达时间 !== null);
          if (contradiction !== null) findings.push({ file: 'logistics.json', at: orderId, found: contradiction });
          if (!moves) continue;
          add('shipments', {
            ...{
              id: published.物流单号,
              orderId,
              kind: 'order',
              carrierId: published.物流公司,
              from: anywhere,
              to,
              state: last.state,
              events,
            },
            expectedAt: timeOf(published.预计送达时间 ?? '') ?? now,
            pickedUpAt: events[1]?.at ?? null,
            deliveredAt: timeOf(published.实际送达时间 ?? ''),
          });
        }

  for (const [orderId, published] of Object.entries(invoices)) {
    const userId = owners.get(orderId);
    if (userId === undefined) {
      findings.push({ file: 'invoices.json', at: orderId, found: 'is of no order' });
      continue;
    }
    const order = ((rows.orders ?? []) as Order[]).find(({ id }) => id === orderId);
    add('invoices', {
      ...{
        id: orderId,
        orderId,
        userId,
        type: keyOf(INVOICES, published.发票类型) ?? 'personal',
        title: published.发票抬头,
      },
      ...{
        phone: published.电话号码 ?? published.手机号码 ?? '-',
        amountMinor: order?.totalMinor ?? 0,
        issuedAt: from,
      },
    });
  }
  const eachOrder = <T>(
    tree: Record<string, Record<string, Record<string, Record<string, T>>>>,
    file: PublishedFile,
    take: (orderId: string, userId: string, row: T) => void,
  ) => {
    for (const shops of Object.values(tree))
      for (const people of Object.values(shops))
        for (const [userId, ofOne] of Object.entries(people))
          for (const [orderId, row] of Object.entries(ofOne)) {
            const owner = owners.get(orderId);
            if (owner === userId) take(orderId, userId, row);
            else
              findings.push({
                file,
                at: orderId,
                found: owner === undefined ? 'is of no order' : `is under ${userId}, its order of ${owner}`,
              });
          }
  };
  eachOrder(visits, 'service.json', (orderId, userId, visit) => {
    const weekday = keyOf(WEEKDAYS, visit.预约日期) ?? 'monday';
    add('appointments', {
      ...{ id: `visit-${orderId}`, orderId, userId, kind: keyOf(SERVICES, visit.服务类型) ?? 'inspect', weekday },
      ...{
        date: from.slice(0, 10),
        name: visit.用户姓名,
        phone: visit.电话号码,
        faultCode: null,
        state: 'booked',
        at: from,
      },
    });
  });
  eachOrder(cashbacks, 'register_cashback.json', (orderId, userId, registered) => {
    if (registered) add('cashbacks', { id: orderId, orderId, userId, amountMinor: 0, state: 'registered', at: from });
  });
  for (const name of carriers)
    add('carriers', { id: name, name, hours: even, firstKilogramMinor: free, nextKilogramMinor: free });
  for (const id of shopIds)
    add('merchants', {
      ...{ id, name: id, phone: '-', address: anywhere, selfOperated: true, carrierIds: [...carriers] },
      ...{ acceptsCarrierChoice: false, shippingInsurance: false, maxCompensationPercent: 1 },
      cashback: { amountMinor: 0, minimumOrderMinor: 0 },
    });
  const facts = {
    format: 'cartwright-store/1',
    seed: 0,
    language: 'zh',
    platform,
    currency: CURRENCY,
    from: addDays(from, -1),
    now,
  } as const;
  return { store: storeOf(facts, rows as StoreRows), findings };
}
