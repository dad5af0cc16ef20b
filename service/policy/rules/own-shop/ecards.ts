import { currentPrice, duesOf } from '../../../store/dues.ts';
import { after, before, type Case, ecom, flag, lookUp, money, own, refuse, said, text, texts } from '../../define.ts';
import type { Line } from '../../rule.ts';
import { lookUpProducts, notOnSale, priceOf } from './orders.ts';

const balanceOf = ({ user }: Case) => user?.ecardBalanceMinor ?? 0;
/** The lines that an e-card is to pay. */
const paidLines = ({ request }: Case<'pay_by_ecard' | 'place_order'>): readonly Line[] =>
  request.kind === 'pay_by_ecard' || request.payment === 'e_card' ? request.lines : [];
const isCovered = (it: Case<'pay_by_ecard' | 'place_order'>) => priceOf(it, paidLines(it)) < balanceOf(it);
const soldByOthers = (it: Case<'pay_by_ecard' | 'place_order'>) =>
  paidLines(it).flatMap(({ productId }) => {
    const product = it.store.products.get(productId);
    const merchant = product === undefined ? undefined : it.store.merchants.get(product.merchantId);
    return merchant === undefined || merchant.selfOperated ? [] : [productId];
  });

type Protection = Case<'price_protection'>;
const lineOf = ({ order, product }: Protection) => order.lines.find(({ productId }) => productId === product?.id);
const isClaimed = (it: Protection) =>
  it.store.priceProtections.where('orderId', it.order.id).some(({ lineId }) => lineId === lineOf(it)?.id);
const priceNow = (it: Protection) => {
  const line = lineOf(it);
  return line === undefined ? 0 : currentPrice(it.store, line);
};
const hasFallen = (it: Protection) => priceNow(it) < (lineOf(it)?.unitPriceMinor ?? 0);
const differenceOf = (it: Protection) =>
  duesOf(it.store, it.in.userId).find(
    ({ because, order, line }) =>
      because === 'price_protection' && order.id === it.order.id && line?.id === lineOf(it)?.id,
  )?.amountMinor ?? 0;
const pricesTold = (it: Protection) => [
  money('paid_price', lineOf(it)?.unitPriceMinor ?? 0),
  money('current_price', priceNow(it)),
];

/** Lists the amounts that may be put on an e-card for an order and a reason. */
const amountsDue = ({ store, order, request, in: { userId } }: Case<'refund_to_ecard'>): number[] =>
  duesOf(store, userId).flatMap((due) =>
    due.order.id === order.id && due.because === request.because ? [due.amountMinor] : [],
  );

