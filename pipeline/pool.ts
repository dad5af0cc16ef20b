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
const WORKER_MEMORY = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 512 };

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

class ThreadPool implements Pool {
  readonly width: number;
  readonly #workers: Worker[];
  readonly #idle: Worker[] = [];
  readonly #waiting: Job[] = [];
  readonly #running = new Map<Worker, Job>();
  #broken: Error | null = null;

  constructor(settings: TaskSettings, workers: number) {
    // A second task per worker waits at hand, so that no thread idles between two results.
    this.width = workers * 2;
    this.#workers = Array.from(
      { length: workers },
      () =>
        new Worker(new URL('./worker.ts', import.meta.url), { workerData: settings, resourceLimits: WORKER_MEMORY }),
    );
    for (const worker of this.#workers) {
      this.#idle.push(worker);
      worker.on('message', (result: BuildEnd) => {
        this.#running.get(worker)?.resolve(result);
        this.#running.delete(worker);
        this.#idle.push(worker);
        this.#dispatch();
      });
      worker.on('error', (error) => this.#fail(error instanceof Error ? error : new Error(String(error))));
    }
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
    await Promise.all(this.#workers.map((worker) => worker.terminate()));
  }

  #dispatch(): void {
    while (this.#idle.length > 0 && this.#waiting.length > 0) {
      const worker = this.#idle.shift() as Worker;
      const job = this.#waiting.shift() as Job;
      this.#running.set(worker, job);
      worker.postMessage(job.work);
    }
  }

  /** A thread that dies takes no result with it: every task it held or would have got fails loudly. */
  #fail(cause: Error): void {
    this.#broken = new StageError(`a worker thread stopped: ${cause.message}`, null, { cause });
    for (const job of [...this.#running.values(), ...this.#waiting]) job.reject(this.#broken);
    this.#running.clear();
    this.#waiting.length = 0;
  }
}
