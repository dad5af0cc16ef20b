import { minorUnitsOf } from '../../../text/money.ts';
import { inLanguage } from '../bilingual.ts';
import type {
  Address,
  Appointment,
  Invoice,
  Order,
  Promotion,
  Shipment,
  Store,
  StoreProduct,
  StoreTime,
  User,
} from '../schema.ts';
import {
  GENDERS,
  GIFT_STATES,
  INVOICES,
  LISTINGS,
  ORDER_STATES,
  PAYMENTS,
  REFUND_REASONS,
  SERVICES,
  SHIPMENT_STATES,
  type View,
  WEEKDAYS,
} from './labels.ts';

/** Rows as ECom-Bench's files and tools show them, under its Chinese names; values are in the store's language. */

const said = (store: Store, label: string) => inLanguage(label, store.facts.language);
/** An amount in units of money, as the published files have it. */
export const units = (store: Store, minor: number): number => minor / minorUnitsOf(store.facts.currency);
/** A time as it is shown: a space in the place of the T. */
export const shownTime = (time: StoreTime | null): string | null => time?.replace('T', ' ') ?? null;

const placeView = ({ country, province, city, district, street }: Address): View => ({
  国家: country,
  省份: province,
  城市: city,
  区县: district,
  详细地址: street,
});

/** An address on one line: from the street to the province in English, the other way round in Chinese. */
export function addressLine({ province, city, district, street }: Address, { facts: { language } }: Store): string {
  if (language === 'zh') return `${province}${city === province ? '' : city}${district}${street}`;
  return [street, district, city, ...(province === city ? [] : [province])].join(', ');
}

export const userView = (store: Store, user: User): View => ({
  用户ID: user.id,
  电话号码: user.phone,
  用户姓名: user.name,
  性别: said(store, GENDERS[user.gender]),
  年龄: user.age,
  电子卡余额: units(store, user.ecardBalanceMinor),
  地址信息: placeView(user.addresses[0] as Address),
});

/** Shows the invoice of an order where there is one. */
function invoiceOf(store: Store, order: Order): View {
  const invoice = store.invoices.get(order.id);
  return invoice === undefined
    ? {}
    : { 发票: { 发票类型: said(store, INVOICES[invoice.type]), 发票抬头: invoice.title } };
}

/** A list under its name, where anything stands in it. */
const listed = (name: string, rows: readonly View[]): View => (rows.length === 0 ? {} : { [name]: rows });

/** Shows what an order brings besides its goods, and what was paid back of it. */
const besides = (store: Store, { id }: Order): View => ({
  ...listed(
    '赠品',
    store.gifts.where('orderId', id).map(({ name, state, dueAt }) => ({
      赠品名称: name,
      状态: said(store, GIFT_STATES[state]),
      ...(dueAt === null ? {} : { 应寄时间: shownTime(dueAt) }),
    })),
  ),
  ...listed(
    '上门服务',
    store.appointments
      .where('orderId', id)
      .filter(({ state }) => state === 'booked')
      .map(({ kind, weekday }) => ({
        服务类型: said(store, SERVICES[kind]),
        预约日期: said(store, WEEKDAYS[weekday]),
      })),
  ),
  ...listed(
    '退款记录',
    store.refunds.where('orderId', id).map(({ reason, amountMinor }) => ({
      退款原因: said(store, REFUND_REASONS[reason]),
      退款金额: units(store, amountMinor),
    })),
  ),
});

export const orderView = (store: Store, order: Order): View => ({
  用户ID: order.userId,
  订单ID: order.id,
  订单状态: said(store, ORDER_STATES[order.state]),
  订单总金额: units(store, order.totalMinor),
  是否加急: order.urgent,
  订单商品列表: order.lines.map(({ productId, unitPriceMinor, quantity }) => ({
    商品ID: productId,
    单价: units(store, unitPriceMinor),
    数量: quantity,
  })),
  收货地址: { 收件人姓名: order.address.recipient, 电话号码: order.address.phone, ...placeView(order.address) },
  支付方式: said(store, PAYMENTS[order.payment.method]),
  ...invoiceOf(store, order),
  ...besides(store, order),
  ...(order.remarks.length === 0 ? {} : { 备注: order.remarks.map(({ text }) => text) }),
});

export const shipmentView = (store: Store, shipment: Shipment): View => ({
  物流单号: shipment.id,
  物流公司: store.carriers.get(shipment.carrierId)?.name ?? shipment.carrierId,
  预计送达时间: shownTime(shipment.expectedAt),
  实际送达时间: shownTime(shipment.deliveredAt),
  收件人信息: {
    收件人姓名: shipment.to.recipient,
    收件人电话: shipment.to.phone,
    收件人地址: addressLine(shipment.to, store),
  },
  物流轨迹: shipment.events.map(({ at, state, place, text, by }) => ({
    时间: shownTime(at),
    状态: said(store, SHIPMENT_STATES[state]),
    位置: place,
    描述: text,
    操作人: by,
  })),
});

