import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { prepareCatalog } from '../../catalog/prepare.ts';
import { openCatalog } from '../../catalog/store.ts';
import { ConfigError } from '../../schemas/errors.ts';
import { codeDigests } from '../code-digest.ts';
import { familyNamed } from '../compose.ts';
import type { BuildConfig } from '../config.ts';
import type { Family, FamilyPlanner, TaskSettings } from '../family.ts';
import { Journal } from '../journal.ts';
import { batchPaceOf } from '../models/batch/batch-pace.ts';
import { type OpenedModels, openModels } from '../models/open.ts';
import { type ResolvedModels, resolveModels } from '../models/settings.ts';
import { countByIntent, writeOutputs } from '../outputs.ts';
import { createModelPool, createPool } from '../pool.ts';
import { runTasks } from '../run.ts';
import { causesOf, type RunCauses } from '../run-causes.ts';
import { RunFolder } from '../run-folder.ts';
import { colourWanted } from '../terminal/colour.ts';
import { escapeForTerminal } from '../terminal/escape.ts';
import { createProgress, type Progress } from '../terminal/progress.ts';
import { packageVersion } from '../version.ts';
import { checkConservation, reportBuild, seconds } from './build-report.ts';
import { tellCalls, tellEligibility } from './dry-run.ts';
import { Interrupted, withInterrupt } from './interrupt.ts';
import { unaskedFields } from './unasked-fields.ts';

/** Catalogs built from raw files are kept here, one per content, so that no run reads the same files twice. */
const CACHE_FOLDER = 'out/.catalogs';
const LEAST_CANDIDATES = 2000;
const CANDIDATES_PER_SAMPLE = 100;
/** A task asks several things at once and waits for others: so many tasks keep all requests busy. */
const TASKS_PER_REQUEST = 2;
/** A batch takes as many requests as there are; no wave is larger. */
const TASKS_PER_BATCH = 50_000;
const MEGABYTE = 1 << 20;

const DONE = 0;
const QUOTA_NOT_MET = 3;

function intentsOf(family: Family, wanted: readonly string[] | undefined): readonly string[] {
  if (wanted === undefined) return family.intents;
  for (const intent of wanted) {
    if (!family.intents.includes(intent))
      throw new ConfigError(`--intents names "${intent}", expected some of ${family.intents.join(', ')}`);
  }
  return family.intents.filter((intent) => wanted.includes(intent));
}

/** Ingests where needed, builds, validates and writes; prints the table and returns the exit code. */
export const buildDataset = (config: BuildConfig): Promise<number> =>
  withInterrupt((signal) => ingestAndBuild(config, signal));

async function ingestAndBuild(config: BuildConfig, signal: AbortSignal): Promise<number> {
  const started = performance.now();
  const family = familyNamed(config.family);
  const intents = intentsOf(family, config.intents);
  const out = config.out ?? family.sample.out;
  RunFolder.check(out);
  const progress = createProgress(process.stderr, {
    colour: colourWanted(process.stderr, process.env),
    isTTY: process.stderr.isTTY === true,
    now: () => performance.now(),
  });
  try {
    const inputs = config.catalog.length > 0 ? config.catalog : family.sample.catalog;
    const { path, report } = await prepareCatalog({
      inputs,
      reviews: config.reviews,
      format: config.format,
      cacheFolder: CACHE_FOLDER,
      onProgress: ({ file, read }) => {
        if (signal.aborted) throw new Interrupted();
        progress.update({ phase: 'ingest', done: read, total: null, detail: file });
      },
    });
    if (report !== null) {
      const { read, kept, merged, quarantined } = report.counts;
      progress.say(
        `catalog: ${report.products} products and ${report.reviews} reviews; of ${read} rows read, ${kept} kept, ${merged} merged, ${quarantined} quarantined`,
      );
    }
    tellNotes(path, report !== null || config.dryRun ? family : null, progress);
    const ingested = performance.now();
    const splits = config.splits ?? family.splits;
    const resolved = modelsOf(config);
    for (const warning of resolved?.warnings ?? []) progress.say(`models: ${warning}`);
    const settings: TaskSettings = {
      family: family.name,
      catalog: path,
      seed: config.seed,
      writer: config.writer,
      maxAnswers: config.maxAnswers,
      requireNecessity: config.requireNecessity,
      language: config.language,
      ...(resolved === null ? {} : { models: { roles: resolved.roles, votes: config.judge ? config.votes : null } }),
      ...(splits === null ? {} : { splits }),
      ...(config.questions === undefined ? {} : { questions: config.questions }),
      ...(config.voucherRates === undefined ? {} : { voucherRates: config.voucherRates }),
    };
    const planner = await family.plan(settings);
    if (config.dryRun) {
      tellEligibility(intents, config, planner);
      if (resolved === null) process.stdout.write('The offline writer calls no model and costs nothing.\n');
      else await tellCalls({ config, resolved, settings, run: planOf(config, intents, planner, signal) });
      process.stdout.write('Nothing was asked or built; leave out --dry-run to build.\n');
      return DONE;
    }
    return await build({
      config,
      out,
      family,
      intents,
      settings,
      resolved,
      planner,
      progress,
      started,
      ingested,
      signal,
    });
  } finally {
    progress.close();
  }
}

