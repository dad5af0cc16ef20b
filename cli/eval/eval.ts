import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import { foreignShopInForce, languageInForce, lexiconInForce } from '../../lexicon/index.ts';
import { packageVersion } from '../../pipeline/checkpoints/version.ts';
import { eachWithLimit } from '../../pipeline/each-with-limit.ts';
import type { EpisodeTask, Undecided, UserKind } from '../../pipeline/episode.ts';
import { EVALUATIONS } from '../../pipeline/folder/layout.ts';
import { type RedisAddress, redisPackages } from '../../pipeline/jobs/redis.ts';
import { shardNamed } from '../../pipeline/run/shard.ts';
import { ConfigError, ModelError } from '../../schemas/errors.ts';
import type { Outside } from '../../shopping/episode/drive.ts';
import { type EpisodeWorld, episodeKindOf, openEpisodes } from '../../shopping/episode/index.ts';
import { opinionsBy, voiceDigest, wordingBy } from '../../shopping/episode/model-voices.ts';
import type { EpisodeRecord, FailureRecord } from '../../shopping/episode/record.ts';
import { openSandbox } from '../../shopping/episode/sandbox.ts';
import { isOutOfBounds } from '../../shopping/episode/summary.ts';
import { failuresOf, GRADER, playTrial, type TrialSettings, trialKey } from '../../shopping/episode/trial.ts';
import { digestOf } from '../../text/digest.ts';
import { counted, formatCount } from '../../text/numbers.ts';
import { redisAddress } from '../build/open-pool.ts';
import { EPISODES_AT_ONCE, SEED } from '../defaults.ts';
import { Interrupted, withInterrupt } from '../interrupt.ts';
import { wholeOption } from '../option-values.ts';
import { type Output, standardOutput, standardProgress } from '../terminal/output.ts';
import type { Progress } from '../terminal/progress.ts';
import { agentNames, allAgents, expectAgent } from './agents.ts';
import { conclude, inOrderOf } from './conclude.ts';
import { EvalFolder } from './folder.ts';
import { type KeyedUnit, playByJobs } from './jobs.ts';
import { logFormats, writeLogs } from './logs.ts';
import type { EvalOptions } from './options.ts';
import type { PlayerStart } from './player-message.ts';
import { openPlayers, type Players } from './players.ts';
import { playInThreads } from './pool.ts';
import { type Evaluated, report } from './summary-text.ts';
import { openTasks, type PlayedTasks } from './tasks.ts';

const DONE = 0;
const OUT_OF_BOUNDS = 1;
const INCOMPLETE = 3;
const MOST_TRIALS = 1000;
/** Threads pay from so many trials on: each opens the world. */
const FEWEST_FOR_THREADS = 400;

/** Has agents play the tasks of a run or a split, and sums up how they fared. */
export async function evaluate(path: string, options: EvalOptions, output: Output = standardOutput()): Promise<number> {
  if (options.agent === undefined)
    throw new ConfigError(
      'eval needs an agent; name one with --agent, such as oracle, all (every built-in one), openai, command:<program>, module:<file>, endpoint:<address> or mcp:<program or address>',
    );
  const { agent: given } = options;
  const several = agentNames(given).length;
  if (several > 1 && options.out !== undefined)
    throw new ConfigError(`--out names one folder, and --agent names ${several} agents; leave --out out`);
  return withInterrupt(async (signal) => {
    const tasks = openTasks('eval', path, {
      catalog: options.catalog,
      split: options.split,
      task: options.task,
      limit: wholeOption('limit', options.limit),
    });
    const progress = standardProgress();
    try {
      const kind = episodeKindOf(tasks.family);
      const names = agentNames(given, allAgents(kind));
      for (const name of names) expectAgent(name, kind);
      const evaluation = new Evaluation(tasks, options, signal, progress);
      const results: Evaluated[] = [];
      for (const name of names) results.push(await evaluation.play(name));
      progress.close();
      report(results, { file: tasks.file, tasks: tasks.samples.length, json: options.json === true }, output);
      if (results.some(({ missing }) => missing > 0)) return INCOMPLETE;
      return results.some(({ summary }) => summary !== null && isOutOfBounds(summary)) ? OUT_OF_BOUNDS : DONE;
    } finally {
      progress.close();
      tasks.world.close();
    }
  });
}

