import type { ModelReply, ModelRequest } from '../../schemas/model.ts';

/** A request that passes as it is. */
export const requestOf = (changes: Partial<ModelRequest> = {}): ModelRequest => ({
  role: 'query_writer',
  model: 'some-model',
  parameters: { temperature: 0.7, max_output_tokens: 400 },
  messages: [{ role: 'user', content: 'Write a query for a tent.' }],
  schema: null,
  attempt: 0,
  ...changes,
});

export const replyOf = (text: string, changes: Partial<ModelReply> = {}): ModelReply => ({
  text,
  finish: 'stop',
  model: 'some-model-2026-01-01',
  usage: { input_tokens: 120, output_tokens: 40 },
  ...changes,
});