/** The models of a run that asks any, settled from flags, config and environment; null for the offline writer. */
const modelsOf = ({ writer, models, model, judgeModel }: BuildConfig): ResolvedModels | null =>
  writer === 'offline' ? null : resolveModels(models ?? { default: {} }, { model, judgeModel }, process.env);

/** Also for a catalog that was built earlier: what is not in it is missing from this run as well. */
function tellNotes(path: string, family: Family | null, progress: Progress): void {
  const catalog = openCatalog(path);
  const unasked = family === null ? null : unaskedFields(catalog, family);
  for (const note of unasked === null ? catalog.notes : [...catalog.notes, unasked]) progress.say(`catalog: ${note}`);
  catalog.close();
}

const JOURNAL = join('.work', 'journal.jsonl');

function openJournal(folder: RunFolder, causes: RunCauses): Journal {
  try {
    return Journal.open(folder.file(JOURNAL), causes);
  } catch (error) {
    folder.release();
    throw error;
  }
}

/** Opens the models a run asks; a missing key or price stops it before anything is written. */
function modelsOfRun(
  resolved: ResolvedModels,
  config: BuildConfig,
  out: string,
  progress: Progress,
  signal: AbortSignal,
): OpenedModels {
  return openModels({
    resolved,
    writer: config.writer === 'replay' ? 'replay' : 'openai',
    replies: config.replies,
    run: resolve(out),
    limits: {
      concurrency: config.concurrency,
      requestsPerMinute: config.requestsPerMinute ?? null,
      tokensPerMinute: config.tokensPerMinute ?? null,
    },
    budgetUsd: config.budgetUsd ?? null,
    prices: config.prices,
    env: process.env,
    signal,
    onTrouble: (sentence) => progress.say(`models: ${sentence}`),
    batch: config.batch,
    batchPace: batchPaceOf(config),
  });
}

/** What a run plans, however its tasks are built. */
const planOf = (config: BuildConfig, intents: readonly string[], planner: FamilyPlanner, signal: AbortSignal) => ({
  intents,
  perIntent: config.perIntent,
  maxCandidates: config.maxCandidates ?? Math.max(LEAST_CANDIDATES, CANDIDATES_PER_SAMPLE * config.perIntent),
  source: planner,
  admission: planner.admission,
  signal,
});

interface BuildContext {
  readonly config: BuildConfig;
  readonly out: string;
  readonly family: Family;
  readonly intents: readonly string[];
  readonly settings: TaskSettings;
  /** Null where no model is asked. */
  readonly resolved: ResolvedModels | null;
  readonly planner: FamilyPlanner;
  readonly progress: Progress;
  readonly started: number;
  readonly ingested: number;
  readonly signal: AbortSignal;
}

