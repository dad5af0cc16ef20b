import type { Finding } from '../../schemas/finding.ts';
import type { TaskStatus } from '../../schemas/run.ts';
import type { PlannedTask } from '../../schemas/task.ts';

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

/** A task's end, as far as nothing is told of it. */
export const NOTHING_TOLD = {
  stage: null,
  code: null,
  lockDigest: null,
  sampleDigest: null,
  group: null,
  findings: [],
} satisfies Omit<EndedTask, 'task' | 'wave' | 'status'>;
