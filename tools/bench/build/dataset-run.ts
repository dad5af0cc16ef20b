import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { RUN_DB } from '../../../pipeline/checkpoints/checkpoints.ts';
import { type Child, type Ended, endOf, startNode } from '../children/child.ts';
import { countsIn, firstTaskSeconds, secondsUntil } from '../children/run-watch.ts';

/** A run of `build:dataset` by the offline writer, all gates on. */
export interface DatasetRun {
  readonly catalog: string;
  readonly out: string;
  readonly perIntent: number;
  readonly workers: number;
}

/** Time, memory and output of a whole run. */
export interface Built {
  readonly accepted: number;
  /** From its start to its end, the catalog being there. */
  readonly wholeSeconds: number;
  /** From the first task that came to anything to its end. */
  readonly steadySeconds: number;
  readonly peakMegabytes: number;
  readonly digest: string;
}

/** A quota that the catalog could not fill is no failure. */
const DONE = [0, 3];

export const startRun = ({ catalog, out, perIntent, workers }: DatasetRun): Child =>
  startNode('cli/main.ts', [
    'build:dataset',
    ...['--catalog', catalog, '--out', out, '--per-intent', String(perIntent), '--workers', String(workers)],
  ]);

export const checkpointsOf = ({ out }: DatasetRun) => join(out, RUN_DB);

/** Builds a run from nothing to its end. */
export async function buildFresh(run: DatasetRun): Promise<Built> {
  rmSync(run.out, { recursive: true, force: true });
  const child = startRun(run);
  const first = await firstTaskSeconds(child, checkpointsOf(run), { locked: 0, ended: 0 });
  return builtOf(run, await endOf('build:dataset', child, DONE), first ?? 0);
}

/** Kills a run, without warning, when it has come to half the ends of the whole one before it; then runs it to its end. */
export async function buildKilled(run: DatasetRun): Promise<Built> {
  const half = countsIn(checkpointsOf(run)).ended / 2;
  rmSync(run.out, { recursive: true, force: true });
  const killed = startRun(run);
  await secondsUntil(killed, checkpointsOf(run), ({ ended }) => ended > half);
  killed.stop('SIGKILL');
  const { code } = await killed.ended;
  if (code !== null)
    throw new Error(`a run ended with ${code} before it could be killed; build more with --per-intent`);
  return builtOf(run, await endOf('build:dataset after a kill', startRun(run), DONE), 0);
}

function builtOf(run: DatasetRun, { seconds, peakMegabytes }: Ended, firstSeconds: number): Built {
  const manifest = JSON.parse(readFileSync(join(run.out, 'manifest.json'), 'utf8')) as {
    counts: Record<string, { accepted: number }>;
    dataset_digest: string;
  };
  return {
    accepted: Object.values(manifest.counts).reduce((sum, { accepted }) => sum + accepted, 0),
    wholeSeconds: seconds,
    steadySeconds: seconds - firstSeconds,
    peakMegabytes: peakMegabytes ?? Number.NaN,
    digest: manifest.dataset_digest,
  };
}
