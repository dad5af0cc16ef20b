import { refundOf } from '../../../store/pricing.ts';
import { after, before, type Case, ecom, lookUp, money, own, refuse, said, text, texts } from '../../define.ts';
import { isEarly } from './orders.ts';

/** Returns what comes back for the returned lines, in minor units. */
function returnedMinor({ order, lines, store }: Case): number {
  const taken = lines.flatMap(({ productId, quantity }) => {
    const line = order.lines.find((it) => it.productId === productId);
    return line === undefined ? [] : [{ lineId: line.id, quantity }];
  });
  return refundOf(order, taken, store.priceProtections.where('orderId', order.id));
}

const isSigned = ({ order }: Case) => order.state === 'signed';

/** Lines that are not of the order, or more of them than it holds. */
const notInOrder = ({ order, lines }: Case) =>
  lines.flatMap(({ productId, quantity }) =>
    (order.lines.find((line) => line.productId === productId)?.quantity ?? 0) < quantity ? [productId] : [],
  );

const optionsOf = ({ product }: Case) => product?.exchangeableFor ?? [];
const onSaleOptionsOf = (it: Case) => optionsOf(it).filter((id) => it.store.products.get(id)?.state === 'on_sale');
const holdsProduct = ({ order, product }: Case) => order.lines.some(({ productId }) => productId === product?.id);
const targetOf = ({ request, store }: Case<'exchange'>) => store.products.get(request.toProductId);
const isOption = (it: Case<'exchange'>) => optionsOf(it).includes(it.request.toProductId);
const isOnSale = (it: Case<'exchange'>) => targetOf(it)?.state === 'on_sale';

