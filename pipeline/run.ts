import type { Finding } from '../schemas/finding.ts';
import type { LedgerLine, TaskResult, TaskStatus } from '../schemas/run.ts';
import type { PlannedTask } from '../schemas/task.ts';
import type { Journal } from './journal.ts';
import { digestOf } from './seed.ts';

/** Where tasks come from. Calls are made in a fixed order, so a source may remember what it handed out. */
export interface TaskSource {
  next(
    intent: string,
    count: number,
    state: { wave: number; inFlight: Set<string>; spent: ReadonlySet<string>; load: ReadonlyMap<string, number> },
  ): PlannedTask[];
}

/** Builds one task on its own; never rejects: a bug becomes a `failed` result. */
export interface TaskBuilder {
  readonly width: number;
  build(task: PlannedTask): Promise<TaskResult>;
}

/** Decides, in order of admission, what depends on samples accepted before. */
export interface Admission {
  findings(sample: { id: string; targetIds: readonly string[]; query: string }): Finding[];
}

export interface RunOptions {
  readonly intents: readonly string[];
  readonly perIntent: number;
  /** Most tasks planned per intent before its quota is given up. */
  readonly maxCandidates: number;
  readonly source: TaskSource;
  readonly builder: TaskBuilder;
  readonly admission: Admission;
  readonly journal: Journal;
  readonly signal?: AbortSignal;
  onProgress?(progress: { accepted: number; wanted: number; finished: number; planned: number }): void;
}

/** A task with its end, without its text: the journal holds that. */
export interface EndedTask {
  readonly task: PlannedTask;
  readonly status: TaskStatus;
  readonly stage: string | null;
  readonly code: string | null;
  readonly lockDigest: string | null;
  readonly sampleDigest: string | null;
  readonly findings: readonly Finding[];
}

export interface RunOutcome {
  /** In order of admission. */
  readonly tasks: readonly EndedTask[];
  /** Intents whose candidates ran out, and those that were given up at the candidate limit. */
  readonly exhausted: ReadonlySet<string>;
  readonly limited: ReadonlySet<string>;
  readonly interrupted: boolean;
}

type BuiltResult = Extract<TaskResult, { kind: 'built' }>;

const LEAST_WAVE = 4;
/** Candidates per wanted sample after which samples that are not preferred fill the rest of a quota. */
const PATIENCE = 12;
const LEAST_PATIENCE = 100;

/** State of one intent's quota. */
class Quota {
  planned = 0;
  accepted = 0;
  finished = false;
  /** Places in the list of ended tasks of samples that wait for preferred ones to run out. */
  readonly reserve: number[] = [];
  readonly load = new Map<string, number>();
  readonly #wanted: number;
  readonly #limit: number;

  constructor(wanted: number, limit: number) {
    this.#wanted = wanted;
    this.#limit = limit;
  }

  get full(): boolean {
    return this.accepted >= this.#wanted;
  }

  get limited(): boolean {
    return this.planned >= this.#limit;
  }