/** Trials as they are played; `path` is the folder of the evaluation. */
interface Playing {
  readonly path: string;
  readonly world: EpisodeWorld;
  readonly settings: TrialSettings;
  onRecord(record: EpisodeRecord): void;
}

class Evaluation {
  readonly #tasks: PlayedTasks;
  readonly #options: EvalOptions;
  readonly #signal: AbortSignal;
  readonly #progress: Progress;

  constructor(tasks: PlayedTasks, options: EvalOptions, signal: AbortSignal, progress: Progress) {
    this.#tasks = tasks;
    this.#options = options;
    this.#signal = signal;
    this.#progress = progress;
  }

  async play(name: string): Promise<Evaluated> {
    const { family, world: opened, source, samples, tasks: chosen, all, file, run } = this.#tasks;
    const options = this.#options;
    const world = await openEpisodes(family, opened, source);
    const trials = wholeOption('trials', options.trials, { to: MOST_TRIALS }) ?? 1;
    const formats = logFormats(options.logs);
    const players = openPlayers(name, world.kind, options, {
      folder: options.out ?? join(run?.path ?? file, EVALUATIONS),
      concurrency: this.#concurrency,
      signal: this.#signal,
      say: (sentence) => this.#progress.say(sentence),
    });
    const { agent, models } = players;
    const settings = this.#settings(players, world);
    const shard = options.shard === undefined ? null : shardNamed(options.shard, process.env);
    const units = chosen.flatMap((task, place) =>
      Array.from({ length: trials }, (_, at) => ({
        sample: samples[place],
        task,
        trial: at + 1,
        key: trialKey(task, at + 1, settings),
      })),
    );
    const folder = EvalFolder.open(
      options.out ??
        join(
          run?.path ?? join('out', 'eval', basename(file, '.jsonl')),
          EVALUATIONS,
          folderName(agent.name, settings.user),
        ),
      shard === null ? null : `${shard.number}-of-${shard.of}`,
    );
    try {
      if (options.fresh === true) folder.clear();
      const { kept } = folder;
      const own =
        shard === null
          ? units
          : units.filter(({ key }) => Number.parseInt(key.slice(0, 12), 16) % shard.of === shard.number - 1);
      const byId = new Map(all.map(({ task }) => [task.id, task]));
      const others = [...kept.values()].filter((record) => !isOf(record, byId.get(record.task), settings)).length;
      if (others > 0)
        throw new ConfigError(
          `${folder.path} holds ${counted(others, 'episode that is', 'episodes that are')} none of this evaluation: of other tasks, settings, another catalog or another version of the agent; give another folder with --out, or begin anew with --fresh${shard === null ? '' : ' and without --shard'}`,
        );
      // A shard that begins anew leaves what the whole had of it, until they are put together.
      const missing = options.fresh === true ? own : own.filter(({ key }) => !kept.has(key));
      if (options.resume === true && kept.size === 0)
        throw new ConfigError(
          `--resume goes on with what is there, and ${folder.path} holds no episodes; leave it out`,
        );
      const failed: FailureRecord[] = [];
      const lost = new Map(
        folder.lost().flatMap((failure) => {
          return isOf(failure, byId.get(failure.task), settings) ? [[failure.key, failure]] : [];
        }),
      );
      for (const { key } of own) lost.delete(key);
      let [played, won] = [0, 0];
      const onRecord = (record: EpisodeRecord) => {
        // What connects agent and environment failed: the trial is played again by the next start.
        if (record.end === 'infrastructure_error') {
          failed.push(...failuresOf([record]));
          return;
        }
        folder.add(record);
        if (record.grade.success) won += 1;
        played += 1;
        const spent = models?.opened.spendText() ?? null;
        this.#progress.update({
          ...{ phase: 'play', done: own.length - missing.length + played, total: own.length, counted: 'episodes' },
          ...{ spent: spent === null ? [] : [spent], trouble: models?.opened.trouble ?? null },
          detail: `${agent.name}, ${formatCount(won)} of ${formatCount(played)} succeed`,
        });
      };
      const begin = performance.now();
      await this.#playAll(players, missing, { path: folder.path, world, settings, onRecord });
      const seconds = (performance.now() - begin) / 1000;
      if (this.#signal.aborted)
        throw new Interrupted(
          `${formatCount(own.filter(({ key }) => kept.has(key)).length)} of ${formatCount(own.length)} episodes are in ${folder.path}`,
        );
      const result = {
        folder: folder.path,
        played,
        kept: own.length - missing.length,
        seconds,
        missing: own.filter(({ key }) => !kept.has(key)).length,
        // Those of tasks and trials that are not asked for this time belong to the evaluation as well.
        others: kept.size - units.filter(({ key }) => kept.has(key)).length,
      };
      if (shard !== null) return { ...result, summary: null };
      const records = folder.settle(inOrderOf(all));
      const stillLost = [...lost.values()].filter(({ key }) => !kept.has(key));
      const most = kept.values().reduce((k, { trial }) => Math.max(k, trial), trials);
      const summary = conclude(folder, records, {
        ...{ family, world, tasks: all, agent: agent.name, user: settings.user, grader: settings.grader, trials: most },
        failures: [...folder.failures(), ...failed, ...stillLost],
        evaluation: {
          ...{ family: family.name, cartwright: packageVersion(), tasks: file, catalog: opened.path, settings },
          ...{ trials: most, seconds },
          episodes_per_minute: seconds === 0 ? null : Math.round((played / seconds) * 60),
        },
      });
      writeLogs(formats, { folder: folder.path, file, summary, records, tasks: all, world });
      return { ...result, summary };
    } finally {
      folder.close();
      await agent.close?.();
      await models?.opened.close();
    }
  }

  get #concurrency(): number {
    return wholeOption('concurrency', this.#options.concurrency, { to: 4096 }) ?? EPISODES_AT_ONCE;
  }

  #settings({ agent, user, models }: Players, { kind: { limits }, digest }: EpisodeWorld): TrialSettings {
    const { seed, steps } = this.#options;
    const { shopper, grader } = models?.roles ?? {};
    return {
      worldDigest: digest,
      agent: agent.name,
      agentDigest: agent.digest,
      user,
      userDigest: shopper === undefined ? digestOf('user', user) : voiceDigest('shopper', shopper),
      grader: grader === undefined ? GRADER : `${GRADER}, ${grader.model} ${voiceDigest('grader', grader).slice(0, 8)}`,
      seed: wholeOption('seed', seed, { from: 0 }) ?? SEED,
      limits: { ...limits, steps: wholeOption('steps', steps) ?? limits.steps },
      program: this.#options.python === true,
    };
  }

  async #playAll(
    { agent, models }: Players,
    units: readonly (KeyedUnit & { readonly task: EpisodeTask })[],
    { path, world, settings, onRecord }: Playing,
  ): Promise<void> {
    const { family, world: opened, run, file } = this.#tasks;
    const sandbox = settings.program ? openSandbox() : null;
    const workers = wholeOption('workers', this.#options.workers, { to: 256 });
    const timeoutSeconds = wholeOption('timeout', this.#options.timeout);
    const start: PlayerStart = {
      ...{ family: family.name, worldPath: opened.path, run: run?.path ?? null, file },
      ...{
        lexicon: lexiconInForce(),
        language: languageInForce(),
        foreign: foreignShopInForce(),
        agent: agent.name,
        settings,
      },
    };
    const address = redisOf(this.#options);
    if (address !== null) {
      if (!agent.isScripted || models !== null || sandbox !== null)
        throw new ConfigError(
          `--executor bullmq has built-in agents play, and ${agent.name} waits for others; one machine waits as well with --concurrency, and several play parts with --shard`,
        );
      await address.check(await redisPackages());
      const say = (line: string) => this.#progress.say(line);
      const given = { address, path, worldDigest: opened.digest, signal: this.#signal, say, onRecord };
      await playByJobs(start, units, given);
      return;
    }
    const threads = workers ?? (units.length < FEWEST_FOR_THREADS ? 1 : availableParallelism());
    if (agent.isScripted && models === null && sandbox === null && threads > 1) {
      const shared = { world: family.world.shared?.(opened), place: world.kind.shared?.(world.place) };
      await playInThreads(start, units, { workers: threads, shared, signal: this.#signal, onRecord });
      return;
    }
    const { shopper, grader } = models?.roles ?? {};
    const outsideOf = (task: EpisodeTask, trial: number): Outside => ({
      timeoutMs: timeoutSeconds === undefined ? undefined : timeoutSeconds * 1000,
      ...(sandbox === null ? {} : { run: (code: string) => sandbox.run(code) }),
      ...(models === null || shopper === undefined
        ? {}
        : { word: wordingBy(models.opened.models, shopper, { task: task.id, trial }) }),
    });
    const play = async ({ task, trial }: { readonly task: EpisodeTask; readonly trial: number }) => {
      // Nothing is asked any more: the rest is for the next start.
      if (this.#signal.aborted || models?.opened.end != null) return;
      const opine =
        models === null || grader === undefined
          ? undefined
          : (undecided: readonly Undecided[]) => opinionsBy(models.opened.models, grader, task.id, undecided);
      const given = { task, trial, world, settings };
      try {
        const playerOf: Parameters<typeof playTrial>[1] = (state) => agent.player(state, { task, trial });
        onRecord(await playTrial(given, playerOf, outsideOf(task, trial), opine));
      } catch (error) {
        // The grader's model did not answer: played again by the next start, from what is stored.
        if (!(error instanceof ModelError)) throw error;
        this.#progress.say(error.message);
      }
    };
    try {
      await eachWithLimit(units, agent.isScripted && models === null ? 1 : this.#concurrency, play);
    } finally {
      await sandbox?.close();
    }
    if (models?.opened.end != null) this.#progress.say(models.opened.end.message);
  }
}

/** Returns the Redis address where workers of other machines are found; null where this one plays alone. */
function redisOf({ executor = 'threads', redis, shard, workers }: EvalOptions): RedisAddress | null {
  if (executor === 'threads') {
    if (redis !== undefined) throw new ConfigError('--redis is for --executor bullmq; add that, or leave --redis out');
    return null;
  }
  if (executor !== 'bullmq') throw new ConfigError(`--executor is "${executor}", expected threads or bullmq`);
  if (shard !== undefined || workers !== undefined)
    throw new ConfigError(
      `--${shard === undefined ? 'workers' : 'shard'} is for one machine; with --executor bullmq leave it out and start workers with npm run worker`,
    );
  return redisAddress(redis);
}

/** Tells whether a kept episode is one of this evaluation, asked for or not. */
const isOf = (
  record: Pick<EpisodeRecord, 'key' | 'trial'>,
  task: EpisodeTask | undefined,
  settings: TrialSettings,
): boolean => task !== undefined && trialKey(task, record.trial, settings) === record.key;

/** The name of an agent's folder; what an address or a command says beyond letters stands as its digest. */
function folderName(agent: string, user: UserKind): string {
  const plain = /^[a-z0-9][a-z0-9._-]*$/i.test(agent)
    ? agent
    : `${agent.replace(/[^a-z0-9]+.*$/i, '')}-${digestOf(agent).slice(0, 8)}`;
  return user === 'script' ? plain : `${plain}-${user}`;
}
