import type { Figure, Figures } from '../../../pipeline/foreign-lint.ts';
import { BEFORE_SHIPPING } from '../../../service/store/life.ts';
import type { Store } from '../../../service/store/schema.ts';
import type { PublishedStore } from './published-store.ts';
import { intentsIn, picturesOf, type ServiceTask } from './task.ts';

const share = (part: number, whole: number) => (whole === 0 ? 0 : Math.round((part / whole) * 100) / 100);

/** Figures of the tasks, and the faults of the store beside them, counted once for each store. */
export class TaskFigures implements Figures<ServiceTask> {
  readonly #storeOf: (file: string) => PublishedStore | null;
  readonly #stores = new Set<PublishedStore>();
  #tasks = 0;
  #intents = 0;
  #actions = 0;
  #searches = 0;
  #withPictures = 0;
  #secretive = 0;

  constructor(storeOf: (file: string) => PublishedStore | null) {
    this.#storeOf = storeOf;
  }

  add(task: ServiceTask): void {
    this.#tasks++;
    this.#intents += intentsIn(task).length;
    this.#actions += task.actions.length;
    this.#searches += task.searches.length;
    this.#withPictures += Number(picturesOf(task).length > 0);
    this.#secretive += Number(task.instruction.includes('禁止'));
    const store = this.#storeOf(task.file);
    if (store !== null) this.#stores.add(store);
  }

  rows(): readonly Figure[] {
    return [
      { name: 'tasks', value: this.#tasks },
      { name: 'intents of a task', value: share(this.#intents, this.#tasks) },
      { name: 'gold actions of a task', value: share(this.#actions, this.#tasks) },
      { name: 'gold searches of a task', value: share(this.#searches, this.#tasks) },
      { name: 'tasks with pictures', value: this.#withPictures },
      { name: 'tasks with something the agent must not be told', value: this.#secretive },
      ...[...this.#stores].flatMap(storeFigures),
    ];
  }
}

/** Contradictions within a store, and references that lead nowhere. */
function storeFigures({ store, hasProducts, unread }: PublishedStore): Figure[] {
  const orders = [...store.orders.rows()];
  const parcels = [...store.shipments.rows()];
  const lines = orders.flatMap((order) => order.lines);
  const references = [...store.products.rows()].flatMap(({ exchangeableFor }) => exchangeableFor);
  const ofProducts = [
    {
      name: 'order lines whose price is not the product’s',
      value: lines.filter(({ productId, unitPriceMinor }) => differs(store, productId, unitPriceMinor)).length,
    },
    {
      name: 'references to exchangeable products without a record',
      value: references.filter((id) => !store.products.has(id)).length,
    },
    { name: 'references to exchangeable products', value: references.length },
  ];
  return [
    { name: 'orders in the store', value: orders.length + unread.length },
    { name: 'parcels of no order', value: parcels.filter(({ orderId }) => !store.orders.has(orderId)).length },
    { name: 'orders that contradict their parcel', value: orders.filter((order) => contradicts(store, order)).length },
    {
      name: 'invoices of no order',
      value: [...store.invoices.rows()].filter(({ orderId }) => !store.orders.has(orderId)).length,
    },
    { name: 'invoices', value: store.invoices.size },
    ...(hasProducts ? ofProducts : []),
  ];
}

const differs = (store: Store, productId: string, minor: number) => {
  const product = store.products.get(productId);
  return product !== undefined && product.priceMinor !== minor;
};

const MOVED = new Set(['picked_up', 'in_transit', 'out_for_delivery', 'delivered', 'signed']);

/** Tells whether an order and its parcel cannot both be as they are recorded. */
function contradicts(store: Store, { id, state }: { readonly id: string; readonly state: string }): boolean {
  const parcel = store.shipments.where('orderId', id)[0];
  if (parcel === undefined) return false;
  const isDelivered = parcel.deliveredAt !== null;
  if (BEFORE_SHIPPING.has(state as never)) return isDelivered || MOVED.has(parcel.state);
  if (state === 'shipped' || state === 'in_transit') return isDelivered || parcel.state === 'signed';
  const hasArrived = isDelivered && (parcel.state === 'signed' || parcel.state === 'delivered');
  return (state === 'signed' || state === 'delivered') && !hasArrived;
}