async function build({
  config,
  out,
  family,
  intents,
  settings,
  resolved,
  planner,
  progress,
  started,
  ingested,
  signal,
}: BuildContext): Promise<number> {
  // Tasks that wait for models need no threads of their own.
  const workers = resolved === null ? (config.workers ?? Math.min(availableParallelism(), 8)) : 1;
  const models = resolved === null ? null : modelsOfRun(resolved, config, out, progress, signal);
  // Where the inputs lie does not matter, what they hold does.
  const { catalog: _catalog, questions: _questions, ...taskSettings } = settings;
  const causes = causesOf(settings, planner, intents);
  const folder = RunFolder.open(out);
  const journal = openJournal(folder, causes);
  const resumed = journal.size;
  if (resumed === 0 && existsSync(folder.file('manifest.json')))
    progress.say(`${out} holds a finished run of other settings; its splits are replaced when this run is done`);
  if (resumed > 0) progress.say(`resuming: ${resumed} tasks of an earlier run with these settings are done`);
  const pool =
    models === null
      ? await createPool(settings, workers)
      : await createModelPool(
          settings,
          { asker: models.asker },
          config.batch ? TASKS_PER_BATCH : config.concurrency * TASKS_PER_REQUEST,
        );
  try {
    const outcome = await runTasks({
      ...planOf(config, intents, planner, signal),
      builder: pool,
      journal,
      onProgress: ({ accepted, wanted, written, planned }) =>
        progress.update({
          phase: 'build',
          done: Math.min(accepted + written, wanted),
          total: wanted,
          detail: [models?.spendText() ?? [], `${planned} planned`].flat().join(', '),
        }),
    });
    const counts = countByIntent(intents, outcome.tasks);
    checkConservation(counts);
    if (outcome.interrupted) {
      const underWay = models?.batchesUnderWay() ?? null;
      const atProvider = underWay === null ? '' : `, ${underWay} at the provider, which the same command collects`;
      throw new Interrupted(`${journal.size} tasks are done and kept${atProvider}`);
    }
    if (outcome.stopped !== null) {
      progress.close();
      process.stderr.write(
        `stopped: ${escapeForTerminal(outcome.stopped)}; ${journal.size} tasks are done and kept, and the same command goes on from there\n`,
      );
      return QUOTA_NOT_MET;
    }
    const built = performance.now();
    const catalog = openCatalog(settings.catalog);
    const accepted = Object.values(counts).reduce((sum, count) => sum + count.accepted, 0);
    const digest = writeOutputs(folder, outcome, journal, {
      config: { ...taskSettings, intents, perIntent: config.perIntent, maxCandidates: config.maxCandidates ?? null },
      versions: { cartwright: packageVersion() },
      catalog: {
        digest: catalog.digest,
        products: catalog.size,
        ingest: catalog.ingestCounts,
        files: catalog.files.map(({ file, format, digest, read, kept, merged, quarantined }) => ({
          file,
          format,
          digest,
          read,
          kept,
          merged,
          quarantined,
        })),
      },
      ...(Object.keys(planner.inputs).length === 0 ? {} : { inputs: planner.inputs }),
      splits: settings.splits ?? null,
      quarantine: catalog.quarantined(),
      run: {
        started_at: new Date(performance.timeOrigin + started).toISOString(),
        seconds: { ingest: seconds(ingested - started), build: seconds(built - ingested) },
        accepted_per_second: Math.round((accepted / Math.max(built - ingested, 1)) * 10_000) / 10,
        code_digest: codeDigests(),
        workers,
        resumed_tasks: resumed,
        peak_memory_mb: Math.round(process.resourceUsage().maxRSS / 1024),
        heap_mb: Math.round(process.memoryUsage().heapUsed / MEGABYTE),
        node: process.version,
        platform: `${process.platform}-${process.arch}`,
        models: models?.report() ?? null,
      },
    });
    catalog.close();
    Journal.forgetOthers(folder.file(JOURNAL));
    progress.close();
    return reportBuild({
      folder: folder.path,
      family: family.name,
      intents,
      perIntent: config.perIntent,
      outcome,
      counts,
      planner,
      digest,
      milliseconds: performance.now() - started,
    });
  } finally {
    await pool.close();
    await models?.close();
    journal.close();
    folder.release();
  }
}
