import { existsSync, rmSync } from 'node:fs';
import { familyNamed } from '../../families/index.ts';
import type { OpenedModels } from '../../models/index.ts';
import type { Checkpoints } from '../../pipeline/checkpoints/checkpoints.ts';
import { codeDigests } from '../../pipeline/checkpoints/code-digest.ts';
import { countByIntent, type RunManifest, writeManifest, writeOutputs } from '../../pipeline/folder/outputs.ts';
import { type FinishedRun, runAboutToEnd } from '../../pipeline/folder/run-files.ts';
import { recordsOf } from '../../pipeline/folder/run-records.ts';
import { JOBS } from '../../pipeline/jobs/job-folder.ts';
import { Prefetch } from '../../pipeline/run/prefetch.ts';
import { runTasks } from '../../pipeline/run/run.ts';
import type { RunOutcome, RunProgress } from '../../pipeline/run/run-parts.ts';
import type { World } from '../../pipeline/world.ts';
import { ConfigError } from '../../schemas/errors.ts';
import { counted } from '../../text/numbers.ts';
import { Interrupted } from '../interrupt.ts';
import { kindsText, kindsWithoutSample } from '../kinds-without-samples.ts';
import { REPORT, writeReport } from '../report/write-report.ts';
import { outputOf, standardOutput } from '../terminal/output.ts';
import type { Progress } from '../terminal/progress.ts';
import { tell } from '../terminal/sentence.ts';
import { buildUpdate } from './build-progress.ts';
import { checkConservation, reportBuild, seconds, tellNextSteps, unhonoured } from './build-report.ts';
import {
  headOf,
  inputsOf,
  type Opened,
  type OpenRun,
  openRun,
  type RunToBuild,
  withOpened,
  workersOf,
  worldNamed,
} from './run-to-build.ts';
import { tellSpending } from './spending-report.ts';

const MEGABYTE = 1 << 20;
const REPAINT_MS = 1000;

const SOMETHING_TO_MEND = 2;
const QUOTA_NOT_MET = 3;

/**
 * Builds, validates and writes a run; prints its table and returns the exit code. What its parts have
 * come to is taken over first.
 */
export const buildRun = (run: RunToBuild, parts: readonly string[] = []): Promise<number> =>
  withOpened(async (opened) => {
    const open = await openRun(run, opened);
    const taken = parts.reduce((sum, path) => sum + open.checkpoints.absorb(path), 0);
    if (parts.length > 0)
      run.progress.say(
        `merging ${counted(parts.length, 'part', 'parts')}: ${counted(taken, 'result', 'results')} taken over`,
      );
    const ended = await buildTasks(open, run, opened);
    return typeof ended === 'number' ? ended : publish(open, run, ended);
  });

interface EndedRun {
  readonly outcome: RunOutcome;
  /** Tasks of which earlier starts had left something. */
  readonly resumed: number;
}

/** Builds the tasks of a run; the exit code where it stopped before its end. */
export async function buildTasks(open: OpenRun, run: RunToBuild, opened: Opened): Promise<EndedRun | number> {
  const { checkpoints, draft, models, pool } = open;
  const { plan, progress } = run;
  const resumed = checkpoints.size;
  const ahead = prefetches(run) ? opened.add(prefetchOf(open, run), (it) => it.close()) : null;
  ahead?.begin();
  const builder = ahead ?? pool;
  const onProgress = shownBy(progress, models, opened);
  const outcome = await runTasks({ ...plan, builder, checkpoints, draft, onProgress });
  await ahead?.close();
  checkConservation(countByIntent(run.intents, outcome.tasks));
  await models?.finish();
  if (!outcome.interrupted && outcome.stopped === null) return { outcome, resumed };
  models?.takeBack((tasks) => checkpoints.forget(tasks));
  progress.close();
  if (models !== null) tellSpending(models.spending(), outputOf(process.stderr));
  draft.leave({ kind: outcome.interrupted ? 'interrupted' : 'stopped', reason: outcome.stopped });
  if (outcome.interrupted) throw new Interrupted(keptText(checkpoints, models));
  const end = models?.end ?? null;
  // What ended the models says what to do; tasks that were left one after the other do not.
  const goesOn = end === null ? '; run the same command again to go on' : '';
  tell(process.stderr, `stopped: ${outcome.stopped ?? ''}; ${keptText(checkpoints, models)}${goesOn}`);
  return end?.mendable ? SOMETHING_TO_MEND : QUOTA_NOT_MET;
}

/** Tells whether tasks are built beside the planning, by threads of this machine. */
const prefetches = (run: RunToBuild) => run.models === null && run.config.executor === 'threads' && workersOf(run) > 1;

const prefetchOf = ({ checkpoints, pool: builder }: OpenRun, { intents, plan, planner }: RunToBuild) =>
  new Prefetch({
    ...{ builder, checkpoints, intents },
    signal: plan.signal,
    again: (noted) => planner.again(noted),
  });

