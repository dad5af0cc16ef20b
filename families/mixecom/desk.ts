import { figureText } from '../../service/answers/figures.ts';
import { type Asked, type Desk, deskOver, Reads } from '../../service/desk.ts';
import type { Request, RequestKind, RequestOf, Step } from '../../service/policy/index.ts';
import { inLanguage } from '../../service/store/bilingual.ts';
import { RECEIVED } from '../../service/store/order-states.ts';
import { ORDER_STATES, SHIPMENT_STATES } from '../../service/store/published/labels.ts';
import { addressLine } from '../../service/store/published/views.ts';
import type { Address, Language, Order, Store } from '../../service/store/schema.ts';
import type { Call } from '../../service/task.ts';
import type { ServiceTool } from '../../service/tools/tool.ts';
import { readTools } from './tools/reads.ts';
import { writeTools } from './tools/writes.ts';

/** Mix-ECom's 18 tools in a language, as its appendix C names them: eight that read, two that calculate, four that write, four for the talk. */
export const mixecomTools = (language: Language): readonly ServiceTool[] => [
  ...readTools(language),
  ...writeTools(language),
];

const call = (name: string, args: Call['arguments']): Call => ({ name, arguments: args });

/** Calls under the names and arguments of the paper's appendix C. */
const CALLS = {
  user: (user_id: string) => call('get_user_detail', { user_id }),
  coupons: (user_id: string) => call('get_user_coupon_detail', { user_id }),
  order: (order_id: string) => call('get_order_detail', { order_id }),
  parcel: (logistics_id: string) => call('get_logistics_detail', { logistics_id }),
  item: (item_id: string) => call('get_item_detail', { item_id }),
  page: (product_id: string) => call('get_product_detail', { product_id }),
  clip: (item_id: string) => call('get_video_detail', { item_id }),
  shop: (shop_id: string) => call('get_shop_detail', { shop_id }),
  time: (send_address: string, receive_address: string, courier_brand: string) =>
    call('calculate_shipping_time', { send_address, receive_address, courier_brand }),
  cost: (send_address: string, receive_address: string, courier_brand: string, weight: number) =>
    call('calculate_shipping_cost', { send_address, receive_address, courier_brand, weight }),

  orderState: (order_id: string, state: keyof typeof ORDER_STATES) =>
    call('modify_order_state', { order_id, new_state: inLanguage(ORDER_STATES[state], 'en') }),
  orderAddress: (order_id: string, new_address: string) => call('modify_order_address', { order_id, new_address }),
  parcelAddress: (logistics_id: string, new_address: string) =>
    call('modify_logistics_address', { logistics_id, new_address }),
  parcelState: (logistics_id: string, state: keyof typeof SHIPMENT_STATES) =>
    call('modify_logistics_state', { logistics_id, new_state: inLanguage(SHIPMENT_STATES[state], 'en') }),
  remark: (order_id: string, content: string) => call('remark', { order_id, content }),
  handOver: () => call('switch_to_human', {}),
};

const line = (address: Address, store: Store) => addressLine(address, store);

/** Carriers that may bring an order: the one that has it, the one that was chosen, or all of the shop's. */
function carriersOf({ ground: { store, shipmentOf } }: Asked, order: Order): string[] {
  const shop = store.merchants.get(order.merchantId);
  const named = (id: string) => store.carriers.get(id)?.name ?? id;
  const parcel = shipmentOf(order.id);
  if (parcel !== undefined) return [named(parcel.carrierId)];
  return order.carrierId === null ? (shop?.carrierIds ?? []).map(named) : [named(order.carrierId)];
}

