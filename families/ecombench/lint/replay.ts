import {
  type Decision,
  decide,
  POLICY,
  plainly,
  type Request,
  type RequestArguments,
  type RequestKind,
} from '../../../service/policy/index.ts';
import { INVOICES, keyOf, PAYMENTS, SERVICES, WEEKDAYS } from '../../../service/store/published/labels.ts';
import type { Order, PaymentMethod, Picture, Store } from '../../../service/store/schema.ts';
import { digestOfStore, type Transaction, transact } from '../../../service/store/store.ts';
import type { PublishedStore } from './published-store.ts';
import { argumentOf, type PublishedCall, picturesOf, type ServiceTask } from './task.ts';

/** The rules that were published with the tasks; what we hold besides blames nobody. */
const PUBLISHED_RULES = POLICY.filter(({ sources }) => sources.some(({ paper }) => paper === 'ECom-Bench'));
const BY_ID = new Map(PUBLISHED_RULES.map((rule) => [rule.id, rule]));

/** The id that the published tools give to every order they place. */
export const CONSTANT_ORDER_ID = '1234567890';

/** The key of a label as published tasks have it, in Chinese. */
const keyIn = <K extends string>(labels: Readonly<Record<K, string>>, label: string | undefined): K | undefined =>
  (Object.keys(labels) as K[]).find((key) => labels[key].split('|')[1] === label);

/** A gold action, what rules say of it, and whether it changes anything. */
export interface ReplayedAction {
  readonly call: PublishedCall;
  /** Rules of the papers that refuse it; none where it is allowed or nothing names it. */
  readonly refusedBy: readonly string[];
  readonly changes: boolean;
  /** Amounts that have to go back or be taken by rule, with it. */
  readonly moves: Decision['after'];
}

export interface Replay {
  readonly actions: readonly ReplayedAction[];
  /** The store the gold actions leave. */
  readonly store: Store;
}

export const toolOf = ({ name }: PublishedCall): string => name.replace(/_tool$/, '');

const minorOf = (value: unknown): number => Math.round(Number(value) * 100);

/** Returns the request of a gold action; null where it is a look-up, or money that has no request of its own. */
function requestOf(call: PublishedCall, task: ServiceTask, store: Store): Request | null {
  const orderId = argumentOf(call, 'order_id') ?? '';
  const of = <Kind extends RequestKind>(kind: Kind, values: RequestArguments[Kind]): Request =>
    ({ kind, in: circumstancesOf(call, task, orderId), ...values }) as unknown as Request;
  const action = argumentOf(call, 'action');
  switch (toolOf(call)) {
    case 'manage_order':
      if (action === '取消') return of('cancel_order', { orderId });
      if (action === '修改') return of('change_address', { orderId, ...changeIn(call) });
      if (action === '增加') return of('place_order', { lines: linesIn(call), payment: paymentIn(call) });
      return null;
    case 'manage_return':
      return of('return_order', { orderId, reason: 'personal' });
    case 'manage_exchange':
      return action === '换货'
        ? of('exchange', {
            orderId,
            productId: argumentOf(call, 'original_product_id') ?? '',
            toProductId: argumentOf(call, 'exchange_product_id') ?? '',
          })
        : null;
    case 'manage_urgent':
      return of('urge', { orderId });
    case 'manage_ecard':
      return action === '余额使用'
        ? of('pay_by_ecard', {
            lines: [{ productId: argumentOf(call, 'product_id') ?? '', quantity: Number(call.arguments.quantity) }],
          })
        : null;
    case 'register_cashback_by_review':
      return action === '返现' ? of('cashback', { orderId }) : null;
    case 'manage_invoice':
      return of(store.invoices.has(orderId) ? 'change_invoice' : 'issue_invoice', { orderId, ...invoiceIn(call) });
    case 'schedule_service':
      return of('book_service', {
        orderId,
        service: keyIn(SERVICES, argumentOf(call, 'service_type')) ?? 'inspect',
        day: keyIn(WEEKDAYS, argumentOf(call, 'service_time')) ?? 'monday',
      });
    default:
      return null;
  }
}

const changeIn = (call: PublishedCall) => {
  const [address, phone] = [argumentOf(call, 'address'), argumentOf(call, 'phone_number')];
  return { ...(address === undefined ? {} : { address }), ...(phone === undefined ? {} : { phone }) };
};
const paymentIn = (call: PublishedCall): PaymentMethod => keyIn(PAYMENTS, argumentOf(call, 'payment')) ?? 'alipay';
const invoiceIn = (call: PublishedCall) => ({
  type: keyOf(INVOICES, argumentOf(call, 'invoice_type') ?? '') ?? ('personal' as const),
  title: argumentOf(call, 'title') ?? '-',
  phone: argumentOf(call, 'phone_number') ?? '-',
});

function linesIn(call: PublishedCall) {
  const list = call.arguments.product_info_list;
  return (Array.isArray(list) ? list : []).map((item: Record<string, unknown>) => ({
    productId: String(item.product_id),
    quantity: Number(item.quantity),
  }));
}

/** A customer who orders and confirms. What the pictures show is not published: they are taken for what is claimed. */
function circumstancesOf(call: PublishedCall, task: ServiceTask, orderId: string): Request['in'] {
  const evidence = picturesOf(task).map(
    (id): Picture => ({
      ...{ id, userId: task.userId, kind: 'review', orderId, productId: null },
      ...{ facts: {}, proves: null, described: false },
    }),
  );
  return { ...plainly(argumentOf(call, 'user_id') ?? task.userId), evidence };
}

/** Rules that refuse a request, apart from the one that refuses whatever none of them names. */
const refusing = ({ outcome, decidedBy }: Decision): string[] =>
  outcome === 'forbidden' ? decidedBy.filter((id) => BY_ID.get(id)?.rank !== 'last-resort') : [];

