import { describe, expect, test } from 'vitest';
import { ManualClock } from '../../mock-endpoint/clock.ts';
import type { FaultKind } from '../../mock-endpoint/fault-kinds.ts';
import { ask, chatBody, endpointWith, GOOD, jsonOrNull, request } from '../../mock-endpoint/raw-client.ts';

/** An endpoint whose first request meets the fault. */
const failingOnce = (fault: FaultKind, options: Parameters<typeof endpointWith>[0] = {}) =>
  endpointWith({ faults: [{ fault, numbers: [1] }], ...options });

describe('a fault of status', () => {
  test.each<[FaultKind, number, string | null]>([
    ['rate_limit_seconds', 429, 'rate_limit_exceeded'],
    ['rate_limit_date', 429, 'rate_limit_exceeded'],
    ['rate_limit_headers', 429, 'rate_limit_exceeded'],
    ['rate_limit_bare', 429, 'rate_limit_exceeded'],
    ['insufficient_quota', 429, 'insufficient_quota'],
    ['payment_required', 402, 'insufficient_quota'],
    ['server_error', 500, null],
    ['unavailable', 503, null],
    ['unauthorized', 401, null],
    ['forbidden', 403, null],
    ['unknown_model', 404, 'model_not_found'],
    ['context_length', 400, 'context_length_exceeded'],
    ['error_as_ok', 200, null],
  ])('%s answers %i with an error, is counted, and the next request is answered', async (fault, status, code) => {
    const endpoint = await failingOnce(fault);
    const failed = await ask(endpoint);
    expect([failed.status, failed.json.error.code, failed.said]).toEqual([status, code, undefined]);
    expect(endpoint.stats).toMatchObject({ byTrouble: { [fault]: 1 }, delivered: 0 });
    expect((await ask(endpoint)).said.message.content).toBe(JSON.stringify(GOOD));
    expect(endpoint.repeatedAfterSuccess()).toEqual([]);
  });

  test.each<[FaultKind, number]>([
    ['bad_gateway', 502],
    ['gateway_timeout', 504],
  ])('%s answers %i with a page of HTML', async (fault, status) => {
    const failed = await ask(await failingOnce(fault));
    expect([failed.status, failed.headers.get('content-type'), failed.json]).toEqual([status, 'text/html', null]);
  });

  test('no_choices answers 200 with an empty list of choices', async () => {
    const endpoint = await failingOnce('no_choices');
    expect(await ask(endpoint)).toMatchObject({ status: 200, json: { choices: [] } });
    expect(endpoint.stats.delivered).toBe(0);
  });

  test.each<[FaultKind, string | null, string | null]>([
    ['rate_limit_seconds', '7', null],
    ['rate_limit_date', 'Thu, 01 Jan 2026 00:00:08 GMT', null],
    ['rate_limit_headers', null, '7s'],
    ['rate_limit_bare', null, null],
  ])('%s tells when to come back in its own way', async (fault, retryAfter, reset) => {
    const clock = new ManualClock(Date.UTC(2026, 0, 1) + 1);
    const { headers, text } = await ask(await failingOnce(fault, { clock, faultSettings: { retryAfterSeconds: 7 } }));
    expect([headers.get('retry-after'), headers.get('x-ratelimit-reset-requests')]).toEqual([retryAfter, reset]);
    expect(text.includes('Please try again in 7s')).toBe(fault !== 'rate_limit_bare');
  });

  test.each([
    ['nested', { error: { code: 'rate_limit_exceeded' } }],
    ['flat', { object: 'error', code: 429 }],
    ['detail', { detail: expect.stringContaining('Rate limit') }],
  ] as const)('errors come in the %s shape of the server that is played', async (errorShape, shape) => {
    expect((await ask(await failingOnce('rate_limit_seconds', { errorShape }))).json).toMatchObject(shape);
  });
});

describe('a fault of transport', () => {
  test('slow answers late, and never unless told how late', async () => {
    const endpoint = await endpointWith({
      faults: [
        { fault: 'slow', numbers: [1], settings: { delayMs: 60 } },
        { fault: 'slow', numbers: [2] },
      ],
    });
    const startMs = performance.now();
    expect((await ask(endpoint)).status).toBe(200);
    expect(performance.now() - startMs).toBeGreaterThanOrEqual(59);
    const controller = new AbortController();
    const never = fetch(`${endpoint.url}/chat/completions`, {
      method: 'POST',
      body: JSON.stringify(chatBody()),
      headers: { authorization: `Bearer ${endpoint.key}` },
      signal: controller.signal,
    });
    await expect.poll(() => endpoint.stats.inFlight).toBe(1);
    controller.abort();
    await expect(never).rejects.toThrow();
    await expect
      .poll(() => endpoint.requests[1])
      .toMatchObject({ end: 'client_left', delivered: false, trouble: 'slow' });
  });

  test('reset_before_headers closes the connection without a status', async () => {
    const endpoint = await failingOnce('reset_before_headers');
    await expect(ask(endpoint)).rejects.toThrow('fetch failed');
    expect(endpoint.requests[0]).toMatchObject({ status: null, end: 'cut', delivered: false });
    expect((await ask(endpoint)).status).toBe(200);
  });

  test('reset_in_body sends the status and half the body first', async () => {
    const endpoint = await failingOnce('reset_in_body');
    const response = await fetch(`${endpoint.url}/chat/completions`, {
      method: 'POST',
      body: JSON.stringify(chatBody()),
      headers: { authorization: `Bearer ${endpoint.key}` },
    });
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow('terminated');
    await expect.poll(() => endpoint.requests[0]).toMatchObject({ status: 200, end: 'cut', delivered: false });
  });

  test('truncated_body is a whole HTTP message with half a JSON text', async () => {
    const endpoint = await failingOnce('truncated_body');
    const { status, text, json } = await ask(endpoint);
    expect([status, json, text.startsWith('{"id":"chatcmpl-1"')]).toEqual([200, null, true]);
    expect(endpoint.requests[0]).toMatchObject({ end: 'complete', delivered: false });
  });

  test('a reply that is lost on its way was made all the same: it is on the bill', async () => {
    const endpoint = await failingOnce('reset_before_headers');
    await ask(endpoint).catch(() => undefined);
    expect(endpoint.stats).toMatchObject({ completionTokens: 12, delivered: 0 });
  });
});

