import { ARRIVED, TAKEN_BACK } from '../../../store/order-states.ts';
import { addDays } from '../../../store/time.ts';
import { before, type Case, ecom, lookUp, money, own, refuse, said, text, texts, time } from '../../define.ts';
import { showsReviewOf } from '../../evidence.ts';

const reviewRecord = ({ store, order }: Case) => store.cashbacks.where('orderId', order.id)[0];
const reviewPictures = (it: Case) => it.pictures.filter((picture) => showsReviewOf(picture, it.order));
const sentSomething = ({ pictures }: Case) => pictures.length > 0;
const paysCashback = ({ merchant, order }: Case) =>
  merchant?.cashback != null && order.totalMinor >= merchant.cashback.minimumOrderMinor;

const isPaid = ({ order }: Case) => order.payment.paidAt !== null && !TAKEN_BACK.has(order.state);
const hasArrived = ({ order }: Case) => ARRIVED.has(order.state);
const UNFINISHED = new Set(['paid', 'processing', 'shipped', 'in_transit']);

const invoiceOf = ({ store, order }: Case) => store.invoices.where('orderId', order.id)[0];
const visitOf = ({ store, order, request }: Case<'change_service'>) =>
  store.appointments
    .where('orderId', order.id)
    .find(({ kind, state }) => kind === request.service && state === 'booked');
const isInstalled = ({ products }: Case) => products.some(({ installation }) => installation !== null);

const giftOf = ({ store, order, request }: Case<'claim_gift'>) =>
  store.gifts.where('orderId', order.id).find(({ name, state }) => name === request.gift && state !== 'void');
const signedAt = ({ order }: Case) => order.history.findLast(({ state }) => state === 'signed')?.at ?? null;
/** By when a gift of a signed order is on its way; null before the order is signed. */
function giftDue(it: Case<'claim_gift'>): string | null {
  const gift = giftOf(it);
  const signed = signedAt(it);
  if (gift === undefined || signed === null) return null;
  const offer = it.store.products.get(gift.productId)?.gifts.find(({ name }) => name === gift.name);
  return gift.dueAt ?? (offer === undefined ? null : addDays(signed, offer.sentWithinDays));
}

