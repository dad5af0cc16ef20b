import { type Clock, systemClock } from '../../schemas/clock.ts';
import { ConfigError } from '../../schemas/errors.ts';
import type { BuildEnd, LockedResult } from '../../schemas/run.ts';
import type { PlannedTask } from '../../schemas/task.ts';
import { counted } from '../../text/numbers.ts';
import type { Pool } from '../run/pool.ts';
import {
  type JobResults,
  type JobTerms,
  type JobWork,
  type PlayWork,
  taskIdOf,
  type WorkEnd,
  workDigest,
} from './job.ts';
import type { JobBoard } from './job-board.ts';
import { type JobFolder, Leftovers } from './job-folder.ts';

interface JobPoolSettings {
  readonly folder: JobFolder;
  readonly terms: JobTerms;
  readonly board: JobBoard;
  /** Once it aborts no result is waited for any more. */
  readonly signal: AbortSignal;
  say(line: string): void;
  readonly clock?: Clock;
}

/** A step somebody waits for. */
interface Awaited {
  readonly taskId: string;
  readonly end: Promise<WorkEnd>;
  readonly resolve: (end: WorkEnd | Promise<WorkEnd>) => void;
}

interface OpenJob {
  /** Digests of its steps. */
  readonly works: readonly string[];
  failures: number;
}

/** Tasks that may be out at once: enough for hundreds of workers, and few enough to remember. */
const WIDTH = 10_000;
const LARGEST_JOB = 32;
/** Into how many jobs at least a round is cut that has the tasks for it: the last to be done holds the others up. */
const JOBS_A_ROUND = 24;
const JOBS_A_WORKER = 4;
/** The tasks of a job wait for models side by side: fewer and larger ones do as well. */
const SHARE_OF_ASKING = 1 / 4;
/** Time in ms after which what is out is looked for again, and put up again should the board have lost it. */
const CHECK_MS = 10_000;
/** A first round without a worker is told of sooner. */
const FIRST_CHECK_MS = 3_000;
/** Time in ms that results may take to be seen here after their worker says that they are written. */
const STORAGE_LAG_MS = 500;
/** A board that is away for longer ends the run. */
const LONGEST_ABSENCE_MS = 600_000;
const PAUSE_AFTER_FAILURE_MS = 1_000;
const MOST_FAILURES = 5;

/**
 * Has tasks built by workers on any machine. It hands out jobs and believes the files of results alone: a job that is
 * lost is put up again, one that is done twice counts once, and what an earlier start left done is not done again.
 */
export class JobPool implements Pool {
  readonly width = WIDTH;
  readonly #settings: JobPoolSettings;
  readonly #clock: Clock;
  /** Steps asked for that are not in a job yet. */
  #gathered: JobWork[] = [];
  readonly #awaited = new Map<string, Awaited>();
  readonly #open = new Map<string, OpenJob>();
  readonly #leftovers: Leftovers;
  readonly #doneBy = new Map<string, number>();
  /** Why nothing is built any more: what is waited for is left pending, or fails with an error. */
  #stopped: string | Error | null = null;
  /** Set while the board is away. */
  #cancelAbsence: (() => void) | null = null;
  #cancelCheck: (() => void) | null = null;
  #putting = false;
  /** As many as were there when it was looked last. */
  #workers = 0;
  #toldOfNoWorker = false;

  constructor(settings: JobPoolSettings) {
    this.#settings = settings;
    this.#clock = settings.clock ?? systemClock;
    const { folder, terms, board, signal } = settings;
    folder.create();
    this.#leftovers = new Leftovers(folder, terms);
    board.watch({
      done: (id) => this.#done(id),
      failed: (id, reason) => this.#failed(id, reason),
      away: (news) => this.#away(news),
      back: (news) => this.#back(news),
    });
    const interrupt = () => this.#stop('the run was interrupted');
    if (signal.aborted) interrupt();
    else signal.addEventListener('abort', interrupt, { once: true });
    this.#checkLater(FIRST_CHECK_MS);
  }

  lock(task: PlannedTask): Promise<BuildEnd> {
    return this.#ask({ step: 'lock', task }) as Promise<BuildEnd>;
  }

