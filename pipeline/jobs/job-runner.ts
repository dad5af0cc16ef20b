import { existsSync } from 'node:fs';
import { dirname, sep } from 'node:path';
import { ConfigError, StageError } from '../../schemas/errors.ts';
import type { Pool } from '../run/pool.ts';
import { type JobTerms, type JobWork, type PlayedEnd, type PlayWork, type WorkEnd, workDigest } from './job.ts';
import { JobFolder } from './job-folder.ts';

/** Pool that a worker builds the tasks of a run with. */
export interface Bench {
  readonly pool: Pick<Pool, 'lock' | 'write' | 'close'> & { play?(work: PlayWork): Promise<PlayedEnd> };
  /** Why what it makes is not to be believed; null while it is. */
  readonly broken: Error | null;
}

interface JobRunnerSettings {
  /** Name of the worker that did a job, in its results. */
  readonly worker: string;
  /** Returns the path on this machine of a path of the coordinator's. */
  pathHere(path: string): string;
  /** Opens what the tasks of a run are built with; a ConfigError where this machine has not what that takes. */
  open(terms: JobTerms): Promise<Bench>;
}

/** Finds paths of another machine here: by `/data=/mnt/data`, what is below /data there is below /mnt/data here. */
export function pathMap(roots: readonly string[]): (path: string) => string {
  const pairs = roots.map((root) => {
    const [there = '', here = '', ...more] = root.split('=');
    if (!there.startsWith('/') || here === '' || more.length > 0)
      throw new ConfigError(`--root is "${root}", expected two folders such as /data=/mnt/data: there, and here`);
    return [withoutEnd(there), withoutEnd(here)] as const;
  });
  return (path) => {
    const pair = pairs.find(([there]) => path === there || path.startsWith(`${there}/`));
    return pair === undefined ? path : pair[1] + path.slice(pair[0].length);
  };
}

const withoutEnd = (folder: string) => (folder.endsWith('/') || folder.endsWith(sep) ? folder.slice(0, -1) : folder);

/** End of a job. `withdrawn`: nobody wants it any more. */
export type JobEnd = 'done' | 'done before' | 'withdrawn';

interface UsedBench {
  readonly bench: Promise<Bench>;
  jobs: number;
}

/** Benches kept open for runs that may bring more jobs; each has the catalog in memory. */
const MOST_IDLE = 1;

/** Does jobs, as often as they are brought: what is done is not done again. */
export class JobRunner {
  readonly #settings: JobRunnerSettings;
  /** By the terms they were opened for, the one used last at the end. */
  readonly #benches = new Map<string, UsedBench>();

  constructor(settings: JobRunnerSettings) {
    this.#settings = settings;
  }

  async run(run: string, runKey: string, id: string): Promise<{ readonly end: JobEnd; readonly tasks: number }> {
    const here = this.#settings.pathHere(run);
    const folder = new JobFolder(here, runKey);
    const job = folder.read(id);
    if (job === null) {
      if (!existsSync(dirname(dirname(folder.path))))
        throw new ConfigError(
          `${here} is no run folder on ${this.#settings.worker}; put runs on storage that all machines share, or say with --root where it is mounted there`,
        );
      return { end: 'withdrawn', tasks: 0 };
    }
    const tasks = job.works.length;
    if (folder.resultsOf(id) !== null) return { end: 'done before', tasks };
    const results = await this.#withBench(job.terms, async (bench) => {
      const done = await Promise.all(
        job.works.map(async (work) => ({ work: workDigest(work), end: await stepOf(bench, work) })),
      );
      if (bench.broken !== null) throw bench.broken;
      return done;
    });
    if (!folder.has(id)) return { end: 'withdrawn', tasks };
    folder.keep(id, { worker: this.#settings.worker, results });
    return { end: 'done', tasks };
  }

  async close(): Promise<void> {
    const open = [...this.#benches.values()];
    this.#benches.clear();
    await Promise.all(open.map(closed));
  }

  async #withBench<T>(terms: JobTerms, work: (bench: Bench) => Promise<T>): Promise<T> {
    const key = JSON.stringify(terms);
    const used = this.#benches.get(key) ?? { bench: this.#settings.open(terms), jobs: 0 };
    this.#benches.delete(key);
    this.#benches.set(key, used);
    used.jobs += 1;
    try {
      return await work(await used.bench);
    } catch (error) {
      // Whatever it is, the next job opens anew.
      if (this.#benches.get(key) === used) this.#benches.delete(key);
      throw error;
    } finally {
      used.jobs -= 1;
      if (this.#benches.get(key) === used) this.#closeIdle();
      else if (used.jobs === 0) await closed(used);
    }
  }

  /** Closes what was not used for longest. */
  #closeIdle(): void {
    const idle = [...this.#benches].filter(([, { jobs }]) => jobs === 0);
    for (const [key, used] of idle.slice(0, Math.max(0, idle.length - MOST_IDLE))) {
      this.#benches.delete(key);
      void closed(used);
    }
  }
}

/** One that never opened has told so already. */
const closed = ({ bench }: UsedBench): Promise<void> => bench.then(({ pool }) => pool.close()).catch(() => {});

async function stepOf({ pool }: Bench, work: JobWork): Promise<WorkEnd> {
  if (work.step === 'lock') return await pool.lock(work.task);
  if (work.step === 'write') return await pool.write(work.locked);
  if (pool.play === undefined) throw new StageError('a trial was given to whoever builds tasks', work);
  return await pool.play(work);
}