/** The calls that take a step of the policy; none for one that is said, or that comes with another call. */
function readsOf({ step, arguments: args }: Step, asked: Asked): Call[] {
  const { ground, order, request } = asked;
  const { store } = ground;
  const of = (name: string) => String(args[name] ?? '');
  const shopOf = (id: string) => store.merchants.get(id);
  switch (step) {
    case 'look_up_user':
      return [CALLS.user(ground.user.id)];
    case 'look_up_coupons':
      return [CALLS.coupons(ground.user.id)];
    case 'look_up_order':
      return [CALLS.order(of('orderId'))];
    case 'look_up_parcel': {
      const parcel = ground.shipmentOf(of('orderId'));
      return parcel === undefined ? [] : [CALLS.parcel(parcel.id)];
    }
    case 'look_up_product':
      return [CALLS.item(of('productId'))];
    case 'look_up_clip':
      return store.products.get(of('productId'))?.clip == null ? [] : [CALLS.clip(of('productId'))];
    case 'look_up_merchant':
      return [CALLS.shop(of('shopId'))];
    case 'calculate_shipping_time': {
      const shop = order === null ? undefined : shopOf(order.merchantId);
      if (order === null || shop === undefined) return [];
      const to = 'to' in request && typeof request.to === 'string' ? request.to : line(order.address, store);
      return carriersOf(asked, order).map((carrier) => CALLS.time(line(shop.address, store), to, carrier));
    }
    case 'calculate_shipping_cost': {
      const shop = order === null ? undefined : shopOf(order.merchantId);
      if (order === null || shop === undefined) return [];
      const grams = order.lines.reduce(
        (sum, { productId, quantity }) => sum + quantity * ground.productOf(productId).weightGrams,
        0,
      );
      return carriersOf(asked, order).map((carrier) =>
        CALLS.cost(line(order.address, store), line(shop.address, store), carrier, grams / 1000),
      );
    }
    default:
      return [];
  }
}

const NOTES = {
  en: { carrier: 'Ship with ', reship: 'Reship what is missing or wrong', compensation: 'Red envelope compensation: ' },
  zh: { carrier: '指定物流：', reship: '补发漏发或错发的商品', compensation: '红包补偿：' },
} as const;

const notesIn = ({ ground }: Asked) => NOTES[ground.store.facts.language];
const compensationNote = (asked: Asked, minor: number) =>
  `${notesIn(asked).compensation}${figureText(minor, asked.ground.store.facts.currency)}`;

/** The call that takes a step that comes with a write. */
function stepWrite({ step, arguments: args }: Step, asked: Asked): Call[] {
  const { request, order } = asked;
  const of = (name: string) => String(args[name] ?? '');
  switch (step) {
    case 'set_order_state':
      return [CALLS.orderState(of('orderId'), of('state') as keyof typeof ORDER_STATES)];
    case 'set_order_address':
      return [CALLS.orderAddress(of('orderId'), of('address'))];
    case 'set_parcel_address':
      return [CALLS.parcelAddress(of('parcelId'), of('address'))];
    case 'set_parcel_state':
      return [CALLS.parcelState(of('parcelId'), of('state') as keyof typeof SHIPMENT_STATES)];
    case 'remark': {
      const id = of('orderId') || order?.id;
      if (id === undefined) return [];
      if (request.kind === 'choose_courier') return [CALLS.remark(id, `${notesIn(asked).carrier}${request.courier}`)];
      if (request.kind === 'reship') return [CALLS.remark(id, notesIn(asked).reship)];
      if (request.kind === 'compensate') return [CALLS.remark(id, compensationNote(asked, Number(args.amountMinor)))];
      return [CALLS.remark(id, request.kind === 'note_wish' ? request.wish : of('text'))];
    }
    default:
      return [];
  }
}