/** Returns to one shop, and exchanges by it. */
export const RETURNS = [
  own.afterSales({
    id: 'returns.once-signed-for',
    sources: [ecom('agent document, manage_return: point 1')],
    about: ['return_order'],
    en: 'A return may be asked for once the order has been signed for.',
    zh: '订单“已签收”后才可以提交退货申请。',
    when: (it) => isSigned(it) && notInOrder(it).length === 0,
    does: 'allow',
    told: (it) => [money('refund', returnedMinor(it))],
  }),
  own.afterSales({
    id: 'returns.not-before-signing',
    sources: [ecom('agent document, manage_return: point 1 and steps 1')],
    about: ['return_order'],
    en: 'An order in any other state cannot be returned.',
    zh: '未签收等其他状态的订单不能退货。',
    when: (it) => !isSigned(it),
    does: 'forbid',
    told: ({ order }) => [said('return_after_signing'), text('order_state', order.state)],
  }),
  own.afterSales({
    id: 'returns.what-the-order-holds',
    sources: [ecom('agent document, manage_return: steps 1')],
    about: ['return_order'],
    en: 'Only what an order holds can be returned, and no more of it.',
    zh: '只能退订单中实际购买的商品，数量不得超过购买数量。',
    when: (it) => isSigned(it) && notInOrder(it).length > 0,
    does: 'forbid',
    told: (it) => [texts('not_in_order', notInOrder(it))],
  }),
  own.afterSales({
    id: 'returns.only-on-demand',
    sources: [ecom('agent document, manage_return: point 2')],
    about: ['return_order'],
    en: 'File a return only when the customer says outright that they want one.',
    zh: '仅当顾客直接明确提出退货时才可以提交退货申请。',
    when: ({ in: { explicit } }) => !explicit,
    ...refuse('wanted_done'),
    rank: 'ground',
  }),
  own.afterSales({
    id: 'returns.check-order-and-payment',
    sources: [ecom('agent document, manage_return: steps 1 and 2')],
    about: ['return_order'],
    en: 'Before a return, look at the state of the order and at how it was paid.',
    zh: '退货前必须查询订单状态和支付方式。',
    does: 'require',
    steps: ({ order }) => [lookUp('look_up_order', { orderId: order.id })],
  }),
  own.afterSales({
    id: 'returns.confirm',
    sources: [ecom('agent document, manage_return: steps 3 and 4')],
    about: ['return_order'],
    en: 'List the order, what will be done and what comes of it, and wait for a confirmation before filing a return.',
    zh: '提交退货前向顾客列明订单、操作明细和结果，得到确认后再执行。',
    when: ({ in: { confirmed } }) => !confirmed,
    does: 'require',
    steps: ({ order }) => [before('confirm', { orderId: order.id })],
  }),
  own.afterSales({
    id: 'returns.back-to-the-ecard',
    sources: [ecom('agent document, manage_return: steps 5'), ecom('agent document, manage_ecard: refund, point 1')],
    about: ['return_order'],
    en: 'If a returned order was paid by e-card, put the amount back on the e-card.',
    zh: '退货订单以京东E卡支付的，须把相应金额退回E卡。',
    when: ({ order }) => order.payment.method === 'e_card',
    does: 'require',
    steps: (it) => [after('refund_to_ecard', { orderId: it.order.id, amountMinor: returnedMinor(it) })],
  }),
  own.afterSales({
    id: 'exchanges.query-in-any-state',
    sources: [ecom('agent document, manage_exchange: query')],
    about: ['ask_exchange'],
    en: 'Whether an order can be exchanged, and for what, may be looked up in any state.',
    zh: '任何订单状态下都可以查询能否换货以及可换的商品。',
    does: 'allow',
    told: (it) => [text('order_state', it.order.state), texts('exchange_options', onSaleOptionsOf(it))],
  }),
  own.afterSales({
    id: 'exchanges.none-to-choose-once-shipped',
    sources: [ecom('agent document, manage_exchange: exchange, point 1')],
    about: ['ask_exchange'],
    en: 'Asked what an order could be exchanged for in any other state, say that it can no longer be exchanged and name no products.',
    zh: '其他状态的订单被问到可以换成什么时，告知已不能换货，不列可换的商品。',
    when: (it) => !isEarly(it),
    does: 'forbid',
    told: ({ order }) => [said('too_late_to_exchange'), text('order_state', order.state)],
    exceptionOf: ['exchanges.query-in-any-state'],
  }),
  own.afterSales({
    id: 'exchanges.before-shipping',
    sources: [ecom('agent document, manage_exchange: exchange, points 1 and 2')],
    about: ['exchange'],
    en: 'While an order is unpaid, paid or being processed, a product in it may be exchanged for one that is on its list and on sale.',
    zh: '待付款、已付款、处理中的订单，可以换成可换商品列表中且已上架的商品。',
    when: (it) => isEarly(it) && holdsProduct(it) && isOption(it) && isOnSale(it),
    does: 'allow',
    told: ({ request }) => [text('exchange_options', request.toProductId)],
  }),
  own.afterSales({
    id: 'exchanges.not-once-shipped',
    sources: [ecom('agent document, manage_exchange: exchange, point 1')],
    about: ['exchange'],
    en: 'In any other state an order cannot be exchanged.',
    zh: '其他状态的订单不能换货。',
    when: (it) => !isEarly(it),
    does: 'forbid',
    told: ({ order }) => [said('too_late_to_exchange'), text('order_state', order.state)],
  }),
  own.afterSales({
    id: 'exchanges.only-for-what-is-listed',
    sources: [ecom('agent document, manage_exchange: exchange, point 2')],
    about: ['exchange'],
    en: 'A product can be exchanged only for one on its list of exchangeable products.',
    zh: '只能换成可换商品列表中的商品。',
    when: (it) => isEarly(it) && !isOption(it),
    does: 'forbid',
    told: (it) => [said('not_exchangeable_for'), texts('exchange_options', onSaleOptionsOf(it))],
  }),
  own.afterSales({
    id: 'exchanges.only-for-what-is-on-sale',
    sources: [ecom('agent document, manage_exchange: exchange, point 2')],
    about: ['exchange'],
    en: 'A product cannot be exchanged for one that is not on sale or has no record, even if it is listed.',
    zh: '换货的目标商品未上架或查不到时不能换，即使它在可换商品列表中。',
    when: (it) => isEarly(it) && isOption(it) && !isOnSale(it),
    does: 'forbid',
    told: (it) => [texts('not_on_sale', [it.request.toProductId]), texts('exchange_options', onSaleOptionsOf(it))],
  }),
  own.afterSales({
    id: 'exchanges.of-what-was-ordered',
    sources: [ecom('tool manage_exchange: the product has to be in the order')],
    about: ['exchange'],
    en: 'Only a product that the order holds can be exchanged.',
    zh: '只能更换订单里购买的商品。',
    when: (it) => isEarly(it) && isOption(it) && isOnSale(it) && !holdsProduct(it),
    does: 'forbid',
    told: ({ request }) => [texts('not_in_order', [request.productId])],
  }),
  own.afterSales({
    id: 'exchanges.look-first',
    sources: [ecom('agent document, manage_exchange: steps 1')],
    about: ['exchange', 'ask_exchange'],
    en: 'Query the order’s state and its exchangeable products before saying whether an exchange is possible.',
    zh: '换货前先查询订单状态和可换商品信息，再判断能否换货。',
    does: 'require',
    steps: ({ order, request }) => [lookUp('look_up_exchange', { orderId: order.id, productId: request.productId })],
  }),
  own.afterSales({
    id: 'exchanges.confirm',
    sources: [ecom('agent document, manage_exchange: steps 2 and 3')],
    about: ['exchange'],
    en: 'List what it can be exchanged for and what will be done, and wait for a confirmation before exchanging.',
    zh: '换货前列出可换商品和操作明细，得到顾客确认后再执行。',
    when: ({ in: { confirmed } }) => !confirmed,
    does: 'require',
    steps: ({ order }) => [before('confirm', { orderId: order.id })],
  }),
];
