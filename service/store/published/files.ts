import type { Store } from '../schema.ts';
import { named, type View } from './labels.ts';
import {
  appointmentView,
  invoiceView,
  orderView,
  promotionView,
  shipmentView,
  userView,
  wholeProductView,
} from './views.ts';

/** The names of ECom-Bench's files. */
export const PUBLISHED_FILES = [
  'users_info.json',
  'orders.json',
  'logistics.json',
  'products.json',
  'discount.json',
  'invoices.json',
  'service.json',
  'register_cashback.json',
] as const;
export type PublishedFile = (typeof PUBLISHED_FILES)[number];

type Tree = { [key: string]: Tree | unknown };

/** Sets a value below some keys, making what is not there. */
function put(tree: Tree, keys: readonly string[], value: unknown): void {
  const last = keys.length - 1;
  let at = tree;
  for (const key of keys.slice(0, last)) {
    at[key] ??= {};
    at = at[key] as Tree;
  }
  at[keys[last] as string] = value;
}

/** A store in the layout of ECom-Bench's files: by platform, shop, user and order, under Chinese names or English ones. */
export function publishedFiles(store: Store): Record<PublishedFile, View> {
  const { platform, language } = store.facts;
  const [users, orders, logistics, products, discounts, invoices, service, cashback]: Tree[] = PUBLISHED_FILES.map(
    () => ({}),
  );
  for (const user of store.users.rows()) put(users as Tree, [user.id], userView(store, user));
  for (const order of store.orders.rows()) {
    const keys = [platform, order.merchantId, order.userId, order.id];
    put(orders as Tree, keys, orderView(store, order));
    const parcel = store.shipments.where('orderId', order.id).find(({ kind }) => kind === 'order');
    if (parcel !== undefined) put(logistics as Tree, keys, shipmentView(store, parcel));
    const visit = store.appointments.where('orderId', order.id)[0];
    if (visit !== undefined) put(service as Tree, keys, appointmentView(store, visit));
    if (store.cashbacks.has(order.id)) put(cashback as Tree, keys, true);
  }
  for (const product of store.products.rows())
    put(products as Tree, [platform, product.merchantId, product.id], wholeProductView(store, product));
  for (const promotion of store.promotions.rows())
    put(discounts as Tree, [platform, promotion.merchantId], promotionView(store, promotion));
  for (const invoice of store.invoices.rows()) put(invoices as Tree, [invoice.orderId], invoiceView(store, invoice));
  const trees = [users, orders, logistics, products, discounts, invoices, service, cashback];
  return Object.fromEntries(PUBLISHED_FILES.map((name, at) => [name, named(trees[at], language)])) as Record<
    PublishedFile,
    View
  >;
}
