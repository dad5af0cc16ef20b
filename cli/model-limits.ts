import { resolve } from 'node:path';
import { type ModelsSettings, type NamedModels, REPLY_STORE, type RoleEndpoint } from '../models/index.ts';
import { MOST_UNUSABLE, REPLY_MS } from './defaults.ts';
import { dollarsOption, type TextOptions, wholeOption } from './option-values.ts';

/** Options of commands that ask models, whatever for. */
export type ModelLimitOptions = TextOptions<
  'replies' | 'budgetUsd' | 'maxCalls' | 'requestsPerMinute' | 'tokensPerMinute' | 'prices'
>;

const OPENAI = 'https://api.openai.com/v1';
const KEY = 'OPENAI_API_KEY';

/** Endpoint of models that no config names. */
export const endpointIn = (env: NodeJS.ProcessEnv): RoleEndpoint => ({
  baseUrl: env.OPENAI_BASE_URL?.trim() || OPENAI,
  apiKeyEnv: KEY,
  timeoutMs: REPLY_MS,
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
  budgetUsd: dollarsOption('budget-usd', options.budgetUsd) ?? null,
  maxCalls: wholeOption('max-calls', options.maxCalls) ?? null,
  breaker: { maxUnusable: MOST_UNUSABLE, minPassing: 0 },
  prices: options.prices,
  env: process.env,
});
