import { z } from 'zod';

/** Shops of a store, what they sell and offer, who carries it, and their customers. */

export const Id = z.string().min(1);
export const Minor = z.int().nonnegative();

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
