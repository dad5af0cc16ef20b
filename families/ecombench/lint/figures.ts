import { type Figure, type Figures, figuresOf } from '../../../pipeline/foreign-lint.ts';
import { BEFORE_SHIPPING } from '../../../service/store/order-states.ts';
import type { Store } from '../../../service/store/schema.ts';
import { mean } from '../../../text/numbers.ts';
import type { PublishedStore } from './published-store.ts';
import { intentsIn, picturesOf, type ServiceTask } from './task.ts';

const toHundredths = (numbers: readonly number[]) => Math.round(mean(numbers) * 100) / 100;

const ofTasks = figuresOf(
  (task: ServiceTask) => ({
    tasks: 1,
    'intents of a task': intentsIn(task).length,
    'gold actions of a task': task.actions.length,
    'gold searches of a task': task.searches.length,
    'tasks with pictures': Number(picturesOf(task).length > 0),
    'tasks with something the agent must not be told': Number(task.instruction.includes('禁止')),
  }),
  {
    'intents of a task': toHundredths,
    'gold actions of a task': toHundredths,
    'gold searches of a task': toHundredths,
  },
);

/** Figures of the tasks, and the faults of the store beside them, counted once for each store. */
export function taskFigures(storeOf: (file: string) => PublishedStore | null): Figures<ServiceTask> {
  const own = ofTasks();
  const stores = new Set<PublishedStore>();
  return {
    add(task) {
      own.add(task);
      const store = storeOf(task.file);
      if (store !== null) stores.add(store);
    },
    rows: () => [...own.rows(), ...[...stores].flatMap(storeFigures)],
  };
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
