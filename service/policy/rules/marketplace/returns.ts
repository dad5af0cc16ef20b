import { leftOf } from '../../../store/dues.ts';
import { after, before, type Case, flag, lookUp, market, mix, money, refuse, said, text } from '../../define.ts';
import {
  goesByConditions,
  hasArrived,
  isFresh,
  isNoReasonReturn,
  isPersonal,
  isReturnable,
  isTakenBack,
  isUnderWay,
  isUnshipped,
  isUnshown,
  isWithinReturnDays,
} from './conditions.ts';
import { RETURN_DAYS } from './limits.ts';

const topTier = ({ user }: Case) => user?.tier === 3;

/** Returns to merchants, for reasons of one's own and for the money. */
export const MERCHANT_RETURNS = [
  // Reasons of one's own
  market.afterSales({
    id: 'personal.return-at-most',
    sources: [mix('Personal Reason Return Guidelines', 2)],
    about: ['return_order'],
    en: 'For reasons of the customer’s own, the most there is is a return for the money, if its conditions are met.',
    zh: '个人原因退货最多只能办理退货退款，且须符合条件。',
    when: (it) => hasArrived(it) && isPersonal(it),
    does: 'tell',
    told: () => [said('personal_at_most_return')],
  }),
  market.afterSales({
    id: 'personal.no-other-remedy',
    sources: [mix('Personal Reason Return Guidelines', 3)],
    about: ['refund_only', 'compensate'],
    en: 'For reasons of the customer’s own there is no refund without a return and no red envelope.',
    zh: '个人原因退货的，不办理仅退款、补发和红包补偿。',
    when: ({ request }) => request.reason === 'personal',
    ...refuse('personal_at_most_return'),
  }),

  // Returns for the money
  market.afterSales({
    id: 'returns.unshipped-is-cancelled',
    sources: [mix('Return & Refund Guidelines: not yet shipped', 1)],
    about: ['return_order', 'cancel_order'],
    en: 'What has not been shipped is simply cancelled.',
    zh: '尚未发货的订单，直接把订单状态改为“已取消”。',
    when: isUnshipped,
    does: 'allow',
    told: ({ order, store }) => [money('refund', leftOf(store, order))],
    steps: ({ order }) => [after('set_order_state', { orderId: order.id, state: 'cancelled' })],
  }),
  market.afterSales({
    id: 'returns.shipped-is-not-cancelled',
    sources: [mix('Return & Refund Guidelines: shipped', 1)],
    about: ['cancel_order'],
    en: 'What has been shipped cannot be cancelled: it goes by the rules of returns.',
    zh: '已发货的订单不能直接取消，按退货流程处理。',
    when: (it) => isUnderWay(it) || hasArrived(it),
    ...refuse('shipped_is_returned'),
  }),
  market.afterSales({
    id: 'returns.once-it-has-arrived',
    about: ['return_order'],
    en: 'What is under way can be returned once it has arrived.',
    zh: '运输途中的订单，送达后才能办理退货。',
    when: (it) => isUnderWay(it) && !isFresh(it),
    ...refuse('return_after_arrival'),
  }),
  market.afterSales({
    id: 'returns.taken-back-already',
    about: ['return_order', 'cancel_order', 'refund_only', 'reship'],
    en: 'An order that was cancelled or went back already is not taken back again.',
    zh: '已取消、退货中或已退款的订单，不再重复办理。',
    when: (it) => isTakenBack(it),
    does: 'forbid',
    told: ({ order }) => [said('taken_back'), text('order_state', order.state)],
  }),
  market.afterSales({
    id: 'returns.ask-whether-used',
    sources: [mix('Return & Refund Guidelines: shipped', 1)],
    about: ['return_order'],
    en: `Before a return, see whether the product can be sent back within ${RETURN_DAYS} days, and ask the customer whether it was used.`,
    zh: `办理退货前，确认商品是否支持${RETURN_DAYS}天无理由退货，并向顾客确认商品是否使用过。`,
    when: (it) => goesByConditions(it) && it.in.used === null,
    does: 'require',
    steps: ({ order }) => [
      ...order.lines.map(({ productId }) => lookUp('look_up_product', { productId })),
      before('ask_whether_used', { orderId: order.id }),
    ],
  }),
  market.afterSales({
    id: 'returns.seven-day-goods-only',
    sources: [mix('Return & Refund Guidelines: shipped', 2)],
    about: ['return_order'],
    en: `Only products that can be sent back within ${RETURN_DAYS} days without a reason are taken back.`,
    zh: `只有支持${RETURN_DAYS}天无理由退货的商品才能退货。`,
    when: (it) => goesByConditions(it) && !isNoReasonReturn(it),
    does: 'forbid',
    told: () => [flag('no_reason_return', false)],
  }),
  market.afterSales({
    id: 'returns.unused-only',
    sources: [mix('Return & Refund Guidelines: shipped', 2)],
    about: ['return_order'],
    en: 'Only what has not been used is taken back.',
    zh: '商品未使用过才能退货。',
    when: (it) => goesByConditions(it) && it.in.used === true,
    ...refuse('used_not_returned'),
  }),
  market.afterSales({
    id: 'returns.within-seven-days',
    sources: [mix('Return & Refund Guidelines: shipped', 2)],
    about: ['return_order'],
    en: `It is taken back within ${RETURN_DAYS} days of its arrival and no later.`,
    zh: `收货不超过${RETURN_DAYS}天才能退货。`,
    when: (it) => goesByConditions(it) && !isWithinReturnDays(it),
    ...refuse('too_late_to_return'),
  }),
  market.afterSales({
    id: 'returns.give-the-address',
    sources: [mix('Return & Refund Guidelines: shipped', 3)],
    about: ['return_order'],
    en: 'If the conditions are met, tell the customer the shop’s address to send it to.',
    zh: '符合退货条件的，把商家地址告知顾客，由顾客寄回。',
    when: (it) => goesByConditions(it) && isReturnable(it),
    does: 'tell',
    told: ({ merchant }) =>
      merchant === undefined
        ? []
        : [
            text(
              'return_address',
              [
                merchant.address.province,
                merchant.address.city,
                merchant.address.district,
                merchant.address.street,
              ].join(' '),
            ),
          ],
  }),
  market.afterSales({
    id: 'returns.wait-until-sent',
    sources: [mix('Return & Refund Guidelines: shipped', 4)],
    about: ['return_order'],
    en: 'Process the return only after the customer has said that the goods are on their way back.',
    zh: '顾客告知已寄出退货后，才能办理退货。',
    when: (it) => goesByConditions(it) && !it.in.sentBack,
    does: 'require',
    steps: ({ order }) => [before('customer_sends_back', { orderId: order.id })],
  }),
  market.afterSales({
    id: 'returns.top-tier-refunded-at-once',
    sources: [mix('Return & Refund Guidelines: user level is 3', 1)],
    about: ['return_order'],
    en: 'For customers of level 3 the return is expedited: set the order to refunded.',
    zh: '等级为3的用户办理极速退货：把订单状态改为“已退款”。',
    when: (it) => goesByConditions(it) && isReturnable(it) && topTier(it),
    does: 'allow',
    steps: ({ order, in: { userId } }) => [
      lookUp('look_up_user', { userId }),
      after('set_order_state', { orderId: order.id, state: 'refunded' }),
    ],
  }),
  market.afterSales({
    id: 'returns.other-tiers-returning',
    sources: [mix('Return & Refund Guidelines: user level is below 3', 1)],
    about: ['return_order'],
    en: 'For customers below level 3 the return is an ordinary one: set the order to returning.',
    zh: '等级低于3的用户办理普通退货：把订单状态改为“退货中”。',
    when: (it) => goesByConditions(it) && isReturnable(it) && !topTier(it),
    does: 'allow',
    steps: ({ order, in: { userId } }) => [
      lookUp('look_up_user', { userId }),
      after('set_order_state', { orderId: order.id, state: 'returning' }),
    ],
  }),
  market.afterSales({
    id: 'returns.proof-comes-first',
    sources: [mix('After-Sales Guidelines', 1)],
    about: ['return_order'],
    en: 'A return for a fault of the shop is dealt with once its proof is there.',
    zh: '以商家责任为由的退货，待图片核实后再办理。',
    when: (it) => hasArrived(it) && !isFresh(it) && isUnshown(it),
    does: 'allow',
  }),
];
