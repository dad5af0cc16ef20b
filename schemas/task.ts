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
  /** What besides its targets the task is about and no other sample may be, such as the id of a question. */
  subject: z.string().min(1).optional(),
  /** What the accepted samples of an intent are balanced by; the category where it is absent. */
  stratum: z.string().min(1).optional(),
});
export type PlannedTask = z.infer<typeof PlannedTask>;

/** What a task takes up: no two samples of a run share a target, or the subject besides. */
export const claimsOf = ({ targetIds, subject }: Pick<PlannedTask, 'targetIds' | 'subject'>): readonly string[] =>
  subject === undefined ? targetIds : [...targetIds, `subject ${subject}`];
