import { parcelOf } from '../../store/order-states.ts';
import type { Shipment } from '../../store/schema.ts';
import {
  both,
  type Case,
  ecom,
  lookUp,
  market,
  mix,
  money,
  number,
  own,
  refuse,
  said,
  text,
  texts,
} from '../define.ts';
import type { Told } from '../rule.ts';

/** Tells how an order stands, or which orders there are where none is meant. */
export const ordersStanding = ({ maybeOrder, store, in: { userId } }: Case<'ask_orders' | 'ask_order'>): Told[] =>
  maybeOrder === undefined
    ? [
        texts(
          'orders',
          store.orders.where('userId', userId).map(({ id }) => id),
        ),
      ]
    : [text('order_state', maybeOrder.state), money('total', maybeOrder.totalMinor)];

const lookUpProduct = ({ product }: Case) => lookUp('look_up_product', { productId: product?.id ?? '' });
const specification = ({ product, request }: Case<'ask_product'>) =>
  request.field === 'price' ? undefined : product?.specifications.find(({ name }) => name === request.field);
/** Tells whether the product's record answers the question. */
const isOnRecord = (it: Case<'ask_product'>) => it.request.field === 'price' || specification(it) !== undefined;
const code = ({ product, request }: Case<'ask_fault_code'>) =>
  product?.faultCodes.find((known) => known.code.toLowerCase() === request.code.toLowerCase());
const promotions = ({ store, now, request }: Case<'ask_discounts'>) =>
  store.promotions.where('merchantId', request.shopId).filter(({ from, until }) => from <= now && now <= until);
const parcelAsked = ({ store, request }: Case<'ask_logistics'>) => parcelOf(store, request.orderId);

const UNDER_WAY: ReadonlySet<Shipment['state']> = new Set(['picked_up', 'in_transit', 'out_for_delivery']);
/** The place of a parcel that is under way, or its city alone. */
const placeOf = (parcel: Shipment | undefined) => {
  const place = parcel?.events.at(-1)?.place;
  if (parcel === undefined || place === undefined || !UNDER_WAY.has(parcel.state)) return [];
  const { from, to } = parcel;
  const cities = [from.city, to.city].filter((city) => place !== city && place.includes(city));
  return [text('parcel_place', place, [...new Set(cities)])];
};