describe('a fault of content', () => {
  const good = JSON.stringify(GOOD);
  const saidWith = async (fault: FaultKind, options: Parameters<typeof endpointWith>[0] = {}) => {
    const endpoint = await failingOnce(fault, options);
    const { said, status } = await ask(endpoint);
    expect(status).toBe(200);
    expect(endpoint.stats).toMatchObject({ byTrouble: { [fault]: 1 }, delivered: 1 });
    return said;
  };

  test('cut_off is half the reply, and says that it is not all', async () => {
    const said = await saidWith('cut_off');
    expect(said).toMatchObject({ finish_reason: 'length', message: { content: good.slice(0, good.length / 2) } });
  });

  test.each<FaultKind>(['invalid_json', 'fenced_json', 'text_around_json', 'trailing_comma'])(
    '%s does not parse',
    async (fault) => {
      const { message, finish_reason } = await saidWith(fault);
      expect([jsonOrNull(message.content), finish_reason]).toEqual([null, 'stop']);
    },
  );

  test('what fenced_json, text_around_json and trailing_comma add can be taken away again', async () => {
    expect((await saidWith('fenced_json')).message.content).toBe(`\`\`\`json\n${good}\n\`\`\``);
    expect((await saidWith('text_around_json')).message.content).toContain(`\n${good}\n`);
    expect((await saidWith('trailing_comma')).message.content.replace(/,}$/, '}')).toBe(good);
  });

  test('missing_key, extra_key and wrong_type are JSON of another form', async () => {
    const keysOf = (value: object): string[] =>
      Object.entries(value).flatMap(([key, inner]) => [key, ...(typeof inner === 'object' ? keysOf(inner) : [])]);
    const keysAfter = async (fault: FaultKind) => keysOf(JSON.parse((await saidWith(fault)).message.content));
    expect((await keysAfter('missing_key')).length).toBeLessThan(3);
    expect(await keysAfter('extra_key')).toHaveLength(4);
    const { query, tone } = JSON.parse((await saidWith('wrong_type')).message.content);
    expect([typeof query, typeof tone, typeof tone.name]).not.toEqual(['string', 'object', 'string']);
  });

  test.each<[FaultKind, object]>([
    ['refusal', { message: { content: null, refusal: expect.stringContaining("can't") }, finish_reason: 'stop' }],
    ['content_filter', { message: { content: '', refusal: null }, finish_reason: 'content_filter' }],
    ['empty', { message: { content: '', refusal: null }, finish_reason: 'stop' }],
    ['null_content', { message: { content: null, refusal: null }, finish_reason: 'stop' }],
  ])('%s leaves nothing to read', async (fault, expected) => {
    expect(await saidWith(fault)).toMatchObject(expected);
  });

  test('huge still fits its schema', async () => {
    const { message } = await saidWith('huge', { faultSettings: { contentBytes: 10_000_000 } });
    expect(message.content.length).toBeGreaterThan(10_000_000);
    expect(Object.keys(JSON.parse(message.content))).toEqual(['query', 'tone']);
  });

  test.each(['leak', 'tamper', 'obey'] as const)('%s says what the test makes of the good reply', async (fault) => {
    const said = await saidWith(fault, { [fault]: (_: unknown, __: unknown, text: string) => ({ was: text }) });
    expect(JSON.parse(said.message.content)).toEqual({ was: good });
  });

  test('a fault that cannot be done to a reply is not counted', async () => {
    const faults = [{ fault: 'missing_key' as const }];
    const endpoint = await endpointWith({ respond: () => 'plain text', faults });
    expect((await ask(endpoint)).said.message.content).toBe('plain text');
    const nothing = await endpointWith({ leak: () => null, faults: [{ fault: 'leak' }] });
    expect((await ask(nothing)).said.message.content).toBe(good);
    expect([endpoint.stats.byTrouble, nothing.stats.byTrouble]).toEqual([{}, {}]);
  });
});

test('other requests than chat completions fail only where the script names their route', async () => {
  const endpoint = await endpointWith({
    faults: [{ fault: 'unavailable', route: 'models', times: 1 }, { fault: 'server_error' }],
  });
  const statuses = [await request(endpoint, 'GET', '/models'), await request(endpoint, 'GET', '/models')];
  expect(statuses.map(({ status }) => status)).toEqual([503, 200]);
});
