import { figureText } from '../../service/answers/figures.ts';
import type { Asked, Desk, Read } from '../../service/desk.ts';
import { pictureLink } from '../../service/pictures/link.ts';
import { type Line, plainly, type Request, type Step } from '../../service/policy/index.ts';
import { inLanguage } from '../../service/store/bilingual.ts';
import { INVOICES, PAYMENTS, SERVICES, WEEKDAYS } from '../../service/store/published/labels.ts';
import type { Language, Store } from '../../service/store/schema.ts';
import type { Call } from '../../service/task.ts';
import { askedBy, byName, runTool, type ServiceTool } from '../../service/tools/tool.ts';
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

const REGIME = 'own-shop';
/** Tools take and describe arguments in English, whatever the language of the store; results are in the store's. */
const TOOLS = ecombenchTools('en');
const NAMED = byName(TOOLS);

/** The shop of a conversation: the platform's own. */
function shopOf(store: Store): { platform: string; shop_id: string } {
  const own = [...store.merchants.rows()].find(({ selfOperated }) => selfOperated);
  if (own === undefined) throw new RangeError('the store has no shop of its own');
  return { platform: store.facts.platform, shop_id: own.id };
}

type Role = Read['role'];

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

/** The call that takes a step of the policy; null for one that is said, or that comes with another call. */
function readOf({ step, arguments: args }: Step, calls: Calls, { ground, order }: Asked): Call | null {
  const of = (name: string) => String(args[name] ?? '');
  switch (step) {
    case 'look_up_user':
      return calls.user();
    case 'look_up_orders':
      return calls.orders();
    case 'look_up_order':
      return calls.order(of('orderId'));
    case 'look_up_parcel':
      return ground.shipmentOf(of('orderId')) === undefined ? null : calls.parcel(of('orderId'));
    case 'look_up_product':
      return calls.product(of('productId'));
    case 'look_up_balance':
      return calls.balance();
    case 'look_up_ecard_terms':
      return calls.cardTerms();
    case 'look_up_exchange':
      return calls.exchangeable(of('orderId') || (order?.id ?? ''), of('productId'));
    case 'look_up_review':
      return calls.review(of('orderId'));
    case 'look_up_discounts':
      return calls.discounts();
    case 'look_up_installation':
      return calls.installation(of('productId'));
    case 'look_up_repair':
      return calls.repair(of('productId'));
    case 'look_up_materials':
      return calls.materials(of('productId'));
    case 'look_up_gifts':
      return calls.gifts(of('productId'));
    case 'look_up_fault_code':
      return calls.fault(of('productId'), of('code'));
    case 'compare_products':
      return calls.compare(of('productIds').split(' '));
    case 'look_at_picture':
      return calls.picture(pictureLink({ id: of('picture') }));
    default:
      return null;
  }
}

/** Calls that show as much as the one that takes a step: products side by side are also read one by one. */
function insteadOf({ step, arguments: args }: Step, calls: Calls): Call[][] | undefined {
  if (step !== 'compare_products') return undefined;
  const ids = String(args.productIds).split(' ');
  return [[calls.compare(ids.toReversed())], ids.map((id) => calls.product(id))];
}

/** The write that a request asks for; what comes with it is for the policy to say. */
function writeOf(request: Request, calls: Calls): Call[] {
  switch (request.kind) {
    case 'cancel_order':
      return [calls.cancel(request.orderId)];
    case 'change_address':
      return [calls.readdress(request.orderId, request.address ?? '')];
    case 'place_order':
      return [calls.place(request.lines, request.payment)];
    case 'return_order':
      return [calls.sendBack(request.orderId)];
    case 'exchange':
      return [calls.exchange(request.orderId, request.productId, request.toProductId)];
    case 'urge':
      return [calls.urge(request.orderId)];
    case 'issue_invoice':
    case 'change_invoice':
      return [calls.invoice(request.orderId, request.type, request.title, request.phone)];
    case 'book_service':
    case 'change_service':
      return [calls.book(request.orderId, request.service, request.day)];
    case 'cashback':
      return [calls.cashback(request.orderId)];
    case 'refund_to_ecard':
      return [calls.refund(request.orderId, request.amountMinor)];
    case 'hand_over':
      return [calls.handOver()];
    default:
      return [];
  }
}

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
  regime: REGIME,
  tools: TOOLS,
  opening: (store, userId) => ({
    ...shopOf(store),
    user_id: userId,
    now: store.facts.now.slice(0, 16).replace('T', ' '),
  }),
  begin: (store, userId) => ({ store, deltas: [], talk: plainly(userId) }),
  run: (session, call) => runTool(NAMED, session, call, { regime: REGIME }),
  asks: (session, call) => askedBy(NAMED, session, call),

  reads(asked) {
    const { decision, order, picture, request, isNumbered } = asked;
    const calls = callsFor(asked);
    const found: Read[] = [];
    const { products, orders } = asked.ground.store;
    const isMissing = ({ arguments: { product_id: id, order_id, original_product_id: ordered } }: Call) =>
      (typeof id === 'string' && !products.has(id)) ||
      (typeof ordered === 'string' &&
        orders.get(String(order_id))?.lines.every(({ productId }) => productId !== ordered) === true);
    const add = (call: Call, role: Role, or?: Call[][]) => {
      if (
        !found.some(
          ({ name, arguments: args }) => JSON.stringify([name, args]) === JSON.stringify([call.name, call.arguments]),
        )
      )
        found.push({ ...call, role, ...(isMissing(call) ? { finds: 'nothing' as const } : {}), ...(or && { or }) });
    };
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
      const call = readOf(step, calls, asked);
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
    return found;
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
