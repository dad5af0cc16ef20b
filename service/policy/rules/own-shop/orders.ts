import { leftOf } from '../../../store/dues.ts';
import { BEFORE_SHIPPING } from '../../../store/order-states.ts';
import { after, before, type Case, ecom, lookUp, money, own, refuse, said, text, texts, time } from '../../define.ts';
import type { Line, RequestKind } from '../../rule.ts';
import { ordersStanding } from '../questions.ts';

/** Tells whether nothing of the order is on its way yet. */
export const isEarly = ({ order }: Case) => BEFORE_SHIPPING.has(order.state);
const lookUpOrder = ({ order }: Case) => lookUp('look_up_order', { orderId: order.id });

/** Returns what lines cost now, in minor units. */
export const priceOf = ({ store }: Case, lines: readonly Line[]): number =>
  lines.reduce((sum, { productId, quantity }) => sum + quantity * (store.products.get(productId)?.priceMinor ?? 0), 0);
/** Those of the products that are not there or not on sale. */
export const notOnSale = ({ store }: Case, lines: readonly Line[]): string[] =>
  lines.flatMap(({ productId }) => (store.products.get(productId)?.state === 'on_sale' ? [] : [productId]));
export const lookUpProducts = (lines: readonly Line[]) =>
  lines.map(({ productId }) => lookUp('look_up_product', { productId }));

const ON_CONFIRMED_DETAILS = ['cancel_order', 'change_address'] as const satisfies readonly RequestKind[];
const STATE_AFTER = { cancel_order: 'cancelled', return_order: 'returning' } as const;

