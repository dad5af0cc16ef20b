import { z } from 'zod';
import type { AgentView, Observation } from '../../../pipeline/episode.ts';
import { jsonOrText } from '../../../schemas/json.ts';
import type { AgentTurn, Player } from '../drive.ts';
import { imageParts, type Look } from '../images.ts';
import { issueText } from '../issue-text.ts';
import type { Spent } from '../record.ts';
import { requestMessages } from '../request.ts';
import { functionsOf } from '../tool.ts';
import type { AgentEndpoint } from './endpoint-client.ts';

/** Words of a message: a string, or a list of parts as reasoning models send them. */
const Words = z
  .union([z.string(), z.array(z.looseObject({ type: z.string(), text: z.string().nullish() }))])
  .transform((words) =>
    typeof words === 'string' ? words : words.map(({ type, text }) => (type === 'text' ? (text ?? '') : '')).join(''),
  );

/** A chat completion, with what servers leave out or write in another form of their own. */
const Reply = z.looseObject({
  choices: z
    .array(
      z.looseObject({
        message: z.looseObject({
          content: Words.nullish(),
          tool_calls: z
            .array(
              z.looseObject({
                id: z.string().nullish(),
                function: z.looseObject({
                  name: z.string(),
                  arguments: z.union([z.string(), z.record(z.string(), z.unknown())]).nullish(),
                }),
              }),
            )
            .nullish(),
        }),
      }),
    )
    .min(1),
  usage: z.looseObject({ prompt_tokens: z.int(), completion_tokens: z.int() }).nullish().catch(null),
});

/** The calls of a message in the form that it is sent back in: each under an id, its arguments as text. */
const callsIn = (calls: z.infer<typeof Reply>['choices'][number]['message']['tool_calls'], turn: number) =>
  (calls ?? []).map(({ id, function: { arguments: given, ...named }, ...call }, at) => ({
    ...call,
    type: 'function',
    id: id || `call_${turn}_${at + 1}`,
    function: { ...named, arguments: typeof given === 'string' ? given : JSON.stringify(given ?? {}) },
  }));

interface EndpointSettings {
  readonly endpoint: Pick<AgentEndpoint, 'complete'>;
  readonly model: string;
  /** Names the episode to the endpoint: some keep a state for each. */
  readonly session: string;
}

/**
 * An agent behind an OpenAI-compatible endpoint: it is sent the conversation with the tools as functions, and what it calls is
 * carried out. The conversation is the request and the results, no words of ours. Pictures come in a message behind them:
 * results of functions are texts.
 */
export class EndpointPlayer implements Player {
  readonly #settings: EndpointSettings;
  readonly #instruction: string;
  readonly #messages: object[];
  readonly #tools: object[];
  readonly #look: Look;
  #calls = 0;
  #input: number | null = 0;
  #output: number | null = 0;
  #obstacle: string | null = null;

  constructor(settings: EndpointSettings, view: AgentView, look: Look) {
    this.#settings = settings;
    this.#messages = requestMessages(view);
    this.#tools = functionsOf(view.tools);
    this.#look = look;
    this.#instruction = view.instruction;
  }

  async next(seen: Observation | null): Promise<AgentTurn | null> {
    if (seen !== null) this.#take(seen);
    const images = await this.#look(seen ?? this.#instruction);
    if (images.length > 0) this.#messages.push({ role: 'user', content: imageParts(images) });
    const reply = Reply.safeParse(await this.#ask());
    if (!reply.success) throw new Error(`the endpoint sent no chat completion: ${issueText(reply.error)}`);
    const { choices, usage } = reply.data;
    const message = choices[0]?.message;
    this.#calls += 1;
    this.#input = usage == null || this.#input === null ? null : this.#input + usage.prompt_tokens;
    this.#output = usage == null || this.#output === null ? null : this.#output + usage.completion_tokens;
    const calls = callsIn(message?.tool_calls, this.#calls);
    this.#messages.push({
      role: 'assistant',
      content: message?.content ?? null,
      ...(calls.length === 0 ? {} : { tool_calls: calls }),
    });
    return {
      ...(message?.content == null ? {} : { text: message.content }),
      calls: calls.map(({ id, function: { name, arguments: text } }) => ({
        id,
        tool: name,
        // What is no JSON is passed on, for the tool to say so.
        arguments: jsonOrText(text === '' ? '{}' : text),
      })),
    };
  }

  obstacle(): string | null {
    return this.#obstacle;
  }

  spent(): Spent {
    return { model_calls: this.#calls, input_tokens: this.#input, output_tokens: this.#output, cost_usd: null };
  }

  /** Every call is answered, also the ones that were not carried out: endpoints insist on it. */
  #take({ results, note }: Observation): void {
    const last = this.#messages.at(-1) as { tool_calls?: { id: string }[] };
    for (const { id } of last.tool_calls ?? []) {
      const result = results.find((one) => one.id === id);
      const content = result === undefined ? { error: 'not carried out' } : result.content;
      this.#messages.push({ role: 'tool', tool_call_id: id, content: JSON.stringify(content) });
    }
    if (note !== null) this.#messages.push({ role: 'user', content: note });
  }

  #ask(): Promise<unknown> {
    const { endpoint, model, session } = this.#settings;
    return endpoint.complete({ model, messages: this.#messages, tools: this.#tools, user: session }, (obstacle) => {
      this.#obstacle = obstacle;
    });
  }
}
