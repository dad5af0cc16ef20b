import { z } from 'zod';
import { ClarificationScript } from './clarification.ts';
import { Finding } from './finding.ts';
import { Persona } from './persona.ts';
import { LockedTask } from './task.ts';

/** What a writer returns: wording only. */
export const Wording = z.strictObject({
  query: z.string().min(1),
  /** Rubric id to the words of the query that carry it. */
  surfaces: z.record(z.string(), z.string().min(1)),
  persona: Persona,
  script: ClarificationScript,
});
export type Wording = z.infer<typeof Wording>;

/** One try at wording a task and what the gates found in it. */
export const Attempt = z.strictObject({ wording: Wording, findings: z.array(Finding) });
export type Attempt = z.infer<typeof Attempt>;

/** A locked task with its text. */
export const Draft = z.strictObject({
  task: LockedTask,
  wording: Wording,
  /** Earlier tries at this task's text, oldest first. */
  earlier: z.array(Attempt),
});
export type Draft = z.infer<typeof Draft>;
