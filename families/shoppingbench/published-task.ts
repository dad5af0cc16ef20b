import { z } from 'zod';

const Price = z.number().nonnegative().nullable();

/** Inclusive price bounds in major units, by how the query says them: `{"between": [75, 95]}`, `{"greater than": [375, null]}`. */
export const PublishedPrice = z.partialRecord(
  z.enum(['less than', 'greater than', 'between']),
  z.tuple([Price, Price]),
);
export type PublishedPrice = z.infer<typeof PublishedPrice>;

/** One product a published task asks for: only what the query constrains; `title` is always there. */
export const PublishedReward = z.looseObject({
  product_id: z.string().min(1),
  /** A list in product, shop and voucher tasks; a plain string where the whole product document stands here. */
  title: z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]),
  /** At most one SKU: raw key to raw value, all of which one SKU must have. A whole document holds every SKU by its id. */
  sku_options: z
    .union([z.array(z.record(z.string(), z.string())), z.record(z.string(), z.record(z.string(), z.string()))])
    .optional(),
  /** Raw key to the values asked for; a whole document holds one object instead of a list. */
  attributes: z
    .union([z.array(z.record(z.string(), z.array(z.string()))), z.record(z.string(), z.array(z.string()))])
    .optional(),
  service: z.array(z.string()).optional(),
  /** Bounds; a number in a whole document. */
  price: z.union([z.array(PublishedPrice), z.number()]).nullish(),
});
export type PublishedReward = z.infer<typeof PublishedReward>;

/** The published voucher, amounts in major units; `discount` is a share (0.15 = 15 %). */
export const PublishedVoucher = z.looseObject({
  voucher_type: z.enum(['platform', 'shop']),
  threshold: z.number().nonnegative(),
  discount_type: z.enum(['fixed', 'percentage']),
  face_value: z.number().nullable(),
  discount: z.number().nullable(),
  cap: z.number().nullable(),
  price_after_voucher: z.number(),
  budget: z.number(),
});
export type PublishedVoucher = z.infer<typeof PublishedVoucher>;

/**
 * A ShoppingBench task as published, and the part of our own samples that the published evaluator reads. One reward
 * object for products finder and knowledge (there with `Knowledge_Attribute` and the whole product), a list for shop and
 * voucher tasks, even of one product. Further keys are let through.
 */
export const PublishedShoppingbenchTask = z.looseObject({
  query: z.string().min(1),
  reward: z.union([PublishedReward, z.array(PublishedReward).min(1)]),
  voucher: PublishedVoucher.optional(),
  /** Numbers (years) stand unquoted in the published file. */
  Knowledge_Attribute: z.union([z.string().min(1), z.number()]).optional(),
});
export type PublishedShoppingbenchTask = z.infer<typeof PublishedShoppingbenchTask>;
