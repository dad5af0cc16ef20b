import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { EndpointSettings } from '../../models/client.ts';
import { Endpoint } from '../../models/endpoint.ts';
import type { Outcome } from '../../models/faults.ts';
import { ConfigError } from '../../schemas/errors.ts';
import type { ModelRequest } from '../../schemas/model.ts';
import { apiError, completion, type ScriptedAnswer, scriptedFetch } from '../fixtures/scripted-fetch.ts';
import { requestOf } from './requests.ts';

const KEY = 'sk-secret-0123456789abcdef';
const SETTINGS: EndpointSettings = { baseUrl: 'https://models.test/v1', apiKey: KEY, keyName: 'OPENAI_API_KEY' };
const SCHEMA = {
  name: 'query',
  json: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'], additionalProperties: false },
};

function endpointWith(...answers: ScriptedAnswer[]) {
  const { fetch, sent } = scriptedFetch(...answers);
  const endpoint = new Endpoint(SETTINGS, fetch);
  const ask = (request: ModelRequest = requestOf(), signal = new AbortController().signal): Promise<Outcome> =>
    endpoint.complete(request, { digest: 'd1gest', timeoutMs: 1_000, signal });
  return { endpoint, sent, ask };
}

const good = { body: completion('hello') };
const outcomeOf = (answer: ScriptedAnswer, request?: ModelRequest) => endpointWith(answer).ask(request);
const afterAReply = async (answer: ScriptedAnswer) => {
  const { ask } = endpointWith(good, answer);
  await ask();
  return ask();
};

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

describe('what cannot be answered now', () => {
  const retry = { 'retry-after': '3' };
  test.each([
    [
      { status: 429, body: apiError('Rate limit reached'), headers: retry },
      { kind: 'rate_limited', retryAfterMs: 3_000 },
    ],
    [
      { status: 429, body: '' },
      { kind: 'rate_limited', retryAfterMs: null },
    ],
    [
      { status: 429, body: '<html>Too Many</html>' },
      { kind: 'rate_limited', detail: 'Too Many' },
    ],
    [
      { status: 500, body: apiError('oops') },
      { kind: 'unavailable', fault: 'server_error', billed: 'nothing' },
    ],
    [
      { status: 502, body: '<h1>502 Bad Gateway</h1>' },
      { kind: 'unavailable', detail: '502 Bad Gateway' },
    ],
    [
      { status: 503, body: { detail: 'loading' }, headers: retry },
      { kind: 'unavailable', status: 503, retryAfterMs: 3_000, billed: 'nothing', detail: 'loading' },
    ],
    [
      { status: 529, body: apiError('overloaded') },
      { kind: 'unavailable', billed: 'nothing' },
    ],
    [
      { status: 408, body: '' },
      { kind: 'unavailable', status: 408, billed: 'everything' },
    ],
    [
      { status: 409, body: '' },
      { kind: 'unavailable', status: 409 },
    ],
    [{ body: '{"choices": [{"mess' }, { kind: 'unavailable', fault: 'broken_body', billed: 'everything' }],
    [{ body: '' }, { kind: 'unavailable', fault: 'broken_body' }],
    [{ body: { choices: [] } }, { kind: 'unavailable', fault: 'broken_body', billed: 'everything', usage: null }],
    [
      { body: { choices: [], usage: { prompt_tokens: 3, completion_tokens: 0 } } },
      { kind: 'unavailable', usage: { input_tokens: 3, output_tokens: 0 } },
    ],
    [{ body: apiError('Provider returned error', { code: 502 }) }, { kind: 'unavailable', status: 502 }],
    [{ body: apiError('slow down', { code: 429 }) }, { kind: 'rate_limited' }],
    [{ body: apiError('no code') }, { kind: 'unavailable', status: 502, billed: 'nothing' }],
    [
      { body: { ...apiError('no code'), usage: { prompt_tokens: 3, completion_tokens: 1 } } },
      { kind: 'unavailable', status: 502, usage: { input_tokens: 3, output_tokens: 1 } },
    ],
  ] as [ScriptedAnswer, object][])('%j is %j', async (answer, outcome) => {
    expect(await outcomeOf(answer)).toMatchObject(outcome);
  });

  const page = '<!DOCTYPE html><html><head><title>Welcome to nginx!</title></head></html>';
  test.each([
    [{ body: page }, 'with a web page in the place of JSON (200: Welcome to nginx!); check the address'],
    [{ body: page, status: 404 }, 'with a web page in the place of JSON (404: Welcome to nginx!); check the address'],
    [{ body: page, status: 501 }, 'with a web page in the place of JSON (501: Welcome to nginx!); check the address'],
    [{ body: 'It works!' }, 'with something else than a chat completion (200: It works!); check the address'],
    [
      { body: { status: 'ok' } },
      'with something else than a chat completion (200: {"status":"ok"}); check the address',
    ],
  ] as [ScriptedAnswer, string][])(
    '%j of an address that never replied is no answer of an API',
    async (answer, said) => {
      expect(await outcomeOf(answer)).toMatchObject({
        kind: 'unusable',
        sentence: expect.stringContaining(`https://models.test/v1, asked as query writer, answers ${said}`),
      });
    },
  );

  test.each([502, 503, 504])('a page with status %s is a proxy whose server may come back', async (status) => {
    expect(await outcomeOf({ body: page, status })).toMatchObject({ kind: 'unavailable', status });
  });

  test('a page of an endpoint that has replied before may be gone the next time', async () => {
    expect(await afterAReply({ body: page })).toMatchObject({ kind: 'unavailable', billed: 'nothing' });
  });

  const failure = (code: string) =>
    new TypeError('fetch failed', { cause: Object.assign(new Error(`no luck: ${code}`), { code }) });
  test.each([
    ['ECONNREFUSED', 'nothing'],
    ['ECONNRESET', 'everything'],
  ])('a connection that ends with %s may cost %s', async (code, billed) => {
    expect(await outcomeOf({ error: failure(code) })).toMatchObject({
      kind: 'unavailable',
      fault: 'connection_error',
      status: null,
      detail: code,
      billed,
    });
  });

  test('an address that has answered is not given up for a certificate', async () => {
    expect(await afterAReply({ error: failure('CERT_HAS_EXPIRED') })).toMatchObject({
      kind: 'unavailable',
      detail: 'CERT_HAS_EXPIRED',
      billed: 'nothing',
    });
  });

  const never: typeof fetch = (_, init) =>
    new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)));

  test('an endpoint that never answers is given up after the timeout', async () => {
    const endpoint = new Endpoint(SETTINGS, never);
    const { signal } = new AbortController();
    const outcome = await endpoint.complete(requestOf(), { digest: 'd', timeoutMs: 20, signal });
    expect(outcome).toMatchObject({ kind: 'unavailable', fault: 'timeout', billed: 'everything' });
  });

  test('a body that never ends is given up after the timeout', async () => {
    const halting: typeof fetch = async (_, init) => {
      const body = new ReadableStream({
        start: (controller) => init?.signal?.addEventListener('abort', () => controller.error(init.signal?.reason)),
      });
      return new Response(body);
    };
    const endpoint = new Endpoint(SETTINGS, halting);
    const { signal } = new AbortController();
    const outcome = await endpoint.complete(requestOf(), { digest: 'd', timeoutMs: 20, signal });
    expect(outcome).toMatchObject({ kind: 'unavailable', fault: 'timeout' });
  });

  test('what the user interrupts is not called a timeout', async () => {
    const endpoint = new Endpoint(SETTINGS, never);
    const stop = new AbortController();
    const asked = endpoint.complete(requestOf(), { digest: 'd', timeoutMs: 5_000, signal: stop.signal });
    stop.abort();
    expect(await asked).toMatchObject({ kind: 'unavailable', fault: 'interrupted' });
  });
});

