import { resolve } from 'node:path';
import { type ModelsSettings, type NamedModels, REPLY_STORE, type RoleEndpoint } from '../models/index.ts';
import { ConfigError } from '../schemas/errors.ts';

/** Options of commands that ask models, whatever for. */
export interface ModelLimitOptions {
  readonly replies?: string | undefined;
  readonly budgetUsd?: string | undefined;
  readonly maxCalls?: string | undefined;
  readonly requestsPerMinute?: string | undefined;
  readonly tokensPerMinute?: string | undefined;
  readonly prices?: string | undefined;
}

const OPENAI = 'https://api.openai.com/v1';
const KEY = 'OPENAI_API_KEY';
const TIMEOUT_MS = 120_000;
const MOST_UNUSABLE = 20;
/** Most times a role is asked until it sends something usable. */
export const TRIES = 3;

/** A whole number that an option gives; undefined where it is left out. */
export function wholeOption(name: string, given: string | undefined): number | undefined {
  if (given === undefined || /^[1-9]\d*$/.test(given)) return given === undefined ? undefined : Number(given);
  throw new ConfigError(`--${name} is "${given}", expected a whole number from 1 up`);
}

/** A number that an option gives; undefined where it is left out. */
export function numberOption(name: string, given: string | undefined, most?: number): number | undefined {
  if (given === undefined) return undefined;
  const number = Number(given);
  if (given.trim() !== '' && number >= 0 && Number.isFinite(number) && number <= (most ?? number)) return number;
  throw new ConfigError(
    `--${name} is "${given}", expected a number from 0${most === undefined ? ' up' : ` to ${most}`}`,
  );
}

/** Endpoint of models that no config names. */
export const endpointIn = (env: NodeJS.ProcessEnv): RoleEndpoint => ({
  baseUrl: env.OPENAI_BASE_URL?.trim() || OPENAI,
  apiKeyEnv: KEY,
  timeoutMs: TIMEOUT_MS,
});

/** All that preparing the models takes; `run` names their work in the store, where earlier starts count to its budget. */
export const modelsSettings = (
  options: ModelLimitOptions,
  resolved: NamedModels,
  {
    run,
    concurrency,
    ...others
  }: Pick<ModelsSettings, 'run' | 'writer' | 'signal' | 'onTrouble' | 'batch'> & { readonly concurrency: number },
): ModelsSettings => ({
  ...others,
  resolved,
  replies: options.replies ?? REPLY_STORE,
  run: resolve(run),
  limits: {
    concurrency,
    requestsPerMinute: wholeOption('requests-per-minute', options.requestsPerMinute) ?? null,
    tokensPerMinute: wholeOption('tokens-per-minute', options.tokensPerMinute) ?? null,
  },
  budgetUsd: numberOption('budget-usd', options.budgetUsd) ?? null,
  maxCalls: wholeOption('max-calls', options.maxCalls) ?? null,
  breaker: { maxUnusable: MOST_UNUSABLE, minPassing: 0 },
  prices: options.prices,
  env: process.env,
});