  /** Enough samples wait that are not preferred, and enough candidates were tried to find better ones. */
  get patient(): boolean {
    return (
      this.planned < Math.max(LEAST_PATIENCE, PATIENCE * this.#wanted) ||
      this.accepted + this.reserve.length < this.#wanted
    );
  }

  /**
   * How many tasks to plan next: what is missing, over the yield so far. It depends on earlier waves' outcomes alone, so
   * every run plans the same waves whatever its workers do.
   */
  waveSize(): number {
    const missing = this.#wanted - this.accepted;
    const share = this.planned === 0 ? 0.8 : Math.max(0.05, this.accepted / this.planned);
    return Math.min(Math.max(LEAST_WAVE, Math.ceil((missing * 1.1) / share)), this.#limit - this.planned);
  }
}

/**
 * Plans, builds and admits tasks in waves until every quota is full or its candidates are used up. Within a wave tasks
 * are built in any order by any number of workers; admission walks them in planning order.
 */
export async function runTasks(options: RunOptions): Promise<RunOutcome> {
  const { intents, perIntent, maxCandidates, source, admission, journal, signal } = options;
  const quotas = new Map(intents.map((intent) => [intent, new Quota(perIntent, maxCandidates)]));
  const quotaOf = (intent: string) => quotas.get(intent) as Quota;
  const spent = new Set<string>();
  const exhausted = new Set<string>();
  const limited = new Set<string>();
  const ended: EndedTask[] = [];

  for (let wave = 1; ; wave++) {
    const inFlight = new Set<string>();
    const tasks: PlannedTask[] = [];
    for (const intent of intents) {
      const quota = quotaOf(intent);
      if (quota.finished || quota.full || !quota.patient) continue;
      if (quota.limited) {
        quota.finished = true;
        limited.add(intent);
        continue;
      }
      const before = inFlight.size;
      const planned = source.next(intent, quota.waveSize(), { wave, inFlight, spent, load: quota.load });
      // Nothing left, and nothing that another intent's task of this wave might give back.
      if (planned.length === 0 && before === 0) {
        quota.finished = true;
        exhausted.add(intent);
      }
      quota.planned += planned.length;
      tasks.push(...planned);
    }
    if (tasks.length === 0) break;

    await buildAll(tasks, options, () => {
      const all = [...quotas.values()];
      options.onProgress?.({
        accepted: all.reduce((sum, { accepted }) => sum + accepted, 0),
        wanted: perIntent * intents.length,
        finished: ended.length + tasks.filter(({ id }) => journal.has(id)).length,
        planned: ended.length + tasks.length,
      });
    });

    for (const task of tasks) ended.push(endOf(task));
    if (signal?.aborted) return { tasks: ended, exhausted, limited, interrupted: true };
  }
  // One at a time for the intent that has fewest, so that no intent takes the products another could have had.
  for (;;) {
    const quota = neediest([...quotas.values()]);
    const place = quota?.reserve.shift();
    if (place === undefined) break;
    const { task } = ended[place] as EndedTask;
    ended[place] = admit(task, journal.read(task.id) as BuiltResult);
  }
  return { tasks: ended, exhausted, limited, interrupted: false };

  /** Lets a sample in unless it repeats one that is in already. */
  function admit(task: PlannedTask, { line, text, lockDigest }: BuiltResult): EndedTask {
    const sealed = { task, stage: null, code: null, lockDigest, sampleDigest: null, findings: [] };
    const findings = admission.findings({ id: task.id, targetIds: task.targetIds, query: text });
    if (findings[0] !== undefined)
      return { ...sealed, status: 'rejected', stage: 'admit', code: findings[0].code, findings };
    const quota = quotaOf(task.intent);
    quota.accepted += 1;
    quota.load.set(task.category, (quota.load.get(task.category) ?? 0) + 1);
    for (const id of task.targetIds) spent.add(id);
    return { ...sealed, status: 'accepted', sampleDigest: digestOf('sample', line) };
  }

  function endOf(task: PlannedTask): EndedTask {
    const nothing = { stage: null, code: null, lockDigest: null, sampleDigest: null, findings: [] };
    if (!journal.has(task.id)) return { task, status: 'pending', ...nothing };
    const result = journal.read(task.id);
    switch (result.kind) {
      case 'failed':
        return { task, status: 'failed', ...nothing, stage: result.stage, code: 'stage_error' };
      case 'rejected':
        return {
          task,
          status: 'rejected',
          ...nothing,
          stage: result.stage,
          code: result.code,
          lockDigest: result.lockDigest,
        };
      case 'built': {
        const quota = quotaOf(task.intent);
        if (!quota.full && result.preferred) return admit(task, result);
        if (!quota.full) quota.reserve.push(ended.length);
        return { task, status: 'surplus', ...nothing, lockDigest: result.lockDigest };
      }
    }
  }
}

/** The quota furthest from full of those that have samples in reserve. */
function neediest(quotas: readonly Quota[]): Quota | undefined {
  return quotas.filter((quota) => !quota.full && quota.reserve.length > 0).sort((a, b) => a.accepted - b.accepted)[0];
}

/** Builds every task the journal does not hold yet, `width` at a time; stops taking new ones when aborted. */
async function buildAll(
  tasks: readonly PlannedTask[],
  { builder, journal, signal }: RunOptions,
  onFinished: () => void,
): Promise<void> {
  const waiting = tasks.filter(({ id }) => !journal.has(id)).values();
  const lane = async () => {
    for (const task of waiting) {
      if (signal?.aborted) return;
      journal.append(await builder.build(task));
      onFinished();
      // Lets a signal or a repaint in between tasks that never wait for anything.
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  await Promise.all(Array.from({ length: builder.width }, lane));
}

/** The ledger line of a task's end. */
export const ledgerLineOf = ({ task, status, stage, code, lockDigest, sampleDigest }: EndedTask): LedgerLine => ({
  id: task.id,
  family: task.family,
  intent: task.intent,
  status,
  stage,
  code,
  target_ids: task.targetIds,
  rank: task.rank,
  wave: task.wave,
  lock_digest: lockDigest,
  sample_digest: sampleDigest,
});
