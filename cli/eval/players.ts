import type { EpisodeKind, UserKind } from '../../pipeline/episode.ts';
import { ConfigError } from '../../schemas/errors.ts';
import { ModelAgent } from '../../shopping/episode/agents/model-agent.ts';
import { wholeOption } from '../option-values.ts';
import { type EvalAgent, isOwnAgent, openAgent } from './agents.ts';
import { type EvalModels, openEvalModels } from './models.ts';
import type { EvalOptions } from './options.ts';

/** The model in "model:gpt-4.1"; null where it is none. */
export const modelNamed = (given: string): string | null => /^model:(.+)$/.exec(given)?.[1] ?? null;

/** Players of an episode: the agent, the shopper, and the models behind them. */
export interface Players {
  readonly agent: EvalAgent;
  readonly models: EvalModels | null;
  readonly user: UserKind;
}

/** The module that picks rules for a prompt; null where it has none. */
function filterOf({ ruleFilter }: EpisodeKind, prompt: string) {
  const file = ruleFilter?.prompts[prompt];
  return ruleFilter === undefined || file === undefined ? null : { ...ruleFilter, prompt: file };
}

/** Options that hold for what is asked through our gateway, and for no model that an agent of the user's asks itself. */
const OF_OUR_MODELS = {
  budgetUsd: '--budget-usd',
  maxCalls: '--max-calls',
  tokensPerMinute: '--tokens-per-minute',
  temperature: '--temperature',
  maxOutputTokens: '--max-output-tokens',
  replay: '--replay',
} satisfies Partial<Record<keyof EvalOptions, string>>;

function expectNoModelOptions(agent: string, options: EvalOptions): void {
  if (!isOwnAgent(agent)) return;
  // An endpoint is asked by us, and so often as we are told.
  const ours = agent.startsWith('endpoint:') ? {} : { requestsPerMinute: '--requests-per-minute' };
  const given = Object.entries({ ...OF_OUR_MODELS, ...ours }).find(
    ([option]) => options[option as keyof EvalOptions] !== undefined,
  );
  if (given !== undefined)
    throw new ConfigError(
      `${given[1]} holds for models that eval asks, and "${agent}" asks its own; set it there, and leave ${given[1]} out`,
    );
}

/** Context that models are asked in. */
interface Place {
  /** Names the evaluation in the store of replies. */
  readonly folder: string;
  readonly concurrency: number;
  readonly signal: AbortSignal;
  say(sentence: string): void;
}

/** The agent, and the models that play it, word the shopper or judge opinions. */
export function openPlayers(name: string, kind: EpisodeKind, given: EvalOptions, place: Place): Players {
  const {
    user = 'script',
    grader,
    model = process.env.OPENAI_MODEL,
    prompt = 'react',
    images = false,
    ...options
  } = given;
  const shopper = modelNamed(user);
  if (shopper === null && user !== 'script' && user !== 'published')
    throw new ConfigError(`--user is "${user}", expected script, published or model:<name>`);
  const judge = grader === undefined ? null : modelNamed(grader);
  if (grader !== undefined && judge === null) throw new ConfigError(`--grader is "${grader}", expected model:<name>`);
  if (name === 'openai' && model === undefined)
    throw new ConfigError('the agent has no model; name one with --model or OPENAI_MODEL');
  const promptFile = kind.prompts[prompt];
  if (promptFile === undefined)
    throw new ConfigError(`--prompt is "${prompt}", expected ${Object.keys(kind.prompts).join(' or ')}`);
  const asked = {
    ...(name === 'openai' && model !== undefined ? { agent: model } : {}),
    ...(shopper === null ? {} : { shopper }),
    ...(judge === null ? {} : { grader: judge }),
  };
  const models =
    Object.keys(asked).length === 0
      ? null
      : openEvalModels(asked, options, {
          ...place,
          onTrouble: (sentence) => place.say(`models: ${sentence}`),
        });
  for (const warning of models?.warnings ?? []) place.say(warning);
  if (models === null) expectNoModelOptions(name, options);
  const { agent: settings } = models?.roles ?? {};
  const reference =
    models === null || settings === undefined
      ? null
      : new ModelAgent({
          ...{ models: models.opened.models, settings, prompt: promptFile, prices: models.prices, images },
          filter: filterOf(kind, prompt),
        });
  const apiKey = process.env.OPENAI_API_KEY?.trim() || null;
  const agent = openAgent(name, kind, {
    ...{ reference, referenceName: `${model}-${prompt}${images ? '-images' : ''}`, model, apiKey, images },
    requestsPerMinute: wholeOption('requests-per-minute', options.requestsPerMinute) ?? null,
    signal: place.signal,
  });
  return { agent, models, user: shopper === null ? (user as UserKind) : 'model' };
}
