import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import PQueue from 'p-queue';
import { packageVersion } from '../../pipeline/checkpoints/version.ts';
import {
  countsForAgent,
  type EpisodeKind,
  type EpisodeTask,
  type Limits,
  type Undecided,
  type UserKind,
} from '../../pipeline/episode.ts';
import { shardNamed } from '../../pipeline/run/shard.ts';
import { ConfigError } from '../../schemas/errors.ts';
import { ModelAgent } from '../../shopping/episode/agents/model-agent.ts';
import type { Outside } from '../../shopping/episode/drive.ts';
import { episodeTask, openEpisodes } from '../../shopping/episode/index.ts';
import { opinionsBy, voiceDigest, wordingBy } from '../../shopping/episode/model-voices.ts';
import type { EpisodeRecord, FailureRecord } from '../../shopping/episode/record.ts';
import { type Summary, summarise } from '../../shopping/episode/summary.ts';
import { GRADER, playTrial, type TrialSettings, trialKey } from '../../shopping/episode/trial.ts';
import { digestOf } from '../../text/digest.ts';
import { formatCount } from '../../text/numbers.ts';
import { Interrupted, withInterrupt } from '../interrupt.ts';
import { type Output, standardOutput } from '../output.ts';
import { Page } from '../page.ts';
import { tell } from '../terminal/sentence.ts';
import { agentNames, type EvalAgent, openAgent } from './agents.ts';
import { EvalFolder } from './folder.ts';
import { type EvalModels, type ModelOptions, openEvalModels } from './models.ts';
import type { Unit } from './player-message.ts';
import { playInThreads } from './pool.ts';
import { addAgents, addSummary } from './summary-page.ts';
import { openTasks, type PlayedTasks } from './tasks.ts';

export interface EvalOptions extends ModelOptions {
  readonly agent?: string | undefined;
  readonly trials?: string | undefined;
  readonly user?: string | undefined;
  readonly split?: string | undefined;
  readonly task?: readonly string[] | undefined;
  readonly limit?: string | undefined;
  readonly catalog?: string | undefined;
  readonly out?: string | undefined;
  readonly seed?: string | undefined;
  readonly workers?: string | undefined;
  readonly concurrency?: string | undefined;
  readonly shard?: string | undefined;
  readonly steps?: string | undefined;
  readonly timeout?: string | undefined;
  readonly resume?: boolean | undefined;
  readonly fresh?: boolean | undefined;
  readonly grader?: string | undefined;
  readonly json?: boolean | undefined;
}

const DONE = 0;
const OVER_THE_FLOOR = 1;
const MOST_TRIALS = 1000;
const DEFAULT_SEED = 42;
/** Threads pay from so many trials on: each opens the world. */
const FEWEST_FOR_THREADS = 400;

/** A whole number of an option; a ConfigError where it is none. */
export function wholeOption(
  name: string,
  given: string | undefined,
  { from = 1, to = Number.MAX_SAFE_INTEGER } = {},
): number | undefined {
  if (given === undefined) return undefined;
  const number = Number(given);
  if (/^\d+$/.test(given) && number >= from && number <= to) return number;
  throw new ConfigError(
    `--${name} is "${given}", expected a whole number ${to === Number.MAX_SAFE_INTEGER ? `from ${from} up` : `from ${from} to ${to}`}`,
  );
}

/** Has agents play the tasks of a run or a split, and sums up how they fared. */
export async function evaluate(path: string, options: EvalOptions, output: Output = standardOutput()): Promise<number> {
  if (options.agent === undefined)
    throw new ConfigError(
      'eval needs an agent; name one with --agent, such as oracle, all (every built-in one), openai, command:<program>, module:<file> or endpoint:<address>',
    );
  const names = agentNames(options.agent);
  if (names.length > 1 && options.out !== undefined)
    throw new ConfigError(`--out names one folder, and --agent names ${names.length} agents; leave --out out`);
  return withInterrupt(async (signal) => {
    const tasks = openTasks('eval', path, {
      catalog: options.catalog,
      split: options.split,
      task: options.task,
      limit: wholeOption('limit', options.limit),
    });
    try {
      const evaluation = new Evaluation(tasks, options, signal);
      const results: Evaluated[] = [];
      for (const name of names) results.push(await evaluation.play(name));
      report(results, tasks, options, output);
      const over = results.some(({ summary }) => summary !== null && isOverFloor(summary));
      return over ? OVER_THE_FLOOR : DONE;
    } finally {
      tasks.world.close();
    }
  });
}