  write(locked: LockedResult): Promise<BuildEnd> {
    return this.#ask({ step: 'write', locked }) as Promise<BuildEnd>;
  }

  play(work: PlayWork): Promise<WorkEnd> {
    return this.#ask(work);
  }

  fail(error: Error): void {
    this.#stop(error);
  }

  /** For `run.json`: who did how many jobs. */
  report(): Readonly<Record<string, unknown>> {
    return { workers: this.#doneBy.size, jobs_by_worker: Object.fromEntries([...this.#doneBy].sort()) };
  }

  async close(): Promise<void> {
    this.#stop('the pool was closed');
    const { board } = this.#settings;
    if (this.#cancelAbsence === null) await board.withdraw([...this.#open.keys()]);
    this.#cancelAbsence?.();
    await board.close();
  }

  #ask(work: JobWork): Promise<WorkEnd> {
    const taskId = taskIdOf(work);
    if (this.#stopped !== null) return endedBy(this.#stopped, taskId);
    const digest = workDigest(work);
    const found = this.#leftovers.take(digest);
    if (found?.id === taskId) return Promise.resolve(found);
    const earlier = this.#awaited.get(digest);
    if (earlier !== undefined) return earlier.end;
    const { promise: end, resolve } = Promise.withResolvers<WorkEnd>();
    this.#awaited.set(digest, { taskId, end, resolve });
    // What is asked for together goes out together.
    if (this.#gathered.length === 0) setImmediate(() => this.#orStop(() => this.#handOut()));
    this.#gathered.push(work);
    return end;
  }

  #handOut(): void {
    const works = this.#gathered;
    this.#gathered = [];
    if (this.#stopped !== null) return;
    const { terms, folder } = this.#settings;
    const { left = [], fresh = [] } = Object.groupBy(works, (work) =>
      this.#isOut(this.#leftovers.jobOf(workDigest(work))) ? 'left' : 'fresh',
    );
    const ids = left.map((work) => this.#leftovers.jobOf(workDigest(work)) as string);
    const jobs = Math.max(JOBS_A_ROUND, this.#workers * JOBS_A_WORKER) * (terms.asksAt === null ? 1 : SHARE_OF_ASKING);
    const size = Math.min(LARGEST_JOB, Math.ceil(this.#awaited.size / jobs));
    for (let at = 0; at < fresh.length; at += size) {
      const shard = fresh.slice(at, at + size);
      const id = folder.put(terms, shard);
      this.#out(id, shard);
      ids.push(id);
    }
    this.#put([...new Set(ids)]);
  }

  /** Tells whether a job of an earlier start is still to be had; takes it for ours then. */
  #isOut(id: string | undefined): boolean {
    if (id === undefined || this.#open.has(id)) return id !== undefined;
    const job = this.#settings.folder.read(id);
    if (job !== null) this.#out(id, job.works);
    return job !== null;
  }

  #out(id: string, works: readonly JobWork[]): void {
    this.#open.set(id, { works: works.map(workDigest), failures: 0 });
  }

  #put(ids: readonly string[]): void {
    this.#settings.board.put(ids).catch((error: Error) => this.#stop(`jobs cannot be put up: ${error.message}`));
  }

  #done(id: string): void {
    this.#collect(id);
    if (this.#open.has(id)) this.#clock.after(STORAGE_LAG_MS, () => this.#collect(id));
  }

  /** Takes in the results of a job, if they are there. */
  #collect(id: string): void {
    this.#orStop(() => this.#takeIn(id));
  }

  #takeIn(id: string): void {
    const job = this.#open.get(id);
    const done = job === undefined ? null : this.#settings.folder.resultsOf(id);
    if (job === undefined || done === null) return;
    const ends = new Map(done.results.map(({ work, end }) => [work, end]));
    const astray = job.works.find((work) => {
      const awaited = this.#awaited.get(work);
      return awaited !== undefined && ends.get(work)?.id !== awaited.taskId;
    });
    if (astray !== undefined) {
      this.#settings.folder.forget(id);
      this.#failed(id, `its results lack the task ${this.#awaited.get(astray)?.taskId}`);
      return;
    }
    this.#open.delete(id);
    this.#count(done);
    this.#toldOfNoWorker = false;
    for (const work of job.works) {
      this.#awaited.get(work)?.resolve(ends.get(work) as WorkEnd);
      this.#awaited.delete(work);
    }
    // Whoever waited has noted its result by then; until it has, the file is the only place where it stands.
    setImmediate(() => {
      this.#settings.folder.withdraw(id);
      this.#settings.folder.forget(id);
    });
  }

  #count({ worker }: JobResults): void {
    this.#doneBy.set(worker, (this.#doneBy.get(worker) ?? 0) + 1);
  }

  #failed(id: string, reason: string): void {
    const job = this.#open.get(id);
    if (job === undefined) return;
    job.failures += 1;
    if (job.failures >= MOST_FAILURES)
      this.#stop(
        new ConfigError(
          `a job of ${counted(job.works.length, 'task', 'tasks')} was tried ${job.failures} times and failed, the last time because ${reason}; what is finished is kept, and the same command goes on from there`,
        ),
      );
    else this.#clock.after(PAUSE_AFTER_FAILURE_MS * job.failures, () => this.#putAgain([id]));
  }

