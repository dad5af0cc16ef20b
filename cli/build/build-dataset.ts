import { join, resolve } from 'node:path';
import { familyNamed } from '../../families/index.ts';
import {
  ENGLISH,
  foreignShopInForce,
  languageInForce,
  OTHER_LANGUAGES,
  useForeignShop,
  useLanguage,
  useLexicon,
} from '../../lexicon/index.ts';
import {
  batchPaceOf,
  type PreparedModels,
  Prices,
  prepareModels,
  type ResolvedModels,
  resolveModels,
} from '../../models/index.ts';
import { runKeyOf } from '../../pipeline/checkpoints/run-key.ts';
import type { Family, FamilyPlanner } from '../../pipeline/family.ts';
import { RunFolder } from '../../pipeline/folder/run-folder.ts';
import { type QuotaPart, quotaParts, type WantedSamples } from '../../pipeline/run/quota.ts';
import {
  configOfShard,
  folderOfShard,
  type Shard,
  shardNamed,
  shareOfShard,
  sourceOfShard,
} from '../../pipeline/run/shard.ts';
import type { TaskSettings } from '../../pipeline/settings.ts';
import type { World } from '../../pipeline/world.ts';
import { ConfigError } from '../../schemas/errors.ts';
import { isEmptyLexicon, type ReadLexicon } from '../../schemas/lexicon.ts';
import { ACCEPTED, type Overrides } from '../../schemas/override.ts';
import { samplesWanted } from '../../schemas/per-intent.ts';
import type { ReadingReport } from '../../schemas/reading-report.ts';
import { pathSettings } from '../../schemas/setting.ts';
import type { SplitShares } from '../../schemas/split.ts';
import { readLexicon } from '../../shopping/shop-lexicon/read-lexicon.ts';
import { SEMANTIC } from '../../stages/semantic/index.ts';
import { counted } from '../../text/numbers.ts';
import { readJudgements } from '../adjudicate/judgements.ts';
import { overridesOf } from '../adjudicate/overrides.ts';
import { type BuildConfig, instead } from '../build-settings.ts';
import { withInterrupt } from '../interrupt.ts';
import { outputOf, standardOutput, standardProgress } from '../terminal/output.ts';
import type { Progress } from '../terminal/progress.ts';
import { tellingRows } from '../terminal/progress.ts';
import { tell } from '../terminal/sentence.ts';
import { buildRun } from './build-run.ts';
import { buildShard, refuseOtherFamily, refuseOtherSettings } from './build-shard.ts';
import { tellCalls } from './call-estimate.ts';
import { forecasts, tellEligibility, tellForecast, tellKept } from './dry-run.ts';
import { checkExecutor } from './open-pool.ts';
import { renderReading } from './reading-text.ts';

const LEAST_CANDIDATES = 2000;
const CANDIDATES_PER_SAMPLE = 100;

const DONE = 0;

interface BuildStart {
  /** Parts of a run that were built before, by their checkpoints. */
  readonly parts?: readonly string[];
  /** The command it was started by, noted so that people are told what goes on with a run that is left. */
  readonly command?: readonly string[] | undefined;
}

/** Ingests where needed, builds, validates and writes; prints the table and returns the exit code. */
export const buildDataset = (config: BuildConfig, start: BuildStart = {}): Promise<number> =>
  withInterrupt(async (signal) => {
    const progress = standardProgress();
    try {
      return await ingestAndBuild(config, start, progress, signal);
    } finally {
      progress.close();
    }
  });

async function ingestAndBuild(
  given: BuildConfig,
  { parts = [], command }: BuildStart,
  progress: Progress,
  signal: AbortSignal,
): Promise<number> {
  const started = performance.now();
  const words = lexiconOf(given.lexicon);
  useLexicon(words?.lexicon);
  const whole = { ...given, lexicon: words === null ? [] : [words.lexicon] };
  const shard = whole.shard === undefined ? null : shardNamed(whole.shard, process.env);
  const config = shard === null ? whole : configOfShard(whole, shard);
  const family = familyNamed(config.family);
  const intents = intentsOf(family, config);
  const runFolder = config.out ?? family.sample.out;
  RunFolder.check(runFolder);
  if (shard !== null) {
    refuseOtherFamily(runFolder, family.name);
    if (!config.dryRun) refuseOtherSettings(runFolder, shard, whole);
  }
  const out = shard === null ? runFolder : join(runFolder, folderOfShard(shard));
  if (!config.dryRun) await checkExecutor(config);
  // What is wrong with keys, addresses and prices is said before anything is read or written.
  const resolved = resolvedModels(config, family);
  if (resolved !== null) Prices.read(config.prices);
  const decided = config.adjudications.length === 0 ? undefined : decisionsOf(config.adjudications, progress);
  const models =
    resolved === null || config.dryRun ? null : preparedModels(resolved, { config, out, progress, signal });
  const world = await prepare(config, family, words, progress, signal);
  for (const warning of [...(resolved?.warnings ?? []), ...(models?.warnings ?? [])])
    progress.say(`models: ${warning}`);
  const ingested = performance.now();
  const settings = settingsOf(config, family, world, resolved, decided);
  const planner = await family.plan(settings);
  const splits = settings.splits ?? null;
  const plan = {
    quotas: quotasOf(intents, config, splits, shard),
    scarce: () => scarceAmong(intents, config, planner),
    splits,
    usesPerProduct: config.usesPerProduct,
    requirementsOf: (locked: unknown) => family.records.requirementsOf(locked),
    source: shard === null ? planner : sourceOfShard(planner, shard),
    admission: planner.admission,
    signal,
  };
  if (!config.dryRun) {
    const run = { config, out, settings, planner, intents, plan, models, progress, command, started, ingested };
    if (shard === null) return buildRun(run, parts);
    return buildShard({ ...run, part: { ...shard, run: runFolder } }, shard, { ...whole, out: runFolder });
  }
  tellEligibility(plan, planner, standardOutput());
  tellForecast(await forecasts(settings, intents, config.usesPerProduct, signal), standardOutput());
  tellKept(out, runKeyOf(settings, planner, intents, pathSettings(family.settings)));
  if (resolved === null) tell(process.stdout, 'The offline writer calls no model and costs nothing.');
  else await tellCalls({ config, out, resolved, settings, planner, run: plan, progress });
  tell(process.stdout, 'Nothing was asked or built; leave out --dry-run to build.');
  return DONE;
}

