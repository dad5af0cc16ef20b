import { once } from 'node:events';
import { availableParallelism, hostname } from 'node:os';
import { workerCodeDigest } from '../../pipeline/checkpoints/code-digest.ts';
import { openBullWorker } from '../../pipeline/jobs/bull-worker.ts';
import { JobRunner, pathMap } from '../../pipeline/jobs/job-runner.ts';
import { redisPackages, watchRedis } from '../../pipeline/jobs/redis.ts';
import { ConfigError } from '../../schemas/errors.ts';
import { counted } from '../../text/numbers.ts';
import { seconds } from '../build/build-report.ts';
import { redisAddress } from '../build/open-pool.ts';
import { withInterrupt } from '../interrupt.ts';
import { escapeForTerminal } from '../terminal/escape.ts';
import { Workshop, type WorkshopSettings } from './workshop.ts';

const DONE = 0;
const MOST_THREADS = 8;
const LAST_MOMENT_MS = 500;

interface WorkerOptions {
  readonly redis?: string;
  readonly concurrency?: string;
  readonly root?: readonly string[];
}

/** Builds tasks for runs on any machine until it is asked to stop; then it finishes what it is at. */
export async function worker(options: WorkerOptions): Promise<number> {
  const threads = concurrencyOf(options.concurrency);
  const pathHere = pathMap(options.root ?? []);
  const address = redisAddress(options.redis);
  await address.check(await redisPackages());
  return withInterrupt((signal) => work({ address, pathHere, threads, code: workerCodeDigest() }, signal));
}

async function work(settings: WorkshopSettings, signal: AbortSignal): Promise<number> {
  const { address, pathHere, threads, code } = settings;
  const name = `${hostname()}/${process.pid}`;
  const workshop = new Workshop(settings);
  const runner = new JobRunner({
    worker: name,
    pathHere,
    open: (terms) => workshop.open(terms),
  });
  const watch = await watchRedis(address);
  watch.on(
    (reason) => say(`Redis at ${address.text} does not answer (${reason}); waiting for it to come back`),
    () => say(`Redis at ${address.text} is back`),
  );
  let lastTrouble = '';
  const jobs = await openBullWorker(address, {
    concurrency: threads,
    async work({ id, run, runKey }) {
      const started = performance.now();
      const job = `job ${id.slice(0, 12)} of ${pathHere(run)}`;
      try {
        const { end, tasks } = await runner.run(run, runKey, id);
        const what = end === 'withdrawn' ? end : `${counted(tasks, 'task', 'tasks')} ${end}`;
        say(`${job}: ${what}, ${seconds(performance.now() - started)} s`);
      } catch (error) {
        const { message } = error as Error;
        say(`${job}: not done: ${message}`);
        throw new Error(`${name} says: ${message}`, { cause: error });
      }
    },
    trouble: ({ message }) => {
      // That Redis goes and comes is said by the watch.
      if (/ECONN|Connection is closed/.test(message) || message === lastTrouble) return;
      lastTrouble = message;
      say(`Redis: ${message} (nothing is lost: results are files, and what is missing is put up again)`);
    },
  });
  say(
    `worker ${name} takes jobs of code ${code.slice(0, 12)} from ${address.text}, ${counted(threads, 'job', 'jobs')} at once`,
  );

  if (!signal.aborted) await once(signal, 'abort');
  say(`stopping; ${counted(jobs.busy, 'job', 'jobs')} under way`);
  workshop.stopAsking();
  await jobs.close();
  await runner.close();
  watch.close();
  // A queue that could not take leave of a Redis that is away keeps a timer, and with it the process.
  setTimeout(() => process.exit(), LAST_MOMENT_MS).unref();
  return DONE;
}

function concurrencyOf(given: string | undefined): number {
  if (given === undefined) return Math.min(availableParallelism(), MOST_THREADS);
  const count = /^\d+$/.test(given) ? Number(given) : 0;
  if (count >= 1 && count <= 256) return count;
  throw new ConfigError(`--concurrency is "${given}", expected a whole number from 1 to 256`);
}

const say = (line: string) => process.stdout.write(`${escapeForTerminal(line)}\n`);
