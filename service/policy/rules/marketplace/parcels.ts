import { addHours } from '../../../store/time.ts';
import { carriagesOf, gramsOf, slowest } from '../../carriage.ts';
import { after, type Case, lookUp, manner, market, mix, refuse, said, text, texts, time } from '../../define.ts';
import { hasArrived, isReturnable, isUnderWay, isUnshipped } from './conditions.ts';

const carrierNames = ({ merchant, store }: Case) =>
  merchant?.carrierIds.flatMap((id) => store.carriers.get(id)?.name ?? []) ?? [];
/** Tells whether the order's carrier is still to be chosen. */
const isFree = (it: Case<'choose_courier'>) => it.maybeOrder !== undefined && isUnshipped(it);
const isOwnCarrier = (it: Case<'choose_courier'>) => carrierNames(it).includes(it.request.courier);

type TimeQuestion = Case<'ask_shipping_time' | 'ask_arrival_time'>;
const hasOrder = ({ request }: TimeQuestion) => request.orderId !== undefined;
const isSent = (it: TimeQuestion) => hasOrder(it) && it.parcel !== undefined;
/** The longest promise among what is asked about. */
const promisedHours = (it: TimeQuestion) =>
  Math.max(0, ...(hasOrder(it) ? it.products : [it.product]).map((product) => product?.promisedShippingHours ?? 0));
/**
 * Estimates the time by which it should be shipped: counted from the payment, or from now where nothing is ordered or
 * paid.
 */
const shippingEstimate = (it: TimeQuestion) =>
  addHours((hasOrder(it) ? it.order.payment.paidAt : null) ?? it.now, promisedHours(it));

/** Lists what each carrier of the shop takes for it. */
function carriages(it: TimeQuestion) {
  const { store, request, product, user } = it;
  const merchant = hasOrder(it) ? it.merchant : store.merchants.get(product?.merchantId ?? '');
  const address = hasOrder(it) ? it.order.address : user?.addresses[0];
  if (merchant === undefined || address === undefined) return [];
  return carriagesOf(store, merchant, address, gramsOf(store, [{ productId: request.productId, quantity: 1 }]));
}
/** The carriage by the carrier that was chosen for the order; null where the shop decides. */
const chosen = (it: TimeQuestion) =>
  (hasOrder(it) ? carriages(it).find(({ carrier }) => carrier.id === it.order.carrierId) : undefined) ?? null;

const parcelHours = (it: TimeQuestion) =>
  carriages(it).find(({ carrier }) => carrier.id === it.parcel?.carrierId)?.hours ?? null;

/** The pages that the promises stand on. */
const lookUpPromises = (it: TimeQuestion) =>
  (hasOrder(it) ? it.order.lines : [it.request]).map(({ productId }) => lookUp('look_up_product', { productId }));

const lookUpTime = () => lookUp('calculate_shipping_time');
const shippingTold = (it: TimeQuestion) => ({
  does: 'tell' as const,
  told: [time('expected_shipping', shippingEstimate(it))],
});

