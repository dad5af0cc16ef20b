import type { RetailOrder, RetailStore } from './retail-store.ts';
import { type GoldAction, isWrite } from './task.ts';

/**
 * Refusals of the published policy of tau2-bench's retail tasks (its `policy.md`, by heading), as far as a record of
 * the store decides them.
 */

const text = ({ arguments: values }: GoldAction, name: string) =>
  typeof values[name] === 'string' ? values[name] : undefined;
const texts = ({ arguments: values }: GoldAction, name: string): readonly string[] =>
  Array.isArray(values[name]) ? values[name].filter((value) => typeof value === 'string') : [];

const CENT = 0.005;
const REASONS = ['no longer needed', 'ordered by mistake'];
const NEEDED_STATUS: Readonly<Record<string, string>> = {
  cancel_pending_order: 'pending',
  modify_pending_order_items: 'pending',
  modify_pending_order_address: 'pending',
  modify_pending_order_payment: 'pending',
  return_delivered_order_items: 'delivered',
  exchange_delivered_order_items: 'delivered',
};
const STATUS_AFTER: Readonly<Record<string, string>> = {
  cancel_pending_order: 'cancelled',
  modify_pending_order_items: 'pending (items modified)',
  return_delivered_order_items: 'return requested',
  exchange_delivered_order_items: 'exchange requested',
};

const paidBy = ({ payment_history: history }: RetailOrder) => history[0]?.payment_method_id;

/** Replacements of items, one for one, each with what it costs more. */
function replacements(order: RetailOrder, action: GoldAction, store: RetailStore) {
  const news = texts(action, 'new_item_ids');
  return texts(action, 'item_ids').map((id, at) => {
    const item = order.items.find((held) => held.item_id === id);
    const variants = item === undefined ? undefined : store.products[item.product_id]?.variants;
    const newId = news[at];
    const variant = newId === undefined ? undefined : variants?.[newId];
    return { id, newId, item, variant, more: (variant?.price ?? 0) - (item?.price ?? 0) };
  });
}