/** Carries a gold action out as the published tools would: whatever the state, if there is something to write to. */
function write(change: Transaction, request: Request, now: string): void {
  const { store } = change;
  const order = 'orderId' in request && request.orderId !== undefined ? store.orders.get(request.orderId) : undefined;
  const user = store.users.get(request.in.userId);
  const update = (fields: Partial<Order>) => order !== undefined && change.update('orders', order.id, fields);
  switch (request.kind) {
    case 'cancel_order':
      update({ state: 'cancelled' });
      break;
    case 'return_order':
      update({ state: 'returning' });
      break;
    case 'urge':
      update({ urgent: true });
      break;
    case 'change_address': {
      const { address: street, phone } = request;
      if (order !== undefined)
        update({
          address: {
            ...order.address,
            ...(street === undefined ? {} : { street }),
            ...(phone === undefined ? {} : { phone }),
          },
        });
      break;
    }
    case 'exchange':
      if (order !== undefined)
        update({
          lines: order.lines.map((line) =>
            line.productId === request.productId ? { ...line, productId: request.toProductId } : line,
          ),
        });
      break;
    case 'issue_invoice':
    case 'change_invoice': {
      const { orderId, type, title, phone } = request;
      const known = store.invoices.get(orderId);
      if (known !== undefined) change.update('invoices', orderId, { type, title, phone });
      else
        change.insert('invoices', {
          ...{ id: orderId, orderId, userId: request.in.userId, type, title, phone },
          ...{ amountMinor: 0, issuedAt: now },
        });
      break;
    }
    case 'cashback':
      if (!store.cashbacks.has(request.orderId))
        change.insert('cashbacks', {
          ...{ id: request.orderId, orderId: request.orderId, userId: request.in.userId },
          ...{ amountMinor: 0, state: 'registered', at: now },
        });
      break;
    case 'book_service': {
      const id = `${request.orderId} ${request.service} ${request.day}`;
      if (order !== undefined && !store.appointments.has(id))
        change.insert('appointments', {
          ...{ id, orderId: request.orderId, userId: request.in.userId, kind: request.service, weekday: request.day },
          ...{ date: now.slice(0, 10), name: '-', phone: '-', faultCode: null, state: 'booked', at: now },
        });
      break;
    }
    case 'place_order':
      if (user !== undefined) placeOrder(change, request, now);
      break;
    case 'pay_by_ecard':
      if (user !== undefined)
        change.update('users', user.id, { ecardBalanceMinor: user.ecardBalanceMinor - costOf(store, request.lines) });
      break;
  }
}

const costOf = (store: Store, lines: readonly { readonly productId: string; readonly quantity: number }[]) =>
  lines.reduce((sum, { productId, quantity }) => sum + quantity * (store.products.get(productId)?.priceMinor ?? 0), 0);

function placeOrder(change: Transaction, request: Request & { kind: 'place_order' }, now: string): void {
  const { store } = change;
  const total = costOf(store, request.lines);
  const [model] = [...store.orders.where('userId', request.in.userId), ...store.orders.rows()];
  if (model === undefined || store.orders.has(CONSTANT_ORDER_ID)) return;
  change.insert('orders', {
    ...model,
    ...{
      id: CONSTANT_ORDER_ID,
      userId: request.in.userId,
      state: 'paid',
      history: [{ state: 'paid', at: now, by: 'system' }],
    },
    lines: request.lines.map((line, at) => ({
      ...line,
      ...{ id: String(at + 1), optionId: null, unitPriceMinor: store.products.get(line.productId)?.priceMinor ?? 0 },
    })),
    ...{ goodsMinor: total, totalMinor: total, payment: { method: request.payment, paidAt: now }, urgent: false },
  });
}

/** Rules about products cannot be asked where no products were published. */
const NEEDS_PRODUCTS: ReadonlySet<RequestKind> = new Set(['exchange', 'place_order', 'pay_by_ecard']);

/** Plays a task's gold actions in order on its store and asks the published rules about each. */
export function replay(task: ServiceTask, { store: before, hasProducts }: PublishedStore): Replay {
  let store = before;
  let paidMinor = 0;
  const actions = task.actions.map((call): ReplayedAction => {
    const request = requestOf(call, task, store);
    if (toolOf(call) === 'manage_ecard' && argumentOf(call, 'action') === '退款') {
      store = refunded(store, argumentOf(call, 'user_id') ?? task.userId, minorOf(call.arguments.amount));
      return { call, refusedBy: [], changes: true, moves: [] };
    }
    if (request === null) return { call, refusedBy: [], changes: true, moves: [] };
    const isAsked = hasProducts || !NEEDS_PRODUCTS.has(request.kind);
    // Paying and placing are two actions in any order, and both are for one amount.
    const asked = request.kind === 'place_order' ? refunded(store, request.in.userId, paidMinor) : store;
    const decision = decide(asked, request, 'own-shop', PUBLISHED_RULES);
    if (request.kind === 'pay_by_ecard') paidMinor += costOf(store, request.lines);
    const digest = digestOfStore(store);
    store = transact(store, (change) => write(change, request, before.facts.now)).store;
    return {
      call,
      refusedBy: isAsked ? refusing(decision) : [],
      changes: digestOfStore(store) !== digest,
      moves: decision.after,
    };
  });
  return { actions, store };
}

function refunded(store: Store, userId: string, minor: number): Store {
  const user = store.users.get(userId);
  if (user === undefined || minor === 0) return store;
  return transact(store, (change) =>
    change.update('users', userId, { ecardBalanceMinor: user.ecardBalanceMinor + minor }),
  ).store;
}
