import { existsSync, readFileSync } from 'node:fs';
import { LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';
import { ConfigError } from '../schemas/errors.ts';

const positive = z.coerce.number().int().positive();

/** Every setting of a build. A flag wins over the config file, which wins over these defaults. */
export const BuildConfig = z.strictObject({
  catalog: z.array(z.string().min(1)).default([]),
  format: z.string().min(1).optional(),
  reviews: z.array(z.string().min(1)).default([]),
  out: z.string().min(1).default('out/sample'),
  family: z.string().min(1).default('ecomagentbench'),
  intents: z.array(z.string().min(1)).optional(),
  perIntent: positive.default(10),
  seed: z.coerce.number().int().default(42),
  writer: z.enum(['offline'], 'expected offline, the only writer of this version').default('offline'),
  workers: positive.max(256).optional(),
  maxAnswers: positive.default(1),
  requireNecessity: z.boolean().default(false),
  maxCandidates: positive.optional(),
  language: z.enum(['auto', 'en', 'any'], 'expected auto, en or any').default('auto'),
  dryRun: z.boolean().default(false),
});
export type BuildConfig = z.infer<typeof BuildConfig>;

/** The command line's name of a setting: perIntent is --per-intent. */
export const flagOf = (key: string) => `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

function readConfigFile(path: string): Record<string, unknown> {
  if (!existsSync(path))
    throw new ConfigError(`--config names ${path}, which does not exist; give a YAML file or leave the option out`);
  const lines = new LineCounter();
  const document = parseDocument(readFileSync(path, 'utf8'), { lineCounter: lines });
  const [error] = document.errors;
  if (error !== undefined) {
    throw new ConfigError(
      `${path}:${lines.linePos(error.pos[0]).line}: not readable as YAML: ${error.message.split('\n')[0]}`,
    );
  }
  const value: unknown = document.toJS() ?? {};
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
  throw new ConfigError(`${place} is ${found}, ${expectationOf(issue)}`);
}

function expectationOf(issue: z.core.$ZodIssue | undefined): string {
  if (issue === undefined) return 'which is not a value it takes';
  if (issue.code === 'too_small')
    return `expected a whole number above ${Number(issue.minimum) - (issue.inclusive ? 1 : 0)}`;
  if (issue.code === 'invalid_type')
    return `expected ${issue.expected === 'int' || issue.expected === 'number' ? 'a whole number' : `a ${issue.expected}`}`;
  return issue.message;
}
