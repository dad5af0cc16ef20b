import type { OrderState, Shipment, ShipmentState, Store } from './schema.ts';

export const SHIPMENT_STEPS: Readonly<Record<ShipmentState, readonly ShipmentState[]>> = {
  created: ['picked_up'],
  picked_up: ['in_transit', 'intercepted'],
  in_transit: ['out_for_delivery', 'intercepted'],
  out_for_delivery: ['delivered', 'intercepted'],
  delivered: ['signed'],
  signed: [],
  intercepted: ['in_transit'],
};

/** Before anything of an order is on its way. */
export const BEFORE_SHIPPING: ReadonlySet<OrderState> = new Set(['unpaid', 'paid', 'processing']);
/** Once it is there, whether or not anybody has it. */
export const ARRIVED: ReadonlySet<OrderState> = new Set(['delivered', 'signed', 'completed']);
/** Once somebody has what was ordered. */
export const RECEIVED: ReadonlySet<OrderState> = new Set(['signed', 'completed']);
/** Once it is over with, and money went back or is about to. */
export const TAKEN_BACK: ReadonlySet<OrderState> = new Set([
  'cancelled',
  'returning',
  'returned',
  'refunded',
  'refund_only',
]);

/** The parcel that brings an order; there is none before it is shipped. */
export const parcelOf = (store: Store, orderId: string): Shipment | undefined =>
  store.shipments.where('orderId', orderId).find(({ kind }) => kind === 'order');
