import { type ChatBody, type CountTokens, outputLimitOf, promptTokensOf } from './chat-body.ts';
import type { Said } from './content-faults.ts';

export interface Usage {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly total_tokens: number;
}

/** A chat completion as the API writes it; its text ends where the request's limit on tokens does. */
export function completion(
  body: ChatBody,
  said: Said,
  details: { number: number; created: number; countTokens: CountTokens; reportsUsage: boolean },
): { value: object; usage: Usage } {
  const { content, refusal, finish } = cutToLimit(said, outputLimitOf(body), details.countTokens);
  const prompt_tokens = promptTokensOf(body, details.countTokens);
  const completion_tokens = details.countTokens(content ?? refusal ?? '');
  const usage = { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens };
  const value = {
    id: `chatcmpl-${details.number}`,
    object: 'chat.completion',
    created: details.created,
    model: body.model,
    choices: [{ index: 0, message: { role: 'assistant', content, refusal }, logprobs: null, finish_reason: finish }],
    ...(details.reportsUsage ? { usage } : {}),
    system_fingerprint: null,
  };
  return { value, usage };
}

function cutToLimit(said: Said, limit: number | null, countTokens: CountTokens): Said {
  if (limit === null || said.content === null) return said;
  const tokens = countTokens(said.content);
  if (tokens <= limit) return said;
  return {
    ...said,
    content: said.content.slice(0, Math.floor((said.content.length * limit) / tokens)),
    finish: 'length',
  };
}
