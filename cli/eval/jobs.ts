import { rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { eachWithLimit } from '../../pipeline/each-with-limit.ts';
import { openBullBoard } from '../../pipeline/jobs/bull-board.ts';
import type { JobTerms } from '../../pipeline/jobs/job.ts';
import { JOBS, JobFolder } from '../../pipeline/jobs/job-folder.ts';
import { JobPool } from '../../pipeline/jobs/job-pool.ts';
import type { RedisAddress } from '../../pipeline/jobs/redis.ts';
import { StageError } from '../../schemas/errors.ts';
import { EpisodeRecord } from '../../shopping/episode/record.ts';
import { digestOf } from '../../text/digest.ts';
import type { PlayerStart, Unit } from './player-message.ts';
import { trialsCodeDigest } from './trials.ts';

/** Start of the players for the trials of a job, with the digest of the code they are played by. */
export interface PlayJob extends PlayerStart {
  readonly code: string;
}

export interface KeyedUnit extends Unit {
  readonly key: string;
}

interface SharedWork {
  readonly address: RedisAddress;
  /** The folder of the evaluation, on storage that all machines share. */
  readonly path: string;
  readonly worldDigest: string;
  readonly signal: AbortSignal;
  say(line: string): void;
  onRecord(record: EpisodeRecord): void;
}

/** Has trials played by workers on any machine, in no order; what is not played is left to the next start. */
export async function playByJobs(
  start: PlayerStart,
  units: readonly KeyedUnit[],
  { address, path, worldDigest, signal, say, onRecord }: SharedWork,
): Promise<void> {
  if (units.length === 0) return;
  const run = resolve(path);
  const plays: PlayJob = {
    ...start,
    worldPath: resolve(start.worldPath),
    run: start.run === null ? null : resolve(start.run),
    file: resolve(start.file),
    code: trialsCodeDigest(),
  };
  const runKey = digestOf('evaluation', plays, worldDigest);
  const settings = { family: start.family, world: plays.worldPath } as JobTerms['settings'];
  const terms: JobTerms = { run, runKey, settings, plays, worldDigest, files: {}, asksAt: null };
  const board = await openBullBoard(address, { run, runKey });
  const pool = new JobPool({ folder: new JobFolder(run, runKey), terms, board, signal, say });
  const play = async ({ key, sample, trial }: KeyedUnit) => {
    const end = await pool.play({ step: 'play', id: key, sample, trial });
    if (end.kind !== 'played') return;
    try {
      const record = EpisodeRecord.parse(end.record);
      if (record.key !== key) throw new StageError(`a worker played ${key} and brought ${record.key}`, record);
      onRecord(record);
    } catch (error) {
      // What is still out is waited for no more.
      pool.fail(error as Error);
      throw error;
    }
  };
  try {
    await eachWithLimit(units, pool.width, play);
  } finally {
    await pool.close();
  }
  if (!signal.aborted) rmSync(dirname(join(run, JOBS)), { recursive: true, force: true });
}
