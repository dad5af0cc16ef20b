import { join, resolve } from 'node:path';
import { familyNamed } from '../../families/index.ts';
import {
  batchPaceOf,
  type PreparedModels,
  prepareModels,
  type ResolvedModels,
  resolveModels,
} from '../../models/index.ts';
import { runKeyOf } from '../../pipeline/checkpoints/run-key.ts';
import type { Family } from '../../pipeline/family.ts';
import { RunFolder } from '../../pipeline/folder/run-folder.ts';
import { configOfShard, folderOfShard, shardNamed, sourceOfShard } from '../../pipeline/run/shard.ts';
import type { TaskSettings } from '../../pipeline/settings.ts';
import { ConfigError } from '../../schemas/errors.ts';
import { ACCEPTED, type Overrides } from '../../schemas/override.ts';
import { pathSettings } from '../../schemas/setting.ts';
import { counted } from '../../text/numbers.ts';
import { readJudgements } from '../adjudicate/judgements.ts';
import { overridesOf } from '../adjudicate/overrides.ts';
import type { BuildConfig } from '../config.ts';
import { Interrupted, withInterrupt } from '../interrupt.ts';
import { colourWanted } from '../terminal/colour.ts';
import { createProgress, type Progress } from '../terminal/progress.ts';
import { buildRun } from './build-run.ts';
import { buildShard } from './build-shard.ts';
import { tellCalls, tellEligibility, tellKept } from './dry-run.ts';
import { checkExecutor } from './open-pool.ts';

const LEAST_CANDIDATES = 2000;
const CANDIDATES_PER_SAMPLE = 100;

const DONE = 0;

/**
 * Ingests where needed, builds, validates and writes; prints the table and returns the exit code. What was built before
 * can be given as the checkpoints of the parts of a run.
 */
export const buildDataset = (config: BuildConfig, parts: readonly string[] = []): Promise<number> =>
  withInterrupt(async (signal) => {
    const progress = createProgress(process.stderr, {
      colour: colourWanted(process.stderr, process.env),
      isTTY: process.stderr.isTTY === true,
      now: () => performance.now(),
    });
    try {
      return await ingestAndBuild(config, parts, progress, signal);
    } finally {
      progress.close();
    }
  });

async function ingestAndBuild(
  whole: BuildConfig,
  parts: readonly string[],
  progress: Progress,
  signal: AbortSignal,
): Promise<number> {
  const started = performance.now();
  const shard = whole.shard === undefined ? null : shardNamed(whole.shard, process.env);
  const config = shard === null ? whole : configOfShard(whole, shard);
  const family = familyNamed(config.family);
  const intents = intentsOf(family, config.intents);
  const runFolder = config.out ?? family.sample.out;
  RunFolder.check(runFolder);
  const out = shard === null ? runFolder : join(runFolder, folderOfShard(shard));
  if (!config.dryRun) await checkExecutor(config);
  // What is wrong with keys, addresses and prices is said before anything is read or written.
  const resolved = resolvedModels(config);
  const decided = config.adjudications.length === 0 ? undefined : decisionsOf(config.adjudications, progress);
  const models =
    resolved === null || config.dryRun ? null : preparedModels(resolved, { config, out, progress, signal });
  const world = await prepare(config, family, progress, signal);
  for (const warning of [...(resolved?.warnings ?? []), ...(models?.warnings ?? [])])
    progress.say(`models: ${warning}`);
  const ingested = performance.now();
  const settings = settingsOf(config, family, world, resolved, decided);
  const planner = await family.plan(settings);
  const plan = {
    intents,
    perIntent: config.perIntent,
    maxCandidates: config.maxCandidates ?? Math.max(LEAST_CANDIDATES, CANDIDATES_PER_SAMPLE * config.perIntent),
    source: shard === null ? planner : sourceOfShard(planner, shard),
    admission: planner.admission,
    signal,
  };
  if (!config.dryRun) {
    const run = { config, out, settings, planner, plan, models, progress, started, ingested };
    return shard === null ? buildRun(run, parts) : buildShard(run, shard, { ...whole, out: runFolder });
  }
  tellEligibility(intents, config, planner);
  tellKept(out, runKeyOf(settings, planner, intents, pathSettings(family.settings)));
  if (resolved === null) process.stdout.write('The offline writer calls no model and costs nothing.\n');
  else await tellCalls({ config, out, resolved, settings, planner, run: plan, progress });
  process.stdout.write('Nothing was asked or built; leave out --dry-run to build.\n');
  return DONE;
}

