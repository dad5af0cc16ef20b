import { z } from 'zod';

/** A unit of work as the sampler plans it. Nothing in it depends on how many samples were asked for. */
export const PlannedTask = z.strictObject({
  id: z.string().min(1),
  family: z.string().min(1),
  intent: z.string().min(1),
  /** Hex digest that orders tasks wherever one sample's fate depends on another's. */
  rank: z.string().min(1),
  seed: z.int(),
  category: z.string().min(1),
  targetIds: z.array(z.string().min(1)).min(1),
  /** Subject besides its targets that the task is about and no other sample may be, such as the id of a question. */
  subject: z.string().min(1).optional(),
  /** Stratum that the accepted samples of an intent are balanced by; the category where it is absent. */
  stratum: z.string().min(1).optional(),
});
export type PlannedTask = z.infer<typeof PlannedTask>;

/** Intent, targets and subject of a task. */
export type TaskSubject = Pick<PlannedTask, 'intent' | 'targetIds' | 'subject'>;

/** Something a sample takes up, and how many samples of a run may. */
export interface Claim {
  readonly what: string;
  readonly most: number;
  /** Path in a sample at which it is found. */
  readonly path: string;
}

const TARGET_PATH = 'target_product.product_id';

/**
 * Lists what a task takes up before anything is known of its answer: a subject is for one sample of a run, a product
 * for as many as the run says, each of another intent.
 */
export function claimsOf({ intent, targetIds, subject }: TaskSubject, usesPerProduct = 1): readonly Claim[] {
  const claims = targetIds.flatMap((id): Claim[] => [
    { what: id, most: usesPerProduct, path: TARGET_PATH },
    ...(usesPerProduct === 1 ? [] : [{ what: `${id} for ${intent}`, most: 1, path: TARGET_PATH }]),
  ]);
  return subject === undefined ? claims : [...claims, { what: `subject ${subject}`, most: 1, path: 'subject' }];
}

/**
 * Lists what a sample takes up besides, where products are used more than once: what is asked of each target, by a
 * digest.
 */
export const requirementClaims = (targetIds: readonly string[], asked: readonly string[]): readonly Claim[] =>
  targetIds.map((id, target) => ({
    what: `${id} with requirements ${asked[target]?.slice(0, 16)}`,
    most: 1,
    path: 'rubrics',
  }));
