import { describe, expect, test } from 'vitest';
import { Endpoint } from '../../models/endpoint.ts';
import { endpointWith, good, KEY, outcomeOf, SCHEMA, SETTINGS } from '../fixtures/endpoints.ts';
import { scriptedFetch } from '../fixtures/scripted-fetch.ts';
import { requestOf } from './requests.ts';

describe('a reply', () => {
  test('is what the model said, with its name and tokens', async () => {
    expect(await outcomeOf(good)).toMatchObject({
      kind: 'good',
      reply: {
        text: 'hello',
        finish: 'stop',
        model: 'some-model-2026-01-01',
        usage: { input_tokens: 12, output_tokens: 5 },
      },
    });
  });

  const choice = (message: unknown, finish_reason: unknown = 'stop') => ({ choices: [{ message, finish_reason }] });
  test.each([
    ['cut off', choice({ content: 'hel' }, 'length'), { text: 'hel', finish: 'length' }],
    ['without content', choice({ content: null }), { text: '', finish: 'stop' }],
    ['without any content', choice({}), { text: '', finish: 'stop' }],
    ['that declines', choice({ content: null, refusal: 'I cannot.' }), { text: 'I cannot.', finish: 'refusal' }],
    ['that a filter stopped', choice({ content: '' }, 'content_filter'), { text: '', finish: 'refusal' }],
    ['that calls a tool', choice({ content: null }, 'tool_calls'), { text: '', finish: 'other' }],
    ['in parts', choice({ content: [{ text: 'hel' }, { image: 1 }, { text: 'lo' }] }), { text: 'hello' }],
    ['of no JSON', choice({ content: '{"query": ' }), { text: '{"query": ', finish: 'stop' }],
    ['without a count', { ...choice({ content: 'x' }), usage: null }, { usage: null }],
    ['with a broken count', { ...choice({ content: 'x' }), usage: { prompt_tokens: -1 } }, { usage: null }],
    ['of an unnamed model', choice({ content: 'x' }), { model: 'some-model' }],
  ])('%s is a reply all the same', async (_, body, reply) => {
    expect(await outcomeOf({ body })).toMatchObject({ kind: 'good', reply });
  });

  test('quotes the limits of its headers', async () => {
    const headers = { 'x-ratelimit-limit-requests': '600', 'x-ratelimit-remaining-requests': '12' };
    expect(await outcomeOf({ ...good, headers })).toMatchObject({
      quotes: { requests: { limit: 600, remaining: 12, resetMs: null }, tokens: null },
    });
  });
});

describe('a request', () => {
  test('goes to chat completions with the key and its digest in the headers', async () => {
    const { ask, sent } = endpointWith(good);
    await ask();
    expect(sent[0]?.url).toBe('https://models.test/v1/chat/completions');
    expect(sent[0]?.headers.get('authorization')).toBe(`Bearer ${KEY}`);
    expect(sent[0]?.headers.get('x-client-request-id')).toBe('d1gest');
  });

  test('says what the request says and nothing else', async () => {
    const { ask, sent } = endpointWith(good);
    await ask(requestOf({ schema: SCHEMA }));
    expect(sent[0]?.body).toEqual({
      model: 'some-model',
      messages: [{ role: 'user', content: 'Write a query for a tent.' }],
      temperature: 0.7,
      max_tokens: 400,
      response_format: { type: 'json_schema', json_schema: { name: 'query', strict: true, schema: SCHEMA.json } },
    });
  });

  test('leaves out the temperature where the model is to choose', async () => {
    const { ask, sent } = endpointWith(good);
    await ask(requestOf({ parameters: { temperature: null, max_output_tokens: 5 } }));
    expect(sent[0]?.body).not.toHaveProperty('temperature');
  });

  test('needs no key where none is set', async () => {
    const { fetch, sent } = scriptedFetch(good);
    const endpoint = new Endpoint({ ...SETTINGS, apiKey: null }, fetch);
    const { signal } = new AbortController();
    await endpoint.complete(requestOf(), { digest: 'd', timeoutMs: 1_000, signal });
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer none');
  });

  test('is sent once, whatever the answer', async () => {
    const { ask, sent } = endpointWith({ status: 500, body: 'oops' });
    await ask();
    expect(sent).toHaveLength(1);
  });
});
