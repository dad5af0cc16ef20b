import type { Finding } from '../../schemas/finding.ts';
import type { BuildEnd, LockedResult, Step } from '../../schemas/run.ts';
import type { SplitShares } from '../../schemas/split.ts';
import type { Claim, PlannedTask } from '../../schemas/task.ts';
import { Tally } from '../../text/tally.ts';
import type { Checkpoints } from '../checkpoints/checkpoints.ts';
import type { DraftLedger } from '../folder/draft-ledger.ts';
import type { WaveClaims } from './claims.ts';
import type { EndedTask } from './ended-task.ts';
import type { QuotaPart } from './quota.ts';

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

export interface RunProgress {
  /** Samples: never fewer than before. */
  readonly accepted: number;
  readonly wanted: number;
  /** Samples that are still looked for: fewer than are wanted where an intent's candidates have run out. */
  readonly missing: number;
  /** Samples whose text was written in this start. */
  readonly made: number;
  readonly planned: number;
  /** Tasks whose answer was fixed in this start: all that moves before the first text is written. */
  readonly locked: number;
  /** The most frequent reasons for which tasks were rejected, failed or were left by models, with their counts. */
  readonly setAside: readonly (readonly [code: string, tasks: number])[];
}

export interface RunOptions {
  /** Samples wanted, intent by intent in the order they are planned, where their source has no other. */
  readonly quotas: readonly QuotaPart[];
  /**
   * Lists intents that want much of what there is for them, which others leave them the first pick of. Asked when planning
   * begins: to count what there is takes a while, in which threads load their code.
   */
  scarce?(): readonly string[];
  /** The splits that quotas are parted by; null where they are not. */
  readonly splits: SplitShares | null;
  /** Most samples a product may be in: never two of one intent, or with the same requirements. */
  readonly usesPerProduct: number;
  /** A digest of what a lock asks of each target, in their order. */
  requirementsOf(locked: unknown): readonly string[];
  readonly source: TaskSource;
  readonly builder: TaskBuilder;
  readonly admission: Admission;
  readonly checkpoints: Checkpoints;
  /** Ledger that notes what is planned and how it ends, for those who look at the run before it is finished. */
  readonly draft?: Pick<DraftLedger, 'plan' | 'settle'>;
  readonly signal?: AbortSignal;
  onProgress?(progress: RunProgress): void;
}

export interface RunOutcome {
  /** In the order they were planned. */
  readonly tasks: readonly EndedTask[];
  /** Intents whose candidates ran out, and those that were given up at the candidate limit. */
  readonly exhausted: ReadonlySet<string>;
  readonly limited: ReadonlySet<string>;
  readonly interrupted: boolean;
  /** Why the run stopped before its quotas were met, where it was not asked to; null otherwise. */
  readonly stopped: string | null;
}

/** Codes that progress names. */
const MOST_CODES = 3;

/** Tasks by the code that set them aside, each counted once. */
export class SetAside {
  readonly #codeOf = new Map<string, string>();
  readonly #counts = new Tally();

  /** Notes why a task was set aside, in place of what was noted before. */
  add(id: string, code: string): void {
    const before = this.#codeOf.get(id);
    if (before === code) return;
    if (before !== undefined) this.#counts.add(before, -1);
    this.#codeOf.set(id, code);
    this.#counts.add(code);
  }

  get mostFrequent(): RunProgress['setAside'] {
    return this.#counts.sorted.filter(([, count]) => count > 0).slice(0, MOST_CODES);
  }
}