/** Steps, fees and extras of an installation as one text. */
export function installationText(store: Store, { installation }: StoreProduct): string | null {
  if (installation === null) return null;
  const { steps, feeMinor, extras } = installation;
  const numbered = steps.map((step, at) => `${at + 1}. ${step}`).join(' ');
  const amount = (minor: number) => `${units(store, minor)} ${store.facts.currency}`;
  const fee =
    feeMinor === 0
      ? inLanguage('The basic installation is free.|基础安装免费。', store.facts.language)
      : inLanguage('The basic installation costs {fee}.|基础安装费{fee}。', store.facts.language, {
          fee: amount(feeMinor),
        });
  const more = extras
    .map(({ name, description, priceMinor }) => `${name}: ${amount(priceMinor)}. ${description}`)
    .join(' ');
  return `${numbered} ${fee} ${more}`;
}

/** The terms of a warranty as one text. */
export function repairText(store: Store, { warranty }: StoreProduct): string | null {
  if (warranty === null) return null;
  return inLanguage(
    'Warranty: {months} months. It covers: {covers} Outside of it labour costs {labour} and parts are charged. A technician answers within {hours} hours.|保修期{months}个月。保修范围：{covers}过保收取人工费{labour}及材料费。{hours}小时内响应。',
    store.facts.language,
    {
      ...{ months: warranty.months, covers: warranty.covers, hours: warranty.responseHours },
      labour: `${units(store, warranty.labourMinor)} ${store.facts.currency}`,
    },
  );
}

export const faultView = ({ code, name, remedy }: StoreProduct['faultCodes'][number]): View => ({
  故障代码: code,
  故障名称: name,
  故障解决方案: remedy,
});

/** Returns what its tools show of a product whatever they are asked. */
export const productBase = (store: Store, product: StoreProduct): View => ({
  商品ID: product.id,
  商品名称: product.title,
  商品状态: said(store, LISTINGS[product.state]),
});

/** A product as it is described and compared. */
export const productView = (store: Store, product: StoreProduct): View => ({
  ...productBase(store, product),
  商品价格: units(store, product.priceMinor),
  商品描述: product.description,
  商品规格: Object.fromEntries(product.specifications.map(({ name, value }) => [name, value])),
  ...(product.options.length === 0
    ? {}
    : {
        商品选项: product.options.map(({ values, priceMinor }) => ({ ...values, 商品价格: units(store, priceMinor) })),
      }),
});

export const exchangeableView = (store: Store, { exchangeableFor }: StoreProduct): View[] =>
  exchangeableFor.flatMap((id) => {
    const product = store.products.get(id);
    return product === undefined
      ? []
      : [{ 商品ID: id, 商品描述: product.title, 商品状态: said(store, LISTINGS[product.state]) }];
  });

export const giftsView = ({ gifts }: StoreProduct): View[] =>
  gifts.map(({ name, description }) => ({ 赠品名称: name, 赠品描述: description }));

export const materialsView = ({ materials }: StoreProduct): View[] =>
  materials.map(({ name, description }) => ({ 辅材名称: name, 辅材描述: description }));

export const invoiceView = (store: Store, invoice: Invoice): View => ({
  订单ID: invoice.orderId,
  发票类型: said(store, INVOICES[invoice.type]),
  发票抬头: invoice.title,
  电话号码: invoice.phone,
});

export const appointmentView = (store: Store, appointment: Appointment): View => ({
  服务类型: said(store, SERVICES[appointment.kind]),
  店铺ID: store.orders.get(appointment.orderId)?.merchantId ?? '',
  用户ID: appointment.userId,
  订单ID: appointment.orderId,
  平台: store.facts.platform,
  电话号码: appointment.phone,
  用户姓名: appointment.name,
  预约日期: said(store, WEEKDAYS[appointment.weekday]),
});

const PROMOTION_KINDS: Readonly<Record<Promotion['parts'][number]['kind'], string>> = {
  subsidy: 'Subsidy|国家补贴',
  trade_in: 'Trade-In|以旧换新',
  members: 'Members Only|会员专属',
  threshold: 'Spend and Save|满减',
};

export const promotionView = (store: Store, promotion: Promotion): View => ({
  政策名称: promotion.name,
  有效期: `${promotion.from.slice(0, 10)} - ${promotion.until.slice(0, 10)}`,
  详情: promotion.parts.map(({ kind, description, example }) => ({
    类型: said(store, PROMOTION_KINDS[kind]),
    描述: description,
    ...(example === null ? {} : { 示例: example }),
  })),
  来源: promotion.source,
});
