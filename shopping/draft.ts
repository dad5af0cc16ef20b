import { z } from 'zod';
import { Finding } from '../schemas/finding.ts';
import type { Product } from '../schemas/product.ts';
import { ClarificationScript } from './dialogue/clarification.ts';
import { LockedTask } from './task.ts';

/** Least that every writer returns: the query, and rubric id to the words of it that carry the rubric. */
export const QueryWording = z.strictObject({
  query: z.string().min(1),
  surfaces: z.record(z.string(), z.string().min(1)),
});
export type QueryWording = z.infer<typeof QueryWording>;

/** The texts of a task whose shopper answers questions. */
export const ScriptedWording = z.strictObject({ ...QueryWording.shape, script: ClarificationScript });
export type ScriptedWording = z.infer<typeof ScriptedWording>;

/** One try at wording a task and what the gates found in it. */
export interface Attempt<Words extends QueryWording> {
  wording: Words;
  findings: Finding[];
}

/** The products a task is about, as far as the catalog holds them: the first in any case. */
export type Targets = readonly [Product, ...Product[]];

/** A locked task with its text. */
export interface Draft<Words extends QueryWording> {
  task: LockedTask;
  targets: Targets;
  wording: Words;
  /** Earlier tries at this task's text, oldest first. */
  earlier: Attempt<Words>[];
}

export const attemptOf = <Words extends QueryWording>(wording: z.ZodType<Words>): z.ZodType<Attempt<Words>> =>
  z.strictObject({ wording, findings: z.array(Finding) }) as unknown as z.ZodType<Attempt<Words>>;

/** Products as a catalog gives them: none of them is parsed again. */
const FromCatalog = z.custom<Targets>((given) => Array.isArray(given) && given.length > 0);

const drafts = new WeakMap<z.ZodType, z.ZodType>();

/** The schema of drafts of a wording, one for all stages: what fits it after one is not parsed again before the next. */
export function draftOf<Words extends QueryWording>(wording: z.ZodType<Words>): z.ZodType<Draft<Words>> {
  const made =
    drafts.get(wording) ??
    z.strictObject({ task: LockedTask, targets: FromCatalog, wording, earlier: z.array(attemptOf(wording)) });
  drafts.set(wording, made);
  return made as unknown as z.ZodType<Draft<Words>>;
}
