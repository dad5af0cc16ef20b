import {
  type NamedModels,
  type OpenedModels,
  Prices,
  prepareModels,
  type RoleEndpoint,
  type RoleSettings,
} from '../../models/index.ts';
import type { EpisodeRole } from '../../schemas/model.ts';
import { TRIES } from '../defaults.ts';
import { endpointIn, type ModelLimitOptions, modelsSettings } from '../model-limits.ts';
import { type FlagOptions, numberOption, type TextOptions, wholeOption } from '../option-values.ts';

export type ModelOptions = ModelLimitOptions &
  TextOptions<'model' | 'prompt' | 'temperature' | 'maxOutputTokens'> &
  FlagOptions<'replay'>;

/** The models of an evaluation, open, and what decides the replies of each role. */
export interface EvalModels {
  readonly opened: OpenedModels;
  readonly roles: Readonly<Partial<Record<EpisodeRole, RoleSettings>>>;
  readonly prices: Prices;
  readonly warnings: readonly string[];
}

/** Agents are asked as the paper asks them, shoppers with some variety, graders with none. */
const TEMPERATURES: Readonly<Record<EpisodeRole, number>> = { agent: 1, shopper: 0.7, grader: 0 };

/** Opens the models that some roles are played by; a ConfigError where a key, an address or a price is missing. */
export function openEvalModels(
  models: Readonly<Partial<Record<EpisodeRole, string>>>,
  options: ModelOptions,
  {
    folder,
    ...others
  }: { folder: string; concurrency: number; signal: AbortSignal; onTrouble(sentence: string): void },
): EvalModels {
  const temperature = numberOption('temperature', options.temperature, 2);
  const roles: Partial<Record<EpisodeRole, RoleSettings>> = {};
  const endpoints: Partial<Record<EpisodeRole, RoleEndpoint>> = {};
  for (const [role, model] of Object.entries(models) as [EpisodeRole, string][]) {
    roles[role] = {
      model,
      temperature: role === 'agent' ? (temperature ?? TEMPERATURES.agent) : TEMPERATURES[role],
      maxOutputTokens: wholeOption('max-output-tokens', options.maxOutputTokens) ?? 2000,
      tries: TRIES,
    };
    endpoints[role] = endpointIn(process.env);
  }
  const named: NamedModels = { roles, endpoints };
  const writer = options.replay === true ? 'replay' : 'openai';
  const prepared = prepareModels(modelsSettings(options, named, { ...others, writer, run: folder }));
  return { opened: prepared.open(), roles, prices: Prices.read(options.prices), warnings: prepared.warnings };
}
