import { z } from 'zod';
import { Voucher } from '../vouchers/schema.ts';

/** Where a requirement is revealed. */
export const InfoSource = z.enum(['query', 'persona', 'clarification']);
export type InfoSource = z.infer<typeof InfoSource>;

/** Inclusive bounds; at least one is set. Prices are in major units here (whole ones), as products print them. */
export const NumericRange = z
  .strictObject({ min: z.number().optional(), max: z.number().optional() })
  .refine(({ min, max }) => min !== undefined || max !== undefined, 'a range needs a min or a max');
export type NumericRange = z.infer<typeof NumericRange>;

export const Quote = z.strictObject({ review_id: z.string(), quote: z.string().min(1) });

const common = {
  id: z.string().regex(/^r\d+$/),
  /** `details.<canonical field>` or a top-level name: title, price, average_rating, rating_number, budget, review, skus, services, shop, knowledge. */
  field: z.string().min(1),
  info_source: InfoSource,
  /**
   * Place of the product it is about among the task's targets; absent where the task has one target, and where the
   * targets are judged together (same_shop, budget_match).
   */
  target: z.int().nonnegative().optional(),
  /** What is checked, in words made by code. */
  description: z.string().min(1),
  /** The words of the query that carry the requirement; set by the writer, outside the lock. */
  query_surface: z.string().min(1).optional(),
};

export const AttributeMatch = z.strictObject({
  ...common,
  type: z.literal('attribute_match'),
  expected_value: z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]),
});
export const NumericRangeRubric = z.strictObject({
  ...common,
  type: z.literal('numeric_range'),
  expected_value: NumericRange,
});
export const EntityMatch = z.strictObject({
  ...common,
  type: z.literal('entity_match'),
  expected_value: z.string().min(1),
  canonical_entity: z.string().min(1),
  title_span: z.string().min(1),
});
export const NegativeAttribute = z.strictObject({
  ...common,
  type: z.literal('negative_attribute'),
  expected_value: z.array(z.string().min(1)).min(1),
});
export const BudgetMatch = z.strictObject({
  ...common,
  type: z.literal('budget_match'),
  /** `budget` in minor units of the voucher's currency: the most the shopper pays after the voucher. */
  expected_value: z.strictObject({ budget: z.int().positive(), voucher: Voucher }),
});
export const ReviewOpinion = z.strictObject({
  ...common,
  type: z.literal('review_opinion'),
  expected_value: z.strictObject({ opinion: z.string().min(1), evidence: z.array(Quote).min(1) }),
});

export const SkuMatch = z.strictObject({
  ...common,
  type: z.literal('sku_match'),
  /** Canonical field to option: one SKU has them all. */
  expected_value: z
    .record(z.string(), z.string().min(1))
    .refine((pairs) => Object.keys(pairs).length > 0, 'a SKU needs an option'),
});
export const ServiceMatch = z.strictObject({
  ...common,
  type: z.literal('service_match'),
  expected_value: z.string().min(1),
});
export const KnowledgeMatch = z.strictObject({
  ...common,
  type: z.literal('knowledge_match'),
  /** The query asks the question; the title holds its answer. */
  expected_value: z.strictObject({ question: z.string().min(1), answer: z.string().min(1) }),
});
export const SameShop = z.strictObject({
  ...common,
  type: z.literal('same_shop'),
  /** How many products one shop has to sell. */
  expected_value: z.int().min(2),
});

/** One locked check. Everything but `query_surface` is fixed before any text exists. */
export const Rubric = z.discriminatedUnion('type', [
  AttributeMatch,
  NumericRangeRubric,
  EntityMatch,
  NegativeAttribute,
  BudgetMatch,
  ReviewOpinion,
  SkuMatch,
  ServiceMatch,
  KnowledgeMatch,
  SameShop,
]);
export type Rubric = z.infer<typeof Rubric>;
