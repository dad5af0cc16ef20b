import { z } from 'zod';
import { Party, PaymentMethod } from './orders.ts';
import { Id, Minor, StoreTime } from './shops.ts';

/** Rows of what follows an order: returns, refunds, invoices, presents, visits, reviews, and pictures that prove something. */

export const ReturnReason = z.enum([
  'personal',
  'quality',
  'damaged_in_transit',
  'missing_items',
  'wrong_items',
  'other',
]);
export type ReturnReason = z.infer<typeof ReturnReason>;

const ReturnState = z.enum(['approved', 'sent_back', 'received', 'refunded', 'rejected']);

export const Return = z.strictObject({
  id: Id,
  orderId: Id,
  userId: Id,
  /** Lines of the order, and how many of each. */
  lines: z.array(z.strictObject({ lineId: Id, quantity: z.int().positive() })).min(1),
  reason: ReturnReason,
  state: ReturnState,
  history: z.array(z.strictObject({ state: ReturnState, at: StoreTime, by: Party })).min(1),
  /** Amount that goes back to the customer. */
  amountMinor: Minor,
  /** Cost of sending it back, and the one who pays it. */
  shippingMinor: Minor,
  shippingPaidBy: z.enum(['customer', 'merchant', 'insurance']),
  shipmentId: Id.nullable(),
  refundId: Id.nullable(),
});
export type Return = z.infer<typeof Return>;

export const Exchange = z.strictObject({
  id: Id,
  orderId: Id,
  userId: Id,
  lineId: Id,
  fromProductId: Id,
  toProductId: Id,
  state: z.enum(['registered', 'sent', 'done']),
  at: StoreTime,
});
export type Exchange = z.infer<typeof Exchange>;

export const RefundReason = z.enum(['cancel', 'return', 'refund_only', 'price_protection', 'other']);
export type RefundReason = z.infer<typeof RefundReason>;

/** Money that goes back, and for what. */
export const Refund = z.strictObject({
  id: Id,
  userId: Id,
  orderId: Id.nullable(),
  reason: RefundReason,
  amountMinor: z.int().positive(),
  to: PaymentMethod,
  state: z.enum(['pending', 'paid']),
  at: StoreTime,
});
export type Refund = z.infer<typeof Refund>;

/** A claim of the difference to a price that fell after the order. */
export const PriceProtection = z.strictObject({
  id: Id,
  orderId: Id,
  userId: Id,
  lineId: Id,
  quantity: z.int().positive(),
  paidMinor: Minor,
  currentMinor: Minor,
  /** (Paid - current) × quantity. */
  differenceMinor: z.int().positive(),
  refundId: Id,
  at: StoreTime,
});
export type PriceProtection = z.infer<typeof PriceProtection>;

export const InvoiceType = z.enum(['personal', 'company', 'vat_special']);
export type InvoiceType = z.infer<typeof InvoiceType>;

/** The invoice of an order; its id is the order's. */
export const Invoice = z.strictObject({
  id: Id,
  orderId: Id,
  userId: Id,
  type: InvoiceType,
  title: z.string().min(1),
  phone: z.string().min(1),
  amountMinor: Minor,
  issuedAt: StoreTime,
});
export type Invoice = z.infer<typeof Invoice>;

/** One movement on a user's e-card; all of them together are its balance. */
export const EcardEntry = z.strictObject({
  id: Id,
  userId: Id,
  kind: z.enum(['load', 'pay', 'refund']),
  amountMinor: z.int().positive(),
  orderId: Id.nullable(),
  refundId: Id.nullable(),
  at: StoreTime,
});

/** A present that an order brings. */
export const Gift = z.strictObject({
  id: Id,
  orderId: Id,
  productId: Id,
  name: z.string().min(1),
  state: z.enum(['promised', 'due', 'sent', 'received', 'void']),
  /** Time by which it has to be on its way; null before the order is signed. */
  dueAt: StoreTime.nullable(),
  shipmentId: Id.nullable(),
});
export type Gift = z.infer<typeof Gift>;

export const ServiceKind = z.enum(['install', 'repair', 'inspect']);
export type ServiceKind = z.infer<typeof ServiceKind>;
export const Weekday = z.enum(['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']);
export type Weekday = z.infer<typeof Weekday>;

/** A visit of a technician. */
export const Appointment = z.strictObject({
  id: Id,
  orderId: Id,
  userId: Id,
  kind: ServiceKind,
  weekday: Weekday,
  /** The next such day after the one it was made on. */
  date: z.string().regex(/^\d{4}-\d\d-\d\d$/),
  name: z.string().min(1),
  phone: z.string().min(1),
  faultCode: z.string().min(1).nullable(),
  state: z.enum(['booked', 'done', 'cancelled']),
  at: StoreTime,
});
export type Appointment = z.infer<typeof Appointment>;

/** A review that a user wrote of what they ordered. */
export const StoreReview = z.strictObject({
  id: Id,
  orderId: Id,
  productId: Id,
  userId: Id,
  rating: z.int().min(1).max(5),
  text: z.string().min(1),
  at: StoreTime,
});

/** Money a shop pays for a review; its id is the order's. */
export const Cashback = z.strictObject({
  id: Id,
  orderId: Id,
  userId: Id,
  amountMinor: Minor,
  state: z.enum(['registered', 'paid']),
  at: StoreTime,
});

/** A red envelope that a customer took as a settlement. */
export const Compensation = z.strictObject({
  id: Id,
  orderId: Id,
  userId: Id,
  amountMinor: z.int().positive(),
  reason: ReturnReason,
  at: StoreTime,
});
export type Compensation = z.infer<typeof Compensation>;

/** A conversation that went on to a person. */
export const HandOver = z.strictObject({
  id: Id,
  userId: Id,
  merchantId: Id.nullable(),
  at: StoreTime,
  reason: z.string(),
});

export const PictureKind = z.enum([
  'review',
  'order',
  'payment',
  'shipping_label',
  'fault_code',
  'specifications',
  'barcode',
  'price',
  'goods',
]);
export type PictureKind = z.infer<typeof PictureKind>;

/**
 * A picture that a customer can send. `facts` are what it shows, whether or not the store agrees. Those of kind `goods`
 * are photographs of what arrived: they are described, never drawn.
 */
export const Picture = z.strictObject({
  id: Id,
  userId: Id,
  kind: PictureKind,
  /** Order and product it is about, as the customer says; what it shows may be about another. */
  orderId: Id.nullable(),
  productId: Id.nullable(),
  facts: z.record(z.string(), z.string()),
  /** Fault of the goods that it proves; null where it proves nothing. */
  proves: ReturnReason.nullable(),
  /** True if it is a description in the place of a picture. */
  described: z.boolean(),
});
export type Picture = z.infer<typeof Picture>;