/** Items that an order does not hold so often. */
function notHeld(order: RetailOrder, ids: readonly string[]): string[] {
  const left = order.items.map(({ item_id: id }) => id);
  return ids.filter((id) => {
    const at = left.indexOf(id);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

function againstReplacing(order: RetailOrder, action: GoldAction, store: RetailStore): string[] {
  if (texts(action, 'item_ids').length !== texts(action, 'new_item_ids').length)
    return ['names another number of new items than of old ones'];
  const pairs = replacements(order, action, store);
  const found = pairs.flatMap(({ id, newId, item, variant }) => {
    if (item === undefined) return [];
    if (variant === undefined) return [`item ${newId} is not of the product of ${id}`];
    if (!variant.available) return [`item ${newId} is not available`];
    return newId === id ? [`item ${id} is replaced by itself`] : [];
  });
  const more = pairs.reduce((sum, pair) => sum + pair.more, 0);
  const methods = store.users[order.user_id]?.payment_methods ?? {};
  const method = methods[text(action, 'payment_method_id') ?? ''];
  if (method?.source === 'gift_card' && (method.balance ?? 0) + CENT < more)
    found.push(`the gift card holds ${method.balance ?? 0}, which is less than the difference of ${more.toFixed(2)}`);
  return found;
}

function againstPayment(order: RetailOrder, action: GoldAction, store: RetailStore): string[] {
  const id = text(action, 'payment_method_id');
  if (id === undefined) return [];
  const method = store.users[order.user_id]?.payment_methods[id];
  if (method === undefined) return [`${id} is no payment method of the customer`];
  if (action.name === 'return_delivered_order_items' && id !== paidBy(order) && method.source !== 'gift_card')
    return [`the refund goes to ${id}, neither the original payment method nor a gift card`];
  if (action.name !== 'modify_pending_order_payment') return [];
  if (id === paidBy(order)) return [`${id} is the payment method it has already`];
  const total = order.items.reduce((sum, { price }) => sum + price, 0);
  return method.source === 'gift_card' && (method.balance ?? 0) + CENT < total
    ? [`the gift card holds ${method.balance ?? 0}, which is less than the total of ${total.toFixed(2)}`]
    : [];
}

/** Why the policy, or the tool itself, refuses an action in the state of the store; nothing where it does not. */
export function againstAction(action: GoldAction, store: RetailStore): string[] {
  const orderId = text(action, 'order_id');
  const order = orderId === undefined ? undefined : store.orders[orderId];
  if (order === undefined || !isWrite(action)) return [];
  const needed = NEEDED_STATUS[action.name];
  const found: string[] = [];
  if (needed !== undefined && order.status !== needed) found.push(`the order is "${order.status}", not "${needed}"`);
  const reason = text(action, 'reason');
  if (action.name === 'cancel_pending_order' && !REASONS.includes(reason ?? ''))
    found.push(`the reason is "${reason}", expected "${REASONS.join('" or "')}"`);
  const strange = notHeld(order, texts(action, 'item_ids'));
  if (strange.length > 0) found.push(`the order does not hold ${strange.join(', ')}`);
  if ('new_item_ids' in action.arguments) found.push(...againstReplacing(order, action, store));
  found.push(...againstPayment(order, action, store));
  return found;
}

/** Ids in a call that no record has. */
export function unknownIn(action: GoldAction, store: RetailStore): string[] {
  const items = new Set(Object.values(store.products).flatMap(({ variants }) => Object.keys(variants)));
  const missing = (name: string, has: (id: string) => boolean) => {
    const id = text(action, name);
    return id === undefined || has(id) ? [] : [`${name} ${id}`];
  };
  return [
    ...missing('order_id', (id) => id in store.orders),
    ...missing('user_id', (id) => id in store.users),
    ...missing('product_id', (id) => id in store.products),
    ...missing('item_id', (id) => items.has(id)),
    ...[...texts(action, 'item_ids'), ...texts(action, 'new_item_ids')]
      .filter((id) => !items.has(id))
      .map((id) => `item ${id}`),
  ];
}

/** The store after an action; the same one where it changes nothing. Only what later rules look at is carried out. */
export function afterAction(action: GoldAction, store: RetailStore): RetailStore {
  const orderId = text(action, 'order_id') ?? '';
  const order = store.orders[orderId];
  if (!isWrite(action)) return store;
  const userId = text(action, 'user_id') ?? '';
  const user = store.users[userId];
  if (action.name === 'modify_user_address' && user !== undefined) {
    const address = addressIn(action);
    return { ...store, users: { ...store.users, [userId]: { ...user, address } } };
  }
  if (order === undefined) return store;
  return { ...store, orders: { ...store.orders, [orderId]: changed(order, action, store) } };
}

const ADDRESS = ['address1', 'address2', 'city', 'state', 'country', 'zip'];
const addressIn = ({ arguments: values }: GoldAction) =>
  Object.fromEntries(ADDRESS.map((name) => [name, values[name]] as const));

function changed(order: RetailOrder, action: GoldAction, store: RetailStore): RetailOrder {
  const status = STATUS_AFTER[action.name] ?? order.status;
  if (action.name === 'modify_pending_order_address') return { ...order, address: addressIn(action) };
  if (action.name === 'modify_pending_order_payment') {
    const id = text(action, 'payment_method_id') ?? '';
    return { ...order, payment_history: [{ transaction_type: 'payment', amount: 0, payment_method_id: id }] };
  }
  if (action.name !== 'modify_pending_order_items') return { ...order, status };
  const items = [...order.items];
  for (const { id, variant } of replacements(order, action, store)) {
    const at = items.findIndex((item) => item.item_id === id);
    const item = items[at];
    if (item !== undefined && variant !== undefined)
      items[at] = { ...item, item_id: variant.item_id, price: variant.price };
  }
  return { ...order, items, status };
}

const sorted = (values: Readonly<Record<string, unknown>>) => JSON.stringify(Object.entries(values).sort());

/** Tells whether an action leaves every record as it was. */
export function isIdle(action: GoldAction, before: RetailStore, after: RetailStore): boolean {
  const orderId = text(action, 'order_id') ?? '';
  const userId = text(action, 'user_id') ?? '';
  const [order, changedOrder] = [before.orders[orderId], after.orders[orderId]];
  const [user, changedUser] = [before.users[userId], after.users[userId]];
  if (order !== undefined && changedOrder !== undefined)
    return (
      sorted(order.address) === sorted(changedOrder.address) &&
      sorted({ ...order, address: null }) === sorted({ ...changedOrder, address: null })
    );
  return user !== undefined && changedUser !== undefined && sorted(user.address) === sorted(changedUser.address);
}
