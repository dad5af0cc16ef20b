import type { Job } from 'bullmq';
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

interface BullWorker {
  /** Jobs that are being done. */
  readonly busy: number;
  /** Takes no more jobs, and waits for those under way; what they cannot finish is left to others. */
  close(): Promise<void>;
}

/** Takes jobs of runs with this code from a BullMQ queue, until it is closed. */
export async function openBullWorker(address: RedisAddress, taker: JobTaker): Promise<BullWorker> {
  const { Worker, WaitingError } = await redisPackages();
  const underWay = new Set<Promise<void>>();
  const closed = new AbortController();
  const process = async (job: Job, token: string | undefined) => {
    const work = taker.work(TakenJob.parse({ ...job.data, id: job.id }));
    underWay.add(work);
    try {
      await work;
    } catch (error) {
      if (!closed.signal.aborted) throw error;
      // Given back to others.
      await job.moveToWait(token);
      throw new WaitingError();
    } finally {
      underWay.delete(work);
    }
  };
  const worker = new Worker(queueName(), process, {
    connection: address.connection(closed.signal),
    prefix: KEY_PREFIX,
    concurrency: taker.concurrency,
    lockDuration: SILENCE_MS,
    stalledInterval: LOOK_FOR_THE_DEAD_MS,
    maxStalledCount: MOST_LOSSES,
    runRetryDelay: RETRY_MS,
  });
  worker.on('error', (error) => taker.trouble(error));
  return {
    get busy() {
      return underWay.size;
    },
    async close() {
      closed.abort();
      const gone = worker.close();
      await Promise.allSettled(underWay);
      await within(FAREWELL_MS, gone);
      // Never comes back where the connection was broken; it does its work all the same.
      void worker.disconnect();
    },
  };
}
