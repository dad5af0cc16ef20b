import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Endpoint } from '../../models/endpoint.ts';
import { endpointWith, good, outcomeOf, SCHEMA, SETTINGS } from '../fixtures/endpoints.ts';
import { apiError, type ScriptedAnswer, scriptedFetch } from '../fixtures/scripted-fetch.ts';
import { requestOf } from './requests.ts';

describe('a refused parameter', () => {
  const refuses = (message: string, more: Record<string, unknown> = {}): ScriptedAnswer => ({
    status: 400,
    body: apiError(message, more),
  });
  const withAll = requestOf({
    schema: SCHEMA,
    messages: [
      { role: 'system', content: 'You write.' },
      { role: 'user', content: 'Write.' },
    ],
  });

  test.each([
    [refuses("Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model."), 'format'],
    [refuses("Invalid schema for response_format 'query': 'maxLength' is not permitted."), 'format'],
    [refuses('This response_format type is unavailable now'), 'format'],
    [refuses('This model does not support response format `json_schema`.'), 'format'],
    [{ status: 422, body: { detail: [{ loc: ['body', 'response_format', 'type'], msg: 'unexpected' }] } }, 'format'],
    [{ status: 400, body: { object: 'error', message: 'guided_json is not supported', code: 400 } }, 'format'],
    [
      refuses('Provider returned error', { code: 400, metadata: { raw: 'json_schema is not supported by us' } }),
      'format',
    ],
    [
      refuses("Unsupported value: 'temperature' does not support 0.7 with this model. Only the default (1) is.", {
        param: 'temperature',
        code: 'unsupported_value',
      }),
      'temperature',
    ],
    [
      refuses("Unsupported parameter: 'max_tokens' is not supported. Use 'max_completion_tokens' instead.", {
        param: 'max_tokens',
        code: 'unsupported_parameter',
      }),
      'limit',
    ],
    [refuses("'messages[0].role' does not support 'system' with this model."), 'system'],
    [refuses('System role not supported'), 'system'],
  ] as [ScriptedAnswer, string][])('is told from %j', async (answer, parameter) => {
    expect(await outcomeOf(answer, withAll)).toMatchObject({ kind: 'refused_parameter', parameter });
  });

  test('is put otherwise from then on', async () => {
    const { ask, endpoint, sent } = endpointWith(
      refuses('response_format json_schema is not supported'),
      refuses("'temperature' is not supported with this model", { param: 'temperature' }),
      refuses("'max_tokens' is not supported", { param: 'max_tokens' }),
      refuses('System role not supported'),
      refuses('response_format json_object is not supported'),
      good,
    );
    for (let turn = 0; turn < 5; turn++) expect((await ask(withAll)).kind).toBe('refused_parameter');
    expect((await ask(withAll)).kind).toBe('good');
    expect(sent[5]?.body).toEqual({
      model: 'some-model',
      messages: [
        {
          role: 'user',
          content: `You write.\n\nWrite.\n\nReply with one JSON object that fits this JSON Schema, and nothing else:\n${JSON.stringify(SCHEMA.json)}`,
        },
      ],
      max_completion_tokens: 400,
    });
    expect(endpoint.dialectOf('some-model')).toEqual({
      format: 'plain',
      temperature: 'left out',
      limit: 'max_completion_tokens',
      system: 'joined',
    });
  });

  test('JSON mode tells the schema in words', async () => {
    const { ask, sent } = endpointWith(refuses('response_format json_schema is not supported'), good);
    await ask(withAll);
    await ask(withAll);
    expect(sent[1]?.body.response_format).toEqual({ type: 'json_object' });
    expect(sent[1]?.body.messages[1].content).toContain(JSON.stringify(SCHEMA.json));
  });

  test('teaches nothing about other models', async () => {
    const { ask, endpoint } = endpointWith(refuses('response_format json_schema is not supported'));
    await ask(withAll);
    expect(endpoint.dialectOf('other-model').format).toBe('json_schema');
  });

  test('is learned once from requests that were under way together', async () => {
    const { ask, endpoint } = endpointWith(refuses('response_format is not supported'));
    await Promise.all([ask(withAll), ask(withAll), ask(withAll)]);
    expect(endpoint.dialectOf('some-model').format).toBe('json_object');
  });

  test('that was not sent is no refusal, or the same request would go for ever', async () => {
    const answer = refuses('temperature and response_format are not supported');
    const bare = requestOf({ parameters: { temperature: null, max_output_tokens: 5 } });
    expect((await outcomeOf(answer, bare)).kind).toBe('unusable');
  });

  test.each([
    "Invalid value for 'temperature': expected at most 1",
    'max_tokens is too large: 400000. This model supports at most 4096 completion tokens',
  ])('is not one that is out of range: %s', async (message) => {
    expect((await outcomeOf(refuses(message))).kind).toBe('unusable');
  });

  test('whatever an endpoint refuses, asking again ends', async () => {
    const words = ['response_format', 'temperature', 'max_tokens', 'max_completion_tokens', 'system role', 'tools'];
    await fc.assert(
      fc.asyncProperty(fc.infiniteStream(fc.constantFrom(...words)), async (stream) => {
        const { fetch } = scriptedFetch();
        const answers = stream;
        const refusing: typeof fetch = async () => {
          const { value } = answers.next();
          return new Response(JSON.stringify(apiError(`${value} is not supported`)), { status: 400 });
        };
        const endpoint = new Endpoint(SETTINGS, refusing);
        const { signal } = new AbortController();
        let turns = 0;
        while ((await endpoint.complete(withAll, { digest: 'd', timeoutMs: 1_000, signal })).kind !== 'unusable')
          expect(++turns).toBeLessThanOrEqual(5);
      }),
      { numRuns: 50 },
    );
  });
});
