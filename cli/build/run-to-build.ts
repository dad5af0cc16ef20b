import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, resolve } from 'node:path';
import { z } from 'zod';
import { familyNamed } from '../../families/index.ts';
import type { OpenedModels, PreparedModels } from '../../models/index.ts';
import { Checkpoints, filesOfEarlierVersions, type Reuse, RUN_DB } from '../../pipeline/checkpoints/checkpoints.ts';
import { type RunKey, runKeyOf } from '../../pipeline/checkpoints/run-key.ts';
import { packageVersion } from '../../pipeline/checkpoints/version.ts';
import type { FamilyPlanner } from '../../pipeline/family.ts';
import { DRAFT_LEDGER, DraftLedger } from '../../pipeline/folder/draft-ledger.ts';
import { EVALUATIONS, MANIFEST_NUMBER } from '../../pipeline/folder/layout.ts';
import { RunFolder } from '../../pipeline/folder/run-folder.ts';
import type { Pool } from '../../pipeline/run/pool.ts';
import type { RunOptions } from '../../pipeline/run/run-parts.ts';
import type { TaskSettings } from '../../pipeline/settings.ts';
import { ConfigError } from '../../schemas/errors.ts';
import type { KeptLexicon, Lexicon } from '../../schemas/lexicon.ts';
import { samplesWanted } from '../../schemas/per-intent.ts';
import { pathSettings } from '../../schemas/setting.ts';
import { digestOfLexicon } from '../../shopping/shop-lexicon/digest.ts';
import { counted, formatCount } from '../../text/numbers.ts';
import type { BuildConfig } from '../build-settings.ts';
import type { Progress } from '../terminal/progress.ts';
import { openPool } from './open-pool.ts';

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
export interface OpenRun {
  readonly folder: RunFolder;
  readonly key: RunKey;
  readonly checkpoints: Checkpoints;
  readonly draft: DraftLedger;
  readonly models: OpenedModels | null;
  readonly pool: Pool;
}

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
export function headOf({ config, settings, planner, intents }: RunToBuild) {
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
export function inputsOf({ settings }: RunToBuild): Record<string, string> {
  const paths = pathSettings(familyNamed(settings.family).settings);
  return Object.fromEntries(
    Object.entries(settings).flatMap(([name, path]) => (paths.includes(name) ? [[name, resolve(String(path))]] : [])),
  );
}

/** The absolute path of the world where it is not among those that are kept, which its digest alone finds. */
export function worldNamed({ settings }: RunToBuild): { readonly world?: string } {
  const { kept } = familyNamed(settings.family).world;
  const path = resolve(settings.world);
  return dirname(path) === resolve(kept.folder) ? {} : { world: path };
}

const MOST_THREADS = 8;
/** Fewest samples that a thread is started for unless it was asked for: to start one takes as long as dozens of samples. */
const SAMPLES_A_THREAD = 40;

export function workersOf({ config: { workers, perIntent }, intents, part }: RunToBuild): number {
  const samples = intents.reduce((sum, intent) => sum + samplesWanted(perIntent, intent), 0) / (part?.of ?? 1);
  return workers ?? Math.max(1, Math.min(availableParallelism(), MOST_THREADS, Math.floor(samples / SAMPLES_A_THREAD)));
}

/** Settings without the paths of inputs: their content matters, not their place. */
function withoutPlaces({ world: _world, ...settings }: TaskSettings, paths: readonly string[]) {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => !paths.includes(name)));
}

/** Says what is taken over from an earlier start, and why the rest is not. */
function tellReuse(folder: RunFolder, { tasks, finished, changes }: Reuse, run: RunToBuild): void {
  const { out, progress } = run;
  const why = changes.length === 0 ? '' : ` (${changes.join('; ')})`;
  const held = heldSamples(folder, run);
  const samples = held === 'unknown' ? 'the samples' : `the ${counted(held?.all ?? 0, 'sample', 'samples')}`;
  if (tasks > 0 && changes.length === 0 && held !== null && held !== 'unknown' && held.leftOut > 0)
    progress.say(
      `${out} holds a finished run that wanted more: ${formatCount(held.leftOut)} of ${samples} of that run are left out when this one is done, and another --out keeps both`,
    );
  else if (tasks > 0 && changes.length === 0 && held !== null)
    progress.say(
      `${out} holds this run, finished: ${counted(tasks, 'task', 'tasks')} kept, ${formatCount(finished)} of them built to the end; the others need no text`,
    );
  else if (tasks > 0)
    progress.say(
      `resuming: ${counted(tasks, 'task', 'tasks')} of an earlier start kept, ${formatCount(finished)} of them finished${why}`,
    );
  else if (held !== null)
    progress.say(
      `${out} holds a finished run of other settings${why}; ${samples} of that run are replaced when this one is done, and another --out keeps both`,
    );
}

/**
 * Throws where a finished run's tasks would be replaced, or some of them left out, though people played them or agents were
 * graded on them: what they did would be of other tasks then.
 */
function keepEvaluations(folder: RunFolder, key: RunKey, run: RunToBuild): void {
  const evaluations = folder.file(EVALUATIONS);
  const held = heldSamples(folder, run);
  if (held === null || !existsSync(evaluations) || readdirSync(evaluations).length === 0) return;
  const { tasks, changes } = Checkpoints.reuseOf(folder.file(RUN_DB), key);
  if (tasks > 0 && changes.length === 0 && (held === 'unknown' || held.leftOut === 0)) return;
  const why = changes.length === 0 ? '' : ` (${changes.join('; ')})`;
  throw new ConfigError(
    `${run.out} holds a finished run whose tasks this one would replace${why}, and in ${evaluations} what people or agents did with them; name another --out, or take that folder away`,
  );
}

/**
 * Counts the samples of the finished run that a folder holds, and those of them that this one wants no more; null where the
 * folder holds none, unknown where its manifest does not say how many.
 */
function heldSamples(folder: RunFolder, { config, intents }: RunToBuild) {
  const manifest = folder.file('manifest.json');
  if (!existsSync(manifest)) return null;
  const { data } = FinishedCounts.safeParse(readFileSync(manifest, 'utf8'));
  if (data === undefined) return 'unknown';
  const wantedOf = (intent: string) => (intents.includes(intent) ? samplesWanted(config.perIntent, intent) : 0);
  const held = Object.entries(data.counts);
  return {
    all: held.reduce((sum, [, { accepted }]) => sum + accepted, 0),
    leftOut: held.reduce((sum, [intent, { accepted }]) => sum + Math.max(0, accepted - wantedOf(intent)), 0),
  };
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
