import { expect, test } from 'vitest';
import { requestDigest } from '../../models/reply-store.ts';
import { Rehearsal } from '../../models/run-estimate.ts';
import { NotAskedError } from '../../schemas/errors.ts';
import type { ModelReply, ModelRequest } from '../../schemas/model.ts';

const request = (content: string, role: ModelRequest['role'] = 'judge'): ModelRequest => ({
  role,
  model: 'm',
  parameters: { temperature: 0, max_output_tokens: 100 },
  messages: [{ role: 'user', content }],
  schema: null,
  attempt: 0,
});
const REPLY: ModelReply = { text: '{}', finish: 'stop', model: 'm', usage: null };
const KNOWN = request('asked before');
const store = { get: (digest: string) => (digest === requestDigest(KNOWN) ? REPLY : null) };

test('a stored reply is given, and counted as stored', async () => {
  const rehearsal = new Rehearsal(store);
  expect(await rehearsal.ask(KNOWN)).toEqual({ digest: requestDigest(KNOWN), reply: REPLY });
  expect(rehearsal.calls).toEqual([
    {
      ...{ role: 'judge', model: 'm', stored: 1, missing: 0 },
      ...{ inputTokens: { low: 0, high: 0 }, outputTokens: { low: 0, high: 0 }, longestInput: expect.any(Number) },
    },
  ]);
});

test('a request without a stored reply is refused as not asked', async () => {
  await expect(new Rehearsal(store).ask(request('new'))).rejects.toThrow(NotAskedError);
});

test('a request made twice is one call', async () => {
  const rehearsal = new Rehearsal(null);
  for (const content of ['a', 'b', 'a']) await rehearsal.ask(request(content)).catch(() => null);
  expect(rehearsal.calls[0]).toMatchObject({ stored: 0, missing: 2 });
});

test('the tokens of all prompts that would be sent are summed, from a low to a high estimate', async () => {
  const [one, both] = [new Rehearsal(null), new Rehearsal(null)];
  await one.ask(request('a long prompt')).catch(() => null);
  for (const content of ['a long prompt', 'b long prompt']) await both.ask(request(content)).catch(() => null);
  const { low, high } = one.calls[0]!.inputTokens;
  expect(both.calls[0]!.inputTokens).toEqual({ low: 2 * low, high: 2 * high });
  expect(low).toBeLessThan(high);
});

test('of all prompts, stored ones with them, the longest is known', async () => {
  const [one, both] = [new Rehearsal(store), new Rehearsal(store)];
  for (const rehearsal of [one, both]) await rehearsal.ask(KNOWN);
  await both.ask(request('a much longer prompt than the one that was asked before')).catch(() => null);
  expect(one.calls[0]!.longestInput).toBeGreaterThan(0);
  expect(both.calls[0]!.longestInput).toBe(both.calls[0]!.inputTokens.high);
  expect(both.calls[0]!.longestInput).toBeGreaterThan(one.calls[0]!.longestInput);
});

test('a reply has at least one token and at most as many as it may', async () => {
  const rehearsal = new Rehearsal(null);
  for (const content of ['a', 'b']) await rehearsal.ask(request(content)).catch(() => null);
  expect(rehearsal.calls[0]!.outputTokens).toEqual({ low: 2, high: 200 });
});

test('what is under way in a batch is neither stored nor sent again', async () => {
  const rehearsal = new Rehearsal(store, new Set([requestDigest(request('in a batch'))]));
  for (const content of ['in a batch', 'new']) await rehearsal.ask(request(content)).catch(() => null);
  expect(rehearsal.calls).toEqual([expect.objectContaining({ stored: 0, missing: 1 })]);
});

test('roles are counted apart', async () => {
  const rehearsal = new Rehearsal(store);
  await rehearsal.ask(KNOWN);
  await rehearsal.ask(request('new', 'query_writer')).catch(() => null);
  expect(rehearsal.calls.map(({ role, stored, missing }) => [role, stored, missing])).toEqual([
    ['judge', 1, 0],
    ['query_writer', 0, 1],
  ]);
});