/** Questions that records answer. */
export const QUESTIONS = [
  both.logistics({
    id: 'questions.logistics',
    sources: [ecom('tool get_logistics_info'), { paper: 'Mix-ECom', section: 'C, tool get_logistics_detail' }],
    about: ['ask_logistics'],
    en: 'Where an order’s parcel is may be told to its customer: state, carrier, expected arrival.',
    zh: '可以告知顾客其订单的物流情况：状态、承运快递、预计送达时间。',
    does: 'allow',
    steps: ({ request }) => [lookUp('look_up_parcel', { orderId: request.orderId })],
    told: (it) => {
      const parcel = parcelAsked(it);
      if (parcel === undefined) return [text('order_state', it.order.state)];
      const carrier = it.store.carriers.get(parcel.carrierId);
      return [text('parcel_state', parcel.state), text('carrier', carrier?.name ?? parcel.carrierId)];
    },
  }),
  own.logistics({
    id: 'questions.where-a-parcel-is',
    sources: [ecom('tool get_logistics_info: events of the parcel')],
    about: ['ask_logistics'],
    en: 'Of a parcel that is under way, tell where it was seen last.',
    zh: '运输途中的包裹，告知物流轨迹中的最新位置。',
    when: (it) => placeOf(parcelAsked(it)).length > 0,
    does: 'tell',
    told: (it) => placeOf(parcelAsked(it)),
  }),
  market.logistics({
    id: 'questions.orders-of-merchants',
    sources: [{ paper: 'Mix-ECom', section: 'C, tool get_order_detail' }],
    about: ['ask_orders', 'ask_order'],
    en: 'Customers may be told how their orders stand.',
    zh: '可以告知顾客其订单的当前情况。',
    does: 'allow',
    told: ordersStanding,
  }),
  both.preSales({
    id: 'questions.product',
    sources: [
      ecom('tool get_product_info'),
      { paper: 'Mix-ECom', section: 'C, tools get_item_detail and get_product_detail' },
    ],
    about: ['ask_product'],
    en: 'Questions about a product are answered from its record.',
    zh: '商品相关问题按商品详情记录回答。',
    when: isOnRecord,
    does: 'allow',
    steps: (it) => [lookUpProduct(it)],
    told: (it) =>
      it.request.field === 'price'
        ? [money('current_price', it.product?.priceMinor ?? 0)]
        : [text('answer', specification(it)?.value ?? '')],
  }),
  own.preSales({
    id: 'questions.product-not-on-record',
    sources: [ecom('agent document, basic conduct: replies, point 2')],
    about: ['ask_product'],
    en: 'What a product’s record does not say is missing information; nothing is made up.',
    zh: '商品记录里没有的内容，答复信息缺失，不得编造。',
    when: (it) => !isOnRecord(it),
    does: 'forbid',
    told: () => [said('information_missing')],
    steps: (it) => [lookUpProduct(it)],
  }),
  market.preSales({
    id: 'questions.live-stream-clip',
    sources: [mix('Get Live Stream Clip Guidelines', 1)],
    about: ['ask_product', 'ask_other'],
    en: 'For a question about a product that its record does not answer, read the clip of its latest live stream.',
    zh: '商品记录无法确定答案的问题，可以查看该商品近期的直播切片。',
    when: (it) =>
      it.product?.clip != null && !(it.request.kind === 'ask_product' && isOnRecord(it as Case<'ask_product'>)),
    does: 'allow',
    steps: (it) => [lookUpProduct(it), lookUp('look_up_clip', { productId: it.product?.id ?? '' })],
    told: ({ product }) => [text('answer', product?.clip ?? '')],
  }),
  both.preSales({
    id: 'questions.compare',
    sources: [ecom('tool compare_products_info')],
    about: ['compare_products'],
    en: 'Products of one shop may be compared in what they are, have and cost.',
    zh: '可以对比同一店铺多个商品的参数、配置和价格。',
    when: ({ request, store }) => request.productIds.every((id) => store.products.has(id)),
    does: 'allow',
    steps: ({ request }) => [lookUp('compare_products', { productIds: request.productIds.join(' ') })],
    told: ({ request, store }) => [
      texts('product_facts', request.productIds),
      ...request.productIds.slice(0, 2).flatMap((id, at) => {
        const product = store.products.get(id);
        return product === undefined ? [] : [money(at === 0 ? 'price' : 'other_price', product.priceMinor)];
      }),
    ],
  }),
  own.preSales({
    id: 'questions.installation',
    sources: [ecom('tool get_installation_service_info')],
    about: ['ask_installation'],
    en: 'How a product is installed, and for how much, is told from its record.',
    zh: '安装流程和费用按商品的安装说明回答。',
    does: 'allow',
    steps: ({ request }) => [lookUp('look_up_installation', { productId: request.productId })],
    told: ({ product }) => {
      const installation = product?.installation ?? null;
      return installation === null
        ? [said('no_installation')]
        : [texts('installation', installation.steps), money('installation_fee', installation.feeMinor)];
    },
  }),
  own.afterSales({
    id: 'questions.repair',
    sources: [ecom('tool get_repair_info')],
    about: ['ask_repair'],
    en: 'What the warranty covers, and for how long, is told from the product’s record.',
    zh: '保修范围和期限按商品的维修说明回答。',
    does: 'allow',
    steps: ({ request }) => [lookUp('look_up_repair', { productId: request.productId })],
    told: ({ product }) => {
      const warranty = product?.warranty ?? null;
      return warranty === null
        ? [said('no_warranty')]
        : [text('repair_terms', warranty.covers), number('warranty_months', warranty.months)];
    },
  }),
  own.preSales({
    id: 'questions.materials',
    sources: [ecom('tool get_auxiliary_materials_info')],
    about: ['ask_materials'],
    en: 'Which materials an installation needs is told from the product’s record.',
    zh: '安装所需辅材按商品的辅材信息回答。',
    does: 'allow',
    steps: ({ request }) => [lookUp('look_up_materials', { productId: request.productId })],
    told: ({ product }) => [texts('materials', product?.materials.map(({ name }) => name) ?? [])],
  }),
  own.preSales({
    id: 'questions.gifts',
    sources: [ecom('tool get_gift_info')],
    about: ['ask_gift'],
    en: 'Which gifts a product comes with is told from its record.',
    zh: '赠品情况按商品的赠品信息回答。',
    does: 'allow',
    steps: ({ request }) => [lookUp('look_up_gifts', { productId: request.productId })],
    told: ({ product }) => [texts('gifts', product?.gifts.map(({ name }) => name) ?? [])],
  }),
  own.afterSales({
    id: 'questions.fault-code',
    sources: [ecom('tool get_fault_code_info')],
    about: ['ask_fault_code'],
    en: 'What a fault code means, and what to do, is told from the product’s list of codes.',
    zh: '故障码的含义和处理方法按商品的故障码表回答。',
    when: (it) => code(it) !== undefined,
    does: 'allow',
    steps: ({ request }) => [lookUp('look_up_fault_code', { productId: request.productId, code: request.code })],
    told: (it) => [text('fault', code(it)?.name ?? ''), text('remedy', code(it)?.remedy ?? '')],
  }),
  own.afterSales({
    id: 'questions.unknown-fault-code',
    sources: [ecom('agent document, basic conduct: replies, point 2')],
    about: ['ask_fault_code'],
    en: 'A code that the product’s list does not have is not explained.',
    zh: '故障码表里没有的代码，不作解释。',
    when: (it) => it.product !== undefined && code(it) === undefined,
    does: 'forbid',
    steps: ({ request }) => [lookUp('look_up_fault_code', { productId: request.productId, code: request.code })],
    told: () => [said('unknown_code')],
  }),
  own.preSales({
    id: 'questions.discounts',
    sources: [ecom('tool get_discount_info')],
    about: ['ask_discounts'],
    en: 'Discounts that are open to everybody are told while they last.',
    zh: '有效期内的优惠政策可以告知顾客。',
    does: 'allow',
    steps: ({ request }) => [lookUp('look_up_discounts', { shopId: request.shopId })],
    told: (it) => {
      const open = promotions(it);
      return open.length === 0
        ? [said('no_discounts')]
        : [
            texts(
              'discounts',
              open.map(({ name }) => name),
            ),
          ];
    },
  }),
  both.afterSales({
    id: 'questions.picture',
    sources: [ecom('tool get_image_info'), mix('After-Sales Guidelines', 2)],
    about: ['ask_picture'],
    en: 'When a customer has sent a picture and what it shows matters, look at it with the tool.',
    zh: '顾客发送了图片且需要其中的信息时，用工具查看图片内容。',
    when: ({ in: { evidence } }) => evidence.length > 0,
    does: 'allow',
    steps: ({ in: { evidence } }) => evidence.map(({ id }) => lookUp('look_at_picture', { picture: id })),
    told: ({ in: { evidence } }) => [
      texts(
        'picture_content',
        evidence.flatMap(({ facts }) => Object.values(facts)),
      ),
    ],
  }),
  own.afterSales({
    id: 'questions.no-picture',
    sources: [ecom('tool get_image_info')],
    about: ['ask_picture'],
    en: 'Without a picture there is nothing to say of one.',
    zh: '顾客没有发送图片时，不得描述图片内容。',
    when: ({ in: { evidence } }) => evidence.length === 0,
    ...refuse('information_missing'),
  }),
];
