import { z } from 'zod';
import { InfoSource, NumericRange, Quote, Rubric } from './rubric.ts';
import { Voucher } from './voucher.ts';

/** A unit of work as the sampler plans it. */
export const PlannedTask = z.strictObject({
  id: z.string().min(1),
  family: z.string().min(1),
  intent: z.string().min(1),
  /** Hex digest that orders tasks wherever one sample's fate depends on another's. */
  rank: z.string().min(1),
  seed: z.int(),
  /** Planning round of the intent, from 1. */
  wave: z.int().positive(),
  /** Place within the wave, from 0; (wave, place, intent) is the order of admission. */
  place: z.int().nonnegative(),
  category: z.string().min(1),
  targetIds: z.array(z.string().min(1)).min(1),
});
export type PlannedTask = z.infer<typeof PlannedTask>;

/** A checkable fact about a target, and how it may be used. */
export const Feature = z.strictObject({
  type: z.enum(['attribute_match', 'numeric_range', 'negative_attribute', 'review_opinion', 'budget_match']),
  field: z.string().min(1),
  value: z.union([
    z.string(),
    z.array(z.string()),
    NumericRange,
    z.strictObject({ opinion: z.string(), evidence: z.array(Quote) }),
    z.strictObject({ budget: z.int().positive(), voucher: Voucher }),
  ]),
  /** Sources this feature may be assigned to. */
  sources: z.array(InfoSource).min(1),
  /** True when a clue can stand for it in the query. */
  implicit: z.boolean(),
  /** True when the intent's contract needs it in the task. */
  required: z.boolean(),
});
export type Feature = z.infer<typeof Feature>;

export const DroppedFact = z.strictObject({ field: z.string(), value: z.string(), reason: z.string() });
export type DroppedFact = z.infer<typeof DroppedFact>;

/** The product noun phrase of the target, with the words of the title it stands in. */
export const Entity = z.strictObject({ phrase: z.string().min(1), titleSpan: z.string().min(1), plural: z.boolean() });
export type Entity = z.infer<typeof Entity>;

export const FeaturedTask = z.strictObject({
  ...PlannedTask.shape,
  entity: Entity,
  features: z.array(Feature),
  dropped: z.array(DroppedFact),
});
export type FeaturedTask = z.infer<typeof FeaturedTask>;

/** A feature with the place it was given. `expression` is how the query carries it; hidden sources have none. */
export const PlacedFeature = z.strictObject({
  feature: Feature,
  source: InfoSource,
  expression: z.enum(['explicit', 'implicit']).nullable(),
});
export type PlacedFeature = z.infer<typeof PlacedFeature>;

/** How many products satisfy the decidable rubrics, with all sources and with some withheld. */
export const Necessity = z.strictObject({
  all: z.int().nonnegative(),
  withoutPersona: z.int().nonnegative(),
  withoutClarification: z.int().nonnegative(),
  queryAlone: z.int().nonnegative(),
  /** All three of: each hidden source narrows the set, and the query alone leaves at least two products. */
  attained: z.boolean(),
  /** False where the exclusion an intent is named for removes near misses but no product that meets everything else. */
  exclusionDecides: z.boolean(),
});
export type Necessity = z.infer<typeof Necessity>;

export const PartitionedTask = z.strictObject({
  ...PlannedTask.shape,
  entity: Entity,
  placed: z.array(PlacedFeature),
  unused: z.array(Feature),
  dropped: z.array(DroppedFact),
  necessity: Necessity,
  candidatesTried: z.int().positive(),
});
export type PartitionedTask = z.infer<typeof PartitionedTask>;

/** What the writer is given: nothing here may change any more; `lockDigest` covers `locked`. */
export const Locked = z.strictObject({
  rubrics: z.array(Rubric),
  implicit_rubric_ids: z.array(z.string()),
  voucher: Voucher.nullable(),
});
export type Locked = z.infer<typeof Locked>;

export const LockedTask = z.strictObject({
  ...PlannedTask.shape,
  entity: Entity,
  locked: Locked,
  lockDigest: z.string().length(64),
  necessity: Necessity,
  extracted: z.array(Feature),
  dropped: z.array(DroppedFact),
});
export type LockedTask = z.infer<typeof LockedTask>;
