import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ConfigError } from '../../schemas/errors.ts';
import { formatCount, median } from '../../text/numbers.ts';
import { checkpointsOf, type DatasetRun, startRun } from './build/dataset-run.ts';
import type { BuiltCatalogs } from './built-catalogs.ts';
import { endOf, watched } from './children/child.ts';
import { countsIn, firstTaskSeconds } from './children/run-watch.ts';
import { LARGEST_BUILT } from './made-catalogs.ts';
import type { BenchOptions } from './options.ts';
import { inRounds, say, type Workspace } from './part.ts';
import { type Figure, fixed, type Report } from './report.ts';

const PROMISED_TASKS = 100_000;
const WITHIN_SECONDS = 2;
const WORKERS = 2;
/** Longest time in ms to prepare a run: what it has made when this is over is measured as it is. */
const LONGEST_PREPARATION_MS = 600_000;
const LOOK_MS = 100;
/** For each sample wanted of an intent, how many tasks end in a run of all intents; fewer than are seen, so that it is stopped in mid-run. */
const TASKS_PER_SAMPLE = 20;

const DONE = 0;
const QUOTA_NOT_MET = 3;
const INTERRUPTED = 130;

/** Measures how long a run with many finished tasks takes until it builds the next one. */
export async function resume(
  { products: sizes, runs, tasks }: BenchOptions,
  { scratch }: Workspace,
  catalogs: BuiltCatalogs,
): Promise<Report> {
  const built = sizes.filter((size) => size <= LARGEST_BUILT);
  // The smallest catalog that has so many tasks: how long a larger one takes to open is measured with the builds.
  const products = built.find((size) => size >= tasks) ?? built.at(-1);
  if (products === undefined) return { title: 'Resume', sections: [] };
  const { run, ended } = await stopped(
    {
      catalog: await catalogs.ofSize(products),
      out: join(scratch, 'resume', 'stopped'),
      perIntent: Math.ceil(tasks / TASKS_PER_SAMPLE),
      workers: WORKERS,
    },
    tasks,
  );
  const fresh = { ...run, out: join(scratch, 'resume', 'fresh') };
  const [freshSeconds, resumedSeconds] = (await inRounds(
    [
      { name: 'a run starts from nothing', measure: () => startedSeconds(fresh, true) },
      { name: `a run goes on with ${formatCount(ended)} finished tasks`, measure: () => startedSeconds(run, false) },
    ],
    runs,
  )) as [number[], number[]];
  const aim = { below: WITHIN_SECONDS };
  const figure: Figure = {
    name: 'seconds to the next task',
    runs: resumedSeconds,
    text: fixed(2),
    beside: `first start ${median(freshSeconds).toFixed(2)}`,
  };
  // What fewer tasks take proves nothing about as many as are promised.
  const notReached: Figure = {
    ...{ name: `with ${formatCount(PROMISED_TASKS)}`, runs: [], text: fixed(2), aim },
    beside: `${formatCount(ended)} were there after 10 minutes`,
  };
  const isTooFew = ended < PROMISED_TASKS;
  const figures = isTooFew ? [figure, ...(tasks < PROMISED_TASKS ? [] : [notReached])] : [{ ...figure, aim }];
  return {
    title: 'Resume',
    sections: [
      {
        title: `Resume with ${formatCount(ended)} finished tasks (checkpoints of ${formatCount(Math.round(statSync(checkpointsOf(run)).size / 1e6))} MB), ${formatCount(products)} products`,
        figures,
      },
    ],
  };
}

interface Stopped {
  readonly run: DatasetRun;
  /** Tasks that have ended. */
  readonly ended: number;
}

/** Builds until so many tasks have ended, or for as long as may be, and then stops in good order. */
async function stopped(first: DatasetRun, tasks: number): Promise<Stopped> {
  say(`building until ${formatCount(tasks)} tasks have ended`);
  rmSync(first.out, { recursive: true, force: true });
  const path = checkpointsOf(first);
  const until = performance.now() + LONGEST_PREPARATION_MS;
  // A run that ends too early goes on with a larger quota.
  for (let run = first; ; run = { ...run, perIntent: 2 * run.perIntent }) {
    const child = startRun(run);
    const { hasEnded } = watched(child);
    while (!hasEnded() && countsIn(path).ended < tasks && performance.now() < until) await pause(LOOK_MS);
    if (!hasEnded()) child.stop('SIGINT');
    const { code } = await endOf('the run to be resumed', child, [DONE, QUOTA_NOT_MET, INTERRUPTED]);
    const { ended } = countsIn(path);
    if (code === INTERRUPTED) return { run, ended };
    if (code === QUOTA_NOT_MET)
      throw new ConfigError(
        `the catalog has no more than ${formatCount(ended)} tasks to finish, expected ${formatCount(tasks)}; name a larger one with --products, or fewer with --tasks`,
      );
  }
}

/** Starts a run, measures the time until it has kept its next task, and stops it. */
async function startedSeconds(run: DatasetRun, isFresh: boolean): Promise<number> {
  if (isFresh) rmSync(run.out, { recursive: true, force: true });
  const child = startRun(run);
  const seconds = await firstTaskSeconds(child, checkpointsOf(run), countsIn(checkpointsOf(run)));
  if (seconds !== null) child.stop('SIGINT');
  await endOf('the resumed run', child, [INTERRUPTED]);
  if (seconds === null) throw new Error('the resumed run built nothing, expected at least one task');
  return seconds;
}
