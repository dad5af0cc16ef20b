import { StageError } from '../schemas/errors.ts';
import type { Finding } from '../schemas/finding.ts';
import type { BuildEnd, LedgerLine, TaskResult, TaskStatus, UnfinishedTask } from '../schemas/run.ts';
import type { SplitShares } from '../schemas/split.ts';
import { claimsOf, type PlannedTask } from '../schemas/task.ts';
import type { Journal } from './journal.ts';
import { digestOf } from './seed.ts';
import { splitOf } from './split.ts';

/** Where tasks come from. Calls are made in a fixed order, so a source may remember what it handed out. */
export interface TaskSource {
  /** Intents in the order in which a wave gives them candidates, where not as listed: those that need most come first. */
  readonly planningOrder?: readonly string[];
  /** The share of an intent's samples a stratum is to have; without it strata are balanced but not held to a share. */
  shareOf?(intent: string, stratum: string): number;
  next(
    intent: string,
    count: number,
    state: { wave: number; inFlight: Set<string>; spent: ReadonlySet<string>; load: ReadonlyMap<string, number> },
  ): PlannedTask[];
}

/** Builds one task on its own; never rejects: a bug becomes a `failed` result, a model that does not deliver a pending one. */
export interface TaskBuilder {
  readonly width: number;
  build(task: PlannedTask): Promise<BuildEnd>;
}

/** Decides, in order of admission, what depends on samples accepted before. */
export interface Admission {
  findings(sample: { id: string; claims: readonly string[]; query: string }): Finding[];
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
  /** What keeps samples in one split; null for tasks that were not accepted. */
  readonly group: string | null;
  readonly findings: readonly Finding[];
}

/** Of a pending task whose models answered, with nothing that could be used: the same command would bring the same again. */
export const MODEL_UNDECIDED = 'model_undecided';

const stratumOf = ({ stratum, category }: PlannedTask) => stratum ?? category;

export interface RunOutcome {
  /** In order of admission. */
  readonly tasks: readonly EndedTask[];
  /** Intents whose candidates ran out, and those that were given up at the candidate limit. */
  readonly exhausted: ReadonlySet<string>;
  readonly limited: ReadonlySet<string>;
  readonly interrupted: boolean;
  /** Why the run stopped before its quotas were met, where it was not asked to; null otherwise. */
  readonly stopped: string | null;
}

type BuiltResult = Extract<TaskResult, { kind: 'built' }>;

/** Tasks in a row that models left unfinished before the run gives up: an endpoint that is down is down for all. */
const MOST_UNFINISHED = 24;
const LEAST_WAVE = 4;
/** Candidates per wanted sample after which samples that are not preferred fill the rest of a quota. */
const PATIENCE = 12;
const LEAST_PATIENCE = 100;

/** State of one intent's quota. */
class Quota {
  planned = 0;
  accepted = 0;
  /** Why no more tasks are planned although the quota is not full. */
  ended: 'exhausted' | 'limited' | null = null;
  /** Any sample will do: the search for preferred ones was given up, and what waited did not fill the quota. */
  hurried = false;
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

