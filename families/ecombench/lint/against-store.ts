import { type CounterHead, defect, type Looked, sign } from '../../../pipeline/foreign-lint.ts';
import type { Order, Store } from '../../../service/store/schema.ts';
import type { PublishedStore } from './published-store.ts';
import { CONSTANT_ORDER_ID, type Replay, type ReplayedAction, replay, toolOf } from './replay.ts';
import { argumentOf, type PublishedCall, type ServiceTask } from './task.ts';

/** Counters that need the store the tasks were made on: their gold calls, played through our policy. */
export const STORE_HEADS: readonly CounterHead[] = [
  defect(
    'unknown_order',
    'a gold action or search names an order that the customer does not have',
    'calls with an order',
  ),
  defect('gold_forbidden', 'the published rules refuse a gold action in the state it is taken in', 'gold actions'),
  defect('exchange_without_record', 'a gold exchange is for a product of which there is no record', 'gold exchanges'),
  defect(
    'refund_of_no_order',
    'a gold refund is the total of no single order, so nothing on record says what it is for',
    'gold refunds',
  ),
  defect(
    'refund_not_due',
    'a gold refund is no amount that rules and records make due, alone or added up',
    'gold refunds',
  ),
  defect(
    'refund_missing',
    'the rules make a refund to the e-card due, and no gold action pays it',
    'gold cancellations and returns',
  ),
  defect(
    'action_without_effect',
    'a gold action leaves the store as it was, so leaving it out scores as well',
    'gold actions',
  ),
  defect(
    'deletes_others',
    'the published tool deletes the cashback records of other customers when this gold action is taken',
    'gold cashbacks',
  ),
  defect(
    'constant_order_id',
    `a gold action depends on every new order getting the id ${CONSTANT_ORDER_ID}`,
    'calls with an order',
  ),
  sign(
    'order_unsaid',
    'the customer does not say which order a gold action is for: the agent has to find it',
    'gold actions with an order',
  ),
];

const yuan = (minor: number) => (minor / 100).toFixed(2).replace(/\.?0+$/, '');
const MINOR = 100;
const isAction = (action: string) => (call: PublishedCall) => argumentOf(call, 'action') === action;
const isRefund = (call: PublishedCall) => toolOf(call) === 'manage_ecard' && isAction('退款')(call);
const isExchange = (call: PublishedCall) => toolOf(call) === 'manage_exchange' && isAction('换货')(call);
const isCashback = (call: PublishedCall) => toolOf(call) === 'register_cashback_by_review' && isAction('返现')(call);
const isPlacing = (call: PublishedCall) => toolOf(call) === 'manage_order' && isAction('增加')(call);
const orderIn = (call: PublishedCall) => argumentOf(call, 'order_id');
const said = (call: PublishedCall) => `${toolOf(call)} of ${orderIn(call) ?? 'no order'}`;

const ordersOf = (store: Store, userId: string) => store.orders.where('userId', userId);

/**
 * Finds what the rules make due: orders paid by e-card that gold actions cancel or return, and falls of prices since
 * the order.
 */
function duesOf({ actions }: Replay, store: Store, userId: string) {
  const back = actions.flatMap(({ moves }) =>
    moves.flatMap(({ step, arguments: { orderId, amountMinor } }) =>
      step === 'refund_to_ecard' ? [{ orderId: String(orderId), minor: Number(amountMinor) }] : [],
    ),
  );
  const falls = ordersOf(store, userId).flatMap(({ id, lines }: Order) =>
    lines.flatMap(({ productId, unitPriceMinor, quantity }) => {
      const now = store.products.get(productId)?.priceMinor ?? unitPriceMinor;
      return now < unitPriceMinor ? [{ orderId: id, minor: (unitPriceMinor - now) * quantity }] : [];
    }),
  );
  return { back, falls };
}

/** Those of the dues that an amount is made of; null where none of their sums is it. */
function partsOf(minor: number, dues: readonly { readonly minor: number }[]): number[] | null {
  for (let mask = 1; mask < 1 << dues.length; mask++) {
    const parts = dues.flatMap((_, at) => ((mask >> at) & 1 ? [at] : []));
    if (parts.reduce((sum, at) => sum + (dues[at]?.minor ?? 0), 0) === minor) return parts;
  }
  return null;
}

