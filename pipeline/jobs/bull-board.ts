import { z } from 'zod';
import { digestOf } from '../../text/digest.ts';
import { workerCodeDigest } from '../checkpoints/code-digest.ts';
import { runtimeDigest } from '../checkpoints/version.ts';
import type { JobBoard } from './job-board.ts';
import { type RedisAddress, redisPackages, watchRedis, within } from './redis.ts';

/** Before the keys of all our queues. */
export const KEY_PREFIX = 'cartwright';

/** Of all workers and runs with this code and runtime: what is done elsewhere is what would have been done here. */
export const queueName = () => digestOf('queue', workerCodeDigest(), runtimeDigest()).slice(0, 16);

/** Entry of a job in Redis besides its id: where its file is, as the coordinator sees it. */
export const QueuedJob = z.strictObject({ run: z.string().startsWith('/'), runKey: z.hash('sha256') });
export type QueuedJob = z.infer<typeof QueuedJob>;

/** Time in ms that the last words to a Redis that may be away are waited for. */
const FAREWELL_MS = 2_000;

/** Opens a board in a BullMQ queue. Nothing of it has to last: job files say what there is to do. */
export async function openBullBoard(address: RedisAddress, job: QueuedJob): Promise<JobBoard> {
  const { Queue, QueueEvents } = await redisPackages();
  const closed = new AbortController();
  const settings = { connection: address.connection(closed.signal), prefix: KEY_PREFIX };
  const queue = new Queue(queueName(), settings);
  const events = new QueueEvents(queueName(), settings);
  // All connections go and come together, which the watch tells.
  queue.on('error', () => {});
  events.on('error', () => {});
  const watch = await watchRedis(address);
  await events.waitUntilReady();
  return {
    watch({ done, failed, away, back }) {
      events.on('completed', ({ jobId }) => done(jobId));
      events.on('failed', ({ jobId, failedReason }) => failed(jobId, failedReason));
      const { text } = address;
      watch.on(
        (reason) => away(`Redis at ${text} does not answer (${reason})`),
        () => back(`Redis at ${text} is back`),
      );
    },
    async put(ids) {
      const opts = { removeOnComplete: true, removeOnFail: true };
      await queue.addBulk(ids.map((jobId) => ({ name: 'job', data: job, opts: { ...opts, jobId } })));
    },
    withdraw: (ids) => within(FAREWELL_MS, Promise.allSettled(ids.map((id) => queue.remove(id)))),
    workers: () => queue.getWorkersCount(),
    async close() {
      watch.close();
      closed.abort();
      await within(FAREWELL_MS, Promise.allSettled([events.close(), queue.close()]));
      // Never comes back where the connection was broken; it does its work all the same.
      void queue.disconnect();
    },
  };
}