  /** False when enough samples wait that are not preferred and enough candidates were tried to find better ones. */
  get searching(): boolean {
    return (
      this.hurried ||
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
export function runTasks(options: RunOptions): Promise<RunOutcome> {
  return new TaskRun(options).run();
}

class TaskRun {
  readonly #options: RunOptions;
  readonly #quotas: ReadonlyMap<string, Quota>;
  readonly #spent = new Set<string>();
  readonly #planned = new Set<string>();
  readonly #ended: EndedTask[] = [];
  readonly #unfinished = new Map<string, UnfinishedTask>();
  #unfinishedInARow = 0;
  #stopped: string | null = null;
  #wave = 0;

  constructor(options: RunOptions) {
    this.#options = options;
    this.#quotas = new Map(
      options.intents.map((intent) => [intent, new Quota(options.perIntent, options.maxCandidates)]),
    );
  }

  async run(): Promise<RunOutcome> {
    for (;;) {
      for (let tasks = this.#plan(); tasks.length > 0; tasks = this.#plan()) {
        await this.#build(tasks);
        for (const task of tasks) this.#ended.push(this.#endOf(task));
        if (this.#options.signal?.aborted) return this.#outcome(true);
        if (this.#stopped !== null) return this.#outcome(false);
      }
      this.#admitReserves();
      const short = [...this.#quotas.values()].filter(({ full, ended }) => !full && ended === null);
      if (short.length === 0) return this.#outcome(false);
      for (const quota of short) quota.hurried = true;
    }
  }

  #outcome(interrupted: boolean): RunOutcome {
    const endedAs = (reason: Quota['ended']) =>
      new Set([...this.#quotas].filter(([, { ended }]) => ended === reason).map(([intent]) => intent));
    return {
      tasks: this.#ended,
      exhausted: endedAs('exhausted'),
      limited: endedAs('limited'),
      interrupted,
      stopped: this.#stopped,
    };
  }

  #quotaOf(intent: string): Quota {
    return this.#quotas.get(intent) as Quota;
  }

  #planningOrder(): readonly string[] {
    const { intents, source } = this.#options;
    const order = source.planningOrder ?? [];
    return [
      ...order.filter((intent) => intents.includes(intent)),
      ...intents.filter((intent) => !order.includes(intent)),
    ];
  }

  /** The next wave; empty when no quota asks for more tasks. */
  #plan(): PlannedTask[] {
    const wave = ++this.#wave;
    const inFlight = new Set<string>();
    const tasks: PlannedTask[] = [];
    for (const intent of this.#planningOrder()) {
      const quota = this.#quotaOf(intent);
      if (quota.ended !== null || quota.full || !quota.searching) continue;
      if (quota.limited) {
        quota.ended = 'limited';
        continue;
      }
      const before = inFlight.size;
      const state = { wave, inFlight, spent: this.#spent, load: quota.load };
      const planned = this.#options.source.next(intent, quota.waveSize(), state);
      // Nothing left, and nothing that another intent's task of this wave might give back.
      if (planned.length === 0 && before === 0) quota.ended = 'exhausted';
      for (const { id } of planned) {
        if (this.#planned.size === this.#planned.add(id).size) throw new StageError(`${id} was planned twice`, planned);
      }
      quota.planned += planned.length;
      tasks.push(...planned);
    }
    return tasks;
  }

  /** Builds every task the journal does not hold yet, `width` at a time; stops taking new ones when aborted. */
  async #build(tasks: readonly PlannedTask[]): Promise<void> {
    const { builder, journal, signal } = this.#options;
    const missing = tasks.filter(({ id }) => !journal.has(id));
    let finished = tasks.length - missing.length;
    const waiting = missing.values();
    const lane = async () => {
      for (const task of waiting) {
        if (signal?.aborted || this.#stopped !== null) return;
        const result = await builder.build(task);
        if (result.kind === 'pending') this.#leave(result);
        else {
          this.#unfinishedInARow = 0;
          journal.append(result);
        }
        finished += 1;
        this.#report(tasks.length, finished);
        // Lets a signal or a repaint in between tasks that never wait for anything.
        await new Promise((resolve) => setImmediate(resolve));
      }
    };
    await Promise.all(Array.from({ length: builder.width }, lane));
  }

  /** Notes a task that models left unfinished; the run stops when no other task would fare better. */
  #leave(task: UnfinishedTask): void {
    this.#unfinished.set(task.id, task);
    if (!task.answered) this.#unfinishedInARow += 1;
    if (task.ends) this.#stopped ??= task.reason;
    else if (this.#unfinishedInARow >= MOST_UNFINISHED)
      this.#stopped ??= `${this.#unfinishedInARow} tasks in a row were left unfinished; the last: ${task.reason}`;
  }

  #report(planned: number, finished: number): void {
    const accepted = [...this.#quotas.values()].reduce((sum, quota) => sum + quota.accepted, 0);
    const before = this.#ended.length;
    const wanted = this.#options.perIntent * this.#quotas.size;
    this.#options.onProgress?.({ accepted, wanted, finished: before + finished, planned: before + planned });
  }

  #endOf(task: PlannedTask): EndedTask {
    const nothing = { stage: null, code: null, lockDigest: null, sampleDigest: null, group: null, findings: [] };
    if (!this.#options.journal.has(task.id)) {
      const left = this.#unfinished.get(task.id);
      const code = left?.answered ? MODEL_UNDECIDED : 'model_unavailable';
      const findings: Finding[] = left === undefined ? [] : [{ code, path: 'models', detail: left.reason }];
      return { task, status: 'pending', ...nothing, findings };
    }
    const result = this.#options.journal.read(task.id);
    if (result.kind === 'failed') {
      const { stage, error } = result;
      const finding: Finding = { code: 'stage_error', path: stage, detail: error };
      return { task, status: 'failed', ...nothing, stage, code: 'stage_error', findings: [finding] };
    }
    const { lockDigest } = result;
    if (result.kind === 'rejected') {
      return { task, status: 'rejected', ...nothing, stage: result.stage, code: result.code, lockDigest };
    }
    const quota = this.#quotaOf(task.intent);
    if (!quota.full && ((result.preferred && this.#hasRoom(task, quota)) || quota.hurried))
      return this.#admit(task, result);
    if (!quota.full) quota.reserve.push(this.#ended.length);
    return { task, status: 'surplus', ...nothing, lockDigest };
  }

  /** Whether the task's stratum has not had its share yet; what is over it waits like samples that are not preferred. */
  #hasRoom(task: PlannedTask, { load }: Quota): boolean {
    const stratum = stratumOf(task);
    const share = this.#options.source.shareOf?.(task.intent, stratum) ?? 1;
    return (load.get(stratum) ?? 0) < Math.ceil(share * this.#options.perIntent);
  }

  /** Lets a sample in unless it repeats one that is in already. */
  #admit(task: PlannedTask, { line, text, lockDigest, group }: BuiltResult): EndedTask {
    const sealed = { task, stage: null, code: null, lockDigest, sampleDigest: null, group: null, findings: [] };
    const claims = claimsOf(task);
    const findings = this.#options.admission.findings({ id: task.id, claims, query: text });
    if (findings[0] !== undefined)
      return { ...sealed, status: 'rejected', stage: 'admit', code: findings[0].code, findings };
    const quota = this.#quotaOf(task.intent);
    quota.accepted += 1;
    const stratum = stratumOf(task);
    quota.load.set(stratum, (quota.load.get(stratum) ?? 0) + 1);
    for (const claim of claims) this.#spent.add(claim);
    return { ...sealed, status: 'accepted', sampleDigest: digestOf('sample', line), group };
  }

  /** Takes out the first sample that waits of the stratum with fewest accepted ones for its share. */
  #takeReserve({ reserve, load }: Quota): number | undefined {
    const standing = (place: number) => {
      const { task } = this.#ended[place] as EndedTask;
      const stratum = stratumOf(task);
      return (load.get(stratum) ?? 0) / (this.#options.source.shareOf?.(task.intent, stratum) ?? 1);
    };
    let least = 0;
    for (let index = 1; index < reserve.length; index++)
      if (standing(reserve[index] as number) < standing(reserve[least] as number)) least = index;
    return reserve.splice(least, 1)[0];
  }

  /** Fills what preferred samples left open, one at a time for the intent that has fewest: none takes all products. */
  #admitReserves(): void {
    for (;;) {
      const [neediest] = [...this.#quotas.values()]
        .filter(({ full, reserve }) => !full && reserve.length > 0)
        .sort((a, b) => a.accepted - b.accepted);
      const place = neediest === undefined ? undefined : this.#takeReserve(neediest);
      if (place === undefined) return;
      const { task } = this.#ended[place] as EndedTask;
      this.#ended[place] = this.#admit(task, this.#options.journal.read(task.id) as BuiltResult);
    }
  }
}

/** The ledger line of a task's end, with its split where the run makes any. */
export const ledgerLineOf = (
  { task, status, stage, code, lockDigest, sampleDigest, group }: EndedTask,
  splits: SplitShares | null = null,
): LedgerLine => ({
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
  ...(splits === null || group === null ? {} : { split: splitOf(group, splits) }),
});
