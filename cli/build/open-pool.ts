import { resolve } from 'node:path';
import { buildersOf } from '../../families/builders.ts';
import { familyNamed } from '../../families/index.ts';
import type { RunKey } from '../../pipeline/checkpoints/run-key.ts';
import type { FamilyPlanner, ModelServices } from '../../pipeline/family.ts';
import { openBullBoard } from '../../pipeline/jobs/bull-board.ts';
import type { JobTerms } from '../../pipeline/jobs/job.ts';
import { JobFolder } from '../../pipeline/jobs/job-folder.ts';
import { JobPool } from '../../pipeline/jobs/job-pool.ts';
import { openModelDesk } from '../../pipeline/jobs/model-desk.ts';
import { RedisAddress, redisPackages } from '../../pipeline/jobs/redis.ts';
import { openRedisWire } from '../../pipeline/jobs/wire.ts';
import { createModelPool, createPool, type Pool } from '../../pipeline/run/pool.ts';
import type { TaskSettings } from '../../pipeline/settings.ts';
import { ConfigError } from '../../schemas/errors.ts';
import type { Models } from '../../schemas/model.ts';
import { pathSettings } from '../../schemas/setting.ts';
import { digestOf, sha256Of } from '../../text/digest.ts';
import type { BuildConfig } from '../build-settings.ts';

/** A task asks several things at once and waits for others: so many tasks keep all requests busy. */
const TASKS_PER_REQUEST = 2;
/** A batch takes as many requests as there are; no wave is larger. */
const TASKS_PER_BATCH = 50_000;

interface PoolChoice {
  readonly config: BuildConfig;
  readonly settings: TaskSettings;
  /** Threads of this machine. */
  readonly workers: number;
  /** Null where no model is asked. */
  readonly models: (ModelServices & { readonly models: Models }) | null;
  /** Folder of the run, and what decides its results. */
  readonly run: string;
  readonly key: RunKey;
  readonly planner: Pick<FamilyPlanner, 'worldDigest' | 'shared'>;
  readonly signal?: AbortSignal | undefined;
  say(line: string): void;
}

/** Opens what builds a run's tasks: threads of this machine, or workers on any. */
export function openPool(choice: PoolChoice): Promise<Pool> {
  const { config, settings, workers, models, planner } = choice;
  if (config.executor === 'bullmq') return openJobPool(choice);
  const source = buildersOf(settings);
  const shared = planner.shared ?? source.shared;
  if (models === null) return createPool(source, workers, shared);
  const width = config.batch ? TASKS_PER_BATCH : config.concurrency * TASKS_PER_REQUEST;
  return createModelPool(source, models, width, shared);
}

/** A ConfigError where the executor cannot be what is asked for: said before anything is read. */
export async function checkExecutor({ executor, redis, workers, batch, shard }: BuildConfig): Promise<void> {
  if (executor === 'threads') {
    if (redis !== undefined) throw new ConfigError('--redis is for --executor bullmq; add that, or leave --redis out');
    return;
  }
  if (workers !== undefined)
    throw new ConfigError(
      '--workers counts threads of this machine; with --executor bullmq leave it out and start workers with npm run worker',
    );
  if (shard !== undefined)
    throw new ConfigError('--shard builds a part without workers; leave out either that or --executor bullmq');
  if (batch)
    throw new ConfigError(
      '--batch lets tasks wait for a day, which needs no second machine; leave out --executor bullmq',
    );
  await redisAddress(redis).check(await redisPackages());
}

/** The Redis a flag names, or the environment. */
export function redisAddress(flag: string | undefined): RedisAddress {
  const url = flag ?? process.env.REDIS_URL;
  if (url === undefined)
    throw new ConfigError('no Redis is named; give --redis <url> (or REDIS_URL), such as redis://10.0.0.5:6379');
  return new RedisAddress(url);
}

async function openJobPool({
  config,
  settings,
  models,
  run,
  key,
  planner,
  signal = new AbortController().signal,
  say,
}: PoolChoice): Promise<Pool> {
  const address = redisAddress(config.redis);
  const opened: { pool?: JobPool } = {};
  const fail = (error: Error) => opened.pool?.fail(error);
  const desk = models === null ? null : await openModelDesk(models.models, await openRedisWire(address), fail);
  const folder = resolve(run);
  const runKey = digestOf('run', key);
  const terms: JobTerms = {
    run: folder,
    runKey,
    settings: withPaths(settings, resolve),
    worldDigest: planner.worldDigest,
    files: Object.fromEntries(filesOf(settings).map((path) => [resolve(path), sha256Of(path)])),
    asksAt: desk?.channel ?? null,
  };
  const board = await openBullBoard(address, { run: folder, runKey });
  const pool = new JobPool({ folder: new JobFolder(folder, runKey), terms, board, signal, say });
  opened.pool = pool;
  return {
    width: pool.width,
    lock: (task) => pool.lock(task),
    write: (locked) => pool.write(locked),
    report: () => ({ executor: 'bullmq', ...pool.report() }),
    async close() {
      await pool.close();
      desk?.close();
    },
  };
}

/** Files of a run's settings besides its world. */
const filesOf = (settings: TaskSettings): string[] =>
  pathSettings(familyNamed(settings.family).settings).flatMap((name) => fileNamed(settings, name) ?? []);

const fileNamed = (settings: object, name: string) => (settings as Readonly<Record<string, string | undefined>>)[name];

/** Settings with each of their paths as the function gives it. */
export function withPaths(settings: TaskSettings, path: (path: string) => string): TaskSettings {
  const names = pathSettings(familyNamed(settings.family).settings);
  const own = names.flatMap((name) => {
    const value = fileNamed(settings, name);
    return value === undefined ? [] : [[name, path(value)] as const];
  });
  return { ...settings, world: path(settings.world), ...Object.fromEntries(own) };
}
