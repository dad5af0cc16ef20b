import { existsSync, readFileSync } from 'node:fs';
import { LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';
import { ModelsConfig, ROLE_NAMES, ROLE_SETTINGS } from '../models/settings.ts';
import { ConfigError } from '../schemas/errors.ts';
import { flagOf } from '../schemas/setting.ts';
import { SplitShares } from '../schemas/split.ts';
import { NearestIds } from './nearest.ts';

/** A whole number, or the digits of one, as flags give them; nothing else is taken for a number. */
const wholeNumber = (least = Number.MIN_SAFE_INTEGER, most = Number.MAX_SAFE_INTEGER) =>
  z.preprocess(
    (value) => (typeof value === 'string' && /^[+-]?\d+$/.test(value) ? Number(value) : value),
    z
      .int('expected a whole number')
      .min(least, `expected a whole number above ${least - 1}`)
      .max(most, `expected a whole number up to ${most}`),
  );
const text = z.string('expected a text').min(1, 'expected a text that is not empty');
const texts = z.array(text, 'expected a list such as [a, b]');
const choice = z.boolean('expected a choice: true or false');

/** Dollars, or the digits of them, as flags give them. */
const amount = z.preprocess(
  (value) => (typeof value === 'string' && /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : value),
  z.number('expected an amount of dollars such as 5 or 2.50').positive('expected an amount above 0'),
);
const above0 = z.number('expected a number above 0').positive('expected a number above 0');
const rate = z.number('expected a share from 0 to 1').min(0).max(1, 'expected a share from 0 to 1');

/** `train=0.73,test=0.27` as names and shares; anything else is left for the schema to refuse. */
function sharesOf(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const shares = value.split(',').map((part): [string, number] => {
    const [name = '', share = '', ...more] = part.split('=').map((word) => word.trim());
    return [name, share === '' || more.length > 0 ? Number.NaN : Number(share)];
  });
  // A name given twice is for the schema to refuse: as an object it would lose one of the two.
  return new Set(shares.map(([name]) => name)).size === shares.length ? Object.fromEntries(shares) : value;
}

/** Every setting of a build. A flag wins over the config file, which wins over these defaults. */
export const BuildConfig = z.strictObject({
  catalog: texts.default([]),
  format: text.optional(),
  reviews: texts.default([]),
  out: text.optional(),
  family: text.default('ecomagentbench'),
  intents: texts.min(1, 'expected at least one intent, or no such setting for all of them').optional(),
  perIntent: wholeNumber(1).default(10),
  seed: wholeNumber(Number.MIN_SAFE_INTEGER).default(42),
  writer: z.enum(['offline', 'openai', 'replay'], 'expected offline, openai or replay').default('offline'),
  models: ModelsConfig.optional(),
  model: text.optional(),
  judgeModel: text.optional(),
  skipJudge: choice.default(false),
  votes: wholeNumber(1, 25).default(3),
  concurrency: wholeNumber(1, 10_000).default(32),
  requestsPerMinute: wholeNumber(1).optional(),
  tokensPerMinute: wholeNumber(1).optional(),
  batch: choice.default(false),
  batchTail: wholeNumber(0).default(8),
  batchPollSeconds: above0.default(60),
  batchHours: above0.optional(),
  budgetUsd: amount.optional(),
  prices: text.optional(),
  replies: text.default('out/.models/replies.db'),
  workers: wholeNumber(1, 256).optional(),
  executor: z.enum(['threads', 'bullmq'], 'expected threads or bullmq').default('threads'),
  redis: text.optional(),
  maxAnswers: wholeNumber(1).default(1),
  requireNecessity: choice.default(false),
  maxCandidates: wholeNumber(1).optional(),
  language: z.enum(['auto', 'en', 'any'], 'expected auto, en or any').default('auto'),
  splits: z.preprocess(sharesOf, SplitShares).optional(),
  questions: text.optional(),
  adjudications: texts.default([]),
  voucherRates: z
    .strictObject({ capDecides: rate, thresholdDecides: rate }, 'expected capDecides and thresholdDecides')
    .optional(),
  shard: text.optional(),
  dryRun: choice.default(false),
});
export type BuildConfig = z.infer<typeof BuildConfig>;

/** What only a run that asks models takes. */
const MODEL_SETTINGS: readonly (keyof BuildConfig)[] = [
  ...(['models', 'model', 'judgeModel', 'skipJudge', 'votes', 'replies', 'prices', 'budgetUsd'] as const),
  ...(['concurrency', 'requestsPerMinute', 'tokensPerMinute'] as const),
  ...(['batch', 'batchTail', 'batchPollSeconds', 'batchHours'] as const),
];

function textOfConfig(path: string): string {
  if (!existsSync(path))
    throw new ConfigError(`--config names ${path}, which does not exist; give a YAML file or leave the option out`);
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const reason = code === 'EISDIR' ? 'is a folder' : `cannot be read (${code})`;
    throw new ConfigError(`--config names ${path}, which ${reason}; give a YAML file or leave the option out`, {
      cause,
    });
  }
}

