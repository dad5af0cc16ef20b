import { figureText } from '../../service/answers/figures.ts';
import { type Asked, type Desk, deskOver, Reads } from '../../service/desk.ts';
import { pictureLink } from '../../service/pictures/link.ts';
import type { StepName } from '../../service/policy/facts.ts';
import type { Line, Request, RequestKind, RequestOf, Step } from '../../service/policy/index.ts';
import { inLanguage } from '../../service/store/bilingual.ts';
import { INVOICES, PAYMENTS, SERVICES, WEEKDAYS } from '../../service/store/published/labels.ts';
import type { Language, Store } from '../../service/store/schema.ts';
import type { Call } from '../../service/task.ts';
import type { ServiceTool } from '../../service/tools/tool.ts';
import { orderTools } from './tools/orders.ts';
import { readTools } from './tools/reads.ts';
import { serviceTools } from './tools/services.ts';

/** The order in which ECom-Bench publishes its tools. */
const PUBLISHED = [
  'get_user_info',
  'get_user_orders_info',
  'get_logistics_info',
  'get_discount_info',
  'get_image_info',
  'get_repair_info',
  'manage_return',
  'manage_exchange',
  'manage_urgent',
  'get_auxiliary_materials_info',
  'get_gift_info',
  'manage_ecard',
  'get_installation_service_info',
  'get_product_info',
  'manage_order',
  'schedule_service',
  'get_fault_code_info',
  'register_cashback_by_review',
  'compare_products_info',
  'manage_invoice',
  'transfer_to_specialist',
];

/**
 * ECom-Bench's 21 tools in a language, under the names its tasks give them; its servers add `_tool` to each. In Chinese
 * arguments and results are the published ones, in English they are the same in English words.
 */
export function ecombenchTools(language: Language): readonly ServiceTool[] {
  const all = [...readTools(language), ...orderTools(language), ...serviceTools(language)];
  return PUBLISHED.map((name) => all.find((tool) => tool.name === name) as ServiceTool);
}

/** The shop of a conversation: the platform's own. */
function shopOf(store: Store): { platform: string; shop_id: string } {
  const own = [...store.merchants.rows()].find(({ selfOperated }) => selfOperated);
  if (own === undefined) throw new RangeError('the store has no shop of its own');
  return { platform: store.facts.platform, shop_id: own.id };
}

/** Calls under the published names and arguments. */
function callsFor({ ground: { store, user } }: Pick<Asked, 'ground'>) {
  const shop = shopOf(store);
  const ofUser = { ...shop, user_id: user.id };
  const call = (name: string, args: Call['arguments']): Call => ({ name, arguments: args });
  const ofProduct = (name: string) => (product_id: string) => call(name, { ...shop, product_id });
  const amount = (minor: number) => Number(figureText(minor, store.facts.currency));
  return {
    user: () => call('get_user_info', { user_id: user.id }),
    orders: () => call('get_user_orders_info', ofUser),
    order: (order_id: string) => call('manage_order', { ...ofUser, action: 'query', order_id }),
    parcel: (order_id: string) => call('get_logistics_info', { ...ofUser, order_id }),
    product: ofProduct('get_product_info'),
    repair: ofProduct('get_repair_info'),
    materials: ofProduct('get_auxiliary_materials_info'),
    gifts: ofProduct('get_gift_info'),
    installation: ofProduct('get_installation_service_info'),
    fault: (product_id: string, fault_code: string) => call('get_fault_code_info', { ...shop, product_id, fault_code }),
    discounts: () => call('get_discount_info', shop),
    compare: (product_ids: readonly string[]) =>
      call('compare_products_info', { ...shop, product_ids: [...product_ids] }),
    balance: () => call('manage_ecard', { platform: shop.platform, user_id: user.id, action: 'balance' }),
    cardTerms: () => call('manage_ecard', { platform: shop.platform, user_id: user.id, action: 'info' }),
    review: (order_id: string) => call('register_cashback_by_review', { ...ofUser, order_id, action: 'query' }),
    picture: (link: string) =>
      call('get_image_info', {
        summarized_query: 'what it shows',
        needed_query: 'all that stands in it',
        history_messages: link,
      }),
    exchangeable: (order_id: string, original_product_id: string) =>
      call('manage_exchange', { ...ofUser, order_id, original_product_id, action: 'query' }),

    cancel: (order_id: string) => call('manage_order', { ...ofUser, action: 'cancel', order_id }),
    readdress: (order_id: string, address: string) =>
      call('manage_order', { ...ofUser, action: 'modify', order_id, address }),
    place: (lines: readonly Line[], payment: keyof typeof PAYMENTS) =>
      call('manage_order', {
        ...ofUser,
        action: 'add',
        payment: inLanguage(PAYMENTS[payment], 'en'),
        product_info_list: lines.map(({ productId, quantity }) => ({ product_id: productId, quantity })),
      }),
    pay: ({ productId, quantity }: Line) =>
      call('manage_ecard', { ...ofUser, action: 'pay', product_id: productId, quantity }),
    refund: (order_id: string, minor: number) =>
      call('manage_ecard', {
        platform: shop.platform,
        user_id: user.id,
        action: 'refund',
        amount: amount(minor),
        order_id,
      }),
    sendBack: (order_id: string) => call('manage_return', { ...ofUser, order_id }),
    exchange: (order_id: string, from: string, to: string) =>
      call('manage_exchange', {
        ...ofUser,
        order_id,
        original_product_id: from,
        action: 'exchange',
        exchange_product_id: to,
      }),
    urge: (order_id: string) => call('manage_urgent', { ...ofUser, order_id }),
    invoice: (order_id: string, type: keyof typeof INVOICES, title: string, phone_number: string) =>
      call('manage_invoice', { title, order_id, phone_number, invoice_type: inLanguage(INVOICES[type], 'en') }),
    book: (order_id: string, service: keyof typeof SERVICES, day: keyof typeof WEEKDAYS) =>
      call('schedule_service', {
        ...ofUser,
        order_id,
        user_name: user.name,
        phone_number: user.phone,
        service_type: inLanguage(SERVICES[service], 'en'),
        service_time: inLanguage(WEEKDAYS[day], 'en'),
      }),
    cashback: (order_id: string) => call('register_cashback_by_review', { ...ofUser, order_id, action: 'cashback' }),
    handOver: () => call('transfer_to_specialist', ofUser),
  };
}

