import { after, before, type Case, handOver, lookUp, manner, market, mix, money, refuse, said } from '../../define.ts';
import {
  hasArrived,
  highestCompensation,
  isDamage,
  isFresh,
  isPersonal,
  isProven,
  isSettledFirst,
  isShortage,
  isStuck,
  isTakenBack,
  isUnproven,
  isUnshipped,
  isUnshown,
  offeredCompensation,
} from './conditions.ts';

const remark = (it: Case, kind: string, words: string) => after('remark', { orderId: it.order.id, kind, text: words });

/** Claims about goods, and what settles them: pictures that prove them, sending again, red envelopes. */
export const COMPLAINTS = [
  // What has to be shown
  market.afterSales({
    id: 'evidence.show-damage-and-shortage',
    sources: [mix('After-Sales Guidelines', 1)],
    about: ['return_order', 'reship', 'compensate'],
    en: 'For missing or wrong goods and for damage in transit, first have the customer send pictures that prove it.',
    zh: '因少发错发、运输破损提出售后的，先引导顾客发送图片核实。',
    when: (it) => !isUnshipped(it) && isUnshown(it) && it.request.reason !== 'quality',
    effect: { does: 'require', steps: ({ order }) => [before('send_picture', { orderId: order.id })] },
  }),
  market.afterSales({
    id: 'evidence.show-quality',
    sources: [mix('After-Sales Guidelines', 1), mix('Product Quality Reason Return Guidelines', 1)],
    about: ['return_order', 'compensate'],
    en: 'For a complaint about quality, first have the customer send pictures that prove it.',
    zh: '因商品质量投诉或退货的，先引导顾客发送图片核实原因。',
    when: (it) => !isUnshipped(it) && isUnshown(it) && it.request.reason === 'quality',
    effect: { does: 'require', steps: ({ order }) => [before('send_picture', { orderId: order.id })] },
  }),
  market.afterSales({
    id: 'evidence.marked-pictures',
    sources: [mix('After-Sales Guidelines', 2)],
    en: 'A mark such as [Image 2] in what a customer says stands for the picture of that number.',
    zh: '顾客消息中的[Image x]表示顾客在该处发送了第x张图片。',
    when: ({ in: { evidence } }) => evidence.length > 0,
    effect: manner('reads_pictures'),
  }),
  market.afterSales({
    id: 'evidence.none-for-personal-reasons',
    sources: [mix('After-Sales Guidelines', 3), mix('Personal Reason Return Guidelines', 1)],
    about: ['return_order'],
    en: 'A customer who returns something for reasons of their own is not asked for pictures.',
    zh: '因个人原因退货的，不要求顾客提供图片。',
    when: isPersonal,
    effect: manner('no_picture_asked'),
  }),
  market.afterSales({
    id: 'evidence.unproven-claims',
    sources: [mix('After-Sales Guidelines', 4)],
    about: ['compensate'],
    en: 'If there are no pictures, or they do not prove the claim, comfort the customer and decline.',
    zh: '顾客无法提供图片，或图片不能证实诉求的，先安抚，再礼貌拒绝。',
    when: (it) => isUnproven(it) && it.request.reason !== 'quality',
    effect: refuse('not_proven'),
  }),
  market.afterSales({
    id: 'evidence.unproven-quality',
    sources: [mix('Product Quality Reason Return Guidelines', 3)],
    about: ['compensate', 'refund_only'],
    en: 'If pictures do not prove a complaint about quality, decline red envelope, refund and sending again, going by what they show.',
    zh: '图片不能证实质量投诉的，根据图片内容礼貌拒绝红包补偿、仅退款和补发。',
    when: (it) => isUnproven(it) && it.request.reason === 'quality',
    effect: {
      does: 'forbid',
      told: () => [said('not_proven')],
      steps: (it) => it.pictures.map(({ id }) => lookUp('look_at_picture', { picture: id })),
    },
  }),

  // Sending again
  market.afterSales({
    id: 'reshipment.what-is-missing',
    sources: [mix('After-Sales Guidelines', 5), mix('Reshipment Guidelines', 1)],
    about: ['reship'],
    en: 'If pictures prove that goods are missing or wrong, say that they will be sent again and note it on the order.',
    zh: '图片核实确属少发错发的，告知顾客将补发，并记录在备注中。',
    when: (it) => isShortage(it) && !isUnproven(it) && !isTakenBack(it),
    effect: {
      does: 'allow',
      told: () => [said('reship')],
      steps: (it) => [remark(it, 'reshipment', it.request.reason)],
    },
  }),
  market.afterSales({
    id: 'reshipment.unproven',
    sources: [mix('Reshipment Guidelines', 1), mix('Reshipment Guidelines', 3)],
    about: ['reship'],
    en: 'Goods are sent again only where it is verified that the shop sent too few or wrong ones; otherwise say so politely.',
    zh: '未能核实商家少发错发的，不能登记补发，礼貌告知顾客。',
    when: (it) => isShortage(it) && isUnproven(it),
    effect: refuse('not_proven'),
  }),
  market.afterSales({
    id: 'reshipment.nothing-else',
    sources: [mix('Reshipment Guidelines', 2)],
    about: ['reship'],
    en: 'For any other reason nothing is sent again.',
    zh: '除商家少发错发外，其他情况一律不能补发。',
    when: (it) => !isShortage(it),
    effect: refuse('only_missing_or_wrong'),
  }),

  // Red envelopes
  market.afterSales({
    id: 'compensation.settle-damage-first',
    sources: [mix('After-Sales Guidelines', 6)],
    about: ['return_order'],
    en: 'For proven damage in transit, first try to settle with a small red envelope.',
    zh: '核实为运输破损的，先尝试用小额红包补偿达成和解。',
    when: (it) => hasArrived(it) && !isFresh(it) && isSettledFirst(it) && it.request.reason === 'damaged_in_transit',
    effect: {
      does: 'allow',
      steps: (it) => [before('offer_compensation', { amountMinor: highestCompensation(it) })],
    },
  }),
  market.afterSales({
    id: 'compensation.settle-quality-first',
    sources: [mix('After-Sales Guidelines', 6), mix('Product Quality Reason Return Guidelines', 2)],
    about: ['return_order'],
    en: 'For a proven complaint about quality, first try to comfort the customer with a small red envelope.',
    zh: '图片能证实质量问题的，先尝试用小额红包安抚顾客。',
    when: (it) => hasArrived(it) && !isFresh(it) && isSettledFirst(it) && it.request.reason === 'quality',
    effect: {
      does: 'allow',
      steps: (it) => [before('offer_compensation', { amountMinor: highestCompensation(it) })],
    },
  }),
  market.afterSales({
    id: 'compensation.offer',
    sources: [mix('After-Sales Guidelines', 6)],
    about: ['compensate'],
    en: 'Proven damage or poor quality may be settled with a red envelope.',
    zh: '核实为运输破损或质量问题的，可以用红包补偿和解。',
    when: (it) =>
      isDamage(it) &&
      !isUnproven(it) &&
      !isTakenBack(it) &&
      it.in.compensation !== 'refused' &&
      (it.request.amountMinor ?? 0) <= highestCompensation(it),
    effect: { does: 'allow', told: (it) => [money('compensation', offeredCompensation(it))] },
  }),
  market.afterSales({
    id: 'compensation.highest',
    sources: [mix('After-Sales Guidelines', 7), mix('Red Envelope Compensation Guidelines', 1)],
    about: ['compensate'],
    en: 'A red envelope is at most the shop’s share of what was paid, in whole yuan rounded down, and at least 1 yuan; a higher demand is declined.',
    zh: '红包补偿上限＝订单实付金额×商家最高补偿比例，向下取整，最低1元；超过上限的要求不予满足。',
    when: (it) => isDamage(it) && !isUnproven(it) && (it.request.amountMinor ?? 0) > highestCompensation(it),
    effect: { does: 'forbid', told: (it) => [money('compensation', highestCompensation(it))] },
  }),
  market.afterSales({
    id: 'compensation.not-explained',
    sources: [mix('After-Sales Guidelines', 8), mix('Red Envelope Compensation Guidelines', 2)],
    about: ['compensate', 'return_order'],
    en: 'Do not tell customers how a red envelope is calculated.',
    zh: '不得向顾客透露红包补偿的具体计算方式。',
    effect: { does: 'withhold', facts: ['compensation_share'] },
  }),
  market.afterSales({
    id: 'compensation.note-what-is-accepted',
    sources: [mix('After-Sales Guidelines', 9), mix('Red Envelope Compensation Guidelines', 3)],
    about: ['compensate'],
    en: 'When the customer accepts, note the red envelope on the order.',
    zh: '顾客接受红包补偿的，将补偿内容记录在备注中。',
    effect: {
      does: 'require',
      steps: (it) => [
        after('remark', { orderId: it.order.id, kind: 'compensation', amountMinor: offeredCompensation(it) }),
      ],
    },
  }),
  market.afterSales({
    id: 'compensation.refused-then-return',
    sources: [mix('After-Sales Guidelines', 10)],
    about: ['compensate'],
    en: 'If a red envelope does not settle it, offer a return.',
    zh: '红包补偿不能解决的，与顾客协商走退货流程。',
    when: (it) => isDamage(it) && isProven(it) && it.in.compensation === 'refused' && !isTakenBack(it),
    effect: refuse('return_offered'),
  }),
  market.afterSales({
    id: 'compensation.neither-then-a-person',
    sources: [mix('After-Sales Guidelines', 11)],
    about: ['return_order'],
    en: 'If neither a red envelope nor a return can settle it, hand over to a person.',
    zh: '红包补偿和退货都不能解决的，转接人工客服。',
    when: isStuck,
    effect: handOver,
    exceptionOf: ['returns.seven-day-goods-only', 'returns.unused-only', 'returns.within-seven-days'],
  }),
  market.afterSales({
    id: 'compensation.not-for-what-came-back',
    sources: [mix('Return & Refund Guidelines', 1)],
    about: ['compensate'],
    en: 'What has been sent back is not compensated with a red envelope.',
    zh: '顾客已经退货的，不再提供红包补偿。',
    when: isTakenBack,
    effect: refuse('no_compensation_after_return'),
  }),
];
