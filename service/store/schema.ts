import { z } from 'zod';

/**
 * The schema of a store: shops and what they sell, users, and weeks of business between them. One schema, English field
 * names; `published.ts` shows the same store under the Chinese names of ECom-Bench. Money counts minor units of the
 * store's currency, times are wall-clock times of the store, and `now` is a fact of it: nothing here reads a clock.
 */

const Id = z.string().min(1);
const Minor = z.int().nonnegative();

/** A wall-clock time of the store, such as `2025-06-12T00:00:00`: texts in the order of time. */
export const StoreTime = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
export type StoreTime = z.infer<typeof StoreTime>;

export const Language = z.enum(['en', 'zh']);
export type Language = z.infer<typeof Language>;

/** Address at which something is, or to which it goes. */
export const Address = z.strictObject({
  recipient: z.string().min(1),
  phone: z.string().min(1),
  country: z.string().min(1),
  province: z.string().min(1),
  city: z.string().min(1),
  district: z.string().min(1),
  street: z.string().min(1),
});
export type Address = z.infer<typeof Address>;

/** Zone of a parcel's way, from near to far: carriers price and time it by this. */
export const Zone = z.enum(['city', 'province', 'region', 'country', 'remote']);
export type Zone = z.infer<typeof Zone>;
const byZone = z.strictObject({ city: Minor, province: Minor, region: Minor, country: Minor, remote: Minor });

/** A logistics brand: what it takes and how long it takes, by zone. */
export const Carrier = z.strictObject({
  id: Id,
  name: z.string().min(1),
  /** Hours from pick-up to delivery. */
  hours: byZone,
  firstKilogramMinor: byZone,
  /** For each further kilogram that is begun. */
  nextKilogramMinor: byZone,
});
export type Carrier = z.infer<typeof Carrier>;

/** A shop, in Mix-ECom's words a merchant. */
export const Merchant = z.strictObject({
  id: Id,
  name: z.string().min(1),
  phone: z.string().min(1),
  /** Address from which its parcels start and to which returns go. */
  address: Address,
  /** True if the platform itself sells: e-cards pay nowhere else. */
  selfOperated: z.boolean(),
  carrierIds: z.array(Id).min(1),
  /** True if customers may choose among its carriers before an order ships. */
  acceptsCarrierChoice: z.boolean(),
  /** True if it subsidises what customers pay to send goods back. */
  shippingInsurance: z.boolean(),
  /** The most it pays as a red envelope, as a share of what an order cost. */
  maxCompensationPercent: z.int().min(1).max(100),
  /** Money it pays for a review of an order of so much or more; null where it pays nothing. */
  cashback: z.strictObject({ amountMinor: Minor, minimumOrderMinor: Minor }).nullable(),
});
export type Merchant = z.infer<typeof Merchant>;

/** Trait of a product that decides which rules apply to it. */
export const ProductTrait = z.enum(['perishable', 'custom', 'hygiene', 'installed', 'electric', 'bulky']);
export type ProductTrait = z.infer<typeof ProductTrait>;

export const ListingState = z.enum(['on_sale', 'off_shelf']);
export type ListingState = z.infer<typeof ListingState>;

const Named = z.strictObject({ name: z.string().min(1), description: z.string().min(1) });

/** Meaning of a code on a device's display, and what to do. */
const FaultCode = z.strictObject({
  code: z.string().min(1),
  name: z.string().min(1),
  remedy: z.string().min(1),
  /** True if the remedy is one for a technician. */
  needsRepair: z.boolean(),
});

/** One choice of a product's options. */
const ProductOption = z.strictObject({
  id: Id,
  values: z.record(z.string(), z.string()),
  priceMinor: Minor,
  stock: z.int().nonnegative(),
});

/** A product of a shop, drawn from one of the catalog. */
export const StoreProduct = z.strictObject({
  id: Id,
  /** Of the catalog's product; null for fresh goods, which a store sells where its catalog has none. */
  catalogId: Id.nullable(),
  merchantId: Id,
  title: z.string().min(1),
  brand: z.string().nullable(),
  /** From broad to narrow. */
  category: z.array(z.string().min(1)).min(1),
  description: z.string(),
  specifications: z.array(z.strictObject({ name: z.string().min(1), value: z.string().min(1) })),
  options: z.array(ProductOption),
  priceMinor: Minor,
  /** Every price it had, from the first on; the last one is `priceMinor`. */
  prices: z.array(z.strictObject({ from: StoreTime, priceMinor: Minor })).min(1),
  state: ListingState,
  stock: z.int().nonnegative(),
  weightGrams: z.int().positive(),
  traits: z.array(ProductTrait),
  /** True if it may be sent back without a reason while the policy's days for that last. */
  noReasonReturn: z.boolean(),
  /** From payment to shipping, at most. */
  promisedShippingHours: z.int().positive(),
  /** Products it may be exchanged for: they exist, but need not be on sale any more. */
  exchangeableFor: z.array(Id),
  gifts: z.array(Named.extend({ sentWithinDays: z.int().positive() })),
  materials: z.array(Named),
  installation: z
    .strictObject({
      steps: z.array(z.string().min(1)).min(1),
      feeMinor: Minor,
      /** Extra charges, each with what it is for. */
      extras: z.array(Named.extend({ priceMinor: Minor })),
    })
    .nullable(),
  warranty: z
    .strictObject({
      months: z.int().positive(),
      covers: z.string().min(1),
      /** For a repair that the warranty does not cover. */
      labourMinor: Minor,
      responseHours: z.int().positive(),
    })
    .nullable(),
  faultCodes: z.array(FaultCode),
  /** Text of what was said of it in a live stream; null where there was none. */
  clip: z.string().min(1).nullable(),
});
export type StoreProduct = z.infer<typeof StoreProduct>;