type Calls = ReturnType<typeof callsFor>;

/** The calls that take steps of the policy, but for those that are said, or that come with another call. */
function readsBy(
  { arguments: args }: Step,
  calls: Calls,
  { ground, order }: Asked,
): { readonly [Name in StepName]?: () => Call | null } {
  const of = (name: string) => String(args[name] ?? '');
  return {
    look_up_user: calls.user,
    look_up_orders: calls.orders,
    look_up_order: () => calls.order(of('orderId')),
    look_up_parcel: () => (ground.shipmentOf(of('orderId')) === undefined ? null : calls.parcel(of('orderId'))),
    look_up_product: () => calls.product(of('productId')),
    look_up_balance: calls.balance,
    look_up_ecard_terms: calls.cardTerms,
    look_up_exchange: () => calls.exchangeable(of('orderId') || (order?.id ?? ''), of('productId')),
    look_up_review: () => calls.review(of('orderId')),
    look_up_discounts: calls.discounts,
    look_up_installation: () => calls.installation(of('productId')),
    look_up_repair: () => calls.repair(of('productId')),
    look_up_materials: () => calls.materials(of('productId')),
    look_up_gifts: () => calls.gifts(of('productId')),
    look_up_fault_code: () => calls.fault(of('productId'), of('code')),
    compare_products: () => calls.compare(of('productIds').split(' ')),
    look_at_picture: () => calls.picture(pictureLink({ id: of('picture') })),
  };
}

/** Calls that show as much as the one that takes a step: products side by side are also read one by one. */
function insteadOf({ step, arguments: args }: Step, calls: Calls): Call[][] | undefined {
  if (step !== 'compare_products') return undefined;
  const ids = String(args.productIds).split(' ');
  return [[calls.compare(ids.toReversed())], ids.map((id) => calls.product(id))];
}

/** The writes that requests ask for; what comes with them is for the policy to say. */
const WRITES: { readonly [Kind in RequestKind]?: (request: RequestOf<Kind>, calls: Calls) => Call } = {
  cancel_order: ({ orderId }, calls) => calls.cancel(orderId),
  change_address: ({ orderId, address = '' }, calls) => calls.readdress(orderId, address),
  place_order: ({ lines, payment }, calls) => calls.place(lines, payment),
  return_order: ({ orderId }, calls) => calls.sendBack(orderId),
  exchange: ({ orderId, productId, toProductId }, calls) => calls.exchange(orderId, productId, toProductId),
  urge: ({ orderId }, calls) => calls.urge(orderId),
  issue_invoice: ({ orderId, type, title, phone }, calls) => calls.invoice(orderId, type, title, phone),
  change_invoice: ({ orderId, type, title, phone }, calls) => calls.invoice(orderId, type, title, phone),
  book_service: ({ orderId, service, day }, calls) => calls.book(orderId, service, day),
  change_service: ({ orderId, service, day }, calls) => calls.book(orderId, service, day),
  cashback: ({ orderId }, calls) => calls.cashback(orderId),
  refund_to_ecard: ({ orderId, amountMinor }, calls) => calls.refund(orderId, amountMinor),
  hand_over: (_, calls) => calls.handOver(),
};
const writeOf = (request: Request, calls: Calls): Call[] =>
  [WRITES[request.kind]?.(request as never, calls) ?? []].flat();

