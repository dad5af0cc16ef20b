import { describe, expect, test } from 'vitest';
import { Endpoint } from '../../models/endpoint.ts';
import { afterAReply, outcomeOf, SETTINGS } from '../fixtures/endpoints.ts';
import { apiError, type ScriptedAnswer, scriptedFetch } from '../fixtures/scripted-fetch.ts';
import { requestOf } from './requests.ts';

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