async function publish(open: OpenRun, run: RunToBuild, { outcome, resumed }: EndedRun): Promise<number> {
  const manifest = await write(open, outcome, run, resumed);
  const { counts, dataset_digest: digest } = manifest;
  const { planner, progress, started, settings } = run;
  const left = settings.overrides === undefined ? null : unhonoured(settings.overrides, outcome.tasks);
  if (left !== null) progress.say(`adjudications: ${left}`);
  progress.close();
  const exitCode = reportBuild({
    folder: open.folder.path,
    family: settings.family,
    intents: run.intents,
    plan: run.plan,
    outcome,
    counts,
    planner,
    digest,
    milliseconds: performance.now() - started,
    isReplay: run.config.writer === 'replay',
  });
  const kinds = kindsText(kindsWithoutSample(recordsOf(runAboutToEnd(open.folder.path, manifest))));
  if (kinds !== null) tell(process.stdout, kinds);
  if (open.models !== null) tellSpending(open.models.spending(), standardOutput());
  const ended = (status: string) => outcome.tasks.filter((task) => task.status === status).length;
  const report = existsSync(open.folder.file(REPORT)) ? REPORT : null;
  tellNextSteps(
    { folder: open.folder.path, report, accepted: ended('accepted'), rejected: ended('rejected') },
    standardOutput(),
  );
  return exitCode;
}

/** Shows how far a run is. Where models are asked it also moves while none of them answers. */
function shownBy(progress: Progress, models: OpenedModels | null, opened: Opened): (now: RunProgress) => void {
  let latest: RunProgress | null = null;
  const show = () => progress.update(buildUpdate(latest, models));
  if (models !== null) opened.add(setInterval(show, REPAINT_MS), clearInterval);
  return (now) => {
    latest = now;
    show();
  };
}

/** Says what a run that ends before its time leaves to the next start. */
function keptText({ size }: Checkpoints, models: OpenedModels | null): string {
  const kept =
    size === 0 ? 'no task was finished yet' : `${counted(size, 'task is', 'tasks are')} kept as far as they came`;
  const underWay = models?.batchesUnderWay() ?? null;
  return underWay === null ? kept : `${kept}, and ${underWay} at the provider, which the same command collects`;
}

/** Writes all that a finished run leaves; returns its manifest. */
async function write(
  { folder, checkpoints, draft, models, pool }: OpenRun,
  outcome: RunOutcome,
  run: RunToBuild,
  resumed: number,
): Promise<RunManifest> {
  const { config, settings, planner, progress, started, ingested } = run;
  const built = performance.now();
  const { world: kind, records } = familyNamed(settings.family);
  const world = kind.open(settings.world, planner.shared?.());
  const accepted = outcome.tasks.filter(({ status }) => status === 'accepted').length;
  const manifest = writeOutputs(folder, outcome, checkpoints, {
    ...headOf(run),
    neededBy: records.hidden && ((sample) => records.published(sample).facts().needed),
    splits: settings.splits,
    agentKeys: records.agentKeys,
    quarantine: kind.quarantined?.(world) ?? [],
    run: {
      started_at: new Date(performance.timeOrigin + started).toISOString(),
      seconds: { ingest: seconds(ingested - started), build: seconds(built - ingested) },
      accepted_per_second: Math.round((accepted / Math.max(built - ingested, 1)) * 10_000) / 10,
      code_digest: codeDigests(),
      // Tasks that wait for models need no threads of their own.
      workers: models === null ? workersOf(run) : 1,
      ...pool.report?.(),
      inputs: inputsOf(run),
      ...worldNamed(run),
      resumed_tasks: resumed,
      peak_memory_mb: Math.round(process.resourceUsage().maxRSS / 1024),
      heap_mb: Math.round(process.memoryUsage().heapUsed / MEGABYTE),
      node: process.version,
      platform: `${process.platform}-${process.arch}`,
      models: models?.report() ?? null,
    },
  });
  // What came from files may have been changed on the way.
  const isOurs = resumed === 0 && config.executor === 'threads';
  checkpoints.tidy();
  await describe(runAboutToEnd(folder.path, manifest), world, isOurs ? 'made here' : 'unchecked', progress);
  world.close();
  writeManifest(folder, manifest);
  draft.discard();
  rmSync(folder.file(JOBS), { recursive: true, force: true });
  return manifest;
}

/** Writes the page of a run. A bug in it is told and costs nobody the run; a disk that takes no more does. */
async function describe(
  run: FinishedRun,
  world: World,
  samples: Parameters<typeof writeReport>[2],
  progress: Progress,
): Promise<void> {
  try {
    await writeReport(recordsOf(run), world, samples);
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    rmSync(run.file(REPORT), { force: true });
    const said = error instanceof Error ? error.message : String(error);
    progress.say(`${REPORT} was not written, which is a bug of Cartwright: ${said}`);
  }
}
