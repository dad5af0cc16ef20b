import type { Queue, QueueEvents } from 'bullmq';
import { z } from 'zod';
import { digestOf } from '../../text/digest.ts';
import { workerCodeDigest } from '../checkpoints/code-digest.ts';
import { runtimeDigest } from '../checkpoints/version.ts';
import type { BoardWatcher, JobBoard } from './job-board.ts';
import { type RedisAddress, RedisWatch, redisPackages, within } from './redis.ts';

/** Before the keys of all our queues. */
export const KEY_PREFIX = 'cartwright';

/** Of all workers and runs with this code and runtime: what is done elsewhere is what would have been done here. */
export const queueName = () => digestOf('queue', workerCodeDigest(), runtimeDigest()).slice(0, 16);

/** Entry of a job in Redis besides its id: where its file is, as the coordinator sees it. */
export const QueuedJob = z.strictObject({ run: z.string().startsWith('/'), runKey: z.hash('sha256') });
export type QueuedJob = z.infer<typeof QueuedJob>;

/** Time in ms that the last words to a Redis that may be away are waited for. */
const FAREWELL_MS = 2_000;

interface Parts {
  readonly address: RedisAddress;
  readonly job: QueuedJob;
  readonly queue: Queue;
  readonly events: QueueEvents;
  readonly watch: RedisWatch;
  readonly closed: AbortController;
}

/** Jobs in a BullMQ queue. Nothing of it has to last: job files say what there is to do. */
export class BullBoard implements JobBoard {
  readonly #address: RedisAddress;
  readonly #job: QueuedJob;
  readonly #queue: Queue;
  readonly #events: QueueEvents;
  readonly #watch: RedisWatch;
  readonly #closed: AbortController;

  private constructor({ address, job, queue, events, watch, closed }: Parts) {
    this.#address = address;
    this.#job = job;
    this.#queue = queue;
    this.#events = events;
    this.#watch = watch;
    this.#closed = closed;
    // All connections go and come together, which the watch tells.
    queue.on('error', () => {});
    events.on('error', () => {});
  }

  static async open(address: RedisAddress, job: QueuedJob): Promise<BullBoard> {
    const { Queue, QueueEvents } = await redisPackages();
    const closed = new AbortController();
    const settings = { connection: address.connection(closed.signal), prefix: KEY_PREFIX };
    const queue = new Queue(queueName(), settings);
    const events = new QueueEvents(queueName(), settings);
    const board = new BullBoard({ address, job, queue, events, watch: await RedisWatch.open(address), closed });
    await events.waitUntilReady();
    return board;
  }

  watch({ done, failed, away, back }: BoardWatcher): void {
    this.#events.on('completed', ({ jobId }) => done(jobId));
    this.#events.on('failed', ({ jobId, failedReason }) => failed(jobId, failedReason));
    const { text } = this.#address;
    this.#watch.on(
      (reason) => away(`Redis at ${text} does not answer (${reason})`),
      () => back(`Redis at ${text} is back`),
    );
  }

  async put(ids: readonly string[]): Promise<void> {
    const opts = { removeOnComplete: true, removeOnFail: true };
    await this.#queue.addBulk(ids.map((jobId) => ({ name: 'job', data: this.#job, opts: { ...opts, jobId } })));
  }

  async withdraw(ids: readonly string[]): Promise<void> {
    await within(FAREWELL_MS, Promise.allSettled(ids.map((id) => this.#queue.remove(id))));
  }

  workers(): Promise<number> {
    return this.#queue.getWorkersCount();
  }

  async close(): Promise<void> {
    this.#watch.close();
    this.#closed.abort();
    await within(FAREWELL_MS, Promise.allSettled([this.#events.close(), this.#queue.close()]));
    // Never comes back where the connection was broken; it does its work all the same.
    void this.#queue.disconnect();
  }
}