/** E-cards: what they are, paying by them, and what goes back on them, price protection included. */
export const ECARDS = [
  own.preSales({
    id: 'ecards.explain',
    sources: [ecom('agent document, manage_ecard: information')],
    about: ['ask_ecard'],
    en: 'How e-cards work may be explained to anybody.',
    zh: '可以向顾客介绍京东E卡的使用说明。',
    when: ({ request }) => request.about === 'rules',
    does: 'allow',
    steps: () => [lookUp('look_up_ecard_terms')],
    told: () => [said('ecard_terms')],
  }),
  own.preSales({
    id: 'ecards.balance',
    sources: [ecom('agent document, manage_ecard: balance')],
    about: ['ask_ecard'],
    en: 'Customers may ask for the balance of their e-card.',
    zh: '可以为顾客查询其京东E卡余额。',
    when: ({ request }) => request.about === 'balance',
    does: 'allow',
    steps: ({ in: { userId } }) => [lookUp('look_up_balance', { userId })],
    told: (it) => [money('balance', balanceOf(it))],
  }),
  own.preSales({
    id: 'ecards.pay-for-what-is-on-sale',
    sources: [ecom('agent document, manage_ecard: pay, point 1')],
    about: ['pay_by_ecard'],
    en: 'An e-card may pay for products that are on sale.',
    zh: '所购商品“已上架”时才可以使用京东E卡支付。',
    when: (it) => it.request.lines.length > 0 && notOnSale(it, it.request.lines).length === 0,
    does: 'allow',
    told: (it) => [money('amount', priceOf(it, it.request.lines))],
  }),
  own.preSales({
    id: 'ecards.no-paying-for-what-is-not-on-sale',
    sources: [ecom('agent document, manage_ecard: pay, point 1')],
    about: ['pay_by_ecard'],
    en: 'An e-card cannot pay for products that are not on sale.',
    zh: '所购商品未上架时不能使用京东E卡支付。',
    when: (it) => notOnSale(it, it.request.lines).length > 0,
    does: 'forbid',
    told: (it) => [texts('not_on_sale', notOnSale(it, it.request.lines))],
  }),
  own.preSales({
    id: 'ecards.only-below-the-balance',
    sources: [ecom('agent document, manage_ecard: pay, point 2')],
    about: ['pay_by_ecard', 'place_order'],
    en: 'An e-card pays only an amount that is less than its balance.',
    zh: '所需支付金额小于京东E卡余额时才可以使用E卡。',
    when: (it) => paidLines(it).length > 0 && !isCovered(it),
    does: 'forbid',
    steps: ({ in: { userId } }) => [lookUp('look_up_balance', { userId })],
    told: (it) => [
      said('balance_too_low'),
      money('balance', balanceOf(it)),
      money('amount', priceOf(it, paidLines(it))),
    ],
    exceptionOf: ['ecards.pay-for-what-is-on-sale', 'orders.place-what-is-on-sale'],
  }),
  own.preSales({
    id: 'ecards.own-goods-only',
    sources: [ecom('tool manage_ecard: information')],
    about: ['pay_by_ecard', 'place_order'],
    en: 'E-cards pay only for goods that the platform itself sells.',
    zh: '京东E卡仅限购买平台自营商品。',
    when: (it) => soldByOthers(it).length > 0,
    does: 'forbid',
    told: (it) => [texts('own_goods_only', soldByOthers(it))],
    exceptionOf: ['ecards.pay-for-what-is-on-sale', 'orders.place-what-is-on-sale'],
  }),
  own.preSales({
    id: 'ecards.look-before-paying',
    sources: [ecom('agent document, manage_ecard: steps 1')],
    about: ['pay_by_ecard', 'place_order'],
    en: 'Before an e-card pays, look up its balance, then the products, and judge by both.',
    zh: '使用E卡余额前，先查询余额，再查询商品信息，据此判断能否支付。',
    when: (it) => paidLines(it).length > 0,
    does: 'require',
    steps: (it) => [lookUp('look_up_balance', { userId: it.in.userId }), ...lookUpProducts(paidLines(it))],
  }),
  own.preSales({
    id: 'ecards.confirm-paying',
    sources: [ecom('agent document, manage_ecard: steps 2')],
    about: ['pay_by_ecard'],
    en: 'Have the details confirmed once more before an e-card pays.',
    zh: '使用E卡余额前，须再次向顾客确认操作明细。',
    when: ({ in: { confirmed } }) => !confirmed,
    does: 'require',
    steps: (it) => [before('confirm', { amountMinor: priceOf(it, it.request.lines) })],
  }),
  own.afterSales({
    id: 'ecards.refund-what-is-due',
    sources: [ecom('agent document, manage_ecard: refund, points 1 to 3')],
    about: ['refund_to_ecard'],
    en: 'Put back on an e-card exactly what is due: the amount of an order that it paid and that was cancelled or returned, or the difference of a price protection.',
    zh: '向E卡退款的金额须与应退金额一致：E卡支付且已取消或退货的订单金额，或价保差额。',
    when: (it) => amountsDue(it).includes(it.request.amountMinor),
    does: 'allow',
    told: ({ request }) => [money('refund', request.amountMinor)],
  }),
  own.afterSales({
    id: 'ecards.no-other-amount',
    sources: [ecom('agent document, manage_order: cancel 3; manage_return: steps 5; manage_ecard: steps 5')],
    about: ['refund_to_ecard'],
    en: 'No other amount than the one that is due may be put on an e-card.',
    zh: '不得按应退金额以外的数目退款到E卡。',
    when: (it) => amountsDue(it).length > 0 && !amountsDue(it).includes(it.request.amountMinor),
    does: 'forbid',
    told: (it) => [money('not_the_amount', amountsDue(it)[0] ?? 0)],
  }),
  own.afterSales({
    id: 'ecards.not-for-other-payments',
    sources: [ecom('agent document, manage_ecard: steps 3 and 4')],
    about: ['refund_to_ecard'],
    en: 'Orders that were not paid by e-card are not refunded to one when they are cancelled or returned.',
    zh: '不是以E卡支付的订单，取消或退货时不得退款到E卡。',
    when: ({ order, request }) => request.because !== 'price_protection' && order.payment.method !== 'e_card',
    does: 'forbid',
    told: ({ order }) => [said('not_paid_by_ecard'), text('payment', order.payment.method)],
  }),
  own.afterSales({
    id: 'ecards.nothing-due-nothing-back',
    sources: [ecom('agent document, manage_ecard: refund')],
    about: ['refund_to_ecard'],
    en: 'Without a cancelled or returned order, or a price protection, nothing is put on an e-card.',
    zh: '没有取消、退货或价保申请的，不得向E卡退款。',
    when: (it) =>
      amountsDue(it).length === 0 &&
      (it.request.because === 'price_protection' || it.order.payment.method === 'e_card'),
    ...refuse('nothing_to_refund'),
  }),
  own.afterSales({
    id: 'ecards.look-before-refunding',
    sources: [ecom('agent document, manage_ecard: steps 3 to 5')],
    about: ['refund_to_ecard', 'cancel_order', 'price_protection'],
    en: 'Before money goes back, look up the order and how it was paid.',
    zh: '任何退款操作前，先查询订单详情和支付方式。',
    does: 'require',
    steps: ({ order }) => [lookUp('look_up_order', { orderId: order.id })],
  }),
  own.afterSales({
    id: 'price-protection.pay-the-difference',
    sources: [ecom('agent document, manage_ecard: refund, point 3, and steps 5')],
    about: ['price_protection'],
    en: 'If a product in an order has become cheaper, price protection puts the difference, for each one that was bought, on the e-card.',
    zh: '订单商品降价的，按购买数量计算差额，以价保方式部分退款到京东E卡。',
    when: (it) => differenceOf(it) > 0,
    does: 'allow',
    told: (it) => [...pricesTold(it), money('refund', differenceOf(it))],
    steps: (it) => [
      lookUp('look_up_product', { productId: it.request.productId }),
      after('refund_to_ecard', { orderId: it.order.id, amountMinor: differenceOf(it) }),
    ],
  }),
  own.afterSales({
    id: 'price-protection.no-difference-no-refund',
    sources: [ecom('agent document, manage_ecard: steps 5')],
    about: ['price_protection'],
    en: 'If the price has not fallen there is no difference to pay.',
    zh: '现价不低于购买价时没有差额可退。',
    when: (it) => lineOf(it) !== undefined && !hasFallen(it),
    does: 'forbid',
    told: (it) => [said('no_difference'), ...pricesTold(it)],
    steps: ({ request }) => [lookUp('look_up_product', { productId: request.productId })],
  }),
  own.afterSales({
    id: 'price-protection.once',
    about: ['price_protection'],
    en: 'The difference of a product in an order is paid once.',
    zh: '订单中同一商品的价保差额只退一次。',
    when: (it) => isClaimed(it) && hasFallen(it),
    ...refuse('already_protected'),
  }),
  own.afterSales({
    id: 'price-protection.only-on-demand',
    sources: [ecom('agent document, manage_ecard: steps 6')],
    about: ['price_protection'],
    en: 'Price protection is given only to customers who ask for it outright.',
    zh: '仅当顾客明确提出价保申请时才可办理价保退款。',
    when: ({ in: { explicit } }) => !explicit,
    ...refuse('wanted_done'),
    rank: 'ground',
  }),
  own.afterSales({
    id: 'price-protection.no-deadline',
    sources: [ecom('agent document, manage_ecard: refund, point 3')],
    about: ['price_protection'],
    en: 'Price protection has no deadline: an order of any age qualifies.',
    zh: '价保不考虑期限，订单下单多久都可以申请。',
    does: 'tell',
    told: () => [flag('no_deadline', true)],
  }),
];
