import { z } from 'zod';
import { askFor, filledPrompt, type Prices, PromptFolder, type RoleSettings } from '../../../models/index.ts';
import type { AgentView, Observation, RuleFilter } from '../../../pipeline/episode.ts';
import type { Message, ModelRequest, Models } from '../../../schemas/model.ts';
import { digestOf } from '../../../text/digest.ts';
import { fenced, fencedJson } from '../../../text/fenced-data.ts';
import type { Player } from '../drive.ts';
import { imageUrls, type Look } from '../images.ts';
import type { Spent } from '../record.ts';
import { filterRules, rulesIn, type TakenStep } from './rule-filter.ts';

const NANO = 1_000_000_000;
/** Characters of a result that a model is shown. */
const LONGEST_RESULT = 16_000;

/** A step as the model writes it; the arguments are JSON in a text, for their form differs from tool to tool. */
const stepOf = (tools: readonly [string, ...string[]], say: 'thought' | 'plan') =>
  z.object({
    [say]: z.string(),
    tool: z.enum(tools),
    arguments: z
      .string()
      .describe('a JSON object')
      .transform((text, context): unknown => {
        try {
          return JSON.parse(text.trim() === '' ? '{}' : text) as unknown;
        } catch {
          context.addIssue({ code: 'custom', message: 'is no JSON object in a text' });
          return z.NEVER;
        }
      }),
  });

interface ModelAgentSettings {
  readonly models: Models;
  readonly settings: RoleSettings;
  /** File below `prompts/`. */
  readonly prompt: string;
  readonly prices: Prices;
  /** True where it is sent pictures as images. */
  readonly images: boolean;
  /** The module that picks the rules it is told; null where it reads them for itself. */
  readonly filter: (Omit<RuleFilter, 'prompts'> & { readonly prompt: string }) | null;
}

/** The reference agent: a model that is told the rules, thinks or plans, and calls one tool in each step. */
export class ModelAgent {
  readonly digest: string;
  readonly #given: ModelAgentSettings;
  readonly #prompts = new PromptFolder();
  readonly #say: 'thought' | 'plan';

  constructor(given: ModelAgentSettings) {
    this.#given = given;
    this.#say = given.prompt.includes('plan-and-solve') ? 'plan' : 'thought';
    const { model, temperature, maxOutputTokens, tries } = given.settings;
    const { digest } = this.#prompts.promptOf(given.prompt);
    const seeing = given.images ? { images: true } : {};
    const filtering = given.filter === null ? {} : { filter: this.#prompts.promptOf(given.filter.prompt).digest };
    const asked = { model, temperature, maxOutputTokens, tries, prompt: digest, ...seeing, ...filtering };
    this.digest = digestOf('model agent', asked);
  }

  /** The agent in one episode. Trials are told apart by the attempt, so that each has replies of its own. */
  player(view: AgentView, look: Look, { task, trial }: { readonly task: string; readonly trial: number }): Player {
    const { models, settings, prompt, prices, images, filter } = this.#given;
    const counted = countedModels(models);
    const names = view.tools.map(({ name }) => name) as [string, ...string[]];
    const schema = stepOf(names, this.#say);
    const tools = view.tools.map(({ name, description, input }) => ({ name, description, arguments: input }));
    const blanks = {
      tools: fencedJson('tools', tools),
      steps: String(view.limits.steps),
      request: fenced('request', view.instruction),
    };
    const ask = <T>(name: string, messages: readonly Message[], form: z.ZodType<T>) =>
      askFor(counted.models, {
        ...{ role: 'agent', model: settings.model, name, schema: form, taskId: task, tries: settings.tries },
        parameters: { temperature: settings.temperature, max_output_tokens: settings.maxOutputTokens },
        messages: [...messages],
        attempt: (trial - 1) * settings.tries,
      });
    /** A message with the pictures that stand in it, where the model is sent any. */
    const pictured = async (message: Message, stands: Observation | string): Promise<Message> => {
      const urls = images ? imageUrls(await look(stands)) : [];
      return urls.length === 0 ? message : { ...message, images: urls };
    };
    const begin = async (more: Readonly<Record<string, string>> = {}) => {
      const [system, request] = filledPrompt(this.#prompts.promptOf(prompt), { ...blanks, ...more }) as [
        Message,
        Message,
      ];
      return [system, await pictured(request, view.instruction)];
    };
    let begun: readonly Message[] = [];
    let steps: readonly TakenStep[] = [];
    let taken: Message | null = null;
    let rules: readonly string[] = [];
    let isFiltered = false;

    return {
      next: async (seen) => {
        const results = seen?.results ?? [];
        if (filter !== null && seen === null) return { calls: [{ tool: filter.tool, arguments: {} }] };
        if (filter === null && taken === null) begun = await begin();
        if (filter !== null && taken === null) rules = rulesIn(results[0]?.content);
        else if (taken !== null && seen !== null) {
          // What the module read for itself is no step of the agent's.
          const own = { ...seen, results: isFiltered ? results.slice(1) : results };
          steps = [...steps, { taken, seen: await pictured({ role: 'user', content: shown(own) }, own) }];
        }
        const isNews = taken === null || results.some(({ tool }) => tool === filter?.news);
        const focus =
          filter === null || !isNews
            ? null
            : await filterRules(ask, this.#prompts.promptOf(filter.prompt), {
                rules,
                request: blanks.request,
                steps,
                plans: this.#say === 'plan',
              });
        if (focus !== null) {
          steps = focus.steps;
          begun = await begin(focus.blanks);
        }
        const messages = [...begun, ...steps.flatMap(({ taken: step, seen: brought }) => [step, brought])];
        const { value } = await ask('step', messages, schema);
        const step = value as { readonly tool: string; readonly arguments: unknown };
        taken = { role: 'assistant', content: JSON.stringify({ ...value, arguments: JSON.stringify(step.arguments) }) };
        isFiltered = focus !== null;
        const text = String((value as Record<string, unknown>)[this.#say] ?? '');
        const reads =
          filter === null || focus === null
            ? []
            : [{ tool: filter.tool, arguments: { [filter.ids]: focus.picked.join(', ') } }];
        return { text, calls: [...reads, { tool: step.tool, arguments: step.arguments }] };
      },
      spent: () => counted.spent(settings.model, prices),
    };
  }
}

/** Renders what an agent sees as its next message. */
function shown({ results, note }: Observation): string {
  const parts = results.map(
    ({ tool, content }) => `${tool}:\n${fenced('result', JSON.stringify(content), LONGEST_RESULT)}`,
  );
  return [...parts, ...(note === null ? [] : [note])].join('\n\n') || 'nothing';
}

/** Models that count what they are asked; a reply from the store costs what it cost when it was new. */
function countedModels(models: Models): {
  readonly models: Models;
  spent(model: string, prices: Prices): Spent;
} {
  let calls = 0;
  let input: number | null = 0;
  let output: number | null = 0;
  const asked: Models = {
    async ask(request: ModelRequest, taskId: string) {
      const stored = await models.ask(request, taskId);
      const { usage } = stored.reply;
      calls += 1;
      input = input === null || usage === null ? null : input + usage.input_tokens;
      output = output === null || usage === null ? null : output + usage.output_tokens;
      return stored;
    },
    learn: (verdict) => models.learn?.(verdict),
  };
  return {
    models: asked,
    spent(model, prices) {
      const nano =
        input === null || output === null ? null : prices.costOf(model, { input_tokens: input, output_tokens: output });
      const cost_usd = nano === null ? null : nano / NANO;
      return { model_calls: calls, input_tokens: input, output_tokens: output, cost_usd };
    },
  };
}
