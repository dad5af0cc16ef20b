import { z } from 'zod';
import { inLanguage } from '../../../service/store/bilingual.ts';
import { parcelOf as bringing } from '../../../service/store/order-states.ts';
import { ORDER_STATES, PAYMENTS, SHIPMENT_STATES } from '../../../service/store/published/labels.ts';
import { addressLine, units } from '../../../service/store/published/views.ts';
import type { Language, StoreProduct } from '../../../service/store/schema.ts';
import { shippingCostMinor, transitHours } from '../../../service/store/shipping.ts';
import {
  defineServiceTool,
  inSession,
  type ServiceTool,
  type Session,
  WrongCall,
} from '../../../service/tools/tool.ts';
import { argumentsIn, customerOf, itemOf, orderOf, parcelOf, toTheHour, wayOf } from './arguments.ts';

/** Kilograms of a parcel that a price is told of, at most: what a container ship carries. */
const HEAVIEST_PARCEL = 1_000_000;

/** A record with the names of the session's language, given as `English|Chinese`. */
const shown = (session: Session, record: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [inSession(session, name), value]));

const yesNo = (session: Session, is: boolean) => inSession(session, is ? 'Yes|是' : 'No|否');
const money = ({ store }: Session, minor: number) =>
  `${units(store, minor)} ${store.facts.currency === 'CNY' ? inLanguage('yuan|元', store.facts.language) : store.facts.currency}`;

const itemShown = (session: Session, product: StoreProduct) =>
  shown(session, {
    'Product Name|商品名称': product.title,
    'Product Price|商品价格': money(session, product.priceMinor),
    'On Sale|是否在售': yesNo(session, product.state === 'on_sale'),
    'Supports 7-Day No-Reason Return|是否支持七天无理由退货': yesNo(session, product.noReasonReturn),
    'Product Category|商品类目': product.category.join(' > '),
    'Product Category Attributes|商品类目属性': Object.fromEntries(
      product.specifications.map(({ name, value }) => [name, value]),
    ),
    'Product Weight|商品重量': `${product.weightGrams / 1000}kg`,
    'Promised Shipping Time After Order|承诺发货时间': inSession(session, '{hours} hours|{hours}小时', {
      hours: product.promisedShippingHours,
    }),
    'Is Perishable Product|是否生鲜商品': yesNo(session, product.traits.includes('perishable')),
    'Shop ID|店铺ID': product.merchantId,
    ...(product.options.length === 0
      ? {}
      : {
          'Options|规格选项': product.options.map(({ values, priceMinor }) => ({
            ...values,
            [inSession(session, 'Price|价格')]: money(session, priceMinor),
          })),
        }),
  });

