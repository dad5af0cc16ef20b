import { z } from 'zod';

/** Place a record came from: the raw file's name as given and its 1-based line, row or array position. */
export const Origin = z.strictObject({ file: z.string(), line: z.int().positive() });
export type Origin = z.infer<typeof Origin>;

/** One canonical detail field: the whole options it lists, and every raw key and value they were read from. */
export const Detail = z.strictObject({
  options: z.array(z.string().min(1)),
  raw: z.array(
    z.strictObject({
      key: z.string(),
      value: z.string(),
      /** The part of the listing that states it, where that is not its attributes. */
      statedIn: z.enum(['sku', 'brand', 'specification', 'title', 'text']).optional(),
    }),
  ),
});
export type Detail = z.infer<typeof Detail>;

const SkuOption = z.strictObject({
  id: z.string(),
  values: z.record(z.string(), z.string()),
  /** Of this SKU, where the catalog prices each; in minor units of the product's currency. */
  priceMinor: z.int().nonnegative().optional(),
});

/** A catalog product, normalised. `priceMinor` counts the currency's minor units (cents); null means not stated. */
export const Product = z.strictObject({
  id: z.string().min(1),
  title: z.string().min(1),
  brand: z.string().nullable(),
  store: z.string().nullable(),
  shopId: z.string().nullable(),
  mainCategory: z.string().min(1),
  /** From broad to narrow; never empty. */
  category: z.array(z.string().min(1)).min(1),
  priceMinor: z.int().nonnegative().nullable(),
  currency: z.string().length(3).nullable(),
  /** 1 to 5. */
  averageRating: z.number().min(0).max(5).nullable(),
  ratingCount: z.int().nonnegative().nullable(),
  features: z.array(z.string()),
  description: z.array(z.string()),
  details: z.record(z.string(), Detail),
  skuOptions: z.array(SkuOption),
  services: z.array(z.string()),
  soldCount: z.int().nonnegative().nullable(),
  origin: Origin,
});
export type Product = z.infer<typeof Product>;

/** Values that a further row of a product adds to it, of all that a first row may state. */
export const ProductPart = z.strictObject({
  brand: Product.shape.brand.default(null),
  store: Product.shape.store.default(null),
  shopId: Product.shape.shopId.default(null),
  priceMinor: Product.shape.priceMinor.default(null),
  currency: Product.shape.currency.default(null),
  averageRating: Product.shape.averageRating.default(null),
  ratingCount: Product.shape.ratingCount.default(null),
  features: Product.shape.features.default([]),
  description: Product.shape.description.default([]),
  details: Product.shape.details.default({}),
  skuOptions: Product.shape.skuOptions.default([]),
  services: Product.shape.services.default([]),
  soldCount: Product.shape.soldCount.default(null),
  /** Details that it states of itself alone: they are the product's where all its parts agree. */
  ownDetails: Product.shape.details.default({}),
});
export type ProductPart = z.input<typeof ProductPart>;

/** A customer review. `time` is milliseconds since 1970, or null where the catalog does not say. */
export const Review = z.strictObject({
  /** Digest of the review's content, so the same review has the same id in any file order. */
  id: z.string().min(1),
  productId: z.string().min(1),
  rating: z.number().min(0).max(5),
  title: z.string(),
  text: z.string(),
  helpfulVotes: z.int().nonnegative(),
  verified: z.boolean(),
  time: z.int().nullable(),
});
export type Review = z.infer<typeof Review>;

/** A raw row set aside at ingest, as `quarantine.jsonl` holds it. */
export const QuarantinedRow = z.strictObject({
  file: z.string(),
  line: z.int().positive(),
  kind: z.enum(['product', 'review']),
  reason: z.string().min(1),
  /** The first characters of the row, control characters escaped. */
  excerpt: z.string(),
});
export type QuarantinedRow = z.infer<typeof QuarantinedRow>;

/** The conservation law of one raw file: read = kept + merged + quarantined. */
export const IngestCounts = z.strictObject({
  read: z.int().nonnegative(),
  kept: z.int().nonnegative(),
  merged: z.int().nonnegative(),
  quarantined: z.int().nonnegative(),
});
export type IngestCounts = z.infer<typeof IngestCounts>;
