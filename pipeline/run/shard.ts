import { join } from 'node:path';
import { ConfigError } from '../../schemas/errors.ts';
import type { PlannedTask } from '../../schemas/task.ts';
import type { TaskSource } from './run-parts.ts';

/** Limits of a run, of which each part has a share. */
interface Limits {
  readonly maxCandidates?: number | undefined;
  readonly budgetUsd?: number | undefined;
  readonly maxCalls?: number | undefined;
  readonly requestsPerMinute?: number | undefined;
  readonly tokensPerMinute?: number | undefined;
}

/** One of several parts of a run, each built by a process of its own that knows nothing of the others. */
export interface Shard {
  /** From 1. */
  readonly number: number;
  readonly of: number;
}

const EXPECTED =
  'expected a part such as 3/8, slurm in a job array of Slurm, or kubernetes/8 in an indexed job of Kubernetes';
const MOST_SHARDS = 10_000;

/** Reads the part that `--shard` names; array and indexed jobs tell their own place in the environment. */
export function shardNamed(text: string, env: Readonly<Record<string, string | undefined>>): Shard {
  if (text === 'slurm') return slurmShard(env);
  const [, place = '', count = ''] = /^(\d+|kubernetes)\/(\d+)$/.exec(text) ?? [];
  if (place === '') throw new ConfigError(`--shard is "${text}", ${EXPECTED}`);
  const number = place === 'kubernetes' ? variable(env, 'JOB_COMPLETION_INDEX', 'kubernetes') + 1 : Number(place);
  return checked({ number, of: Number(count) }, text);
}

/** Slurm counts an array's tasks from its first index, in steps. */
function slurmShard(env: Readonly<Record<string, string | undefined>>): Shard {
  const of = (name: string) => variable(env, `SLURM_ARRAY_TASK_${name}`, 'slurm');
  const step = env.SLURM_ARRAY_TASK_STEP === undefined ? 1 : of('STEP');
  return checked({ number: (of('ID') - of('MIN')) / step + 1, of: of('COUNT') }, 'slurm');
}

function variable(env: Readonly<Record<string, string | undefined>>, name: string, text: string): number {
  const found = env[name] ?? '';
  if (/^\d+$/.test(found)) return Number(found);
  throw new ConfigError(
    `--shard ${text} reads ${name}, which is ${found === '' ? 'not set' : `"${found}"`}; start it as a task of an array, or name the part as in --shard 3/8`,
  );
}

function checked(shard: Shard, text: string): Shard {
  const { number, of } = shard;
  if (Number.isInteger(number) && number >= 1 && number <= of && of <= MOST_SHARDS) return shard;
  throw new ConfigError(`--shard ${text} is part ${number} of ${of}, expected one from 1/${of} to ${of}/${of}`);
}

/** Tells whether a task belongs to a part: the first digits of its rank decide, whatever else is planned. */
export const holds = ({ number, of }: Shard, { rank }: Pick<PlannedTask, 'rank'>): boolean =>
  Number.parseInt(rank.slice(0, 12), 16) % of === number - 1;

/** The tasks of one part alone, in the order they are planned in the whole. */
export const sourceOfShard = (source: TaskSource, shard: Shard): TaskSource => ({
  ...source,
  ...(source.shareOf === undefined ? {} : { shareOf: source.shareOf.bind(source) }),
  next(intent, count, state) {
    const own: PlannedTask[] = [];
    while (own.length < count) {
      // What another part plans takes up nothing in this one: its own candidates do not wait for that.
      const planned = source.next(intent, (count - own.length) * shard.of, { ...state, claims: state.claims.copy() });
      if (planned.length === 0) break;
      for (const task of planned.filter((one) => holds(shard, one))) {
        own.push(task);
        state.claims.take(task);
      }
    }
    return own;
  },
});

/** A part's share of a number of things, rounded up: all parts together have enough. */
export const shareOfShard = (count: number, { of }: Shard): number => Math.ceil(count / of);

/** Folder of a part's own run, below that of the whole. */
export const SHARDS = join('.work', 'shards');
export const folderOfShard = ({ number, of }: Shard): string => join(SHARDS, `${number}-of-${of}`);

function callsOfShard(maxCalls: number, { of }: Shard): number {
  const calls = Math.floor(maxCalls / of);
  if (calls > 0) return calls;
  throw new ConfigError(
    `--max-calls ${maxCalls} leaves none for each of ${of} parts; give ${of} or more, or fewer parts with --shard`,
  );
}

/** The settings of a part: its share of the candidates, the money, the calls and the limits of the account. */
export function configOfShard<Config extends Limits>(config: Config, shard: Shard): Config {
  const share = (count: number | undefined) => (count === undefined ? undefined : shareOfShard(count, shard));
  const { maxCandidates, budgetUsd, maxCalls, requestsPerMinute, tokensPerMinute } = config;
  return {
    ...config,
    maxCandidates: share(maxCandidates),
    // What may be spent is not rounded up: all parts together may not spend more than was said.
    budgetUsd: budgetUsd === undefined ? undefined : budgetUsd / shard.of,
    maxCalls: maxCalls === undefined ? undefined : callsOfShard(maxCalls, shard),
    requestsPerMinute: share(requestsPerMinute),
    tokensPerMinute: share(tokensPerMinute),
  };
}