/** 3 is the highest. */
export const UserTier = z.union([z.literal(1), z.literal(2), z.literal(3)]);
export type UserTier = z.infer<typeof UserTier>;

/** A customer as the store knows them: nothing of their manner. */
export const User = z.strictObject({
  id: Id,
  name: z.string().min(1),
  gender: z.enum(['female', 'male']),
  age: z.int().min(18).max(99),
  phone: z.string().min(1),
  email: z.string().min(1),
  tier: UserTier,
  ecardBalanceMinor: Minor,
  /** The first is the one that orders go to where nothing else is said. */
  addresses: z.array(Address).min(1),
  registeredAt: StoreTime,
});
export type User = z.infer<typeof User>;

/** Coupon that a user may take off a price. Those of different levels go together, those of one level do not. */
export const Coupon = z.strictObject({
  id: Id,
  userId: Id,
  name: z.string().min(1),
  level: z.enum(['platform', 'shop', 'product']),
  /** Null for the ones of the platform. */
  merchantId: Id.nullable(),
  /** Names of categories it is for; any of a product's path. */
  categories: z.array(z.string().min(1)).min(1),
  minimumMinor: Minor,
  offMinor: Minor,
  from: StoreTime,
  until: StoreTime,
  /** The order it was spent on. */
  orderId: Id.nullable(),
});
export type Coupon = z.infer<typeof Coupon>;

/** A discount that is open to everybody, as a shop tells it. */
export const Promotion = z.strictObject({
  id: Id,
  merchantId: Id,
  name: z.string().min(1),
  source: z.string().min(1),
  from: StoreTime,
  until: StoreTime,
  parts: z
    .array(
      z.strictObject({
        kind: z.enum(['subsidy', 'trade_in', 'members', 'threshold']),
        description: z.string().min(1),
        example: z.string().min(1).nullable(),
      }),
    )
    .min(1),
});
export type Promotion = z.infer<typeof Promotion>;

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

const Exchange = z.strictObject({
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
const EcardEntry = z.strictObject({
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
const StoreReview = z.strictObject({
  id: Id,
  orderId: Id,
  productId: Id,
  userId: Id,
  rating: z.int().min(1).max(5),
  text: z.string().min(1),
  at: StoreTime,
});

/** Money a shop pays for a review; its id is the order's. */
const Cashback = z.strictObject({
  id: Id,
  orderId: Id,
  userId: Id,
  amountMinor: Minor,
  state: z.enum(['registered', 'paid']),
  at: StoreTime,
});

/** A red envelope that a customer took as a settlement. */
const Compensation = z.strictObject({
  id: Id,
  orderId: Id,
  userId: Id,
  amountMinor: z.int().positive(),
  reason: ReturnReason,
  at: StoreTime,
});
export type Compensation = z.infer<typeof Compensation>;

/** A conversation that went on to a person. */
const HandOver = z.strictObject({
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

/** The tables of a store, each by what its rows are. */
export const TABLES = {
  carriers: Carrier,
  merchants: Merchant,
  products: StoreProduct,
  users: User,
  coupons: Coupon,
  promotions: Promotion,
  orders: Order,
  shipments: Shipment,
  returns: Return,
  exchanges: Exchange,
  refunds: Refund,
  priceProtections: PriceProtection,
  invoices: Invoice,
  ecardEntries: EcardEntry,
  gifts: Gift,
  appointments: Appointment,
  reviews: StoreReview,
  cashbacks: Cashback,
  compensations: Compensation,
  handOvers: HandOver,
  pictures: Picture,
} as const;

export type TableName = keyof typeof TABLES;
export type Row<N extends TableName> = z.infer<(typeof TABLES)[N]>;

/** Facts that hold of a store as a whole. */
export const StoreFacts = z.strictObject({
  format: z.literal('cartwright-store/1'),
  seed: z.int(),
  language: Language,
  /** The name of the platform, as tools ask for it. */
  platform: z.string().min(1),
  currency: z.string().length(3),
  /** Time at which the first order was made, and the time it is. */
  from: StoreTime,
  now: StoreTime,
});
export type StoreFacts = z.infer<typeof StoreFacts>;

/** Rows by id, and by whatever ids they name. Iteration is in the order of ids. */
export interface Table<T> {
  readonly size: number;
  get(id: string): T | undefined;
  has(id: string): boolean;
  rows(): Iterable<T>;
  /** Rows whose field holds the id, such as the orders of a user. */
  where(field: keyof T & string, id: string): readonly T[];
}

/** A store that is read: facts and tables. It never changes; writing makes another that shares what stays. */
export type Store = { readonly facts: StoreFacts } & { readonly [N in TableName]: Table<Row<N>> };

/** A change of one row; null is "not there". */
export interface Delta {
  readonly table: TableName;
  readonly id: string;
  readonly before: unknown;
  readonly after: unknown;
}
