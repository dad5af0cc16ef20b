import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { prepareCatalog } from '../../catalog/prepare.ts';
import { openCatalog } from '../../catalog/store.ts';
import { ConfigError, StageError } from '../../schemas/errors.ts';
import { familyNamed } from '../compose.ts';
import type { BuildConfig } from '../config.ts';
import type { EligibilityReport, Family, FamilyPlanner, TaskSettings } from '../family.ts';
import { Journal } from '../journal.ts';
import { countByIntent, type IntentCounts, writeOutputs } from '../outputs.ts';
import { createPool } from '../pool.ts';
import { type RunOutcome, runTasks } from '../run.ts';
import { RunFolder } from '../run-folder.ts';
import { digestOf } from '../seed.ts';
import { colourWanted } from '../terminal/colour.ts';
import { escapeForTerminal } from '../terminal/escape.ts';
import { createProgress, type Progress } from '../terminal/progress.ts';
import { type IntentRow, renderTable } from '../terminal/table.ts';
import { codeDigest, packageVersion, runtimeDigest } from '../version.ts';
import { Interrupted, withInterrupt } from './interrupt.ts';
import { unaskedFields } from './unasked-fields.ts';

/** Catalogs built from raw files are kept here, one per content, so that no run reads the same files twice. */
const CACHE_FOLDER = 'out/.catalogs';
const LEAST_CANDIDATES = 2000;
const CANDIDATES_PER_SAMPLE = 100;
const MEGABYTE = 1 << 20;

const DONE = 0;
const BUG = 70;
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
    const settings: TaskSettings = {
      family: family.name,
      catalog: path,
      seed: config.seed,
      writer: config.writer,
      maxAnswers: config.maxAnswers,
      requireNecessity: config.requireNecessity,
      language: config.language,
      ...(splits === null ? {} : { splits }),
      ...(config.questions === undefined ? {} : { questions: config.questions }),
      ...(config.voucherRates === undefined ? {} : { voucherRates: config.voucherRates }),
    };
    const planner = await family.plan(settings);
    if (config.dryRun) return dryRun(intents, config, planner);
    return await build({ config, out, family, intents, settings, planner, progress, started, ingested, signal });
  } finally {
    progress.close();
  }
}

/** Also for a catalog that was built earlier: what is not in it is missing from this run as well. */
function tellNotes(path: string, family: Family | null, progress: Progress): void {
  const catalog = openCatalog(path);
  const unasked = family === null ? null : unaskedFields(catalog, family);
  for (const note of unasked === null ? catalog.notes : [...catalog.notes, unasked]) progress.say(`catalog: ${note}`);
  catalog.close();
}

function dryRun(intents: readonly string[], config: BuildConfig, planner: FamilyPlanner): number {
  const lines = intents.map((intent) => {
    const { eligible, reasons, unit } = planner.eligibility(intent);
    const why = missingOf({ reasons, unit }).map((text) => `; ${text}`);
    return `${intent}: ${config.perIntent} wanted, ${eligible} ${unit?.eligible ?? `of ${planner.catalogSize} products`} eligible${why.join('')}`;
  });
  process.stdout.write(
    `${lines.join('\n')}\nThe ${config.writer} writer calls no model and costs nothing. Nothing was built; leave out --dry-run to build.\n`,
  );
  return DONE;
}

const JOURNAL = join('.work', 'journal.jsonl');

function openJournal(folder: RunFolder, runKey: string): Journal {
  try {
    return Journal.open(folder.file(JOURNAL), runKey);
  } catch (error) {
    folder.release();
    throw error;
  }
}