/** What came of one agent; without a summary where only a part was played. */
export interface Evaluated {
  readonly folder: string;
  readonly summary: Summary | null;
  readonly played: number;
  readonly kept: number;
  readonly seconds: number;
  readonly failures: number;
}

/** The ceiling has to win everything, a floor no more than it is declared to. */
export const isOverFloor = ({ agent, total, floor }: Summary): boolean =>
  agent === 'oracle' ? total.success !== 1 : floor !== null && (total.success ?? 0) > floor;

/** The model in "model:gpt-4.1"; null where it is none. */
const modelNamed = (given: string): string | null => /^model:(.+)$/.exec(given)?.[1] ?? null;

/** Who plays: the agent, the shopper, and the models behind them. */
interface Players {
  readonly agent: EvalAgent;
  readonly models: EvalModels | null;
  readonly user: UserKind;
}

class Evaluation {
  readonly #tasks: PlayedTasks;
  readonly #options: EvalOptions;
  readonly #signal: AbortSignal;

  constructor(tasks: PlayedTasks, options: EvalOptions, signal: AbortSignal) {
    this.#tasks = tasks;
    this.#options = options;
    this.#signal = signal;
  }

  async play(name: string): Promise<Evaluated> {
    const { family, world: opened, source, samples, file, run } = this.#tasks;
    const options = this.#options;
    const world = await openEpisodes(family, opened, source);
    const trials = wholeOption('trials', options.trials, { to: MOST_TRIALS }) ?? 1;
    const players = this.#players(name, world.kind);
    const { agent, models } = players;
    const settings = this.#settings(players, world.kind.limits);
    const shard = options.shard === undefined ? null : shardNamed(options.shard, process.env);
    const tasks = samples.map((sample) => ({ sample, task: episodeTask(family, sample) }));
    const units = tasks.flatMap(({ sample, task }) =>
      Array.from({ length: trials }, (_, at) => ({
        sample,
        task,
        trial: at + 1,
        key: trialKey(task, at + 1, settings),
      })),
    );
    const folder = EvalFolder.open(
      options.out ??
        join(run?.path ?? join('out', 'eval', basename(file, '.jsonl')), 'eval', folderName(agent.name, settings.user)),
      shard === null ? null : `${shard.number}-of-${shard.of}`,
    );
    try {
      if (options.fresh === true) folder.clear();
      const kept = new Map(folder.records().map((record) => [record.key, record]));
      const own =
        shard === null
          ? units
          : units.filter(({ key }) => Number.parseInt(key.slice(0, 12), 16) % shard.of === shard.number - 1);
      const missing = own.filter(({ key }) => !kept.has(key));
      if (options.resume === true && kept.size === 0)
        throw new ConfigError(
          `--resume goes on with what is there, and ${folder.path} holds no episodes; leave it out`,
        );
      const records = new Map(
        units.flatMap(({ key }) => (kept.has(key) ? [[key, kept.get(key) as EpisodeRecord]] : [])),
      );
      const failed: EpisodeRecord[] = [];
      const onRecord = (record: EpisodeRecord) => {
        // What connects agent and environment failed: the trial is played again by the next start.
        if (record.end === 'infrastructure_error') {
          failed.push(record);
          return;
        }
        folder.add(record);
        records.set(record.key, record);
      };
      const begin = performance.now();
      await this.#playAll(players, missing, { world, settings, onRecord });
      const seconds = (performance.now() - begin) / 1000;
      if (this.#signal.aborted)
        throw new Interrupted(
          `${formatCount(records.size)} of ${formatCount(own.length)} episodes are in ${folder.path}`,
        );
      const result = {
        folder: folder.path,
        played: missing.length,
        kept: own.length - missing.length,
        seconds,
        failures: failed.length,
      };
      if (shard !== null) return { ...result, summary: null };
      const ordered = units.flatMap(({ key }) => records.get(key) ?? []);
      const failures = failuresOf([...ordered, ...failed]);
      const summary = summarise(
        ordered,
        {
          family: family.name,
          kind: world.kind,
          agent: agent.name,
          user: settings.user,
          grader: settings.grader,
          trials,
        },
        failures,
      );
      folder.finish(ordered, failures, summary, {
        family: family.name,
        cartwright: packageVersion(),
        tasks: file,
        catalog: opened.path,
        settings,
        trials,
        seconds,
        episodes_per_minute: seconds === 0 ? null : Math.round((missing.length / seconds) * 60),
      });
      return { ...result, summary };
    } finally {
      folder.close();
      await agent.close?.();
      await models?.opened.close();
    }
  }

  /** The agent, and the models that play it, word the shopper or judge opinions. */
  #players(name: string, kind: EpisodeKind): Players {
    const { user = 'script', grader, model = process.env.OPENAI_MODEL, prompt = 'react', ...options } = this.#options;
    const shopper = modelNamed(user);
    if (shopper === null && user !== 'script' && user !== 'published')
      throw new ConfigError(`--user is "${user}", expected script, published or model:<name>`);
    const judge = grader === undefined ? null : modelNamed(grader);
    if (grader !== undefined && judge === null) throw new ConfigError(`--grader is "${grader}", expected model:<name>`);
    if (name === 'openai' && model === undefined)
      throw new ConfigError('the agent has no model; name one with --model or OPENAI_MODEL');
    const promptFile = kind.prompts[prompt];
    if (promptFile === undefined)
      throw new ConfigError(`--prompt is "${prompt}", expected ${Object.keys(kind.prompts).join(' or ')}`);
    const asked = {
      ...(name === 'openai' && model !== undefined ? { agent: model } : {}),
      ...(shopper === null ? {} : { shopper }),
      ...(judge === null ? {} : { grader: judge }),
    };
    const models =
      Object.keys(asked).length === 0
        ? null
        : openEvalModels(asked, options, {
            folder: options.out ?? join(this.#tasks.run?.path ?? this.#tasks.file, 'eval'),
            concurrency: this.#concurrency,
            signal: this.#signal,
            onTrouble: (sentence) => tell(process.stderr, `models: ${sentence}`),
          });
    for (const warning of models?.warnings ?? []) tell(process.stderr, warning);
    const { agent: settings } = models?.roles ?? {};
    const reference =
      models === null || settings === undefined
        ? null
        : new ModelAgent({ models: models.opened.models, settings, prompt: promptFile, prices: models.prices });
    const apiKey = process.env.OPENAI_API_KEY?.trim() || null;
    const agent = openAgent(name, kind, { reference, referenceName: `${model}-${prompt}`, model, apiKey });
    return { agent, models, user: shopper === null ? (user as UserKind) : 'model' };
  }

  get #concurrency(): number {
    return wholeOption('concurrency', this.#options.concurrency, { to: 4096 }) ?? 8;
  }

  #settings({ agent, user, models }: Players, limits: Limits): TrialSettings {
    const { seed, steps } = this.#options;
    const { shopper, grader } = models?.roles ?? {};
    return {
      agent: agent.name,
      agentDigest: agent.digest,
      user,
      userDigest: shopper === undefined ? digestOf('user', user) : voiceDigest('shopper', shopper),
      grader: grader === undefined ? GRADER : `${GRADER}, ${grader.model} ${voiceDigest('grader', grader).slice(0, 8)}`,
      seed: wholeOption('seed', seed, { from: 0 }) ?? DEFAULT_SEED,
      limits: { ...limits, steps: wholeOption('steps', steps) ?? limits.steps },
      program: false,
    };
  }

