import type { Job, Worker } from 'bullmq';
import { z } from 'zod';
import { KEY_PREFIX, QueuedJob, queueName } from './bull-board.ts';
import { type RedisAddress, redisPackages, within } from './redis.ts';

/** Its parts become paths. */
const TakenJob = z.strictObject({ ...QueuedJob.shape, id: z.hash('sha256') });
type TakenJob = z.infer<typeof TakenJob>;

interface JobTaker {
  /** Jobs at once. */
  readonly concurrency: number;
  /** Does a job; throws where it cannot be done here. */
  work(job: TakenJob): Promise<void>;
  /** Reports what goes wrong between Redis and us; nothing is lost by it. */
  trouble(error: Error): void;
}

/** A worker that says nothing for so long is taken for dead, and its jobs are given to others. */
const SILENCE_MS = 10_000;
const LOOK_FOR_THE_DEAD_MS = 5_000;
/** Most times a job may lose its worker; the coordinator then decides whether it is put up again. */
const MOST_LOSSES = 1;
/** Time in ms after which Redis is tried again when it is away. */
const RETRY_MS = 1_000;
/** Most time in ms that the last words to Redis may take. */
const FAREWELL_MS = 5_000;

/** Takes jobs of runs with this code from a BullMQ queue, until it is closed. */
export class BullWorker {
  readonly #taker: JobTaker;
  readonly #giveBack: (job: Job, token: string | undefined) => Promise<never>;
  readonly #underWay = new Set<Promise<void>>();
  #worker: Worker | null = null;
  readonly #closed = new AbortController();

  private constructor(taker: JobTaker, { WaitingError }: Awaited<ReturnType<typeof redisPackages>>) {
    this.#taker = taker;
    this.#giveBack = async (job, token) => {
      await job.moveToWait(token);
      throw new WaitingError();
    };
  }

  static async open(address: RedisAddress, taker: JobTaker): Promise<BullWorker> {
    const packages = await redisPackages();
    const worker = new BullWorker(taker, packages);
    worker.#worker = new packages.Worker(queueName(), (job, token) => worker.#process(job, token), {
      connection: address.connection(worker.#closed.signal),
      prefix: KEY_PREFIX,
      concurrency: taker.concurrency,
      lockDuration: SILENCE_MS,
      stalledInterval: LOOK_FOR_THE_DEAD_MS,
      maxStalledCount: MOST_LOSSES,
      runRetryDelay: RETRY_MS,
    });
    worker.#worker.on('error', (error) => taker.trouble(error));
    return worker;
  }

  /** Jobs that are being done. */
  get busy(): number {
    return this.#underWay.size;
  }

  /** Takes no more jobs, and waits for those under way; what they cannot finish is left to others. */
  async close(): Promise<void> {
    this.#closed.abort();
    const closed = this.#worker?.close() ?? Promise.resolve();
    await Promise.allSettled(this.#underWay);
    await within(FAREWELL_MS, closed);
    // Never comes back where the connection was broken; it does its work all the same.
    void this.#worker?.disconnect();
  }

  async #process(job: Job, token: string | undefined): Promise<void> {
    const work = this.#taker.work(TakenJob.parse({ ...job.data, id: job.id }));
    this.#underWay.add(work);
    try {
      await work;
    } catch (error) {
      if (this.#closed.signal.aborted) await this.#giveBack(job, token);
      throw error;
    } finally {
      this.#underWay.delete(work);
    }
  }
}
