import type { OrderState, ShipmentState } from './schema.ts';

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