  #away(news: string): void {
    if (this.#stopped !== null || this.#cancelAbsence !== null) return;
    this.#settings.say(`${news}; waiting for it to come back`);
    const tooLong = () => this.#stop(`${news}, for ${LONGEST_ABSENCE_MS / 60_000} minutes`);
    this.#cancelAbsence = this.#clock.after(LONGEST_ABSENCE_MS, tooLong);
  }

  #back(news: string): void {
    if (this.#stopped !== null || this.#cancelAbsence === null) return;
    this.#cancelAbsence();
    this.#cancelAbsence = null;
    this.#settings.say(`${news}; ${counted(this.#open.size, 'job is', 'jobs are')} out`);
    this.#check();
  }

  #checkLater(ms: number): void {
    this.#cancelCheck?.();
    this.#cancelCheck = this.#clock.after(ms, () => this.#check());
  }

  /** Collects what nobody told of, and puts up again what is out: what is up already stays as it is. */
  #check(): void {
    if (this.#stopped !== null) return;
    this.#checkLater(CHECK_MS);
    if (this.#open.size === 0) return;
    this.#orStop(() => {
      for (const id of this.#settings.folder.done) this.#takeIn(id);
    });
    this.#putAgain([...this.#open.keys()]);
    this.#lookForWorkers();
  }

  /** One at a time: while the board is away, what is put up waits for it. */
  async #putAgain(ids: readonly string[]): Promise<void> {
    const open = ids.filter((id) => this.#open.has(id));
    if (this.#putting || this.#stopped !== null || open.length === 0) return;
    this.#putting = true;
    try {
      await this.#settings.board.put(open);
    } catch (error) {
      this.#stop(`jobs cannot be put up: ${(error as Error).message}`);
    } finally {
      this.#putting = false;
    }
  }

  async #lookForWorkers(): Promise<void> {
    if (this.#cancelAbsence !== null) return;
    const workers = await this.#settings.board.workers().catch(() => null);
    if (workers === null || this.#stopped !== null) return;
    this.#workers = workers;
    if (workers > 0 || this.#toldOfNoWorker) return;
    this.#toldOfNoWorker = true;
    this.#settings.say(
      `${counted(this.#open.size, 'job waits', 'jobs wait')} for a worker of this code on this Node; start one with: npm run worker -- --redis <url>`,
    );
  }

  /** Does what touches files; a disk that fails ends the run. */
  #orStop(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#stop(error as Error);
    }
  }

  /** Ends everything that is waited for: another start goes on with what is there by then. */
  #stop(reason: string | Error): void {
    if (this.#stopped !== null) return;
    this.#stopped = reason;
    this.#cancelCheck?.();
    for (const { taskId, resolve } of this.#awaited.values()) resolve(endedBy(reason, taskId));
    this.#awaited.clear();
  }
}

const endedBy = (reason: string | Error, id: string): Promise<WorkEnd> =>
  typeof reason === 'string'
    ? Promise.resolve({ kind: 'pending', id, reason, answered: false, ends: true })
    : Promise.reject(reason);
