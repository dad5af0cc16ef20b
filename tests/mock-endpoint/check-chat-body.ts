import { type ApiError, invalidRequest } from './api-error.ts';
import { type ChatBody, type CountTokens, outputLimitOf, promptTokensOf, textOf } from './chat-body.ts';
import type { Trouble } from './fault-kinds.ts';
import { strictSchemaProblem } from './strict-schema.ts';

/** A parameter, or a value of it, that the endpoint does not know. */
export type Refusal = 'json_schema' | 'json_object' | 'temperature' | 'max_tokens' | 'max_completion_tokens';

export interface ChatRules {
  /** Of the model that is asked. */
  readonly refuses: (model: string) => readonly Refusal[];
  /** Null where any model will do. */
  readonly models: readonly string[] | null;
  readonly checksSchemas: boolean;
  /** Prompt and output together; null where there is no limit. */
  readonly contextTokens: number | null;
  readonly countTokens: CountTokens;
}

export interface Problem {
  readonly trouble: Trouble;
  readonly error: ApiError;
}

const invalid = (...words: Parameters<typeof invalidRequest>): Problem => ({
  trouble: 'invalid_request',
  error: invalidRequest(...words),
});

/** What keeps the endpoint from asking its model, or null where the body is a request it can answer. */
export function problemWith(value: unknown, rules: ChatRules): Problem | null {
  if (!isChatBody(value)) {
    return invalid("Missing or invalid: 'model' has to be a string and 'messages' a list of messages.", 'messages');
  }
  if ('stream' in value && value.stream === true) return invalid('This endpoint does not stream.', 'stream');
  const { model } = value;
  if (rules.models !== null && !rules.models.includes(model)) return unknownModel(model);
  return refusedParameter(value, rules.refuses(model)) ?? formatProblem(value, rules) ?? contextProblem(value, rules);
}

function isChatBody(value: unknown): value is ChatBody {
  if (typeof value !== 'object' || value === null) return false;
  const { model, messages } = value as Partial<ChatBody>;
  return typeof model === 'string' && Array.isArray(messages) && messages.length > 0;
}

export function unknownModel(model: string): Problem {
  const message = `The model \`${model}\` does not exist or you do not have access to it.`;
  return {
    trouble: 'unknown_model',
    error: { ...invalidRequest(message, null, 'model_not_found'), status: 404 },
  };
}

export function contextTooLong(limit: number, tokens: number): Problem {
  const message = `This model's maximum context length is ${limit} tokens. However, your messages resulted in ${tokens} tokens. Please reduce the length of the messages.`;
  return { trouble: 'context_length', error: invalidRequest(message, 'messages', 'context_length_exceeded') };
}

function refusedParameter(body: ChatBody, refuses: readonly Refusal[]): Problem | null {
  const { temperature, max_tokens, max_completion_tokens, response_format: format } = body;
  const refused = (refusal: Refusal, ...words: Parameters<typeof invalidRequest>): Problem => ({
    trouble: `refused_${refusal}`,
    error: invalidRequest(...words),
  });
  if (max_tokens != null && max_completion_tokens != null) {
    return invalid("Setting 'max_tokens' and 'max_completion_tokens' at the same time is not supported.", 'max_tokens');
  }
  for (const refusal of refuses) {
    if (refusal === 'temperature' && temperature != null && temperature !== 1) {
      const message = `Unsupported value: 'temperature' does not support ${temperature} with this model. Only the default (1) value is supported.`;
      return refused(refusal, message, 'temperature', 'unsupported_value');
    }
    if ((refusal === 'max_tokens' || refusal === 'max_completion_tokens') && body[refusal] != null) {
      const other = refusal === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens';
      const message = `Unsupported parameter: '${refusal}' is not supported with this model. Use '${other}' instead.`;
      return refused(refusal, message, refusal, 'unsupported_parameter');
    }
    if (refusal === format?.type) {
      // OpenAI leaves `param` out for schemas; only the message names the parameter.
      const param = refusal === 'json_schema' ? null : 'response_format';
      const message = `Invalid parameter: 'response_format' of type '${refusal}' is not supported with this model.`;
      return refused(refusal, message, param);
    }
  }
  return null;
}

function formatProblem({ response_format: format, messages }: ChatBody, rules: ChatRules): Problem | null {
  if (format?.type === 'json_object' && !messages.some((message) => /json/i.test(textOf(message)))) {
    const message =
      "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.";
    return invalid(message, 'messages');
  }
  if (format?.type !== 'json_schema') return null;
  const { name, strict, schema } = format.json_schema ?? {};
  if (!/^[\w-]{1,64}$/.test(name ?? '')) {
    return invalid(`Invalid 'response_format.json_schema.name': "${name}".`, 'response_format.json_schema.name');
  }
  const problem = strict === true && rules.checksSchemas ? strictSchemaProblem(schema) : null;
  if (problem === null) return null;
  return invalid(`Invalid schema for response_format '${name}': ${problem}`, 'response_format', 'invalid_json_schema');
}

function contextProblem(body: ChatBody, { contextTokens, countTokens }: ChatRules): Problem | null {
  if (contextTokens === null) return null;
  const tokens = promptTokensOf(body, countTokens) + (outputLimitOf(body) ?? 0);
  return tokens > contextTokens ? contextTooLong(contextTokens, tokens) : null;
}
