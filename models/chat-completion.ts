import { isRecord } from '../schemas/json.ts';
import type { Message, ModelReply, ModelRequest, Usage } from '../schemas/model.ts';

/** The way one model of one endpoint wants to be asked, as far as its refusals have taught. */
export interface Dialect {
  readonly format: 'json_schema' | 'json_object' | 'plain';
  readonly temperature: 'sent' | 'left out';
  readonly limit: 'max_tokens' | 'max_completion_tokens';
  readonly system: 'apart' | 'joined';
}
export type Parameter = keyof Dialect;

/** `max_tokens` first: endpoints that want the other name say so, some that want this one ignore the other silently. */
export const FIRST_DIALECT: Dialect = {
  format: 'json_schema',
  temperature: 'sent',
  limit: 'max_tokens',
  system: 'apart',
};

const NEXT: { readonly [P in Parameter]: Partial<Record<Dialect[P], Dialect[P]>> } = {
  format: { json_schema: 'json_object', json_object: 'plain' },
  temperature: { sent: 'left out' },
  limit: { max_tokens: 'max_completion_tokens' },
  system: { apart: 'joined' },
};

/** The dialect to try after this parameter was refused, null where there is none left. */
export function without(dialect: Dialect, parameter: Parameter): Dialect | null {
  const steps: Partial<Record<string, string>> = NEXT[parameter];
  const next = steps[dialect[parameter]];
  return next === undefined ? null : { ...dialect, [parameter]: next };
}

interface ChatBody {
  readonly model: string;
  readonly messages: readonly (Message | ReturnType<typeof sentMessage>)[];
  readonly [parameter: string]: unknown;
}

/** A message as endpoints take it: a text, or parts where there are pictures. */
function sentMessage({ role, content, images = [] }: Message) {
  if (images.length === 0) return { role, content };
  const pictures = images.map((url) => ({ type: 'image_url' as const, image_url: { url } }));
  return { role, content: [{ type: 'text' as const, text: content }, ...pictures] };
}

/** The first of them says what all of them say where system messages are refused. */
function joined(messages: readonly Message[]): Message[] {
  const system = messages.filter(({ role }) => role === 'system').map(({ content }) => content);
  const rest = messages.filter(({ role }) => role !== 'system');
  if (system.length === 0) return rest;
  const [first, ...others] = rest;
  if (first?.role !== 'user') return [{ role: 'user', content: system.join('\n\n') }, ...rest];
  return [{ ...first, content: [...system, first.content].join('\n\n') }, ...others];
}

/** Tells in words what `json_schema` would have enforced; JSON mode also demands that the word JSON is there. */
function withSchemaInWords(messages: readonly Message[], json: unknown): Message[] {
  const words = `Reply with one JSON object that fits this JSON Schema, and nothing else:\n${JSON.stringify(json)}`;
  const place = messages.findLastIndex(({ role }) => role === 'user');
  if (place < 0) return [...messages, { role: 'user', content: words }];
  return messages.map((message, index) =>
    index === place ? { ...message, content: `${message.content}\n\n${words}` } : message,
  );
}

function formatOf({ schema }: ModelRequest, { format }: Dialect): Record<string, unknown> {
  if (schema === null || format === 'plain') return {};
  if (format === 'json_object') return { response_format: { type: 'json_object' } };
  return {
    response_format: { type: 'json_schema', json_schema: { name: schema.name, strict: true, schema: schema.json } },
  };
}

/** A request in the words its endpoint understands. */
export function bodyOf(request: ModelRequest, dialect: Dialect): ChatBody {
  const { model, schema, parameters } = request;
  const { temperature, max_output_tokens } = parameters;
  const told =
    schema === null || dialect.format === 'json_schema'
      ? request.messages
      : withSchemaInWords(request.messages, schema.json);
  return {
    model,
    messages: (dialect.system === 'joined' ? joined(told) : told).map(sentMessage),
    ...(temperature === null || dialect.temperature === 'left out' ? {} : { temperature }),
    [dialect.limit]: max_output_tokens,
    ...formatOf(request, dialect),
  };
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

/** Content is a text; some endpoints send a list of parts of which the text parts are the reply. */
function textIn(content: unknown): string | null {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return content === null || content === undefined ? '' : null;
  return content.map((part) => (isRecord(part) && typeof part.text === 'string' ? part.text : '')).join('');
}

function finishOf(reason: unknown): ModelReply['finish'] {
  if (reason === 'stop' || reason === 'length') return reason;
  return reason === 'content_filter' ? 'refusal' : 'other';
}

/** The tokens a body counts, null where it does not. */
export function usageIn(body: unknown): Usage | null {
  const usage = isRecord(body) ? body.usage : null;
  if (!isRecord(usage) || !isCount(usage.prompt_tokens) || !isCount(usage.completion_tokens)) return null;
  return { input_tokens: usage.prompt_tokens, output_tokens: usage.completion_tokens };
}

/** The reply in the body of a chat completion, whatever it says; null where the body holds none. */
export function replyIn(body: unknown, askedModel: string): ModelReply | null {
  const choice = isRecord(body) && Array.isArray(body.choices) ? body.choices[0] : null;
  const message = isRecord(choice) ? choice.message : null;
  if (!isRecord(body) || !isRecord(choice) || !isRecord(message)) return null;
  const model = typeof body.model === 'string' ? body.model : askedModel;
  const usage = usageIn(body);
  if (typeof message.refusal === 'string' && message.refusal !== '')
    return { text: message.refusal, finish: 'refusal', model, usage };
  const text = textIn(message.content);
  return text === null ? null : { text, finish: finishOf(choice.finish_reason), model, usage };
}