/**
 * Reads the lexicon that files state of the shop, or that they stated when a part of the run was built; null where
 * nothing is said.
 */
function lexiconOf(given: BuildConfig['lexicon']): ReadLexicon | null {
  const files = given.filter((said) => typeof said === 'string');
  const kept = given.find((said) => typeof said !== 'string');
  const read = kept === undefined ? readLexicon(files) : { lexicon: kept, placeOf: placeInRun };
  return isEmptyLexicon(read.lexicon) ? null : read;
}

const placeInRun = (path: readonly PropertyKey[]) => `the lexicon of the run: ${path.map(String).join('.')}`;

/** The intents of a run: those that are named, or that are given numbers. */
function intentsOf({ name, intents }: Family, { intents: named, perIntent }: BuildConfig): readonly string[] {
  const numbered = typeof perIntent === 'number' ? undefined : Object.keys(perIntent);
  const known = { what: `an intent of ${name}`, names: intents };
  for (const [flag, given] of [
    ['--intents', named],
    ['--per-intent', numbered],
  ] as const)
    for (const intent of given ?? [])
      if (!intents.includes(intent))
        throw new ConfigError(`${flag} names "${intent}", which ${instead(intent, known)}`);
  const without = named?.find((intent) => numbered?.includes(intent) === false);
  if (without !== undefined)
    throw new ConfigError(
      `--intents names ${without}, for which --per-intent has no number; add one, or leave it out of --intents`,
    );
  return intents.filter((intent) => (named ?? numbered ?? intents).includes(intent));
}

/** The part of its candidates from which an intent that wants it has a hard time finding them beside others. */
const MUCH = 1 / 4;

/** Intents that want much of what there is for them, the worst off first. */
function scarceAmong(
  intents: readonly string[],
  { perIntent }: BuildConfig,
  planner: FamilyPlanner,
): readonly string[] {
  const parts = intents.map((intent) => {
    return { intent, part: samplesWanted(perIntent, intent) / planner.eligibility(intent).eligible };
  });
  return parts
    .filter(({ part }) => part > MUCH)
    .sort((a, b) => b.part - a.part)
    .map(({ intent }) => intent);
}

/** Quotas of each intent and split; of a part of a run its share, rounded up. */
function quotasOf(
  intents: readonly string[],
  { perIntent, maxCandidates }: BuildConfig,
  splits: SplitShares | null,
  shard: Shard | null,
): QuotaPart[] {
  const shareOf = (count: number) => (shard === null ? count : shareOfShard(count, shard));
  const wanted = intents.map((intent): WantedSamples => {
    const samples = samplesWanted(perIntent, intent);
    const limit = maxCandidates ?? Math.max(LEAST_CANDIDATES, CANDIDATES_PER_SAMPLE * shareOf(samples));
    return { intent, samples, limit };
  });
  return quotaParts(wanted, splits).map((part) => ({ ...part, wanted: shareOf(part.wanted) }));
}

/** Tells whether a judge reads the texts of a run. */
const isJudged = ({ skipJudge }: Pick<BuildConfig, 'skipJudge'>, { gates }: Pick<Family, 'gates'>) =>
  !skipJudge && gates.includes(SEMANTIC);

