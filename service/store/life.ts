import type { OrderState, Return, ShipmentState } from './schema.ts';

/** States an order can go on to from each; any other step is one the store never takes by itself. */
export const ORDER_STEPS: Readonly<Record<OrderState, readonly OrderState[]>> = {
  unpaid: ['paid', 'cancelled'],
  paid: ['processing', 'cancelled'],
  processing: ['shipped', 'cancelled'],
  shipped: ['in_transit'],
  in_transit: ['delivered'],
  delivered: ['signed', 'returning', 'refunded', 'refund_only'],
  signed: ['completed', 'returning', 'refunded', 'refund_only'],
  completed: ['returning', 'refunded', 'refund_only'],
  cancelled: [],
  returning: ['returned', 'refunded'],
  returned: [],
  refunded: [],
  refund_only: [],
};

export const SHIPMENT_STEPS: Readonly<Record<ShipmentState, readonly ShipmentState[]>> = {
  created: ['picked_up'],
  picked_up: ['in_transit', 'intercepted'],
  in_transit: ['out_for_delivery', 'intercepted'],
  out_for_delivery: ['delivered', 'intercepted'],
  delivered: ['signed'],
  signed: [],
  intercepted: ['in_transit'],
};

export const RETURN_STEPS: Readonly<Record<Return['state'], readonly Return['state'][]>> = {
  approved: ['sent_back', 'rejected', 'refunded'],
  sent_back: ['received', 'refunded'],
  received: ['refunded'],
  refunded: [],
  rejected: [],
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
