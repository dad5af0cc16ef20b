import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { StageError } from '../../schemas/errors.ts';
import type { BuildEnd, LockedResult } from '../../schemas/run.ts';
import type { PlannedTask } from '../../schemas/task.ts';
import { foundOrMade } from '../../text/cache/found-or-made.ts';
import type { BuilderParts, FamilyBuilder, ModelServices } from '../family.ts';
import type { TaskSettings } from '../settings.ts';
import type { TaskBuilder } from './run-parts.ts';

export interface Pool extends TaskBuilder {
  /** Entries for `run.json` about who built the tasks, where there is more to say than the number of threads. */
  report?(): Readonly<Record<string, unknown>>;
  close(): Promise<void>;
}

/**
 * Size that a worker's heap may grow to before it is collected in earnest. Without limits V8 sizes each thread's heap
 * by the machine's memory and lets garbage pile up; with a quarter of this it collects so often that a run takes a
 * tenth longer.
 */
const WORKER_MEMORY = { maxYoungGenerationSizeMb: 96, maxOldGenerationSizeMb: 2048 };

/**
 * Has threads collect young garbage without helpers. Those take turns with the threads where these have all cores, and waiting
 * for them takes a run of two threads on two cores a twentieth of its processor time.
 */
const collectAlone = () => setFlagsFromString('--no-parallel-scavenge');

/** Source of a run's builders: this thread makes its own, others run the entry that does. */
export interface BuilderSource {
  readonly settings: TaskSettings;
  /** The code a worker thread starts with; it is started with the settings. */
  readonly thread: URL;
  builder(parts?: BuilderParts): Promise<FamilyBuilder>;
  /** Reads what builders need not read again; threads can be sent it. */
  shared(): unknown;
}

export interface ThreadStart {
  readonly settings: TaskSettings;
}

/** Reads what builders of a family need not read again. */
type Shared = () => unknown;

/** One step of work for a worker thread, with the task it is about. */
export type Work =
  | { readonly step: 'lock'; readonly task: PlannedTask }
  | { readonly step: 'write'; readonly locked: LockedResult };

/** Message to a worker thread: first the data it shares with others, then steps. */
export type ThreadMessage = OpenMessage | Work;

interface OpenMessage {
  readonly step: 'open';
  readonly shared: unknown;
  /** Others wait for what it finds out. */
  readonly isFirst: boolean;
}

/** Message of a worker thread: of the first one what others share with it, then the end of each step. */
export type ThreadReply = { readonly kind: 'opened'; readonly shared: unknown } | BuildEnd;

interface Job {
  readonly work: Work;
  readonly resolve: (result: BuildEnd) => void;
  readonly reject: (error: Error) => void;
}

/** Builds tasks in this thread for one worker, in worker threads for more. Results do not depend on which. */
export async function createPool(source: BuilderSource, workers: number, shared?: Shared): Promise<Pool> {
  return workers <= 1 ? inThisThread(source, 1, { shared: shared?.() }) : createThreadPool(source, workers, shared);
}

/** Builds tasks in worker threads, also where one is enough: this thread has something else to do. */
export const createThreadPool = (source: BuilderSource, workers: number, shared?: Shared): Pool =>
  new ThreadPool(source, workers, shared);

/** Builds tasks in this thread, so many at once as wait for models; threads would only wait as well. */
export const createModelPool = (
  source: BuilderSource,
  models: ModelServices,
  width: number,
  shared?: Shared,
): Promise<Pool> => inThisThread(source, width, { models, shared: shared?.() });

async function inThisThread(source: BuilderSource, width: number, parts: BuilderParts): Promise<Pool> {
  const builder = await source.builder(parts);
  return { width, lock: builder.lock, write: builder.write, close: async () => {} };
}

/** Jobs under way for each thread: enough to choose from what suits it, few enough to end soon after Ctrl-C. */
const JOBS_UNDER_WAY = 32;

/** Jobs a thread has at hand at least, the one it does among them, so that it need not wait while this thread is busy. */
const FEWEST_AT_HAND = 4;

/** A thread does its jobs one after the other, in the order it was sent them. */
interface Thread {
  readonly worker: Worker;
  readonly jobs: Job[];
  /** Jobs about products like those it had before, of which it remembers much. */
  readonly suited: Job[];
}

const open = ({ worker }: Thread, message: Omit<OpenMessage, 'step'>) =>
  worker.postMessage({ step: 'open', ...message } satisfies ThreadMessage);

