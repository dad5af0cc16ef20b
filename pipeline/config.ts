import { existsSync, readFileSync } from 'node:fs';
import { LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';
import { ConfigError } from '../schemas/errors.ts';
import { SplitShares } from '../schemas/split.ts';
import { ModelsConfig } from './models/settings.ts';

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
  judge: choice.default(true),
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
  voucherRates: z
    .strictObject({ capDecides: rate, thresholdDecides: rate }, 'expected capDecides and thresholdDecides')
    .optional(),
  dryRun: choice.default(false),
});
export type BuildConfig = z.infer<typeof BuildConfig>;

/** The command line's name of a setting: perIntent is --per-intent. */
export const flagOf = (key: string) => `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

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
  const known = Object.keys(BuildConfig.shape);
  for (const key of Object.keys(value)) {
    if (!known.includes(key))
      throw new ConfigError(`${path}: "${key}" is not a setting; the settings are ${known.join(', ')}`);
  }
  return value as Record<string, unknown>;
}

/** The settings of a build from its flags and, where one is named, its config file. */
export function buildConfigOf(flags: Readonly<Record<string, unknown>>, configPath?: string): BuildConfig {
  const file = configPath === undefined ? {} : readConfigFile(configPath);
  const given = Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined));
  const parsed = BuildConfig.safeParse({ ...file, ...given });
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const key = String(issue?.path[0] ?? '');
  const place = Object.hasOwn(given, key) ? flagOf(key) : `${configPath}: ${key}`;
  const found = JSON.stringify(Object.hasOwn(given, key) ? given[key] : (file as Record<string, unknown>)[key]);
  throw new ConfigError(`${place} is ${found}, ${issue?.message ?? 'which is not a value it takes'}`);
}
