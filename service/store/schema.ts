import { z } from 'zod';
import {
  Appointment,
  Cashback,
  Compensation,
  EcardEntry,
  Exchange,
  Gift,
  HandOver,
  Invoice,
  Picture,
  PriceProtection,
  Refund,
  Return,
  StoreReview,
} from './rows/after-sales.ts';
import { Order, Shipment } from './rows/orders.ts';
import { Carrier, Coupon, Language, Merchant, Promotion, StoreProduct, StoreTime, User } from './rows/shops.ts';

export * from './rows/after-sales.ts';
export * from './rows/orders.ts';
export * from './rows/shops.ts';

/**
 * The schema of a store: shops and what they sell, users, and weeks of business between them. One schema, English field
 * names; `published/` shows the same store under the Chinese names of ECom-Bench. Money counts minor units of the
 * store's currency, times are wall-clock times of the store, and `now` is a fact of it: nothing here reads a clock.
 */

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