class ThreadPool implements Pool {
  readonly width: number;
  readonly #threads: readonly Thread[];
  /** Thread by category, so that each remembers the products of its own; a busy thread's tasks go to others. */
  readonly #threadOf = new Map<string, Thread>();
  /** Thread by task that was locked in it: it knows the products of the task. */
  readonly #lockedIn = new Map<string, Thread>();
  readonly #waiting: Job[] = [];
  #broken: Error | null = null;
  #closed = false;

  constructor({ settings, thread: entry }: BuilderSource, workers: number, shared: Shared = () => undefined) {
    this.width = workers * JOBS_UNDER_WAY;
    if (workers >= availableParallelism()) collectAlone();
    this.#threads = Array.from({ length: workers }, () => {
      const start: ThreadStart = { settings };
      const worker = new Worker(entry, { workerData: start, resourceLimits: WORKER_MEMORY });
      const thread: Thread = { worker, jobs: [], suited: [] };
      worker.on('message', (result: ThreadReply) => {
        if (result.kind === 'opened') {
          for (const other of this.#threads.slice(1)) open(other, { shared: result.shared, isFirst: false });
          return;
        }
        if (result.kind === 'locked') this.#lockedIn.set(result.id, thread);
        thread.jobs.shift()?.resolve(result);
        this.#dispatch();
      });
      worker.on('error', (error) => this.#fail(error instanceof Error ? error : new Error(String(error))));
      worker.on('exit', (code) => {
        if (!this.#closed) this.#fail(new Error(`it ended with ${code}`));
      });
      return thread;
    });
    this.#share(shared);
  }

  /** Reads what threads share while they load their code, and opens the first of them. */
  #share(read: Shared): void {
    try {
      const shared = read();
      for (const first of this.#threads.slice(0, 1)) open(first, { shared, isFirst: true });
    } catch (error) {
      void this.close();
      throw error;
    }
  }

  lock(task: PlannedTask): Promise<BuildEnd> {
    return this.#work({ step: 'lock', task }, this.#suitedFor(task).suited);
  }

  write(locked: LockedResult): Promise<BuildEnd> {
    const thread = this.#lockedIn.get(locked.id);
    this.#lockedIn.delete(locked.id);
    return this.#work({ step: 'write', locked }, thread?.suited ?? this.#waiting);
  }

  #work(work: Work, queue: Job[]): Promise<BuildEnd> {
    if (this.#broken !== null) return Promise.reject(this.#broken);
    return new Promise((resolve, reject) => {
      queue.push({ work, resolve, reject });
      this.#dispatch();
    });
  }

  /** Categories are dealt out to the threads in turn. */
  #suitedFor({ category }: PlannedTask): Thread {
    const next = () => this.#threads[this.#threadOf.size % this.#threads.length] as Thread;
    return foundOrMade(this.#threadOf, category, next);
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all(this.#threads.map(({ worker }) => worker.terminate()));
  }

  /**
   * Gives threads what suits them, then what suits any, and those that have too little of either what another would come to
   * later. While many jobs wait a thread gets more, so that planning a wave leaves it idle for less, towards the end so few
   * that all end together.
   */
  #dispatch(): void {
    const own = (thread: Thread) => thread.suited.shift() ?? this.#waiting.shift();
    for (const thread of this.#threads) this.#hand(thread, own, () => Math.max(FEWEST_AT_HAND, this.#waitingForEach()));
    for (const thread of this.#threads)
      this.#hand(
        thread,
        () => this.#busiest().suited.pop(),
        () => FEWEST_AT_HAND,
      );
  }

  /** Hands a thread jobs, while there are any, until it has so many. */
  #hand(thread: Thread, next: (thread: Thread) => Job | undefined, most: () => number): void {
    while (thread.jobs.length < most()) {
      const job = next(thread);
      if (job === undefined) break;
      thread.jobs.push(job);
      thread.worker.postMessage(job.work);
    }
  }

  /** Waiting jobs per thread. */
  #waitingForEach(): number {
    const suited = this.#threads.reduce((sum, thread) => sum + thread.suited.length, 0);
    return (this.#waiting.length + suited) / this.#threads.length;
  }

  #busiest(): Thread {
    return this.#threads.reduce((a, b) => (b.suited.length > a.suited.length ? b : a));
  }

  /** A thread that dies takes no result with it: every task it held or would have got fails loudly. */
  #fail(cause: Error): void {
    this.#broken ??= new StageError(`a worker thread stopped: ${cause.message}`, null, { cause });
    const held = this.#threads.flatMap(({ jobs, suited }) => [...jobs.splice(0), ...suited.splice(0)]);
    for (const job of [...held, ...this.#waiting.splice(0)]) job.reject(this.#broken);
  }
}