/** The writes as they were asked for, whatever the rules say. */
const ASKED: { readonly [Kind in RequestKind]?: (request: RequestOf<Kind>, asked: Asked) => Call | null } = {
  cancel_order: ({ orderId }) => CALLS.orderState(orderId, 'cancelled'),
  change_address: ({ orderId, address = '' }) => CALLS.orderAddress(orderId, address),
  return_order: ({ orderId }) => CALLS.orderState(orderId, 'returning'),
  refund_only: ({ orderId }) => CALLS.orderState(orderId, 'refund_only'),
  reship: ({ orderId }, asked) => CALLS.remark(orderId, notesIn(asked).reship),
  compensate: ({ orderId }, asked) => CALLS.remark(orderId, compensationNote(asked, asked.order?.totalMinor ?? 1000)),
  choose_courier: ({ orderId, courier }, asked) =>
    orderId === undefined ? null : CALLS.remark(orderId, `${notesIn(asked).carrier}${courier}`),
  note_wish: ({ orderId, wish }) => (orderId === undefined ? null : CALLS.remark(orderId, wish)),
  hand_over: () => CALLS.handOver(),
};

/** Requests for goods to go back, and of what that costs. */
const GOES_BACK: ReadonlySet<Request['kind']> = new Set(['return_order', 'refund_only', 'ask_return_cost']);
const isDelivered = ({ state }: Order) => RECEIVED.has(state) || state === 'delivered';

/** Desk at which Mix-ECom's agents serve a customer: the 18 tools of appendix C. */
export const desk: Desk = {
  // Tools take and describe arguments in English, whatever the language of the store; results are in the store's.
  ...deskOver('marketplace', mixecomTools('en')),
  // "Do not ask users for any ID information": ids come with the conversation.
  opening: (store, userId) => ({
    user_id: userId,
    order_ids: store.orders
      .where('userId', userId)
      .map(({ id }) => id)
      .join(', '),
    now: store.facts.now.slice(0, 16).replace('T', ' '),
  }),

  reads(asked) {
    const { decision, order, product, request, ground } = asked;
    const { all, add } = new Reads(
      ({ arguments: { item_id: id } }) => typeof id === 'string' && !ground.store.products.has(id),
    );
    const isQuestion = request.kind.startsWith('ask_');
    if (order !== null) add(CALLS.order(order.id), 'look-up');
    if (product !== null) add(CALLS.item(product.id), isQuestion ? 'search' : 'look-up');
    if (request.kind === 'use_coupons') add(CALLS.coupons(request.in.userId), 'look-up');
    if (request.kind === 'recommend' && product !== null) {
      add(CALLS.page(product.id), 'look-up');
      // What is of another shop is told by the item alone.
      const cheaper = product.exchangeableFor.filter(
        (id) => (ground.store.products.get(id)?.priceMinor ?? 0) < product.priceMinor,
      );
      for (const id of request.fitting.length > 0 ? request.fitting : cheaper) add(CALLS.item(id), 'look-up');
    }
    const needsShop =
      decision.lookUp.some(({ step }) => step.startsWith('calculate')) ||
      ['ask_insurance', 'choose_courier', 'compensate', 'ask_return_cost', 'return_order'].includes(request.kind);
    if (order !== null && needsShop) add(CALLS.shop(order.merchantId), 'look-up');
    // What goods weigh, and whether and until when they are taken back, is told by the items and the parcel.
    if (order !== null && (GOES_BACK.has(request.kind) || (request.kind === 'change_address' && isDelivered(order)))) {
      for (const { productId } of order.lines) add(CALLS.item(productId), 'look-up');
      const parcel = ground.shipmentOf(order.id);
      if (parcel !== undefined) add(CALLS.parcel(parcel.id), 'look-up');
    }
    for (const step of decision.lookUp)
      for (const one of readsOf(step, asked)) add(one, isQuestion ? 'search' : 'look-up');
    return all;
  },

  writes(asked) {
    const { decision, request } = asked;
    if (decision.outcome === 'hand-over' || request.kind === 'hand_over') return [CALLS.handOver()];
    return decision.after.flatMap((step) => stepWrite(step, asked));
  },

  asAsked: (asked) => [ASKED[asked.request.kind]?.(asked.request as never, asked) ?? []].flat(),
};