/** Look-ups that never count as a search: those that lead to an answer and never hold one, and that of a picture. */
const NEVER_SEARCHED: ReadonlySet<string> = new Set([
  'look_up_user',
  'look_up_orders',
  'look_up_order',
  'look_at_picture',
]);

/** Returns the amount that an agent refunds which takes a picture's word for it: half of what was paid. */
const claimedMinor = ({ order }: Asked) => Math.max(100, Math.round((order?.totalMinor ?? 0) / 2));

/** Desk at which ECom-Bench's agents serve a customer: the 21 published tools. */
export const desk: Desk = {
  // Tools take and describe arguments in English, whatever the language of the store; results are in the store's.
  ...deskOver('own-shop', ecombenchTools('en')),
  opening: (store, userId) => ({
    ...shopOf(store),
    user_id: userId,
    now: store.facts.now.slice(0, 16).replace('T', ' '),
  }),

  reads(asked) {
    const { decision, order, picture, request, isNumbered } = asked;
    const calls = callsFor(asked);
    const { products, orders } = asked.ground.store;
    const { all, add } = new Reads(
      ({ arguments: { product_id: id, order_id, original_product_id: ordered } }) =>
        (typeof id === 'string' && !products.has(id)) ||
        (typeof ordered === 'string' &&
          orders.get(String(order_id))?.lines.every(({ productId }) => productId !== ordered) === true),
    );
    if (picture !== null) add(calls.picture(pictureLink(picture)), 'look-up');
    // An order that is not called by its number is found among the customer's.
    if (order !== null && !isNumbered) {
      add(calls.orders(), 'look-up');
      add(calls.order(order.id), 'look-up');
    }
    const isQuestion = request.kind.startsWith('ask_') || request.kind === 'compare_products';
    const searches = decision.lookUp.filter(({ step }) => !NEVER_SEARCHED.has(step));
    // What an order is and holds is told by the order alone.
    if (order !== null) add(calls.order(order.id), isQuestion && searches.length === 0 ? 'search' : 'look-up');
    for (const step of decision.lookUp) {
      const call = readsBy(step, calls, asked)[step.step]?.() ?? null;
      if (call === null) continue;
      if (isQuestion && searches.includes(step)) add(call, 'search', insteadOf(step, calls));
      else add(call, 'look-up');
    }
    if (request.kind === 'book_service' || request.kind === 'change_service') add(calls.user(), 'look-up');
    // What is not installed, and what a new order comes to, is told by the products alone.
    if (request.kind === 'book_service' && request.service === 'install' && order !== null)
      for (const { productId } of order.lines) add(calls.installation(productId), 'look-up');
    if (request.kind === 'place_order')
      for (const { productId } of request.lines) add(calls.product(productId), 'look-up');
    // When a gift is due is told by what comes with the product.
    if (request.kind === 'claim_gift') add(calls.gifts(request.productId), 'look-up');
    // What it could be exchanged for instead is told by the query alone.
    if (request.kind === 'exchange' && decision.tell.some(({ fact }) => fact === 'exchange_options'))
      add(calls.exchangeable(request.orderId, request.productId), 'look-up');
    return all;
  },

  writes(asked) {
    const { decision, request, order } = asked;
    const calls = callsFor(asked);
    if (decision.outcome === 'hand-over') return [calls.handOver()];
    const after = decision.after.flatMap(({ step, arguments: { amountMinor } }): Call[] => {
      if (step === 'refund_to_ecard' && order !== null && Number(amountMinor) > 0)
        return [calls.refund(order.id, Number(amountMinor))];
      if (step === 'pay_by_ecard' && request.kind === 'place_order')
        return request.lines.map((line) => calls.pay(line));
      return [];
    });
    return [...writeOf(request, calls), ...after];
  },

  asAsked(asked) {
    const { request, order } = asked;
    const calls = callsFor(asked);
    if (request.kind === 'price_protection' && order !== null) return [calls.refund(order.id, claimedMinor(asked))];
    return writeOf(request, calls);
  },
};
