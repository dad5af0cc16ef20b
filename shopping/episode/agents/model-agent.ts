import { z } from 'zod';
import { askFor, filledPrompt, type Prices, PromptFolder, type RoleSettings } from '../../../models/index.ts';
import type { AgentView, Observation } from '../../../pipeline/episode.ts';
import type { Message, ModelRequest, Models } from '../../../schemas/model.ts';
import { digestOf } from '../../../text/digest.ts';
import { fenced, fencedJson } from '../../../text/fence.ts';
import type { Player, Spent } from '../drive.ts';
import { imageUrls, type Look } from '../images.ts';

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
    this.digest = digestOf('model agent', { model, temperature, maxOutputTokens, tries, prompt: digest, ...seeing });
  }

  /** The agent in one episode. Trials are told apart by the attempt, so that each has replies of its own. */
  player(view: AgentView, look: Look, { task, trial }: { readonly task: string; readonly trial: number }): Player {
    const { models, settings, prompt, prices, images } = this.#given;
    const counted = countedModels(models);
    const names = view.tools.map(({ name }) => name) as [string, ...string[]];
    const schema = stepOf(names, this.#say);
    const tools = view.tools.map(({ name, description, input }) => ({ name, description, arguments: input }));
    const messages: Message[] = filledPrompt(this.#prompts.promptOf(prompt), {
      tools: fencedJson('tools', tools),
      steps: String(view.limits.steps),
      request: fenced('request', view.instruction),
    });
    return {
      next: async (seen) => {
        if (seen !== null) messages.push({ role: 'user', content: shown(seen) });
        const urls = images ? imageUrls(await look(seen ?? view.instruction)) : [];
        const last = messages.pop() as Message;
        messages.push(urls.length === 0 ? last : { ...last, images: urls });
        const { value } = await askFor(counted.models, {
          role: 'agent',
          model: settings.model,
          parameters: { temperature: settings.temperature, max_output_tokens: settings.maxOutputTokens },
          messages: [...messages],
          name: 'step',
          schema,
          taskId: task,
          attempt: (trial - 1) * settings.tries,
          tries: settings.tries,
        });
        const step = value as { readonly tool: string; readonly arguments: unknown };
        messages.push({
          role: 'assistant',
          content: JSON.stringify({ ...value, arguments: JSON.stringify(step.arguments) }),
        });
        const text = String((value as Record<string, unknown>)[this.#say] ?? '');
        return { text, calls: [{ tool: step.tool, arguments: step.arguments }] };
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
      return {
        modelCalls: calls,
        inputTokens: input,
        outputTokens: output,
        costUsd: nano === null ? null : nano / NANO,
      };
    },
  };
}
