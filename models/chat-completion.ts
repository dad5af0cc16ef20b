import type { ModelReply, Usage } from '../schemas/model.ts';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
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