/** Rules on what one shop does for an order besides sending it: cashback, invoices, technicians, gifts, hurry. */
export const SERVICES = [
  own.afterSales({
    id: 'cashback.query',
    sources: [ecom('agent document, register_cashback_by_review: query')],
    about: ['ask_cashback'],
    en: 'Whether a review of an order is on record may be looked up.',
    zh: '可以查询系统是否已有该订单的晒单记录。',
    does: 'allow',
    told: (it) => [{ fact: 'review_recorded', value: { type: 'flag', flag: reviewRecord(it) !== undefined } }],
  }),
  own.afterSales({
    id: 'cashback.look-first',
    sources: [ecom('agent document, register_cashback_by_review: logic')],
    about: ['cashback', 'ask_cashback'],
    en: 'Look up the record of the review before registering cashback.',
    zh: '登记返现前必须先查询晒单记录。',
    does: 'require',
    steps: ({ order }) => [lookUp('look_up_review', { orderId: order.id })],
  }),
  own.afterSales({
    id: 'cashback.once',
    sources: [ecom('agent document, register_cashback_by_review: logic')],
    about: ['cashback'],
    en: 'An order whose review is on record gets no second cashback.',
    zh: '系统已有晒单记录的订单，不再重复返现。',
    when: (it) => reviewRecord(it) !== undefined,
    ...refuse('already_recorded'),
  }),
  own.afterSales({
    id: 'cashback.ask-for-proof',
    sources: [ecom('agent document, register_cashback_by_review: no record, 1')],
    about: ['cashback'],
    en: 'If no review is on record, ask the customer for proof of it, such as a screenshot.',
    zh: '没有晒单记录的，请顾客提供晒单凭证（如截图）。',
    when: (it) => !sentSomething(it),
    does: 'require',
    steps: ({ order }) => [before('send_review_picture', { orderId: order.id })],
  }),
  own.afterSales({
    id: 'cashback.look-at-the-proof',
    sources: [ecom('agent document, register_cashback_by_review: no record, 2')],
    about: ['cashback'],
    en: 'Check the proof with a tool: look at what the picture shows.',
    zh: '用工具核验凭证，查看图片的实际内容。',
    when: sentSomething,
    does: 'require',
    steps: (it) => it.pictures.map(({ id }) => lookUp('look_at_picture', { picture: id })),
  }),
  own.afterSales({
    id: 'cashback.pay-for-a-review',
    sources: [ecom('agent document, register_cashback_by_review: no record, 3')],
    about: ['cashback'],
    en: 'Register cashback once the proof has been checked and shows the customer’s review.',
    zh: '确认凭证有效后，才可以登记返现。',
    when: (it) =>
      reviewRecord(it) === undefined && paysCashback(it) && (!sentSomething(it) || reviewPictures(it).length > 0),
    does: 'allow',
    told: ({ merchant }) => [money('amount', merchant?.cashback?.amountMinor ?? 0)],
  }),
  own.afterSales({
    id: 'cashback.no-review-no-cashback',
    sources: [ecom('agent document, register_cashback_by_review: no record, 2')],
    about: ['cashback'],
    en: 'A picture without the customer’s review proves nothing: decline.',
    zh: '截图必须包含顾客的评论才有效，否则拒绝返现。',
    when: (it) => reviewRecord(it) === undefined && sentSomething(it) && reviewPictures(it).length === 0,
    does: 'forbid',
    told: () => [said('no_review_in_picture')],
    steps: (it) => it.pictures.map(({ id }) => lookUp('look_at_picture', { picture: id })),
  }),
  own.afterSales({
    id: 'cashback.where-the-shop-pays',
    about: ['cashback'],
    en: 'Where a shop pays nothing for reviews, or the order is too small, there is no cashback.',
    zh: '店铺没有返现活动，或订单金额未达到返现门槛的，不能返现。',
    when: (it) => reviewRecord(it) === undefined && !paysCashback(it),
    ...refuse('no_cashback'),
  }),
  own.logistics({
    id: 'urging.speed-up',
    sources: [ecom('tool manage_urgent')],
    about: ['urge'],
    en: 'On request, have the shipping or the carriage of an order sped up.',
    zh: '顾客要求时，可以为订单办理发货或运输加急。',
    when: ({ order }) => UNFINISHED.has(order.state),
    ...allowWithState(),
  }),
  own.logistics({
    id: 'urging.nothing-left',
    about: ['urge'],
    en: 'Before it is paid, and once it has arrived or is called off, there is nothing to speed up.',
    zh: '尚未付款、已经送达或已取消、已退的订单，没有可加急的环节。',
    when: ({ order }) => !UNFINISHED.has(order.state),
    does: 'forbid',
    told: ({ order }) => [said('nothing_to_urge'), text('order_state', order.state)],
  }),
  own.afterSales({
    id: 'invoices.issue',
    sources: [ecom('tool manage_invoice')],
    about: ['issue_invoice'],
    en: 'Issue an invoice with the title, telephone number and type that the customer gives: personal, company or VAT special.',
    zh: '按顾客提供的抬头、电话和类型（个人、企业、增值税专用发票）开具发票。',
    when: (it) => isPaid(it) && invoiceOf(it) === undefined,
    does: 'allow',
    told: ({ request }) => [text('invoice_title', request.title), text('invoice_type', request.type)],
  }),
  own.afterSales({
    id: 'invoices.change',
    sources: [ecom('tool manage_invoice: a later invoice replaces an earlier one')],
    about: ['change_invoice'],
    en: 'An invoice that was issued may be replaced by one with another title, number or type.',
    zh: '已开具的发票可以按新的抬头、电话或类型重新开具。',
    when: (it) => isPaid(it) && invoiceOf(it) !== undefined,
    does: 'allow',
    told: ({ request }) => [text('invoice_title', request.title), text('invoice_type', request.type)],
  }),
  own.afterSales({
    id: 'invoices.one-for-an-order',
    about: ['issue_invoice'],
    en: 'An order has one invoice: a second one is not issued.',
    zh: '每个订单只开一张发票，已开过的不再重复开具。',
    when: (it) => isPaid(it) && invoiceOf(it) !== undefined,
    ...refuse('invoice_exists'),
  }),
  own.afterSales({
    id: 'invoices.nothing-to-change',
    about: ['change_invoice'],
    en: 'Without an invoice there is none to change.',
    zh: '没有开过发票的订单，没有可修改的发票。',
    when: (it) => isPaid(it) && invoiceOf(it) === undefined,
    ...refuse('no_invoice'),
  }),
  own.afterSales({
    id: 'payments.only-paid-orders',
    about: ['issue_invoice', 'change_invoice', 'book_service', 'cashback', 'price_protection'],
    en: 'An order that has not been paid, or whose money went back, has no invoice, technician, cashback or price protection.',
    zh: '未付款或已退款的订单，不能开票、预约上门、返现或价保。',
    when: (it) => !isPaid(it),
    ...refuse('not_paid'),
    exceptionOf: ['cashback.pay-for-a-review'],
  }),
  own.afterSales({
    id: 'technicians.book',
    sources: [ecom('tool schedule_service')],
    about: ['book_service'],
    en: 'On request, book a technician for an order, to install, repair or inspect, for a day of the week.',
    zh: '顾客要求时，可以为订单预约上门安装、维修或检查，约定周几。',
    when: (it) => isPaid(it) && (it.request.service === 'install' ? isInstalled(it) : hasArrived(it)),
    does: 'allow',
    told: ({ request }) => [text('weekday', request.day)],
  }),
  own.afterSales({
    id: 'technicians.install-what-is-installed',
    about: ['book_service'],
    en: 'Nobody comes to install what needs no installing.',
    zh: '不需要安装的商品，不能预约安装。',
    when: (it) => isPaid(it) && it.request.service === 'install' && !isInstalled(it),
    ...refuse('needs_no_installation'),
  }),
  own.afterSales({
    id: 'technicians.repair-what-has-arrived',
    about: ['book_service'],
    en: 'What has not arrived cannot be repaired or inspected.',
    zh: '还没有送达的商品，不能预约维修或检查。',
    when: (it) => isPaid(it) && it.request.service !== 'install' && !hasArrived(it),
    does: 'forbid',
    told: ({ order }) => [said('not_delivered'), text('order_state', order.state)],
  }),
  own.afterSales({
    id: 'technicians.move',
    sources: [ecom('tool schedule_service: a later booking replaces an earlier one')],
    about: ['change_service'],
    en: 'A visit that is booked may be moved to another day.',
    zh: '已预约的上门服务可以改约其他日期。',
    when: (it) => visitOf(it) !== undefined,
    does: 'allow',
    told: ({ request }) => [text('weekday', request.day)],
  }),
  own.afterSales({
    id: 'technicians.nothing-to-move',
    about: ['change_service'],
    en: 'A visit that was never booked, or is over, cannot be moved.',
    zh: '没有预约或服务已完成的，不能改约。',
    when: (it) => visitOf(it) === undefined,
    ...refuse('no_appointment'),
  }),
  own.afterSales({
    id: 'gifts.sent-after-signing',
    sources: [ecom('records of products: gifts')],
    about: ['claim_gift'],
    en: 'A gift is sent within the days that the product’s record names, counted from when the order is signed for.',
    zh: '赠品在订单签收后、商品信息注明的天数内寄出。',
    when: (it) => {
      const due = giftDue(it);
      return giftOf(it)?.state !== 'sent' && giftOf(it)?.state !== 'received' && due !== null && due > it.now;
    },
    does: 'forbid',
    told: (it) => [time('gift_due', giftDue(it) ?? it.now)],
  }),
  own.afterSales({
    id: 'gifts.not-before-signing',
    sources: [ecom('records of products: gifts')],
    about: ['claim_gift'],
    en: 'Before an order is signed for, no gift of it is sent.',
    zh: '订单签收前不寄送赠品。',
    when: (it) => giftOf(it) !== undefined && signedAt(it) === null,
    ...refuse('gift_after_signing'),
  }),
  own.afterSales({
    id: 'gifts.overdue',
    sources: [ecom('records of products: gifts')],
    about: ['claim_gift'],
    en: 'A gift that is overdue is sent on demand.',
    zh: '超过承诺时间仍未寄出的赠品，可以为顾客补寄。',
    when: (it) => {
      const due = giftDue(it);
      return giftOf(it)?.state !== 'sent' && giftOf(it)?.state !== 'received' && due !== null && due <= it.now;
    },
    does: 'allow',
    told: ({ request }) => [texts('gifts', [request.gift])],
  }),
  own.afterSales({
    id: 'gifts.only-promised-ones',
    about: ['claim_gift'],
    en: 'A gift that the order does not bring, or that has been sent, cannot be claimed.',
    zh: '订单没有的赠品，或已经寄出的赠品，不能再次领取。',
    when: (it) => {
      const gift = giftOf(it);
      return gift === undefined || ((gift.state === 'sent' || gift.state === 'received') && signedAt(it) !== null);
    },
    ...refuse('no_such_gift'),
  }),
  own.general({
    id: 'services.confirm',
    sources: [ecom('agent document, operations: confirmation')],
    about: [
      'urge',
      'issue_invoice',
      'change_invoice',
      'book_service',
      'change_service',
      'cashback',
      'price_protection',
    ],
    en: 'Have every other change confirmed as well before it is made.',
    zh: '其他变更操作同样须先得到顾客确认。',
    when: ({ in: { confirmed } }) => !confirmed,
    does: 'require',
    steps: ({ order }) => [before('confirm', { orderId: order.id })],
  }),
];

function allowWithState() {
  return { does: 'allow', told: ({ order }: Case) => [text('order_state', order.state)] } as const;
}
