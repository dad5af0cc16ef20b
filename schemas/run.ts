import { z } from 'zod';
import { Finding } from './finding.ts';

/** End of a task. `pending`: planned, not finished when the run stopped. */
export const TaskStatus = z.enum(['accepted', 'rejected', 'surplus', 'failed', 'pending']);
export type TaskStatus = z.infer<typeof TaskStatus>;

const Count = z.int().nonnegative();
/** Counts of tasks; `planned` is the sum of the other five. */
export const TaskCounts = z.strictObject({
  planned: Count,
  accepted: Count,
  rejected: Count,
  surplus: Count,
  failed: Count,
  pending: Count,
});
export type TaskCounts = z.infer<typeof TaskCounts>;
export const NO_TASKS: TaskCounts = { planned: 0, accepted: 0, rejected: 0, surplus: 0, failed: 0, pending: 0 };

/** A line of `ledger.jsonl`: one per planned task, in the order they were planned. */
export const LedgerLine = z.strictObject({
  id: z.string(),
  family: z.string(),
  intent: z.string(),
  status: TaskStatus,
  /** The stage that ended it; null for accepted and surplus tasks. */
  stage: z.string().nullable(),
  code: z.string().nullable(),
  target_ids: z.array(z.string()),
  rank: z.string(),
  /** The wave it was planned in, from 1. */
  wave: z.int(),
  lock_digest: z.string().nullable(),
  sample_digest: z.string().nullable(),
  /** Of an accepted task; left out by earlier versions, of runs without splits. */
  split: z.string().optional(),
});
export type LedgerLine = z.infer<typeof LedgerLine>;

/** A line of `rejected.jsonl`: a task set aside with its code, the evidence and every attempt's text. */
export const RejectionLine = z.strictObject({
  id: z.string(),
  family: z.string(),
  intent: z.string(),
  stage: z.string(),
  code: z.string(),
  detail: z.string(),
  findings: z.array(Finding),
  target_ids: z.array(z.string()),
  category: z.string(),
  /** The record as the rejecting stage was given it. */
  record: z.unknown(),
  evidence: z.unknown().optional(),
});
export type RejectionLine = z.infer<typeof RejectionLine>;

/** End of a task's own stages, before anything that depends on other tasks. */
export const TaskResult = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('built'),
    id: z.string(),
    intent: z.string(),
    /** The sample as one JSON line. */
    line: z.string(),
    /** Text that near-duplicates are judged by. */
    text: z.string(),
    lockDigest: z.string(),
    /** Group that keeps samples in one split: samples of one group are never in two. */
    group: z.string().min(1),
  }),
  z.strictObject({
    kind: z.literal('rejected'),
    id: z.string(),
    intent: z.string(),
    code: z.string(),
    stage: z.string(),
    lockDigest: z.string().nullable(),
    /** The rejection as one JSON line. */
    line: z.string(),
  }),
  z.strictObject({
    kind: z.literal('failed'),
    id: z.string(),
    intent: z.string(),
    stage: z.string(),
    error: z.string(),
  }),
]);
export type TaskResult = z.infer<typeof TaskResult>;

/**
 * Turns in which quotas take locked tasks, best first: as they come; where those are rare; where they run out; where all
 * others do.
 */
export const TURNS = ['first', 'soon', 'late', 'last'] as const;
export type Turn = (typeof TURNS)[number];

/** A task whose answer is fixed and that has no text yet: it is written only where a quota needs it. */
export const LockedResult = z.strictObject({
  kind: z.literal('locked'),
  id: z.string(),
  intent: z.string(),
  /** The locked task as one JSON line; the stage it goes to checks it. */
  line: z.string(),
  lockDigest: z.string(),
  turn: z.enum(TURNS),
  /** Notes of its family on how models proposed parts of it; left out where none was asked. */
  origin: z.unknown().optional(),
});
export type LockedResult = z.infer<typeof LockedResult>;

/** Result of a task's step, as a run keeps it: its lock, or its end. */
export const Checkpoint = z.discriminatedUnion('kind', [LockedResult, TaskResult]);
export type Checkpoint = z.infer<typeof Checkpoint>;

/** A task that could not be finished now: a model did not deliver. It is not written down, so the next run tries it again. */
export const UnfinishedTask = z.strictObject({
  kind: z.literal('pending'),
  id: z.string(),
  reason: z.string(),
  /** True if a model answered, with nothing that could be used: that says nothing about other tasks. */
  answered: z.boolean(),
  /** True if no other task can be finished either: the budget is used up, the key is refused. */
  ends: z.boolean(),
});
export type UnfinishedTask = z.infer<typeof UnfinishedTask>;

/** Step of a task's build. */
export type Step = 'lock' | 'write';

/** Result of a step: the lock or end it brought a task to, or a task left unfinished. */
export const BuildEnd = z.discriminatedUnion('kind', [Checkpoint, UnfinishedTask]);
export type BuildEnd = z.infer<typeof BuildEnd>;