function readConfigFile(path: string): Record<string, unknown> {
  const lines = new LineCounter();
  const document = parseDocument(textOfConfig(path), { lineCounter: lines });
  const [error] = document.errors;
  if (error !== undefined) {
    const reason = error.message.split('\n')[0]?.replace(/:$/, '');
    throw new ConfigError(`${path}:${lines.linePos(error.pos[0]).line}: not readable as YAML: ${reason}`);
  }
  let value: unknown;
  try {
    value = document.toJS() ?? {};
  } catch (cause) {
    // Aliases are followed only here: one that leads nowhere, or too many of them.
    throw new ConfigError(`${path}: not readable as YAML: ${(cause as Error).message}`, { cause });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ConfigError(
      `${path}: found a ${Array.isArray(value) ? 'list' : typeof value}, expected settings such as "perIntent: 25"`,
    );
  }
  return value as Record<string, unknown>;
}

interface Given {
  readonly flags: Readonly<Record<string, unknown>>;
  readonly file: Readonly<Record<string, unknown>>;
  readonly configPath: string | undefined;
}

/** Where a setting of the file stands: `build.yaml: models.judge.model`. */
const placeIn = (configPath: string | undefined, keys: readonly PropertyKey[]) =>
  `${configPath}: ${keys.map(String).join('.')}`;

/** What may stand below a key of the file; null where its own message says. */
function knownBelow(parents: readonly PropertyKey[]): { what: string; names: readonly string[] } | null {
  if (parents.length === 0) return { what: 'a setting', names: Object.keys(BuildConfig.shape) };
  if (parents[0] !== 'models') return null;
  return parents.length === 1
    ? { what: 'a role', names: ROLE_NAMES }
    : { what: 'a setting of a role', names: ROLE_SETTINGS };
}

/** What may stand in the place of a name that is unknown, the nearest first. */
function instead(unknown: string, { what, names }: { what: string; names: readonly string[] }): string {
  const nearest = new NearestIds(unknown, names.length);
  for (const name of names) nearest.add(name);
  const [first, ...others] = nearest.ids;
  return `is not ${what}; the nearest is ${first}, the others are ${others.toSorted().join(', ')}`;
}

/** The first thing that is wrong with what was given, as a sentence. */
function complaintAbout({ issues: [issue] }: z.ZodError, { flags, file, configPath }: Given): string {
  const path = issue?.path ?? [];
  const key = String(path[0] ?? '');
  const known = issue?.code === 'unrecognized_keys' ? knownBelow(path) : null;
  if (issue?.code === 'unrecognized_keys' && known !== null) {
    const [unknown = ''] = issue.keys;
    return `${placeIn(configPath, [...path, unknown])} ${instead(unknown, known)}`;
  }
  const expected = issue?.message ?? 'which is not a value it takes';
  if (Object.hasOwn(flags, key)) return `${flagOf(key)} is ${JSON.stringify(flags[key])}, ${expected}`;
  let found: unknown = file;
  for (const step of path) found = (found as Record<PropertyKey, unknown> | undefined)?.[step];
  // What stands in the place of a key's name may be the key.
  const shown = path.at(-1) === 'apiKeyEnv' ? 'something else' : JSON.stringify(found);
  const has = found === undefined ? 'missing' : shown;
  return `${placeIn(configPath, path)} is ${has}, ${expected}`;
}

/** A setting for models that would be passed over without a word. A file may hold them beside `writer: offline`. */
function refuseIdle({ writer }: BuildConfig, { flags, file, configPath }: Given): void {
  if (writer !== 'offline') return;
  const ofModels = (given: Readonly<Record<string, unknown>>) =>
    MODEL_SETTINGS.filter((key) => Object.hasOwn(given, key));
  const chosen = Object.hasOwn(flags, 'writer') || Object.hasOwn(file, 'writer');
  const idle = [
    ...ofModels(flags).map(flagOf),
    ...(chosen ? [] : ofModels(file).map((key) => placeIn(configPath, [key]))),
  ];
  if (idle.length === 0) return;
  const [are, them] = idle.length === 1 ? ['is', 'it'] : ['are', 'them'];
  throw new ConfigError(
    `${idle.join(' and ')} ${are} for runs that ask language models, which the offline writer does not; add --writer openai, or leave ${them} out`,
  );
}

/** The settings of a build from its flags and, where one is named, its config file. */
export function buildConfigOf(flags: Readonly<Record<string, unknown>>, configPath?: string): BuildConfig {
  const file = configPath === undefined ? {} : readConfigFile(configPath);
  const given = {
    flags: Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined)),
    file,
    configPath,
  };
  const parsed = BuildConfig.safeParse({ ...file, ...given.flags });
  if (!parsed.success) throw new ConfigError(complaintAbout(parsed.error, given));
  refuseIdle(parsed.data, given);
  return parsed.data;
}
