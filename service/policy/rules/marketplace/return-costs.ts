import { minorUnitsOf } from '../../../../text/money.ts';
import { gramsOf, returnCarriage } from '../../carriage.ts';
import { type Case, flag, lookUp, manner, market, mix, money, number, said, text } from '../../define.ts';
import { hasArrived, isFresh, isProven, isUnproven } from './conditions.ts';
import { INSURANCE_LIMIT } from './limits.ts';

type Costing = Case<'ask_return_cost' | 'return_order'>;

/** The most that insurance pays, in minor units. */
const insuredMinor = ({ store }: Case) => INSURANCE_LIMIT * minorUnitsOf(store.facts.currency);
const carriage = (it: Costing) => returnCarriage(it.store, it.order, it.lines);
const costMinor = (it: Costing) => carriage(it)?.minor ?? 0;
/** Tells whether the cost of sending it back is to be told: when asked, and with a return of what has arrived. */
const isTold = (it: Costing) => it.request.kind === 'ask_return_cost' || (hasArrived(it) && !isFresh(it));
const byCustomer = (it: Costing) => isTold(it) && !isProven(it);

/** Rules on what merchants' customers pay for sending goods back. */
export const RETURN_COSTS = [
  market.afterSales({
    id: 'return-costs.by-total-weight',
    sources: [mix('Shipping Cost Calculation Guidelines', 1)],
    about: ['ask_return_cost'],
    en: 'Shipping is calculated by the weight of all goods: how many, times what one weighs.',
    zh: '计算运费按商品总重量，即数量乘以单件重量。',
    does: 'tell',
    told: (it) => [number('weight', gramsOf(it.store, it.lines))],
  }),
  market.afterSales({
    id: 'return-costs.same-carrier',
    sources: [mix('Shipping Cost Calculation Guidelines', 2)],
    about: ['ask_return_cost', 'return_order'],
    en: 'Sending back is calculated with the carrier that brought the order.',
    zh: '退货运费按原发货使用的快递计算。',
    when: (it) => isTold(it) && it.parcel !== undefined,
    does: 'tell',
    told: (it) => [text('carrier', carriage(it)?.carrier.name ?? ''), money('shipping_cost', costMinor(it))],
  }),
  market.afterSales({
    id: 'return-costs.cheapest-before-shipping',
    sources: [mix('Shipping Cost Calculation Guidelines', 3)],
    about: ['ask_return_cost'],
    en: 'Before an order is shipped, compare the shop’s carriers and calculate with the cheapest.',
    zh: '尚未发货的，比较商家所用各快递的退货运费，按最便宜的计算。',
    when: (it) => it.parcel === undefined,
    does: 'tell',
    told: (it) => [text('carrier', carriage(it)?.carrier.name ?? ''), money('shipping_cost', costMinor(it))],
  }),
  market.afterSales({
    id: 'return-costs.say-the-amount',
    sources: [mix('Shipping Cost Calculation Guidelines', 4)],
    about: ['ask_return_cost'],
    en: 'When customers ask whether they have to advance shipping, name the exact amount, taking insurance into account.',
    zh: '顾客询问是否需要垫付运费时，结合运费险情况告知具体垫付金额。',
    does: 'allow',
    steps: ({ order }) => [lookUp('look_up_order', { orderId: order.id })],
  }),
  market.afterSales({
    id: 'return-costs.uninsured',
    sources: [mix('Shipping Cost Calculation Guidelines', 4), mix('Return & Refund Guidelines: shipped', 3)],
    about: ['ask_return_cost', 'return_order'],
    en: 'Without insurance the customer advances the whole cost of sending it back.',
    zh: '没有运费险的，退货运费由顾客全额垫付。',
    when: (it) => byCustomer(it) && !it.order.insured,
    does: 'tell',
    told: (it) => [flag('insured', false), money('to_advance', costMinor(it))],
  }),
  market.afterSales({
    id: 'return-costs.insured',
    sources: [mix('Shipping Insurance Guidelines', 1)],
    about: ['ask_return_cost', 'return_order'],
    en: 'Insurance, which some shops include, subsidises the cost of sending goods back.',
    zh: '运费险是部分商家提供的服务，用于补贴退货运费。',
    when: (it) => byCustomer(it) && it.order.insured && costMinor(it) <= insuredMinor(it),
    does: 'tell',
    told: () => [flag('insured', true), money('to_advance', 0)],
  }),
  market.afterSales({
    id: 'return-costs.above-the-insurance',
    sources: [mix('Shipping Insurance Guidelines', 2)],
    about: ['ask_return_cost', 'return_order'],
    en: `Insurance pays ${INSURANCE_LIMIT} yuan at most; the customer pays what goes beyond.`,
    zh: `运费险最高补贴${INSURANCE_LIMIT}元，超出部分由顾客承担。`,
    when: (it) => byCustomer(it) && it.order.insured && costMinor(it) > insuredMinor(it),
    does: 'tell',
    told: (it) => [flag('insured', true), money('to_advance', costMinor(it) - insuredMinor(it))],
  }),
  market.afterSales({
    id: 'return-costs.calculate-first',
    sources: [mix('Shipping Insurance Guidelines', 3)],
    about: ['ask_return_cost', 'return_order'],
    en: 'Calculate what shipping costs first, then answer by the insurance.',
    zh: '先计算运费，再结合运费险情况答复。',
    when: byCustomer,
    does: 'require',
    steps: ({ order }) => [lookUp('calculate_shipping_cost', { orderId: order.id })],
  }),
  market.afterSales({
    id: 'return-costs.shops-fault',
    sources: [mix('Shipping Cost Calculation Guidelines', 5), mix('Product Quality Reason Return Guidelines', 2)],
    about: ['ask_return_cost', 'return_order'],
    en: 'If the shop is at fault, as a picture proves, the customer pays nothing for sending it back, insured or not.',
    zh: '因商家责任退货的，无论有无运费险，顾客都不承担退货运费。',
    when: (it) => isTold(it) && isProven(it),
    does: 'tell',
    told: () => [money('to_advance', 0)],
  }),
  market.afterSales({
    id: 'return-costs.unproven-is-personal',
    sources: [mix('Product Quality Reason Return Guidelines', 3)],
    about: ['ask_return_cost', 'return_order'],
    en: 'A complaint that no picture proves is treated as a return for the customer’s own reasons; say so.',
    zh: '图片不能证实投诉的，按个人原因退货处理，并告知顾客。',
    when: (it) => isTold(it) && isUnproven(it),
    does: 'tell',
    told: () => [said('treated_as_personal')],
  }),
  market.afterSales({
    id: 'return-costs.to-one-decimal',
    sources: [mix('Return & Refund Guidelines: shipped', 3)],
    about: ['ask_return_cost', 'return_order'],
    en: 'Say what has to be advanced to one decimal place.',
    zh: '需垫付的运费精确到小数点后一位。',
    ...manner('to_one_decimal'),
  }),
  market.preSales({
    id: 'insurance.whether-offered',
    sources: [mix('Shipping Insurance Guidelines', 1)],
    about: ['ask_insurance'],
    en: 'Whether a shop insures the sending back of goods is told from its record, with the most it pays.',
    zh: '商家是否提供运费险按商家信息答复，并说明最高补贴金额。',
    does: 'allow',
    steps: ({ request }) => [lookUp('look_up_merchant', { shopId: request.shopId })],
    told: (it) =>
      it.merchant?.shippingInsurance === true
        ? [flag('insured', true), money('insurance_limit', insuredMinor(it))]
        : [flag('insured', false)],
  }),
];