  async #playAll(
    { agent, models }: Players,
    units: readonly (Unit & { readonly task: EpisodeTask })[],
    {
      world,
      settings,
      onRecord,
    }: {
      readonly world: Awaited<ReturnType<typeof openEpisodes>>;
      readonly settings: TrialSettings;
      onRecord(record: EpisodeRecord): void;
    },
  ): Promise<void> {
    const { family, world: opened, run } = this.#tasks;
    const workers = wholeOption('workers', this.#options.workers, { to: 256 });
    const timeoutSeconds = wholeOption('timeout', this.#options.timeout);
    const threads = workers ?? (units.length < FEWEST_FOR_THREADS ? 1 : availableParallelism());
    if (agent.isScripted && models === null && threads > 1) {
      const start = {
        family: family.name,
        worldPath: opened.path,
        run: run?.path ?? null,
        agent: agent.name,
        settings,
      };
      const shared = family.world.shared?.(opened);
      const sent = units.map(({ sample, trial }) => ({ sample, trial }));
      await playInThreads(start, sent, { workers: threads, shared, signal: this.#signal, onRecord });
      return;
    }
    const { shopper, grader } = models?.roles ?? {};
    const outsideOf = (task: EpisodeTask, trial: number): Outside => ({
      timeoutMs: timeoutSeconds === undefined ? undefined : timeoutSeconds * 1000,
      ...(models === null || shopper === undefined
        ? {}
        : { word: wordingBy(models.opened.models, shopper, { task: task.id, trial }) }),
    });
    const queue = new PQueue({ concurrency: agent.isScripted && models === null ? 1 : this.#concurrency });
    const play = async (task: EpisodeTask, trial: number) => {
      // Nothing is asked any more: the rest is for the next start.
      if (this.#signal.aborted || models?.opened.end != null) return;
      const opine =
        models === null || grader === undefined
          ? undefined
          : (undecided: readonly Undecided[]) => opinionsBy(models.opened.models, grader, task.id, undecided);
      const given = { task, trial, world, settings };
      onRecord(await playTrial(given, (state) => agent.player(state, { task, trial }), outsideOf(task, trial), opine));
    };
    await Promise.all(units.map(({ task, trial }) => queue.add(() => play(task, trial))));
    if (models?.opened.end != null) tell(process.stderr, models.opened.end.message);
  }
}

/** The name of an agent's folder; what an address or a command says beyond letters stands as its digest. */
function folderName(agent: string, user: UserKind): string {
  const plain = /^[a-z0-9][a-z0-9._-]*$/i.test(agent)
    ? agent
    : `${agent.replace(/[^a-z0-9]+.*$/i, '')}-${digestOf(agent).slice(0, 8)}`;
  return user === 'script' ? plain : `${plain}-${user}`;
}

const failuresOf = (records: readonly EpisodeRecord[]): FailureRecord[] =>
  records
    .filter(({ end }) => !countsForAgent(end))
    .map(({ key, task, intent, trial, end, detail, steps }) => ({ key, task, intent, trial, end, detail, steps }));

function report(
  results: readonly Evaluated[],
  { file, samples }: PlayedTasks,
  { json }: EvalOptions,
  output: Output,
): void {
  if (json === true) {
    output.write(`${JSON.stringify(results, null, 2)}\n`);
    return;
  }
  const page = new Page(output);
  page.paragraph(`${file}: ${formatCount(samples.length)} tasks`);
  page.gap();
  const [only, ...others] = results;
  if (only?.summary != null && others.length === 0) addSummary(page, only.summary);
  else addAgents(page, results);
  page.gap();
  for (const { folder, played, kept, seconds, summary, failures } of results) {
    const speed = played === 0 || seconds === 0 ? '' : `, ${formatCount(Math.round((played / seconds) * 60))} a minute`;
    const before = kept === 0 ? '' : `, ${formatCount(kept)} were there already`;
    page.line(`${folder}: ${formatCount(played)} episodes played in ${seconds.toFixed(1)} s${speed}${before}`);
    if (summary === null) page.line(`${folder}: one shard; run eval on the whole once all are played`, 'yellow');
    if (failures > 0)
      page.line(
        `${folder}: ${formatCount(failures)} could not be played to their end; the same command plays them again`,
        'yellow',
      );
  }
  output.write(`${page.text}\n`);
}
