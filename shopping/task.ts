import { z } from 'zod';
import { PlannedTask } from '../schemas/task.ts';
import { Feature, InfoSource, Rubric } from './kinds/index.ts';
import { Voucher } from './vouchers/schema.ts';

export const DroppedFact = z.strictObject({ field: z.string(), value: z.string(), reason: z.string() });
export type DroppedFact = z.infer<typeof DroppedFact>;

/** The product noun phrase of the target, with the words of the title it stands in. */
export const Entity = z.strictObject({ phrase: z.string().min(1), titleSpan: z.string().min(1), plural: z.boolean() });
export type Entity = z.infer<typeof Entity>;

export const FeaturedTask = z.strictObject({
  ...PlannedTask.shape,
  /** One for each target, in their order. */
  entities: z.array(Entity).min(1),
  /** Other names of a single target, each of more products than the one before: a request may ask for the wider kind. */
  broader: z.array(Entity),
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

/** Numbers of products that satisfy the decidable rubrics, with all sources and with some withheld. */
export const Necessity = z.strictObject({
  all: z.int().nonnegative(),
  withoutPersona: z.int().nonnegative(),
  withoutClarification: z.int().nonnegative(),
  queryAlone: z.int().nonnegative(),
  /** True where each hidden source narrows the set; ShopSimulator sets it for every placed task. */
  attained: z.boolean(),
  /** False where the exclusion an intent is named for removes near misses but no product that meets everything else. */
  exclusionDecides: z.boolean(),
});
export type Necessity = z.infer<typeof Necessity>;

export const PartitionedTask = z.strictObject({
  ...PlannedTask.shape,
  entities: z.array(Entity).min(1),
  placed: z.array(PlacedFeature),
  unused: z.array(Feature),
  dropped: z.array(DroppedFact),
  /** Null for families that hide nothing. */
  necessity: Necessity.nullable(),
  candidatesTried: z.int().positive(),
});
export type PartitionedTask = z.infer<typeof PartitionedTask>;

/** Parts of a task that the writer is given: nothing here may change any more; `lockDigest` covers `locked`. */
export const Locked = z.strictObject({
  rubrics: z.array(Rubric),
  implicit_rubric_ids: z.array(z.string()),
  voucher: Voucher.nullable(),
});
export type Locked = z.infer<typeof Locked>;

export const LockedTask = z.strictObject({
  ...PlannedTask.shape,
  entities: z.array(Entity).min(1),
  locked: Locked,
  lockDigest: z.string().length(64),
  necessity: Necessity.nullable(),
  extracted: z.array(Feature),
  dropped: z.array(DroppedFact),
});
export type LockedTask = z.infer<typeof LockedTask>;

/** The noun phrase of the target at a place. */
export function entityAt({ id, entities }: Pick<LockedTask, 'id' | 'entities'>, place = 0): Entity {
  const entity = entities[place];
  if (entity === undefined) throw new RangeError(`${id} has no target ${place}`);
  return entity;
}
