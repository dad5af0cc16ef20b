import type { NamedModels, RoleSettings } from '../../models/index.ts';
import { ConfigError } from '../../schemas/errors.ts';
import { REQUESTS_AT_ONCE, TRIES, VOTES } from '../defaults.ts';
import { endpointIn, type ModelLimitOptions } from '../model-limits.ts';
import { type FlagOptions, type TextOptions, wholeOption } from '../option-values.ts';

/** Options of the models that propose words and solve clues. */
export type ProposingOptions = ModelLimitOptions &
  TextOptions<'writer' | 'model' | 'judgeModel' | 'votes' | 'values' | 'concurrency'> &
  FlagOptions<'batch'>;

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
  'batch',
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

/** Eight values with five clues each, in JSON. */
const WRITER_TOKENS = 4000;
const SOLVER_TOKENS = 200;

export const votesOf = ({ votes }: ProposingOptions): number => wholeOption('votes', votes) ?? VOTES;

/** The most requests at once. */
export const concurrencyOf = ({ concurrency }: ProposingOptions): number =>
  wholeOption('concurrency', concurrency) ?? REQUESTS_AT_ONCE;

/** The models that are asked for a lexicon: one proposes, and another solves where one is named. */
export function namedModels(options: ProposingOptions, env = process.env): NamedModels {
  const model = options.model ?? env.OPENAI_MODEL?.trim();
  if (model === undefined || model === '')
    throw new ConfigError('the lexicon writer has no model; name one with --model or OPENAI_MODEL');
  const endpoint = endpointIn(env);
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
