import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, resolve } from 'node:path';
import { z } from 'zod';
import { familyNamed } from '../../families/index.ts';
import type { OpenedModels, PreparedModels } from '../../models/index.ts';
import { Checkpoints, filesOfEarlierVersions, type Reuse, RUN_DB } from '../../pipeline/checkpoints/checkpoints.ts';
import { codeDigests } from '../../pipeline/checkpoints/code-digest.ts';
import { type RunKey, runKeyOf } from '../../pipeline/checkpoints/run-key.ts';
import { packageVersion } from '../../pipeline/checkpoints/version.ts';
import type { FamilyPlanner } from '../../pipeline/family.ts';
import { DRAFT_LEDGER, DraftLedger } from '../../pipeline/folder/draft-ledger.ts';
import { EVALUATIONS, MANIFEST_NUMBER } from '../../pipeline/folder/layout.ts';
import { countByIntent, type RunManifest, writeManifest, writeOutputs } from '../../pipeline/folder/outputs.ts';
import { type FinishedRun, runAboutToEnd } from '../../pipeline/folder/run-files.ts';
import { RunFolder } from '../../pipeline/folder/run-folder.ts';
import { recordsOf } from '../../pipeline/folder/run-records.ts';
import { JOBS } from '../../pipeline/jobs/job-folder.ts';
import type { Pool } from '../../pipeline/run/pool.ts';
import { Prefetch } from '../../pipeline/run/prefetch.ts';
import { type RunOptions, type RunOutcome, type RunProgress, runTasks } from '../../pipeline/run/run.ts';
import type { TaskSettings } from '../../pipeline/settings.ts';
import type { World } from '../../pipeline/world.ts';
import { ConfigError } from '../../schemas/errors.ts';
import type { KeptLexicon, Lexicon } from '../../schemas/lexicon.ts';
import { samplesWanted } from '../../schemas/per-intent.ts';
import { pathSettings } from '../../schemas/setting.ts';
import { digestOfLexicon } from '../../shopping/lexicon/digest.ts';
import { counted, formatCount } from '../../text/numbers.ts';
import type { BuildConfig } from '../build-settings.ts';
import { Interrupted } from '../interrupt.ts';
import { REPORT, writeReport } from '../report/write-report.ts';
import { outputOf, standardOutput } from '../terminal/output.ts';
import type { Progress } from '../terminal/progress.ts';
import { tell } from '../terminal/sentence.ts';
import { buildUpdate } from './build-progress.ts';
import { checkConservation, reportBuild, seconds, tellNextSteps, unhonoured } from './build-report.ts';
import { openPool } from './open-pool.ts';
import { tellSpending } from './spending-report.ts';

const MEGABYTE = 1 << 20;
const REPAINT_MS = 1000;

const SOMETHING_TO_MEND = 2;
const QUOTA_NOT_MET = 3;

/** A run whose settings are checked and whose catalog is there. */
export interface RunToBuild {
  readonly config: BuildConfig;
  readonly out: string;
  readonly settings: TaskSettings;
  readonly planner: FamilyPlanner;
  readonly intents: readonly string[];
  /** Options of the planning, however its tasks are built. */
  readonly plan: Omit<RunOptions, 'builder' | 'checkpoints'>;
  /** Null where no model is asked. */
  readonly models: PreparedModels | null;
  readonly progress: Progress;
  /** Words of the command line that goes on with it; left out where it was not started by one. */
  readonly command?: readonly string[] | undefined;
  /** Of a part of a run, which one, and the folder of the whole. */
  readonly part?: { readonly number: number; readonly of: number; readonly run: string };
  /** Times of the command's start and of its catalog being there, in milliseconds of `performance.now`. */
  readonly started: number;
  readonly ingested: number;
}

/** Resources of a run, all of them held until it is closed. */
interface OpenRun {
  readonly folder: RunFolder;
  readonly key: RunKey;
  readonly checkpoints: Checkpoints;
  readonly draft: DraftLedger;
  readonly models: OpenedModels | null;
  readonly pool: Pool;
}

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

/** Works with what it opens, and closes all of it. */
export async function withOpened(work: (opened: Opened) => Promise<number>): Promise<number> {
  const opened = new Opened();
  try {
    return await work(opened);
  } finally {
    await opened.close();
  }
}

