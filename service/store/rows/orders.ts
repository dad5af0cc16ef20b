import { z } from 'zod';
import { Address, Id, Minor, StoreTime } from './shops.ts';

/** Orders of a store, and the parcels they come in. */

/** State of an order. `delivered`: it arrived; `signed`: somebody took it. */
export const OrderState = z.enum([
  'unpaid',
  'paid',
  'processing',
  'shipped',
  'in_transit',
  'delivered',
  'signed',
  'completed',
  'cancelled',
  'returning',
  'returned',
  'refunded',
  'refund_only',
]);
export type OrderState = z.infer<typeof OrderState>;

export const PaymentMethod = z.enum(['bank_card', 'e_card', 'wechat', 'alipay']);
export type PaymentMethod = z.infer<typeof PaymentMethod>;

/** Party that changed something. */
export const Party = z.enum(['customer', 'merchant', 'carrier', 'system', 'agent']);
export type Party = z.infer<typeof Party>;

export const OrderLine = z.strictObject({
  /** Within its order. */
  id: Id,
  productId: Id,
  optionId: Id.nullable(),
  quantity: z.int().positive(),
  /** Price of one when it was ordered. */
  unitPriceMinor: Minor,
});
export type OrderLine = z.infer<typeof OrderLine>;

export const RemarkKind = z.enum([
  'note',
  'carrier',
  'delivery_time',
  'expedite',
  'reshipment',
  'compensation',
  'special_request',
]);
export type RemarkKind = z.infer<typeof RemarkKind>;

/** A note on an order, for people who pack and send it. */
export const Remark = z.strictObject({
  at: StoreTime,
  by: Party,
  kind: RemarkKind,
  text: z.string().min(1),
});
export type Remark = z.infer<typeof Remark>;

export const Order = z.strictObject({
  id: Id,
  userId: Id,
  merchantId: Id,
  state: OrderState,
  /** Every state it was in, from the first on; the last is `state`. */
  history: z.array(z.strictObject({ state: OrderState, at: StoreTime, by: Party })).min(1),
  lines: z.array(OrderLine).min(1),
  /** Sum of its lines. */
  goodsMinor: Minor,
  /** Amount its coupons took off. */
  discountMinor: Minor,
  shippingMinor: Minor,
  /** Goods - discount + shipping: what was or is to be paid. */
  totalMinor: Minor,
  couponIds: z.array(Id),
  payment: z.strictObject({ method: PaymentMethod, paidAt: StoreTime.nullable() }),
  address: Address,
  /** True if it is to be sent or carried first. */
  urgent: z.boolean(),
  /** The carrier the customer chose; null where the shop decides. */
  carrierId: Id.nullable(),
  /** True if sending it back is insured. */
  insured: z.boolean(),
  remarks: z.array(Remark),
});
export type Order = z.infer<typeof Order>;

export const ShipmentState = z.enum([
  'created',
  'picked_up',
  'in_transit',
  'out_for_delivery',
  'delivered',
  'signed',
  'intercepted',
]);
export type ShipmentState = z.infer<typeof ShipmentState>;

/** A parcel. Its id is the number on its label. */
export const Shipment = z.strictObject({
  id: Id,
  orderId: Id,
  kind: z.enum(['order', 'return', 'gift']),
  carrierId: Id,
  from: Address,
  to: Address,
  state: ShipmentState,
  expectedAt: StoreTime,
  pickedUpAt: StoreTime.nullable(),
  deliveredAt: StoreTime.nullable(),
  /** From the first on; the state of the last is `state`. */
  events: z
    .array(
      z.strictObject({
        at: StoreTime,
        state: ShipmentState,
        place: z.string().min(1),
        text: z.string().min(1),
        by: z.string().min(1),
      }),
    )
    .min(1),
});
export type Shipment = z.infer<typeof Shipment>;