describe('what will never be answered', () => {
  test.each([
    [{ status: 400, body: apiError("This model's maximum context length is 8192 tokens.") }],
    [{ status: 400, body: apiError('too long', { code: 'context_length_exceeded' }) }],
    [{ status: 413, body: '' }],
    [{ status: 429, body: apiError('Request too large for gpt on tokens per min (TPM): Limit 10, Requested 20.') }],
  ] as [ScriptedAnswer][])('concerns this request alone: %j', async (answer) => {
    expect((await outcomeOf(answer)).kind).toBe('rejected');
  });

  test('a 400 after a reply concerns the request, before any the settings', async () => {
    const answer = { status: 400, body: apiError('something about it') };
    expect((await afterAReply(answer)).kind).toBe('rejected');
    expect((await outcomeOf(answer)).kind).toBe('unusable');
  });

  test.each([
    [{ status: 400, body: apiError('Flagged', { code: 'content_filter' }) }],
    [{ status: 400, body: apiError('Your prompt was flagged.', { code: 'invalid_prompt' }) }],
    [{ status: 403, body: apiError('Your input was flagged by moderation') }],
  ] as [ScriptedAnswer][])('a filter that declines the prompt is the reply: %j', async (answer) => {
    expect(await outcomeOf(answer)).toMatchObject({ kind: 'good', reply: { finish: 'refusal', usage: null } });
  });

  test('what a model wrote and the endpoint kept back is the reply', async () => {
    const body = apiError('Failed to generate JSON', { code: 'json_validate_failed', failed_generation: '{"qu' });
    expect(await outcomeOf({ status: 400, body })).toMatchObject({ kind: 'good', reply: { text: '{"qu' } });
  });

  test.each([
    [
      401,
      apiError('Incorrect API key'),
      /^https:\/\/models\.test\/v1, asked as query writer, refuses the key in OPENAI_API_KEY \(401\); check/,
    ],
    [403, apiError('No access'), /does not let this key use some-model \(403: No access\); name another model/],
    [404, apiError('The model does not exist'), /does not know some-model \(404: The model .*\); check .*\/v1$/],
    [402, apiError('Insufficient credits'), /no credit is left \(402: Insufficient credits\); add some/],
    [429, apiError('You exceeded your current quota', { code: 'insufficient_quota' }), /no credit is left \(429/],
    [400, apiError('Bad thing'), /refuses requests to some-model \(400: Bad thing\); check/],
    [405, '', /refuses requests to some-model \(405\); check/],
  ] as [number, unknown, RegExp][])('%d %j ends the run with one sentence', async (status, body, sentence) => {
    const outcome = await outcomeOf({ status, body });
    expect(outcome).toMatchObject({ kind: 'unusable', status, sentence: expect.stringMatching(sentence) });
    expect((outcome as { sentence: string }).sentence).not.toMatch(/\n|undefined|\[object/);
  });

  const failedFetch = (message: string, code?: string) =>
    new TypeError('fetch failed', { cause: Object.assign(new Error(message), code === undefined ? {} : { code }) });
  test.each([
    [failedFetch('bad port'), /is on a port that web clients never connect to \(bad port\); let it listen on another/],
    [failedFetch('…', 'ERR_SSL_WRONG_VERSION_NUMBER'), /does not speak TLS .*\(ERR_SSL_WRONG_VERSION_NUMBER\).* http:/],
    [failedFetch('…', 'DEPTH_ZERO_SELF_SIGNED_CERT'), /certificate that is not trusted .*NODE_EXTRA_CA_CERTS$/],
    [
      failedFetch('Response does not match the HTTP/1.1 protocol (Expected HTTP/)'),
      /does not speak HTTP .*check the port/,
    ],
    [failedFetch('redirect count exceeded'), /where they cannot follow .*; give the address it leads to/],
  ] as [Error, RegExp][])('an address that cannot work ends the run with one sentence: %s', async (error, sentence) => {
    const outcome = await outcomeOf({ error });
    expect(outcome).toMatchObject({ kind: 'unusable', status: null, sentence: expect.stringMatching(sentence) });
    expect((outcome as { sentence: string }).sentence).toMatch(/^https:\/\/models\.test\/v1, asked as query writer, /);
  });

  test('an endpoint that wants a key says so where none is set', async () => {
    const { fetch } = scriptedFetch({ status: 401, body: apiError('No key') });
    const endpoint = new Endpoint({ ...SETTINGS, apiKey: null }, fetch);
    const { signal } = new AbortController();
    expect(await endpoint.complete(requestOf(), { digest: 'd', timeoutMs: 1_000, signal })).toMatchObject({
      sentence: expect.stringContaining('wants a key (401) and none is given; set OPENAI_API_KEY'),
    });
  });
});

describe('the key', () => {
  const quoting = `the key ${KEY} is not good`;
  const echoes: ScriptedAnswer[] = [200, 400, 401, 403, 404, 422, 429, 500, 503].flatMap((status) => [
    { status, body: quoting },
    { status, body: apiError(quoting) },
    { status, body: { detail: quoting } },
    { status, body: { ...apiError(quoting), key: KEY }, headers: { 'x-key': KEY } },
  ]);
  test.each([
    ...echoes,
    { body: completion(quoting) },
    { error: new Error(quoting) },
    { error: new TypeError('fetch failed', { cause: new Error(`invalid header Bearer ${KEY}`) }) },
  ])('is nowhere in what comes of %j', async (answer) => {
    const { ask, endpoint } = endpointWith(answer);
    const outcome = await ask();
    expect(inspect([outcome, endpoint], { depth: 20, showHidden: false })).not.toContain(KEY);
    expect(JSON.stringify([outcome, endpoint])).not.toContain(KEY);
  });

  test.each(['sk-one\n', 'sk one', '', 'schlüssel'])('%j is refused before it is sent, and not shown', (apiKey) => {
    const make = () => new Endpoint({ ...SETTINGS, apiKey });
    expect(make).toThrow(ConfigError);
    expect(make).toThrow(/^OPENAI_API_KEY is empty or holds a character no key has/);
  });
});

describe('an address', () => {
  test.each(['', 'models.test/v1', 'ftp://models.test', 'localhost:11434'])('%j is none', (baseUrl) => {
    expect(() => new Endpoint({ ...SETTINGS, baseUrl })).toThrow(ConfigError);
  });

  test('with a password is refused without showing it', () => {
    const make = () => new Endpoint({ ...SETTINGS, baseUrl: 'https://me:hunter2@models.test/v1' });
    expect(make).toThrow(/models\.test holds a user name or a password/);
    expect(make).not.toThrow(/hunter2/);
  });

  test('is shown without what follows it', () => {
    expect(new Endpoint({ ...SETTINGS, baseUrl: 'https://models.test/v1/?api-key=x' }).address).toBe(
      'https://models.test/v1',
    );
  });
});

test('what an endpoint says reaches nobody with control characters or pages of text', async () => {
  const outcome = await outcomeOf({ status: 500, body: apiError(`\u001b[31mred\u202e\n${'x'.repeat(10_000)}`) });
  const { detail } = outcome as { detail: string };
  expect(detail).toMatch(/^\[31mred x+…$/);
  expect(detail.length).toBeLessThanOrEqual(400);
});