function refundsIn(task: ServiceTask, played: Replay, store: Store): Looked[] {
  const refunds = task.actions.filter(isRefund).map((call) => Math.round(Number(call.arguments.amount) * MINOR));
  const totals = ordersOf(store, task.userId).map(({ totalMinor }) => totalMinor);
  const { back, falls } = duesOf(played, store, task.userId);
  const paid = new Set<number>();
  const notDue: string[] = [];
  for (const minor of refunds) {
    const parts = partsOf(minor, back);
    for (const at of parts ?? []) paid.add(at);
    if (parts === null && !falls.some((fall) => fall.minor === minor)) {
      const due = [...back, ...falls].map((it) => `${yuan(it.minor)} of ${it.orderId}`).join(', ');
      notDue.push(`${yuan(minor)}, where ${due === '' ? 'nothing' : due} would be due`);
    }
  }
  const missing = back.filter((_, at) => !paid.has(at));
  return [
    {
      code: 'refund_of_no_order',
      of: refunds.length,
      found: refunds.filter((minor) => !totals.includes(minor)).map(yuan),
    },
    { code: 'refund_not_due', of: refunds.length, found: notDue },
    {
      code: 'refund_missing',
      of: back.length,
      found: missing.map(({ minor, orderId }) => `${yuan(minor)} of ${orderId}`),
    },
  ];
}

const refusals = ({ call, refusedBy }: ReplayedAction) =>
  refusedBy.length === 0 ? [] : [`${said(call)}: ${refusedBy.join(', ')}`];

/**
 * Finds the faults that the store and the policy show in a published task, by code; nothing where no store lies beside
 * it.
 */
export function againstStore(task: ServiceTask, published: PublishedStore): Looked[] {
  const { store, hasProducts, cashback } = published;
  const played = replay(task, published);
  const calls = [...task.actions, ...task.searches];
  const withOrder = calls.filter((call) => orderIn(call) !== undefined);
  const isPlaced = task.actions.some(isPlacing);
  const isUnknown = (call: PublishedCall) => {
    const id = orderIn(call) ?? '';
    const isTheirs = store.orders.get(id)?.userId === (argumentOf(call, 'user_id') ?? task.userId);
    return !isTheirs && !(isPlaced && id === CONSTANT_ORDER_ID);
  };
  const exchanges = hasProducts ? task.actions.filter(isExchange) : [];
  const targetOf = (call: PublishedCall) => argumentOf(call, 'exchange_product_id') ?? '';
  const cashbacks = task.actions.filter(isCashback);
  // The tool starts its table anew for a customer who is not in it.
  const losers = cashback.has(task.userId) ? [] : [...cashback.keys()];
  const actionsWithOrder = task.actions.filter((call) => orderIn(call) !== undefined);
  return [
    { code: 'unknown_order', of: withOrder.length, found: withOrder.filter(isUnknown).map(said) },
    { code: 'gold_forbidden', of: task.actions.length, found: played.actions.flatMap(refusals) },
    {
      code: 'exchange_without_record',
      of: exchanges.length,
      found: exchanges.map(targetOf).filter((id) => !store.products.has(id)),
    },
    ...refundsIn(task, played, store),
    {
      code: 'action_without_effect',
      of: task.actions.length,
      found: played.actions.filter(({ changes }) => !changes).map(({ call }) => said(call)),
    },
    { code: 'deletes_others', of: cashbacks.length, found: cashbacks.length > 0 ? losers : [] },
    {
      code: 'constant_order_id',
      of: withOrder.length,
      found: withOrder.filter((call) => orderIn(call) === CONSTANT_ORDER_ID).map(said),
    },
    {
      code: 'order_unsaid',
      of: actionsWithOrder.length,
      found: actionsWithOrder.filter((call) => !task.instruction.includes(orderIn(call) ?? '')).map(said),
    },
  ];
}
