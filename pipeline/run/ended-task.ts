import type { Finding } from '../../schemas/finding.ts';
import type { LedgerLine, TaskStatus } from '../../schemas/run.ts';
import type { SplitShares } from '../../schemas/split.ts';
import type { PlannedTask } from '../../schemas/task.ts';
import { splitOf } from './split.ts';

/** A task with its end, without its text: the checkpoints hold that. */
export interface EndedTask {
  readonly task: PlannedTask;
  /** The wave it was planned in, from 1. */
  readonly wave: number;
  readonly status: TaskStatus;
  readonly stage: string | null;
  readonly code: string | null;
  readonly lockDigest: string | null;
  readonly sampleDigest: string | null;
  /** Group whose samples stay in one split; null for tasks that were not accepted. */
  readonly group: string | null;
  readonly findings: readonly Finding[];
}

/** Of a pending task whose models answered, with nothing that could be used: the same command would bring the same again. */
export const MODEL_UNDECIDED = 'model_undecided';

/** A task's end; what is not told is null, or empty. */
export const endedTask = (
  task: PlannedTask,
  wave: number,
  status: TaskStatus,
  told: Partial<Omit<EndedTask, 'task' | 'wave' | 'status'>> = {},
): EndedTask => ({
  task,
  wave,
  status,
  stage: null,
  code: null,
  lockDigest: null,
  sampleDigest: null,
  group: null,
  findings: [],
  ...told,
});

/** The ledger line of a task's end, with the split of an accepted one. */
export const ledgerLineOf = (
  { task, wave, status, stage, code, lockDigest, sampleDigest, group }: EndedTask,
  splits: SplitShares,
): LedgerLine => ({
  id: task.id,
  family: task.family,
  intent: task.intent,
  status,
  stage,
  code,
  target_ids: task.targetIds,
  rank: task.rank,
  wave,
  lock_digest: lockDigest,
  sample_digest: sampleDigest,
  ...(group === null ? {} : { split: splitOf(group, splits) }),
});
