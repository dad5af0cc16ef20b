import { z } from 'zod';
import { Overruled } from '../schemas/override.ts';
import { LockedSupport, SupportWording } from './task.ts';

const Count = z.int().nonnegative();

/** Proof of a customer-service task, made by carrying it out. */
export const SupportProof = z.strictObject({
  /** Writes of the gold run, each of which is needed for the locked state. */
  writes: Count,
  searches: Count,
  look_ups: Count,
  key_answers: Count,
  /** Ways to do what must not be done, and how many of them a tool refused; the others end in another state. */
  shortcuts: Count,
  refused: Count,
  refused_by: z.array(z.string()),
  gates_passed: z.array(z.string()),
});
export type SupportProof = z.infer<typeof SupportProof>;

/** Keys that the samples of customer-service families have in common, behind those their papers publish. */
export const SUPPORT_SAMPLE = {
  id: z.string(),
  intent: z.string(),
  family: z.string(),
  target_ids: z.array(z.string()).min(1),
  /** Session as an agent is told of it, and the first words of the customer. */
  session: z.record(z.string(), z.string()),
  opening: z.string().min(1),
  wording: SupportWording,
  locked: LockedSupport,
  lock: z.strictObject({ digest: z.string().length(64) }),
  proof: SupportProof,
  provenance: z.strictObject({
    seed: z.int(),
    writer: z.string(),
    model: z.string().nullable(),
    prompt_digests: z.array(z.string()),
    reply_digests: z.array(z.string()),
    world_digest: z.string(),
    attempts: z.int().positive(),
    overruled: Overruled.optional(),
    group: z.string(),
  }),
};
const SupportSample = z.looseObject(SUPPORT_SAMPLE);
export type SupportSample = z.infer<typeof SupportSample>;
