import { z } from 'zod';

/**
 * Strength with which a profile leans: to what is `high` the shopper always holds, the rest is a taste that turns
 * nothing away.
 */
const Leaning = z.enum(['high', 'medium', 'low']);

const BrandAffinity = z.strictObject({ brand: z.string().min(1), level: Leaning });

/** A long-term wish about one field, in the shopper's words; for whatever product has that field. */
const LastingPreference = z.strictObject({
  topic: z.string().min(1),
  wish: z.string().min(1),
  level: Leaning,
});

const Purchase = z.strictObject({
  product_id: z.string().min(1),
  title: z.string().min(1),
  /** The narrowest name of the category. */
  category: z.string().min(1),
  brand: z.string().nullable(),
  /** Major units. */
  price: z.number().nonnegative().nullable(),
  currency: z.string().length(3).nullable(),
  days_ago: z.int().positive(),
});

/** Lasting knowledge of a shopper, as an agent may read it: long-term needs, and context nothing is scored by. */
export const Profile = z.strictObject({
  user_id: z.string().regex(/^U\d{8}$/),
  demographics: z.strictObject({
    age_range: z.string().min(1),
    gender: z.string().min(1),
    spending_tier: z.enum(['low', 'medium', 'high']),
    membership: z.string().min(1),
  }),
  preferences: z.strictObject({
    brands: z.array(BrandAffinity),
    lasting: z.array(LastingPreference),
  }),
  behaviour: z.strictObject({
    coupon_use: z.enum(['never', 'sometimes', 'often']),
    payment_method: z.string().min(1),
    device: z.string().min(1),
  }),
  /** Products of the catalog, latest first: never the target, none that answers the request, none that goes against what is `high`. */
  purchase_history: z.array(Purchase),
});
export type Profile = z.infer<typeof Profile>;