/** The tools that read records and that calculate. */
export function readTools(language: Language): ServiceTool[] {
  const { text, described } = argumentsIn(language);
  const way = z.strictObject({
    send_address: described('Where the parcel starts|发货地址'),
    receive_address: described('Where it goes|收货地址'),
    courier_brand: described('The logistics brand|物流品牌'),
  });
  return [
    defineServiceTool({
      name: 'get_shop_detail',
      description: text(
        'Reads a shop: its address, shipping insurance, logistics brands and highest compensation.|查询店铺信息：发货地址、运费险、物流品牌、最高补偿比例。',
      ),
      kind: 'read',
      input: z.strictObject({ shop_id: described('The shop’s id|店铺ID') }),
      run({ shop_id }, session) {
        const shop = session.store.merchants.get(shop_id);
        if (shop === undefined) throw new WrongCall(`There is no shop "${shop_id}".|没有找到店铺${shop_id}。`);
        return {
          shows: shown(session, {
            'Shop Name|店铺名称': shop.name,
            'Merchant Shipping Address|商家发货地址': addressLine(shop.address, session.store),
            'Provides Shipping Insurance|是否提供运费险': yesNo(session, shop.shippingInsurance),
            'Logistics Brands Used|使用的物流品牌': shop.carrierIds.map(
              (id) => session.store.carriers.get(id)?.name ?? id,
            ),
            'Accepts Specified Logistics Brands|是否接受指定物流品牌': yesNo(session, shop.acceptsCarrierChoice),
            "Merchant's Maximum Compensation Percentage|商家最高补偿比例": `${shop.maxCompensationPercent}%`,
          }),
        };
      },
    }),
    defineServiceTool({
      name: 'get_order_detail',
      description: text('Reads an order.|查询订单信息。'),
      kind: 'read',
      input: z.strictObject({ order_id: described('The order’s id|订单ID') }),
      run({ order_id }, session) {
        const order = orderOf(session, order_id);
        const parcel = bringing(session.store, order.id);
        const { paidAt } = order.payment;
        return {
          shows: shown(session, {
            'Order Status|订单状态': inSession(session, ORDER_STATES[order.state]),
            'Items|商品': order.lines.map(({ productId, quantity, unitPriceMinor }) =>
              shown(session, {
                'Item ID|商品ID': productId,
                'Quantity|数量': quantity,
                'Unit Price|单价': money(session, unitPriceMinor),
              }),
            ),
            'Payment Amount|支付金额': money(session, order.totalMinor),
            'Payment Method|支付方式': inSession(session, PAYMENTS[order.payment.method]),
            'Payment Time|支付时间': paidAt === null ? '' : toTheHour(paidAt, language),
            'Receiving Address|收货地址': addressLine(order.address, session.store),
            'Logistics ID|物流ID': parcel?.id ?? '',
            'Shop ID|店铺ID': order.merchantId,
            'Remarks|备注': order.remarks.map(({ text: said }) => said),
          }),
        };
      },
    }),
    defineServiceTool({
      name: 'get_item_detail',
      description: text('Reads an item of a shop.|查询商品信息。'),
      kind: 'read',
      input: z.strictObject({ item_id: described('The item’s id|商品ID') }),
      run: ({ item_id }, session) => ({ shows: itemShown(session, itemOf(session, item_id)) }),
    }),
    defineServiceTool({
      name: 'get_logistics_detail',
      description: text('Reads a parcel.|查询物流信息。'),
      kind: 'read',
      input: z.strictObject({ logistics_id: described('The number of the parcel|物流ID') }),
      run({ logistics_id }, session) {
        const { parcel } = parcelOf(session, logistics_id);
        const hour = (time: string | null) => (time === null ? '' : toTheHour(time, language));
        return {
          shows: shown(session, {
            'Shipping address|发货地址': addressLine(parcel.from, session.store),
            'Receiving address|收货地址': addressLine(parcel.to, session.store),
            'Status|状态': inSession(session, SHIPMENT_STATES[parcel.state]),
            'Courier brand|物流品牌': session.store.carriers.get(parcel.carrierId)?.name ?? '',
            'Pickup time|揽收时间': hour(parcel.pickedUpAt),
            'Delivery time|送达时间': hour(parcel.deliveredAt),
          }),
        };
      },
    }),
    defineServiceTool({
      name: 'get_user_detail',
      description: text('Reads the tier of the customer.|查询用户等级。'),
      kind: 'read',
      input: z.strictObject({ user_id: described('The customer’s id|用户ID') }),
      run: ({ user_id }, session) => ({
        shows: shown(session, { 'User Tier|用户等级': customerOf(session, user_id).tier }),
      }),
    }),
    defineServiceTool({
      name: 'get_user_coupon_detail',
      description: text('Reads the coupons that the customer can spend.|查询用户可用优惠券。'),
      kind: 'read',
      input: z.strictObject({ user_id: described('The customer’s id|用户ID') }),
      output: z.looseObject({ coupons: z.array(z.looseObject({})) }),
      run({ user_id }, session) {
        const { store } = session;
        const { now } = store.facts;
        const open = store.coupons
          .where('userId', customerOf(session, user_id).id)
          .filter(({ orderId, from, until }) => orderId === null && from <= now && now <= until);
        return {
          shows: {
            coupons: open.map((coupon) =>
              shown(session, {
                'Coupon ID|优惠券ID': coupon.id,
                'Name|名称': coupon.name,
                'Level|等级': coupon.level,
                'Shop ID|店铺ID': coupon.merchantId ?? '',
                category_list: coupon.categories,
                minimum_purchase: units(store, coupon.minimumMinor),
                discount: units(store, coupon.offMinor),
                valid_until: coupon.until.slice(0, 10),
              }),
            ),
          },
        };
      },
    }),
    defineServiceTool({
      name: 'get_product_detail',
      description: text(
        'Reads the detail page of an item: what it says of itself, and its specification table.|查询商品详情页：描述与规格表。',
      ),
      kind: 'read',
      input: z.strictObject({ product_id: described('The item’s id|商品ID') }),
      run({ product_id }, session) {
        const product = itemOf(session, product_id);
        return {
          shows: shown(session, {
            'Product Name|商品名称': product.title,
            'Description|商品描述': product.description,
            'Specifications|商品规格': Object.fromEntries(
              product.specifications.map(({ name, value }) => [name, value]),
            ),
            'Similar Products|同类商品': product.exchangeableFor.flatMap((id) => {
              const other = session.store.products.get(id);
              return other === undefined
                ? []
                : [
                    shown(session, {
                      'Item ID|商品ID': id,
                      'Product Name|商品名称': other.title,
                      'Product Price|商品价格': money(session, other.priceMinor),
                    }),
                  ];
            }),
          }),
        };
      },
    }),
    defineServiceTool({
      name: 'get_video_detail',
      description: text(
        'Reads what was said of an item in its last live stream clip, as text.|查询商品近期直播片段的文字内容。',
      ),
      kind: 'read',
      input: z.strictObject({ item_id: described('The item’s id|商品ID') }),
      run({ item_id }, session) {
        const none = 'There is no live stream clip of this item.|该商品没有直播片段。';
        const { clip } = itemOf(session, item_id);
        return { shows: shown(session, { 'Clip|直播片段': clip ?? inSession(session, none) }) };
      },
    }),
    defineServiceTool({
      name: 'calculate_shipping_time',
      description: text(
        'Calculates how many hours a logistics brand takes between two addresses.|计算物流品牌在两地之间的运输时长（小时）。',
      ),
      kind: 'calculate',
      input: way,
      output: z.looseObject({ hours: z.number() }),
      run(named, session) {
        const { carrier, zone } = wayOf(session, named);
        const hours = transitHours(carrier, zone);
        return { shows: { hours, message: inSession(session, '{hours} hours|{hours}小时', { hours }) } };
      },
    }),
    defineServiceTool({
      name: 'calculate_shipping_cost',
      description: text(
        'Calculates what a logistics brand charges for a weight between two addresses.|计算物流品牌在两地之间运输一定重量的运费。',
      ),
      kind: 'calculate',
      input: way.extend({
        weight: z
          .number()
          .positive()
          .max(HEAVIEST_PARCEL)
          .describe(text('The whole weight in kilograms|总重量（千克）')),
      }),
      output: z.looseObject({ cost: z.number() }),
      run({ weight, ...named }, session) {
        const { carrier, zone } = wayOf(session, named);
        const costMinor = shippingCostMinor(carrier, zone, Math.round(weight * 1000));
        return { shows: { cost: units(session.store, costMinor), message: money(session, costMinor) } };
      },
    }),
  ];
}