/** Orders of one shop: asking about them, cancelling, changing and placing them. */
export const ORDERS = [
  own.logistics({
    id: 'orders.query-in-any-state',
    sources: [ecom('agent document, manage_order: query')],
    about: ['ask_orders', 'ask_order'],
    en: 'Orders may be looked up in any state.',
    zh: '订单处于任何状态都可以查询。',
    does: 'allow',
    told: ordersStanding,
  }),
  own.logistics({
    id: 'times.expected-by-the-carrier',
    sources: [ecom('tool get_logistics_info: expected time of delivery')],
    about: ['ask_arrival_time'],
    en: 'When an order is expected is told from the record of its parcel.',
    zh: '预计送达时间按物流信息中的记录答复。',
    when: (it) => it.request.orderId !== undefined && it.parcel !== undefined,
    does: 'allow',
    steps: (it) => [lookUp('look_up_parcel', { orderId: it.order.id })],
    told: (it) => [time('expected_arrival', it.parcel?.expectedAt ?? it.now)],
  }),
  own.general({
    id: 'orders.show-before-changing',
    sources: [
      ecom('agent document, operations: confirmation'),
      ecom('agent document, manage_order: cancel 2, modify 2 and 3'),
    ],
    about: ON_CONFIRMED_DETAILS,
    en: 'Before cancelling or changing an order, list all its details and what will change, and wait for a clear confirmation.',
    zh: '取消或修改订单前，先列出订单详情和变更内容，得到顾客明确确认后再执行。',
    when: ({ in: { confirmed } }) => !confirmed,
    does: 'require',
    steps: ({ order }) => [before('confirm', { orderId: order.id })],
  }),
  own.general({
    id: 'orders.record-the-change',
    sources: [ecom('agent document, operations: record of changes')],
    about: ['cancel_order', 'return_order'],
    en: 'Say of every change of an order which state it was in and which it is in now.',
    zh: '凡涉及订单状态变更，须说明变更前后的状态。',
    does: 'tell',
    told: ({ order, request }) => [text('state_before', order.state), text('state_after', STATE_AFTER[request.kind])],
  }),
  own.logistics({
    id: 'orders.cancel-before-shipping',
    sources: [ecom('agent document, manage_order: cancel')],
    about: ['cancel_order'],
    en: 'An order may be cancelled while it is unpaid, paid or being processed.',
    zh: '订单在待付款、已付款、处理中状态下可以取消。',
    when: isEarly,
    does: 'allow',
    steps: (it) => [lookUpOrder(it)],
  }),
  own.logistics({
    id: 'orders.no-cancelling-once-shipped',
    sources: [ecom('agent document, manage_order: cancel 1')],
    about: ['cancel_order'],
    en: 'In any other state an order can no longer be cancelled.',
    zh: '其他状态的订单不能取消。',
    when: (it) => !isEarly(it),
    does: 'forbid',
    steps: (it) => [lookUpOrder(it)],
    told: ({ order }) => [said('too_late_to_cancel'), text('order_state', order.state)],
  }),
  own.afterSales({
    id: 'orders.cancelled-goes-back-to-the-ecard',
    sources: [ecom('agent document, manage_order: cancel 3'), ecom('agent document, manage_ecard: refund, point 2')],
    about: ['cancel_order'],
    en: 'If a cancelled order was paid by e-card, put what it cost back on the e-card.',
    zh: '取消的订单若以京东E卡支付，须把订单金额退回E卡。',
    when: ({ order, store }) => order.payment.method === 'e_card' && leftOf(store, order) > 0,
    does: 'require',
    steps: ({ order, store }) => [after('refund_to_ecard', { orderId: order.id, amountMinor: leftOf(store, order) })],
  }),
  own.logistics({
    id: 'orders.change-before-shipping',
    sources: [ecom('agent document, manage_order: modify')],
    about: ['change_address'],
    en: 'Address and telephone number may be changed while an order is unpaid, paid or being processed.',
    zh: '订单在待付款、已付款、处理中状态下可以修改收货地址或手机号。',
    when: isEarly,
    does: 'allow',
    steps: (it) => [lookUpOrder(it)],
  }),
  own.logistics({
    id: 'orders.no-change-once-shipped',
    sources: [ecom('agent document, manage_order: modify 1')],
    about: ['change_address'],
    en: 'In any other state an order can no longer be changed.',
    zh: '其他状态的订单不能修改。',
    when: (it) => !isEarly(it),
    does: 'forbid',
    steps: (it) => [lookUpOrder(it)],
    told: ({ order }) => [said('too_late_to_change'), text('order_state', order.state)],
  }),
  own.logistics({
    id: 'orders.something-to-change',
    sources: [ecom('tool manage_order: modify')],
    about: ['change_address'],
    en: 'A change needs a new address or a new telephone number.',
    zh: '修改订单至少要提供新地址或新手机号之一。',
    when: ({ request: { address, phone } }) => !address && !phone,
    ...refuse('nothing_to_change'),
    exceptionOf: ['orders.change-before-shipping', 'orders.no-change-once-shipped'],
  }),
  own.preSales({
    id: 'orders.place-what-is-on-sale',
    sources: [ecom('agent document, manage_order: add, and add 1')],
    about: ['place_order'],
    en: 'An order may be placed for a customer when, as a look at each product shows, everything in it is on sale.',
    zh: '为顾客下单前先查询每件商品，全部为“已上架”时才可以下单。',
    when: (it) => it.request.lines.length > 0 && notOnSale(it, it.request.lines).length === 0,
    does: 'allow',
    steps: ({ request }) => lookUpProducts(request.lines),
    told: (it) => [money('amount', priceOf(it, it.request.lines))],
  }),
  own.preSales({
    id: 'orders.no-placing-of-what-is-not-on-sale',
    sources: [ecom('agent document, manage_order: add')],
    about: ['place_order'],
    en: 'What is not on sale cannot be ordered.',
    zh: '未上架的商品不能下单。',
    when: (it) => notOnSale(it, it.request.lines).length > 0,
    does: 'forbid',
    steps: ({ request }) => lookUpProducts(request.lines),
    told: (it) => [texts('not_on_sale', notOnSale(it, it.request.lines))],
  }),
  own.preSales({
    id: 'orders.agree-on-payment-first',
    sources: [ecom('agent document, manage_order: add 2 and 3')],
    about: ['place_order'],
    en: 'Before placing an order, settle how it is paid, show it in full and have it confirmed.',
    zh: '下单前先与顾客确认支付方式，展示下单明细，得到确认后再执行。',
    when: ({ in: { confirmed } }) => !confirmed,
    does: 'require',
    steps: ({ request }) => [before('confirm', { payment: request.payment })],
  }),
  own.preSales({
    id: 'orders.take-from-the-ecard',
    sources: [ecom('agent document, manage_order: add 4'), ecom('agent document, manage_ecard: pay, point 3')],
    about: ['place_order'],
    en: 'If a new order is paid by e-card, take its amount off the e-card.',
    zh: '新订单以京东E卡支付的，须从E卡扣除相应金额。',
    when: ({ request }) => request.payment === 'e_card',
    does: 'require',
    steps: (it) => [after('pay_by_ecard', { amountMinor: priceOf(it, it.request.lines) })],
  }),
];