/**
 * Opens the folder first: who does not get its lock touches nothing that belongs to the run that has it, least of all the
 * batches it has at a provider. Where anything else cannot be opened, a folder that was made for it is gone again.
 */
export async function openRun(run: RunToBuild, opened: Opened): Promise<OpenRun> {
  const { config, out, settings, planner, intents, plan, models: prepared, progress } = run;
  const folder = RunFolder.open(out);
  let isOpen = false;
  opened.add(folder, () => (isOpen ? folder.release() : folder.undo()));
  const key = runKeyOf(settings, planner, intents, pathSettings(familyNamed(settings.family).settings));
  keepEvaluations(folder, key, run);
  const models = prepared === null ? null : opened.add(prepared.open(), (it) => it.close());
  const pool = opened.add(
    await openPool({
      ...{ config, settings, planner, key, models, run: out, workers: workersOf(run) },
      ...{ signal: plan.signal, say: (line) => progress.say(line) },
    }),
    (it) => it.close(),
  );
  // Threads load their code meanwhile.
  const file = folder.file(RUN_DB);
  const [earlier] = existsSync(file) ? [] : filesOfEarlierVersions(file);
  if (earlier !== undefined)
    progress.say(
      `${earlier} is of an earlier version of Cartwright, which this one cannot go on from: an unfinished run is started anew, a finished one is as it was`,
    );
  const checkpoints = opened.add(Checkpoints.open(file, key), (it) => it.close());
  tellReuse(folder, checkpoints.reuse, run);
  isOpen = true;
  const draft = opened.add(DraftLedger.begin(folder.file(DRAFT_LEDGER), draftHeadOf(run)), (it) => it.close());
  return { folder, key, checkpoints, draft, models, pool };
}

/** Returns the parts of a run's manifest that are known from its start. */
function headOf({ config, settings, planner, intents }: RunToBuild) {
  const { world: kind, settings: own } = familyNamed(settings.family);
  const world = kind.open(settings.world);
  try {
    return {
      config: {
        ...withoutPlaces(settings, pathSettings(own)),
        ...(settings.lexicon === undefined ? {} : { lexicon: keptLexicon(settings.lexicon) }),
        intents,
        perIntent: config.perIntent,
        ...(config.usesPerProduct === 1 ? {} : { usesPerProduct: config.usesPerProduct }),
        maxCandidates: config.maxCandidates ?? null,
      },
      versions: { cartwright: packageVersion() },
      world: { [kind.noun]: kind.manifestOf(world) },
      ...(Object.keys(planner.inputs).length === 0 ? {} : { inputs: planner.inputs }),
    };
  } finally {
    world.close();
  }
}

const keptLexicon = (lexicon: Lexicon): KeptLexicon => ({ digest: digestOfLexicon(lexicon), ...lexicon });

/** Returns the notes on a run for those who look at it before it is finished. */
function draftHeadOf(run: RunToBuild) {
  const { world, config, versions } = headOf(run);
  const { command = null, part = null } = run;
  return { manifest: MANIFEST_NUMBER, config, versions, ...world, run: { command, part, inputs: inputsOf(run) } };
}

/** Absolute paths of the files that settings name, so that they are found from any folder. */
function inputsOf({ settings }: RunToBuild): Record<string, string> {
  const paths = pathSettings(familyNamed(settings.family).settings);
  return Object.fromEntries(
    Object.entries(settings).flatMap(([name, path]) => (paths.includes(name) ? [[name, resolve(String(path))]] : [])),
  );
}

/** The absolute path of the world where it is not among those that are kept, which its digest alone finds. */
function worldNamed({ settings }: RunToBuild): { readonly world?: string } {
  const { kept } = familyNamed(settings.family).world;
  const path = resolve(settings.world);
  return dirname(path) === resolve(kept.folder) ? {} : { world: path };
}

const MOST_THREADS = 8;
/** Fewest samples that a thread is started for unless it was asked for: to start one takes as long as dozens of samples. */
const SAMPLES_A_THREAD = 40;

