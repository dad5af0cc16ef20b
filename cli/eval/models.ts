import { resolve } from 'node:path';
import {
  type NamedModels,
  type OpenedModels,
  Prices,
  prepareModels,
  REPLY_STORE,
  type RoleEndpoint,
  type RoleSettings,
} from '../../models/index.ts';
import { ConfigError } from '../../schemas/errors.ts';
import type { EpisodeRole } from '../../schemas/model.ts';

/** What an evaluation says of models. */
export interface ModelOptions {
  readonly model?: string | undefined;
  readonly prompt?: string | undefined;
  readonly temperature?: string | undefined;
  readonly maxOutputTokens?: string | undefined;
  readonly replies?: string | undefined;
  readonly replay?: boolean | undefined;
  readonly budgetUsd?: string | undefined;
  readonly maxCalls?: string | undefined;
  readonly requestsPerMinute?: string | undefined;
  readonly tokensPerMinute?: string | undefined;
  readonly prices?: string | undefined;
}

/** The models of an evaluation, open, and what decides the replies of each role. */
export interface EvalModels {
  readonly opened: OpenedModels;
  readonly roles: Readonly<Partial<Record<EpisodeRole, RoleSettings>>>;
  readonly prices: Prices;
  readonly warnings: readonly string[];
}

/** Agents are asked as the paper asks them, shoppers with some variety, graders with none. */
const TEMPERATURES: Readonly<Record<EpisodeRole, number>> = { agent: 1, shopper: 0.7, grader: 0 };
const OPENAI = 'https://api.openai.com/v1';
const KEY = 'OPENAI_API_KEY';
const TRIES = 3;
const TIMEOUT_MS = 120_000;
const MOST_UNUSABLE = 20;

const numberOption = (name: string, given: string | undefined, most: number): number | undefined => {
  if (given === undefined) return undefined;
  const number = Number(given);
  if (given.trim() !== '' && number >= 0 && number <= most) return number;
  throw new ConfigError(
    `--${name} is "${given}", expected a number from 0${most === Number.POSITIVE_INFINITY ? ' up' : ` to ${most}`}`,
  );
};

/** Opens the models that some roles are played by; a ConfigError where a key, an address or a price is missing. */
export function openEvalModels(
  models: Readonly<Partial<Record<EpisodeRole, string>>>,
  options: ModelOptions,
  {
    folder,
    concurrency,
    signal,
    onTrouble,
  }: { folder: string; concurrency: number; signal: AbortSignal; onTrouble(sentence: string): void },
): EvalModels {
  const temperature = numberOption('temperature', options.temperature, 2);
  const roles: Partial<Record<EpisodeRole, RoleSettings>> = {};
  const endpoints: Partial<Record<EpisodeRole, RoleEndpoint>> = {};
  const baseUrl = process.env.OPENAI_BASE_URL?.trim() || OPENAI;
  for (const [role, model] of Object.entries(models) as [EpisodeRole, string][]) {
    roles[role] = {
      model,
      temperature: role === 'agent' ? (temperature ?? TEMPERATURES.agent) : TEMPERATURES[role],
      maxOutputTokens: whole('max-output-tokens', options.maxOutputTokens) ?? 2000,
      tries: TRIES,
    };
    endpoints[role] = { baseUrl, apiKeyEnv: KEY, timeoutMs: TIMEOUT_MS };
  }
  const named: NamedModels = { roles, endpoints };
  const prepared = prepareModels({
    resolved: named,
    writer: options.replay === true ? 'replay' : 'openai',
    replies: options.replies ?? REPLY_STORE,
    run: resolve(folder),
    limits: {
      concurrency,
      requestsPerMinute: whole('requests-per-minute', options.requestsPerMinute) ?? null,
      tokensPerMinute: whole('tokens-per-minute', options.tokensPerMinute) ?? null,
    },
    budgetUsd: numberOption('budget-usd', options.budgetUsd, Number.POSITIVE_INFINITY) ?? null,
    maxCalls: whole('max-calls', options.maxCalls) ?? null,
    breaker: { maxUnusable: MOST_UNUSABLE, minPassing: 0 },
    prices: options.prices,
    env: process.env,
    signal,
    onTrouble,
  });
  return { opened: prepared.open(), roles, prices: Prices.read(options.prices), warnings: prepared.warnings };
}

function whole(name: string, given: string | undefined): number | undefined {
  if (given === undefined || /^[1-9]\d*$/.test(given)) return given === undefined ? undefined : Number(given);
  throw new ConfigError(`--${name} is "${given}", expected a whole number from 1 up`);
}
