import { z } from 'zod';
import { DecidedGrade, EpisodeEnd, EpisodeEvent, Limits } from '../../pipeline/episode.ts';

const Count = z.int().nonnegative();

const GradeRecord = DecidedGrade.extend({
  undecided: z
    .array(z.strictObject({ rubric: z.string(), field: z.string(), statement: z.string(), product_id: z.string() }))
    .readonly(),
});

/** Costs of an agent; null for what nobody counts. */
const Spent = z.strictObject({
  model_calls: Count,
  input_tokens: Count.nullable(),
  output_tokens: Count.nullable(),
  cost_usd: z.number().nonnegative().nullable(),
});
export type Spent = Readonly<z.infer<typeof Spent>>;

/** A line of `episodes.jsonl`: one trial of one task, with the journal it can be graded again from. */
export const EpisodeRecord = z.strictObject({
  /** Digest of all that decides the episode. */
  key: z.string(),
  task: z.string(),
  agent_id: z.string(),
  intent: z.string(),
  trial: z.int().positive(),
  task_digest: z.string(),
  agent: z.string(),
  agent_digest: z.string(),
  user: z.enum(['script', 'published', 'model']),
  user_digest: z.string(),
  grader: z.string(),
  seed: z.int(),
  limits: Limits,
  program: z.boolean(),
  end: EpisodeEnd,
  detail: z.string(),
  steps: Count,
  called: z.array(z.string()),
  grade: GradeRecord,
  /** A model's verdicts on what code cannot decide, by rubric; empty where none was asked. */
  opinions: z.record(z.string(), z.enum(['yes', 'no', 'unknown'])),
  spent: Spent,
  /** Everything the agent was shown, as a digest: a journal that is played again shows the same. */
  seen_digest: z.string(),
  journal: z.array(EpisodeEvent),
});
export type EpisodeRecord = z.infer<typeof EpisodeRecord>;

/** A line of `failures.jsonl`: a trial that counts for nobody, to be played again. */
export const FailureRecord = z.strictObject({
  key: z.string(),
  task: z.string(),
  intent: z.string(),
  trial: z.int().positive(),
  end: EpisodeEnd,
  detail: z.string(),
  steps: Count,
});
export type FailureRecord = z.infer<typeof FailureRecord>;
