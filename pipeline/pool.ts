import { Worker } from 'node:worker_threads';
import { StageError } from '../schemas/errors.ts';
import type { BuildEnd, LockedResult } from '../schemas/run.ts';
import type { PlannedTask } from '../schemas/task.ts';
import { familyNamed } from './compose.ts';
import type { FamilyBuilder, ModelServices, TaskSettings } from './family.ts';
import type { TaskBuilder } from './run.ts';

export interface Pool extends TaskBuilder {
  /** What `run.json` says of who built the tasks, where there is more to say than how many threads. */
  report?(): Readonly<Record<string, unknown>>;
  close(): Promise<void>;
}

/**
 * What a worker's heap may grow to before it is collected in earnest. Without limits V8 sizes each thread's heap by the
 * machine's memory and lets garbage pile up; a task's own data is a few megabytes.
 */
const WORKER_MEMORY = { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 512 };

/** What a worker thread is sent: a step and what it is to work on. */
export type Work =
  | { readonly step: 'lock'; readonly task: PlannedTask }
  | { readonly step: 'write'; readonly locked: LockedResult };

/** Does one step of a task. */
export const workOn = (builder: FamilyBuilder, work: Work): Promise<BuildEnd> =>
  work.step === 'lock' ? builder.lock(work.task) : builder.write(work.locked);

interface Job {
  readonly work: Work;
  readonly resolve: (result: BuildEnd) => void;
  readonly reject: (error: Error) => void;
}

/** Builds tasks in this thread for one worker, in worker threads for more. Results do not depend on which. */
export async function createPool(settings: TaskSettings, workers: number): Promise<Pool> {
  return workers <= 1 ? inThisThread(settings, 1) : createThreadPool(settings, workers);
}

/** Builds tasks in worker threads, also where one is enough: this thread has something else to do. */
export const createThreadPool = (settings: TaskSettings, workers: number): Pool => new ThreadPool(settings, workers);

/** Builds tasks in this thread, so many at once as wait for models; threads would only wait as well. */
export const createModelPool = (settings: TaskSettings, models: ModelServices, width: number): Promise<Pool> =>
  inThisThread(settings, width, models);

async function inThisThread(settings: TaskSettings, width: number, models?: ModelServices): Promise<Pool> {
  const builder = await familyNamed(settings.family).builder(settings, models);
  return { width, lock: builder.lock, write: builder.write, close: async () => {} };
}

/** Jobs a thread has at hand, the one it does among them, so that it need not wait while this thread is busy. */
const JOBS_AT_HAND = 4;

/** A thread does its jobs one after the other, in the order it was sent them. */
interface Thread {
  readonly worker: Worker;
  readonly jobs: Job[];
}

class ThreadPool implements Pool {
  readonly width: number;
  readonly #threads: readonly Thread[];
  readonly #waiting: Job[] = [];
  #broken: Error | null = null;
  #closed = false;

  constructor(settings: TaskSettings, workers: number) {
    this.width = workers * JOBS_AT_HAND;
    this.#threads = Array.from({ length: workers }, () => {
      const url = new URL('./worker.ts', import.meta.url);
      const worker = new Worker(url, { workerData: settings, resourceLimits: WORKER_MEMORY });
      const thread: Thread = { worker, jobs: [] };
      worker.on('message', (result: BuildEnd) => {
        thread.jobs.shift()?.resolve(result);
        this.#dispatch();
      });
      worker.on('error', (error) => this.#fail(error instanceof Error ? error : new Error(String(error))));
      worker.on('exit', (code) => {
        if (!this.#closed) this.#fail(new Error(`it ended with ${code}`));
      });
      return thread;
    });
  }

  lock(task: PlannedTask): Promise<BuildEnd> {
    return this.#work({ step: 'lock', task });
  }

  write(locked: LockedResult): Promise<BuildEnd> {
    return this.#work({ step: 'write', locked });
  }

  #work(work: Work): Promise<BuildEnd> {
    if (this.#broken !== null) return Promise.reject(this.#broken);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ work, resolve, reject });
      this.#dispatch();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all(this.#threads.map(({ worker }) => worker.terminate()));
  }

  /** Gives each job to the thread that has fewest. */
  #dispatch(): void {
    for (;;) {
      const [job] = this.#waiting;
      const thread = this.#threads.reduce((a, b) => (b.jobs.length < a.jobs.length ? b : a));
      if (job === undefined || thread.jobs.length >= JOBS_AT_HAND) return;
      this.#waiting.shift();
      thread.jobs.push(job);
      thread.worker.postMessage(job.work);
    }
  }

  /** A thread that dies takes no result with it: every task it held or would have got fails loudly. */
  #fail(cause: Error): void {
    this.#broken ??= new StageError(`a worker thread stopped: ${cause.message}`, null, { cause });
    const jobs = [...this.#threads.flatMap((thread) => thread.jobs.splice(0)), ...this.#waiting.splice(0)];
    for (const job of jobs) job.reject(this.#broken);
  }
}
