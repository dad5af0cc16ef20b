import { leftOf } from '../../../store/dues.ts';
import { after, before, manner, market, mix, money, refuse } from '../../define.ts';
import { isFresh, isProven, isTakenBack, isUnproven, isUnshipped, isUnshown } from './conditions.ts';

/** Refunds of fresh goods, which are not sent back. */
export const FRESH = [
  // Fresh goods
  market.afterSales({
    id: 'fresh.refund-only-instead',
    sources: [mix('Return Guidelines', 1)],
    about: ['return_order'],
    en: 'First see whether it is fresh or perishable: such goods are not sent back, they go by the rules of refunds without a return.',
    zh: '办理退货前先判断是否生鲜易腐商品，是的话不走退货流程，按仅退款规则处理。',
    when: (it) => !isUnshipped(it) && !isTakenBack(it) && isFresh(it) && !isProven(it),
    ...refuse('refund_only_instead'),
  }),
  market.afterSales({
    id: 'fresh.proven-is-refund-only',
    sources: [mix('Refund-Only Guidelines', 4)],
    about: ['return_order'],
    en: 'For fresh goods with a verified fault, do not process a return: refund without one.',
    zh: '生鲜易腐商品问题核实后，不办理退货退款，办理仅退款。',
    when: (it) => !isUnshipped(it) && !isTakenBack(it) && isFresh(it) && isProven(it),
    ...refuse('refund_only'),
  }),
  market.afterSales({
    id: 'fresh.only-they-are-refunded-without-return',
    sources: [mix('Refund-Only Guidelines', 1), mix('Refund-Only Guidelines', 6)],
    about: ['refund_only'],
    en: 'Only fresh and perishable goods are refunded without a return; tell other customers so politely.',
    zh: '仅退款只适用于生鲜易腐商品，其他商品只能退货退款，礼貌告知顾客。',
    when: (it) => !isFresh(it),
    ...refuse('fresh_goods_only'),
  }),
  market.afterSales({
    id: 'fresh.verify-first',
    sources: [mix('Refund-Only Guidelines', 2)],
    about: ['refund_only'],
    en: 'What is wrong with fresh goods has to be verified by a picture before they are refunded.',
    zh: '生鲜易腐商品须先核实问题，才能办理仅退款。',
    when: (it) => isFresh(it) && isUnshown(it),
    does: 'require',
    steps: ({ order }) => [before('send_picture', { orderId: order.id })],
  }),
  market.afterSales({
    id: 'fresh.refund',
    sources: [mix('Refund-Only Guidelines', 2)],
    about: ['refund_only'],
    en: 'Once it is verified, refund fresh goods by setting the order to refund-only.',
    zh: '核实后办理仅退款，把订单状态改为“仅退款”。',
    when: (it) => isFresh(it) && (isProven(it) || isUnshown(it)) && !isTakenBack(it),
    does: 'allow',
    told: ({ order, store }) => [money('refund', leftOf(store, order))],
    steps: ({ order }) => [after('set_order_state', { orderId: order.id, state: 'refund_only' })],
  }),
  market.afterSales({
    id: 'fresh.use-is-not-asked',
    sources: [mix('Refund-Only Guidelines', 3)],
    about: ['refund_only'],
    en: 'For fresh goods, do not ask whether they were used.',
    zh: '生鲜易腐商品办理仅退款，不需要确认是否使用过。',
    when: isFresh,
    ...manner('use_not_asked'),
  }),
  market.afterSales({
    id: 'fresh.nothing-is-sent-back',
    sources: [mix('Refund-Only Guidelines', 5)],
    about: ['refund_only'],
    en: 'With a refund without a return, the customer sends nothing back and needs no address of the shop.',
    zh: '办理仅退款不需要提供商家地址，顾客也不需要寄回商品。',
    does: 'withhold',
    facts: ['return_address'],
  }),
  market.afterSales({
    id: 'fresh.unproven',
    sources: [mix('Refund-Only Guidelines', 6), mix('After-Sales Guidelines', 4)],
    about: ['refund_only'],
    en: 'If a fault of fresh goods is not verified, say politely that there is no refund.',
    zh: '生鲜易腐商品的问题未能核实的，礼貌告知顾客不符合仅退款条件。',
    when: (it) => isFresh(it) && isUnproven(it),
    ...refuse('not_proven'),
  }),
];