/** Parcels of merchants: carriers, addresses, times, and what did not arrive. */
export const PARCELS = [
  market.logistics({
    id: 'couriers.among-the-shops',
    sources: [mix('Logistics Brand Selection Guidelines', 1)],
    about: ['choose_courier'],
    en: 'Choosing a carrier means one of those the shop works with, not any other.',
    zh: '商家支持指定快递，是指从商家使用的快递中选择，不能指定其他快递。',
    when: (it) => isFree(it) && it.merchant?.acceptsCarrierChoice === true && !isOwnCarrier(it),
    does: 'forbid',
    steps: ({ request }) => [lookUp('look_up_merchant', { shopId: request.shopId })],
    told: (it) => [said('courier_not_used'), texts('couriers', carrierNames(it))],
  }),
  market.logistics({
    id: 'couriers.not-once-shipped',
    sources: [mix('Logistics Brand Selection Guidelines', 2)],
    about: ['choose_courier'],
    en: 'For a shipped order the carrier can be neither chosen nor changed.',
    zh: '已发货的订单不能指定或更换快递。',
    when: (it) => it.maybeOrder !== undefined && !isUnshipped(it),
    ...refuse('courier_fixed'),
  }),
  market.logistics({
    id: 'couriers.note-the-choice',
    sources: [mix('Logistics Brand Selection Guidelines', 3)],
    about: ['choose_courier'],
    en: 'If the shop lets customers choose and works with that carrier, note the choice on the order.',
    zh: '商家支持指定快递，且顾客指定的快递在商家使用范围内，将要求记录在备注中。',
    when: (it) => isFree(it) && it.merchant?.acceptsCarrierChoice === true && isOwnCarrier(it),
    does: 'allow',
    steps: ({ request, order }) => [
      lookUp('look_up_merchant', { shopId: request.shopId }),
      after('remark', { orderId: order.id, kind: 'carrier', text: request.courier }),
    ],
    told: ({ request }) => [text('carrier', request.courier)],
  }),
  market.logistics({
    id: 'couriers.no-choice-offered',
    sources: [mix('Logistics Brand Selection Guidelines', 4)],
    about: ['choose_courier'],
    en: 'If the shop does not let customers choose, decline politely.',
    zh: '商家不支持指定快递的，礼貌拒绝顾客的请求。',
    when: (it) => isFree(it) && it.merchant?.acceptsCarrierChoice === false,
    does: 'forbid',
    steps: ({ request }) => [lookUp('look_up_merchant', { shopId: request.shopId })],
    told: () => [said('courier_not_chosen')],
  }),
  market.general({
    id: 'times.store-clock',
    sources: [mix('Basic Guidelines', 2), mix('Logistics Time Calculation Guidelines', 1)],
    en: 'The time is the one of the store’s clock, and every calculation starts from it.',
    zh: '以系统给定的当前时间为准进行一切时间计算。',
    ...manner('store_clock'),
  }),
  market.logistics({
    id: 'times.to-the-hour',
    sources: [mix('Logistics Time Calculation Guidelines', 2)],
    about: ['ask_shipping_time', 'ask_arrival_time', 'ask_logistics'],
    en: 'Say times as month, day and hour, and calculate them to the hour.',
    zh: '回复时间时使用“月日时”的格式，计算精确到小时。',
    ...manner('to_the_hour'),
  }),
  market.logistics({
    id: 'times.shipping-of-an-order',
    sources: [mix('Estimated Shipping Time Calculation Guidelines', 1)],
    about: ['ask_shipping_time'],
    en: 'An order is expected to be shipped at the time it was paid plus the hours within which the shop promises to ship.',
    zh: '已下单的，预计发货时间＝订单付款时间＋商家承诺发货时长。',
    when: (it) => hasOrder(it) && isUnshipped(it),
    does: 'allow',
    steps: lookUpPromises,
    told: (it) => shippingTold(it).told,
  }),
  market.logistics({
    id: 'times.shipping-before-ordering',
    sources: [mix('Estimated Shipping Time Calculation Guidelines', 2)],
    about: ['ask_shipping_time'],
    en: 'What is not ordered yet is expected to be shipped at the present time plus the promised hours.',
    zh: '尚未下单的，预计发货时间＝当前系统时间＋商家承诺发货时长。',
    when: (it) => !hasOrder(it),
    does: 'allow',
    steps: lookUpPromises,
    told: (it) => shippingTold(it).told,
  }),
  market.logistics({
    id: 'times.shipped-already',
    about: ['ask_shipping_time'],
    en: 'Of an order that has been shipped, tell how its parcel stands.',
    zh: '已发货的订单，告知包裹当前状态。',
    when: (it) => hasOrder(it) && !isUnshipped(it),
    does: 'allow',
    steps: ({ order }) => [lookUp('look_up_parcel', { orderId: order.id })],
    told: (it) => [text('parcel_state', it.parcel?.state ?? it.order.state)],
  }),
  market.logistics({
    id: 'times.arrival-once-shipped',
    sources: [mix('Estimated Arrival Time Calculation Guidelines', 1)],
    about: ['ask_arrival_time'],
    en: 'A shipped order is expected to arrive at the time the carrier picked it up plus the hours it is under way.',
    zh: '已发货的，预计送达时间＝物流揽收时间＋物流运输时长。',
    when: (it) => isSent(it) && isUnderWay(it),
    does: 'allow',
    steps: (it) => [
      lookUp('look_up_parcel', { orderId: it.order.id }),
      ...(it.parcel?.pickedUpAt == null ? lookUpPromises(it) : []),
      lookUpTime(),
    ],
    told: (it) => {
      const from = it.parcel?.pickedUpAt ?? shippingEstimate(it);
      const hours = parcelHours(it);
      return hours === null ? [] : [time('expected_arrival', addHours(from, hours))];
    },
  }),
  market.logistics({
    id: 'times.arrival-before-shipping',
    sources: [mix('Estimated Arrival Time Calculation Guidelines', 2)],
    about: ['ask_arrival_time'],
    en: 'Before shipping, the arrival is expected at the expected time of shipping plus the hours under way.',
    zh: '未发货的，预计送达时间＝预计发货时间＋物流运输时长。',
    when: (it) => !hasOrder(it) || isUnshipped(it),
    does: 'allow',
    steps: (it) => [...lookUpPromises(it), lookUpTime()],
    told: (it) => shippingTold(it).told,
  }),
  market.logistics({
    id: 'times.slowest-carrier',
    sources: [mix('Estimated Arrival Time Calculation Guidelines', 3)],
    about: ['ask_arrival_time'],
    en: 'Where no carrier was chosen, estimate with the slowest of those the shop works with.',
    zh: '未成功指定快递的，比较商家所用各快递的运输时长，按最长的估算。',
    when: (it) => (!hasOrder(it) || isUnshipped(it)) && chosen(it) === null,
    does: 'tell',
    told: (it) => {
      const slow = slowest(carriages(it));
      return slow === null ? [] : [time('expected_arrival', addHours(shippingEstimate(it), slow.hours))];
    },
  }),
  market.logistics({
    id: 'times.chosen-carrier',
    sources: [mix('Estimated Arrival Time Calculation Guidelines', 4)],
    about: ['ask_arrival_time'],
    en: 'Where a carrier was chosen, estimate with its hours.',
    zh: '已成功指定快递的，按该快递的运输时长估算。',
    when: (it) => hasOrder(it) && isUnshipped(it) && chosen(it) !== null,
    does: 'tell',
    told: (it) => [time('expected_arrival', addHours(shippingEstimate(it), chosen(it)?.hours ?? 0))],
  }),
  market.logistics({
    id: 'times.arrived-already',
    about: ['ask_arrival_time'],
    en: 'Of an order that has arrived or was called off, tell how it stands.',
    zh: '已送达或已取消的订单，告知当前状态。',
    when: (it) => hasOrder(it) && !isUnderWay(it) && !isUnshipped(it),
    does: 'allow',
    told: ({ order }) => [text('order_state', order.state)],
  }),
  market.logistics({
    id: 'addresses.change-before-shipping',
    sources: [mix('Shipping Address Modification Guidelines', 1)],
    about: ['change_address'],
    en: 'Before an order is shipped, its address may simply be changed.',
    zh: '未发货的订单，可以直接修改订单的收货地址。',
    when: isUnshipped,
    does: 'allow',
    steps: ({ order, request }) => [after('set_order_address', { orderId: order.id, address: request.address ?? '' })],
    told: ({ request }) => [text('new_address', request.address ?? '')],
  }),
  market.logistics({
    id: 'addresses.look-at-the-parcel',
    sources: [mix('Shipping Address Modification Guidelines', 2)],
    about: ['change_address'],
    en: 'Once an order is shipped, look at where its parcel is before changing the address.',
    zh: '已发货的订单修改地址前，先确认当前物流状态。',
    when: ({ parcel }) => parcel !== undefined,
    does: 'require',
    steps: ({ order }) => [lookUp('look_up_parcel', { orderId: order.id })],
  }),
  market.logistics({
    id: 'addresses.intercept',
    sources: [mix('Shipping Address Modification Guidelines', 3)],
    about: ['change_address'],
    en: 'While the parcel is in transit, have it intercepted: change the address of the order, change the address of the parcel, and set the parcel to intercepted.',
    zh: '运输中的订单，发起物流拦截：修改订单收货地址、修改物流收货地址、并把物流状态改为“已拦截”，三项缺一不可。',
    when: (it) => isUnderWay(it) && it.parcel?.state !== 'intercepted',
    does: 'allow',
    steps: ({ order, parcel, request: { address = '' } }) => [
      after('set_order_address', { orderId: order.id, address }),
      after('set_parcel_address', { parcelId: parcel?.id ?? '', address }),
      after('set_parcel_state', { parcelId: parcel?.id ?? '', state: 'intercepted' }),
    ],
    told: ({ request }) => [text('new_address', request.address ?? '')],
  }),
  market.logistics({
    id: 'addresses.arrived-can-be-returned',
    sources: [mix('Shipping Address Modification Guidelines', 4)],
    about: ['change_address'],
    en: 'If it has been delivered, the address stays; offer a return instead.',
    zh: '已送达的订单不能改地址，与顾客协商走退货流程。',
    when: (it) => hasArrived(it) && isReturnable(it),
    ...refuse('return_instead'),
  }),
  market.logistics({
    id: 'addresses.arrived-ask-the-carrier',
    sources: [mix('Shipping Address Modification Guidelines', 5)],
    about: ['change_address'],
    en: 'If it has been delivered and cannot be returned, tell the customer to contact the carrier.',
    zh: '已送达且不符合退货条件的，请顾客联系物流公司。',
    when: (it) => hasArrived(it) && !isReturnable(it),
    ...refuse('ask_carrier'),
  }),
  market.logistics({
    id: 'parcels.signed-but-not-received',
    sources: [mix('Package Signed For But Not Received', 1)],
    about: ['report_not_received'],
    en: 'When a parcel counts as delivered and the customer has not got it, advise asking family and friends or the carrier.',
    zh: '显示已签收但顾客没有收到的，建议向家人朋友确认或联系物流公司。',
    when: hasArrived,
    does: 'allow',
    steps: ({ order }) => [lookUp('look_up_parcel', { orderId: order.id })],
    told: () => [said('ask_around_or_carrier')],
  }),
  market.logistics({
    id: 'parcels.not-arrived-yet',
    about: ['report_not_received'],
    en: 'Of a parcel that has not been delivered, tell where it is.',
    zh: '尚未送达的包裹，告知当前物流状态。',
    when: (it) => !hasArrived(it),
    does: 'allow',
    steps: ({ order }) => [lookUp('look_up_parcel', { orderId: order.id })],
    told: (it) => [text('parcel_state', it.parcel?.state ?? it.order.state)],
  }),
];