function intentsOf(family: Family, wanted: readonly string[] | undefined): readonly string[] {
  if (wanted === undefined) return family.intents;
  for (const intent of wanted) {
    if (!family.intents.includes(intent))
      throw new ConfigError(`--intents names "${intent}", expected some of ${family.intents.join(', ')}`);
  }
  return family.intents.filter((intent) => wanted.includes(intent));
}

/** The models of a run that asks any, settled from flags, config and environment; null for the offline writer. */
const resolvedModels = ({ writer, models, model, judgeModel, skipJudge }: BuildConfig): ResolvedModels | null =>
  writer === 'offline' ? null : resolveModels(models ?? { default: {} }, { model, judgeModel, skipJudge }, process.env);

interface Start {
  readonly config: BuildConfig;
  readonly out: string;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

const preparedModels = (resolved: ResolvedModels, { config, out, progress, signal }: Start): PreparedModels =>
  prepareModels({
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
    maxCalls: config.maxCalls ?? null,
    breaker: config,
    prices: config.prices,
    env: process.env,
    signal,
    onTrouble: (sentence) => progress.say(`models: ${sentence}`),
    batch: config.batch,
    batchPace: batchPaceOf(config),
  });

/** The file of the world, made where it has to be; says what is in it and what is missing. */
async function prepare(config: BuildConfig, family: Family, progress: Progress, signal: AbortSignal): Promise<string> {
  const { world: kind, sample } = family;
  const { path, isNew } = await kind.prepare({
    inputs: config.catalog.length > 0 ? config.catalog : sample.inputs,
    reviews: config.reviews,
    format: config.format,
    say: (sentence) => progress.say(sentence),
    onProgress: ({ file, read }) => {
      if (signal.aborted) throw new Interrupted();
      progress.update({ phase: 'ingest', done: read, total: null, detail: file });
    },
  });
  const world = kind.open(path);
  // Notes hold also for a world that was made earlier: what is not in it is missing from this run as well.
  const unasked = isNew || config.dryRun ? (family.notes?.(world) ?? []) : [];
  for (const note of [...(kind.notes?.(world) ?? []), ...unasked]) progress.say(`${kind.noun}: ${note}`);
  world.close();
  return path;
}

/** The verdicts that people overruled; says how many, and how many they differ on. */
function decisionsOf(files: readonly string[], progress: Progress): Overrides {
  const { overrides, disputed } = overridesOf(readJudgements(files));
  const verdicts = Object.values(overrides).map(({ verdict }) => verdict);
  const dropped = verdicts.filter((verdict) => verdict === ACCEPTED).length;
  const left =
    disputed === 0
      ? ''
      : `; ${counted(disputed, 'verdict stays that raters differ', 'verdicts stay that raters differ')} on`;
  progress.say(
    `adjudications: ${counted(verdicts.length - dropped, 'rejection', 'rejections')} and ${counted(dropped, 'sample', 'samples')} overruled${left}`,
  );
  return overrides;
}

function settingsOf(
  config: BuildConfig,
  family: Family,
  world: string,
  resolved: ResolvedModels | null,
  overrides: Overrides | undefined,
): TaskSettings {
  const splits = config.splits ?? family.splits;
  return {
    family: family.name,
    world,
    seed: config.seed,
    writer: config.writer === 'offline' ? 'offline' : 'openai',
    ...family.settings.parse(config),
    ...(resolved === null ? {} : { models: { roles: resolved.roles, votes: config.skipJudge ? null : config.votes } }),
    ...(splits === null ? {} : { splits }),
    ...(overrides === undefined ? {} : { overrides }),
  };
}