interface BuildContext {
  readonly config: BuildConfig;
  readonly out: string;
  readonly family: Family;
  readonly intents: readonly string[];
  readonly settings: TaskSettings;
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
  planner,
  progress,
  started,
  ingested,
  signal,
}: BuildContext): Promise<number> {
  const workers = config.workers ?? Math.min(availableParallelism(), 8);
  // Where the inputs lie does not matter, what they hold does.
  const { catalog: _catalog, questions: _questions, ...taskSettings } = settings;
  const runKey = digestOf('run', taskSettings, planner.catalogDigest, planner.inputs, codeDigest(), runtimeDigest());
  const folder = RunFolder.open(out);
  const journal = openJournal(folder, runKey);
  const resumed = journal.size;
  if (resumed > 0) progress.say(`resuming: ${resumed} tasks of an earlier run with these settings are done`);
  const pool = await createPool(settings, workers);
  try {
    const outcome = await runTasks({
      intents,
      perIntent: config.perIntent,
      maxCandidates: config.maxCandidates ?? Math.max(LEAST_CANDIDATES, CANDIDATES_PER_SAMPLE * config.perIntent),
      source: planner,
      builder: pool,
      admission: planner.admission,
      journal,
      signal,
      onProgress: ({ accepted, wanted, finished, planned }) =>
        progress.update({
          phase: 'build',
          done: finished,
          total: planned,
          detail: `${accepted} of ${wanted} accepted`,
        }),
    });
    const counts = countByIntent(intents, outcome.tasks);
    checkConservation(counts);
    if (outcome.interrupted) {
      throw new Interrupted(`${journal.size} tasks are done and kept`);
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
        code_digest: codeDigest(),
        workers,
        resumed_tasks: resumed,
        peak_memory_mb: Math.round(process.resourceUsage().maxRSS / 1024),
        heap_mb: Math.round(process.memoryUsage().heapUsed / MEGABYTE),
        node: process.version,
        platform: `${process.platform}-${process.arch}`,
        tokens: 0,
        cost_usd: 0,
      },
    });
    catalog.close();
    Journal.forgetOthers(folder.file(JOURNAL));
    progress.close();
    return report({ outcome, counts, planner, config, digest });
  } finally {
    await pool.close();
    journal.close();
    folder.release();
  }

  function report({
    outcome,
    counts,
    digest,
  }: {
    outcome: RunOutcome;
    counts: Record<string, IntentCounts>;
    planner: FamilyPlanner;
    config: BuildConfig;
    digest: string;
  }): number {
    const rows = intents.map((intent): IntentRow => {
      const count = counts[intent] as IntentCounts;
      return {
        intent,
        quota: config.perIntent,
        ...count,
        shortfall: shortfallOf(intent, count, outcome, planner, config.perIntent),
      };
    });
    const width = process.stdout.columns ?? 100;
    process.stdout.write(`${renderTable(rows, { width, colour: colourWanted(process.stdout, process.env) })}\n`);
    process.stdout.write(
      `${escapeForTerminal(folder.path)}: ${family.name}, dataset digest ${digest.slice(0, 16)}, ${seconds(performance.now() - started)} s\n`,
    );
    if (rows.some(({ failed }) => failed > 0)) {
      const first = outcome.tasks.find(({ status }) => status === 'failed');
      if (first !== undefined) {
        process.stderr.write(
          `${first.task.id} failed, which is a bug: ${escapeForTerminal(first.findings[0]?.detail ?? '')}\n`,
        );
      }
      return BUG;
    }
    return rows.some(({ accepted }) => accepted < config.perIntent) ? QUOTA_NOT_MET : DONE;
  }
}

const seconds = (milliseconds: number) => Math.round(milliseconds / 10) / 100;

/** Nothing vanishes: every planned task has one end. */
function checkConservation(counts: Record<string, IntentCounts>): void {
  for (const [intent, { planned, accepted, rejected, surplus, failed, pending }] of Object.entries(counts)) {
    if (planned !== accepted + rejected + surplus + failed + pending) {
      throw new StageError(
        `${intent}: ${planned} tasks were planned, ${accepted + rejected + surplus + failed + pending} are accounted for`,
        counts[intent],
      );
    }
  }
}

/** What is not eligible and why, the most frequent reason first: "12 products: has no price". */
function missingOf({ reasons, unit }: Pick<EligibilityReport, 'reasons' | 'unit'>): string[] {
  const many = unit?.missing ?? 'products';
  return reasons.map(
    ({ reason, products }) => `${products} ${products === 1 ? many.replace(/s$/, '') : many}: ${reason}`,
  );
}

/** Why an intent's quota was not met, or null when it was. */
function shortfallOf(
  intent: string,
  count: IntentCounts,
  outcome: RunOutcome,
  planner: FamilyPlanner,
  quota: number,
): string | null {
  if (count.accepted >= quota) return null;
  const { eligible, reasons, unit } = planner.eligibility(intent);
  const missing = missingOf({ reasons, unit });
  if (eligible === 0)
    return `${unit === undefined ? `none of ${planner.catalogSize} products is` : `no ${unit.eligible} are`} eligible (${missing.join('; ')})`;
  const codes = Object.entries(count.codes)
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .slice(0, 3)
    .map(([code, times]) => `${code} ${times}`);
  const rest = missing.length === 0 ? '' : `; not eligible: ${missing.slice(0, 2).join('; ')}`;
  const end = outcome.limited.has(intent)
    ? `${count.planned} candidates were tried, the limit (--max-candidates)`
    : `all ${eligible} eligible ${unit?.eligible ?? 'products'} were tried or taken by other intents`;
  return `${count.accepted} of ${quota}; ${end}; most were rejected for ${codes.join(', ') || 'nothing'}${rest}`;
}
