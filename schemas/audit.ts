import { z } from 'zod';
import { TaskCounts } from './run.ts';

const Count = z.int().nonnegative();
const Counts = z.record(z.string(), Count);
const Share = z.number().min(0).max(1);

const Example = z.strictObject({ id: z.string(), detail: z.string() });

/** Counts of the ends of an intent's tasks. `stages` counts the rejections by the stage that made them. */
const Funnel = z.strictObject({
  intent: z.string(),
  quota: Count,
  ...TaskCounts.shape,
  stages: Counts,
});
export type Funnel = z.infer<typeof Funnel>;

/** Surplus tasks of an intent that is short, whose products samples took; by the samples' intents, a task under each. */
const Taken = z.strictObject({ intent: z.string(), missing: Count, tasks: Count, by: Counts });
export type Taken = z.infer<typeof Taken>;

/** Tasks that one stage set aside with one code; at most three examples, in the order they were planned in. */
const Cause = z.strictObject({ stage: z.string(), code: z.string(), count: Count, examples: z.array(Example).max(3) });
export type Cause = z.infer<typeof Cause>;

/** A kind that many tried products are while no sample asks for one, with the code most of its tasks were rejected for. */
const KindWithoutSample = z.strictObject({ kind: z.string(), products: Count, code: z.string() });
export type KindWithoutSample = z.infer<typeof KindWithoutSample>;

const CategoryCauses = z.strictObject({ category: z.string(), rejected: Count, codes: Counts });
export type CategoryCauses = z.infer<typeof CategoryCauses>;

/** Rejected tasks that have to do with a field: findings about its requirements, and facts of it that were dropped. */
const FieldCauses = z.strictObject({
  field: z.string(),
  /** Rejections of either kind. */
  rejected: Count,
  /** Rejections with a finding about a requirement of the field, by code. */
  codes: Counts,
  /** Facts of the field that were dropped, by the first word of the reason. */
  dropped: Counts,
});
export type FieldCauses = z.infer<typeof FieldCauses>;

/** The share of planned tasks that could be samples, now and in another run; null where nothing was planned. */
const YieldChange = z.strictObject({
  intent: z.string(),
  now: Share.nullable(),
  before: Share.nullable(),
  /** Codes of which the share of planned tasks changed, the largest change first. */
  codes: z.array(z.strictObject({ code: z.string(), now: Share, before: Share })),
});
export type YieldChange = z.infer<typeof YieldChange>;

/** Progress of an unfinished run, and why tasks of it are pending. */
const Unfinished = z.strictObject({
  accepted: Count,
  wanted: Count,
  /** Sentences that say so, why it is not finished and what goes on with it. */
  told: z.array(z.string()),
  pending: z.array(z.strictObject({ code: z.string(), tasks: Count, example: Example })),
});

/** Document that `audit --json` prints of a run. */
export const AuditDocument = z.strictObject({
  audit: z.literal(1),
  run: z.string(),
  family: z.string(),
  seed: z.int(),
  /** Null of an unfinished run. */
  dataset_digest: z.string().nullable(),
  /** Null of a finished run. */
  unfinished: Unfinished.nullable(),
  /** Sentences about a later run that the folder of a finished one was left with; empty where there is none. */
  later: z.array(z.string()),
  filters: z.strictObject({
    code: z.string().optional(),
    intent: z.string().optional(),
    stage: z.string().optional(),
    field: z.string().optional(),
  }),
  /** The intents of the run in its order, or the one asked for. */
  intents: z.array(Funnel),
  /** Intents that are short while samples have the products of tasks of theirs whose answer was fixed. */
  taken: z.array(Taken),
  /** Frequent kinds of products that no sample asks for, whatever the filters; most products first. */
  kinds_without_sample: z.array(KindWithoutSample),
  /** All rejections of the run, whatever the filters. */
  rejected: Count,
  /** Rejections that the filters let through; causes, categories and fields count these. */
  matching: Count,
  /** Most frequent first. */
  causes: z.array(Cause),
  categories: z.array(CategoryCauses),
  fields: z.array(FieldCauses),
  /** The yield beside that of another run; null where there is none to compare with. */
  against: z
    .strictObject({ run: z.string(), dataset_digest: z.string().nullable(), intents: z.array(YieldChange) })
    .nullable(),
  /** Tasks that a bug ended, which no split holds. */
  failed: z.array(Example),
  /** Promises that do not hold; empty for a sound run. */
  problems: z.array(z.strictObject({ where: z.string(), promise: z.string(), detail: z.string() })),
});
export type AuditDocument = z.infer<typeof AuditDocument>;