function workersOf({ config: { workers, perIntent }, intents, part }: RunToBuild): number {
  const samples = intents.reduce((sum, intent) => sum + samplesWanted(perIntent, intent), 0) / (part?.of ?? 1);
  return workers ?? Math.max(1, Math.min(availableParallelism(), MOST_THREADS, Math.floor(samples / SAMPLES_A_THREAD)));
}

/** Settings without the paths of inputs: their content matters, not their place. */
function withoutPlaces({ world: _world, ...settings }: TaskSettings, paths: readonly string[]) {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => !paths.includes(name)));
}

/** Says what is taken over from an earlier start, and why the rest is not. */
function tellReuse(folder: RunFolder, { tasks, finished, changes }: Reuse, { out, progress }: RunToBuild): void {
  const why = changes.length === 0 ? '' : ` (${changes.join('; ')})`;
  if (tasks > 0 && changes.length === 0 && existsSync(folder.file('manifest.json')))
    progress.say(
      `${out} holds this run, finished: ${counted(tasks, 'task', 'tasks')} kept, ${formatCount(finished)} of them built to the end; the others need no text`,
    );
  else if (tasks > 0)
    progress.say(
      `resuming: ${counted(tasks, 'task', 'tasks')} of an earlier start kept, ${formatCount(finished)} of them finished${why}`,
    );
  else if (existsSync(folder.file('manifest.json')))
    progress.say(
      `${out} holds a finished run of other settings${why}; ${samplesIn(folder)} of that run are replaced when this one is done, and another --out keeps both`,
    );
}

/**
 * Throws where a finished run's tasks would be replaced, or some of them left out, though people played them or agents were
 * graded on them: what they did would be of other tasks then.
 */
function keepEvaluations(folder: RunFolder, key: RunKey, { out, config, intents }: RunToBuild): void {
  const [evaluations, manifest] = [folder.file(EVALUATIONS), folder.file('manifest.json')];
  if (!existsSync(manifest) || !existsSync(evaluations) || readdirSync(evaluations).length === 0) return;
  const { tasks, changes } = Checkpoints.reuseOf(folder.file(RUN_DB), key);
  const { data } = FinishedCounts.safeParse(readFileSync(manifest, 'utf8'));
  const wantedOf = (intent: string) => (intents.includes(intent) ? samplesWanted(config.perIntent, intent) : 0);
  const isLess = Object.entries(data?.counts ?? {}).some(([intent, { accepted }]) => accepted > wantedOf(intent));
  if (tasks > 0 && changes.length === 0 && !isLess) return;
  const why = changes.length === 0 ? '' : ` (${changes.join('; ')})`;
  throw new ConfigError(
    `${out} holds a finished run whose tasks this one would replace${why}, and in ${evaluations} what people or agents did with them; name another --out, or take that folder away`,
  );
}

/** The samples of the finished run that a folder holds, counted as far as its manifest says how many. */
function samplesIn(folder: RunFolder): string {
  const { data } = FinishedCounts.safeParse(readFileSync(folder.file('manifest.json'), 'utf8'));
  if (data === undefined) return 'the samples';
  return `the ${counted(
    Object.values(data.counts).reduce((sum, { accepted }) => sum + accepted, 0),
    'sample',
    'samples',
  )}`;
}

const FinishedCounts = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue('expected JSON');
      return z.NEVER;
    }
  })
  .pipe(z.looseObject({ counts: z.record(z.string(), z.looseObject({ accepted: z.number() })) }));

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
  const { counts, dataset_digest: digest } = await write(open, outcome, run, resumed);
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
  const { config, settings, progress, started, ingested } = run;
  const built = performance.now();
  const { world: kind, records } = familyNamed(settings.family);
  const world = kind.open(settings.world);
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

/** Stack of the things a command has opened, which are closed on its way out, the last first. */
export class Opened {
  readonly #closers: (() => unknown)[] = [];

  add<T>(opened: T, close: (opened: T) => unknown): T {
    this.#closers.push(() => close(opened));
    return opened;
  }

  /** Closes everything, whatever one of them throws; then throws the first of that. */
  async close(): Promise<void> {
    const errors: unknown[] = [];
    for (let close = this.#closers.pop(); close !== undefined; close = this.#closers.pop()) {
      try {
        await close();
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw errors[0];
  }
}
