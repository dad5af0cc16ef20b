import { resolve } from 'node:path';
import { type ModelsSettings, type NamedModels, REPLY_STORE, type RoleSettings } from '../../models/index.ts';
import { ConfigError } from '../../schemas/errors.ts';

/** What is said of the models that propose words and solve clues. */
export interface ProposingOptions {
  readonly writer?: string | undefined;
  readonly model?: string | undefined;
  readonly judgeModel?: string | undefined;
  readonly votes?: string | undefined;
  readonly values?: string | undefined;
  readonly replies?: string | undefined;
  readonly budgetUsd?: string | undefined;
  readonly maxCalls?: string | undefined;
  readonly prices?: string | undefined;
  readonly concurrency?: string | undefined;
  readonly requestsPerMinute?: string | undefined;
  readonly tokensPerMinute?: string | undefined;
}

/** The options that say something of models, and nothing where none is asked. */
const OF_MODELS = [
  'model',
  'judgeModel',
  'votes',
  'values',
  'replies',
  'budgetUsd',
  'maxCalls',
  'prices',
  'concurrency',
  'requestsPerMinute',
  'tokensPerMinute',
] as const satisfies readonly (keyof ProposingOptions)[];

const flagOf = (name: string) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** Whoever proposes; null where the tables and the catalog alone say what is known. */
export function writerOf(options: ProposingOptions): 'openai' | 'replay' | null {
  const { writer } = options;
  if (writer !== undefined && writer !== 'openai' && writer !== 'replay')
    throw new ConfigError(
      `--writer is "${writer}", expected openai (a model proposes) or replay (its recorded replies)`,
    );
  const idle = OF_MODELS.find((name) => options[name] !== undefined);
  if (writer === undefined && idle !== undefined)
    throw new ConfigError(`${flagOf(idle)} is about models, and none is asked; add --writer openai, or leave it out`);
  return writer ?? null;
}

const VOTES = 3;
const CONCURRENCY = 32;
const TRIES = 3;
const TIMEOUT_MS = 120_000;
const MOST_UNUSABLE = 20;
const OPENAI = 'https://api.openai.com/v1';
const KEY = 'OPENAI_API_KEY';
/** Eight values with five clues each, in JSON. */
const WRITER_TOKENS = 4000;
const SOLVER_TOKENS = 200;

export const votesOf = ({ votes }: ProposingOptions): number => whole('votes', votes) ?? VOTES;
export const wholeOf = whole;

function whole(name: string, given: string | undefined): number | undefined {
  if (given === undefined || /^[1-9]\d*$/.test(given)) return given === undefined ? undefined : Number(given);
  throw new ConfigError(`--${name} is "${given}", expected a whole number from 1 up`);
}

function dollars(given: string | undefined): number | null {
  if (given === undefined) return null;
  const number = Number(given);
  if (given.trim() !== '' && number >= 0 && number < Number.POSITIVE_INFINITY) return number;
  throw new ConfigError(`--budget-usd is "${given}", expected a number from 0 up`);
}

/** The models that are asked for a lexicon: one proposes, and another solves where one is named. */
export function namedModels(options: ProposingOptions, env = process.env): NamedModels {
  const model = options.model ?? env.OPENAI_MODEL?.trim();
  if (model === undefined || model === '')
    throw new ConfigError('the lexicon writer has no model; name one with --model or OPENAI_MODEL');
  const endpoint = { baseUrl: env.OPENAI_BASE_URL?.trim() || OPENAI, apiKeyEnv: KEY, timeoutMs: TIMEOUT_MS };
  const writer: RoleSettings = { model, temperature: 0.8, maxOutputTokens: WRITER_TOKENS, tries: TRIES };
  const solver: RoleSettings = {
    ...{ model: options.judgeModel ?? model, temperature: 0 },
    ...{ maxOutputTokens: SOLVER_TOKENS, tries: TRIES },
  };
  return {
    roles: { lexicon_writer: writer, blind_solver: solver },
    endpoints: { lexicon_writer: endpoint, blind_solver: endpoint },
  };
}

/** All that preparing the models takes; `run` names the lexicon in the store, where earlier starts count to its budget. */
export function modelsSettings(
  options: ProposingOptions,
  resolved: NamedModels,
  { run, writer, signal, onTrouble }: Pick<ModelsSettings, 'run' | 'writer' | 'signal' | 'onTrouble'>,
): ModelsSettings {
  return {
    resolved,
    writer,
    replies: options.replies ?? REPLY_STORE,
    run: resolve(run),
    limits: {
      concurrency: whole('concurrency', options.concurrency) ?? CONCURRENCY,
      requestsPerMinute: whole('requests-per-minute', options.requestsPerMinute) ?? null,
      tokensPerMinute: whole('tokens-per-minute', options.tokensPerMinute) ?? null,
    },
    budgetUsd: dollars(options.budgetUsd),
    maxCalls: whole('max-calls', options.maxCalls) ?? null,
    breaker: { maxUnusable: MOST_UNUSABLE, minPassing: 0 },
    prices: options.prices,
    env: process.env,
    signal,
    onTrouble,
  };
}
