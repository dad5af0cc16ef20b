import type { Finding } from '../../schemas/finding.ts';
import type { BuildEnd, LockedResult } from '../../schemas/run.ts';
import type { Claim, PlannedTask } from '../../schemas/task.ts';
import type { WaveClaims } from './claims.ts';

/** Step of a task's build. */
export type Step = 'lock' | 'write';

export interface WaveState {
  /** Claims of tasks; a source takes up what it plans. */
  readonly claims: WaveClaims;
  /** The split that tasks are wanted of; null where samples are not split. */
  readonly split: string | null;
  /** Progress of each stratum of the intent in the split, in samples. */
  readonly load: ReadonlyMap<string, number>;
  /** Returns the number of samples of a stratum that the other splits have. */
  loadElsewhere(stratum: string): number;
}

/** Source of tasks. Calls are made in a fixed order, so a source may remember what it handed out. */
export interface TaskSource {
  /** Intents in the order in which a wave gives them candidates, where not as listed: those that need most come first. */
  readonly planningOrder?: readonly string[];
  /** The share of an intent's samples a stratum is to have; without it strata are balanced but not held to a share. */
  shareOf?(intent: string, stratum: string): number;
  next(intent: string, count: number, state: WaveState): PlannedTask[];
}

/**
 * Builds one task on its own, in two steps: its answer is fixed, and later, where a quota needs it, it is put into words
 * and checked. Never rejects for a bug, which becomes a `failed` result, or for a model that does not deliver, which
 * leaves the task pending.
 */
export interface TaskBuilder {
  readonly width: number;
  /** Is told now and then which tasks come next, those that may be under way among them. */
  upcoming?(step: Step, tasks: readonly PlannedTask[]): void;
  lock(task: PlannedTask): Promise<BuildEnd>;
  write(locked: LockedResult): Promise<BuildEnd>;
}

/** Decides, in order of admission, what depends on samples accepted before. */
export interface Admission {
  findings(sample: { id: string; claims: readonly Claim[]; query: string }): Finding[];
}