/** The models of a run that asks any, settled from flags, config and environment; null for the offline writer. */
export function resolvedModels(config: BuildConfig, family: Pick<Family, 'name' | 'gates'>): ResolvedModels | null {
  const { writer, models, model, judgeModel, skipJudge } = config;
  const idle = judgeModel === undefined ? (skipJudge ? '--skip-judge' : undefined) : '--judge-model';
  if (idle !== undefined && !family.gates.includes(SEMANTIC))
    throw new ConfigError(`${idle} is about a judge, and no judge reads the texts of ${family.name}; leave it out`);
  if (writer === 'offline') return null;
  return resolveModels(
    models ?? { default: {} },
    { model, judgeModel, skipJudge: !isJudged(config, family) },
    process.env,
  );
}

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
async function prepare(
  config: BuildConfig,
  family: Family,
  words: ReadLexicon | null,
  progress: Progress,
  signal: AbortSignal,
): Promise<string> {
  const { world: kind, sample } = family;
  const { path, isNew } = await kind.prepare({
    inputs: config.catalog.length > 0 ? config.catalog : sample.inputs,
    reviews: config.reviews,
    format: config.format,
    ...tellingRows(progress, signal),
  });
  const world = kind.open(path);
  useLanguage(languageOf(config, family, kind.textsIn?.(world)));
  useForeignShop(languageInForce() === ENGLISH && (kind.namesIn?.(world) ?? false));
  for (const note of words === null ? [] : (kind.heldTo?.(world, words) ?? [])) progress.say(`lexicon: ${note}`);
  const isTold = isNew || config.dryRun;
  const asksAbout = (field: string) => family.asksAbout?.(world, field) === true;
  if (isTold) tellReading(kind.reading?.(world), asksAbout, progress);
  // Notes hold also for a world that was made earlier: what is not in it is missing from this run as well.
  const unasked = isTold ? (family.notes?.(world) ?? []) : [];
  for (const note of [...(kind.notes?.(world, isTold) ?? []), ...unasked]) progress.say(`${kind.noun}: ${note}`);
  // A lexicon says what of it is quoted, and that was told without one.
  if (config.writer === 'offline' && (isTold || words === null))
    for (const note of languageNotes(family, world)) progress.say(`${kind.noun}: ${note}`);
  world.close();
  return path;
}

/** Share of the things of a world with a value in another language from which on it is spoken of. */
const SPOKEN_OF = 0.05;

/** Says of a world of another language than English, or with values in one, what English texts do with them. */
function* languageNotes<W extends World>(
  { world: kind, ...family }: Pick<Family<W>, 'world' | 'languages'>,
  world: W,
): Generator<string> {
  const foreign = kind.foreignValues?.(world) ?? 0;
  if (kind.isInEnglish?.(world) === false)
    yield `it is not in English: the offline writer says in English what is known of it and quotes all other names, which nobody does; ${inItsLanguage(family)}`;
  else if (foreign >= SPOKEN_OF)
    yield `about ${Math.round(foreign * 100)} % of its ${kind.things} state values in another language, of which English texts do not ask; --language any asks of them all the same`;
}

const inItsLanguage = ({ languages = [] }: Pick<Family, 'languages'>) =>
  languages.length === 0
    ? 'use it to try things out alone'
    : `--writer openai --language <code> writes in its language, where that is ${languages.join(', ')}`;

/**
 * Prints the report on reading raw files; a world that was made earlier tells it again, which takes reading none of
 * them.
 */
function tellReading(
  report: ReadingReport | undefined,
  asksAbout: (field: string) => boolean,
  progress: Progress,
): void {
  if (report === undefined) return;
  const more = `npm run build:catalog -- ${report.path} --dry-run --all-fields`;
  progress.print(renderReading(report, { asksAbout, more }, outputOf(process.stderr)));
}

/** The language a run's texts are written in: the one that is asked for, or with a model that of the world's own texts. */
function languageOf(config: BuildConfig, { name, settings, languages = [] }: Family, ofWorld = ENGLISH): string {
  const { language } = settings.parse(config) as { language?: string };
  if (language === undefined || !OTHER_LANGUAGES.includes(language))
    return language === 'auto' && config.writer !== 'offline' && languages.includes(ofWorld) ? ofWorld : ENGLISH;
  if (!languages.includes(language))
    throw new ConfigError(`--language ${language} asks for texts that ${name} does not have; it writes English alone`);
  if (config.writer === 'offline')
    throw new ConfigError(
      `--language ${language} asks for texts that the offline writer cannot write; add --writer openai, or leave --language out for English`,
    );
  return language;
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
  const [lexicon] = config.lexicon.filter((said) => typeof said !== 'string');
  const foreign = foreignShopInForce();
  return {
    family: family.name,
    world,
    seed: config.seed,
    splits: config.splits ?? family.splits,
    writer: config.writer === 'offline' ? 'offline' : 'openai',
    ...family.settings.parse(config),
    ...(languageInForce() === ENGLISH ? {} : { language: languageInForce() }),
    ...(foreign === false ? {} : { foreign }),
    ...(lexicon === undefined ? {} : { lexicon }),
    ...(resolved === null
      ? {}
      : { models: { roles: resolved.roles, votes: isJudged(config, family) ? config.votes : null } }),
    ...(overrides === undefined ? {} : { overrides }),
  };
}
