import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { askFor, type Question } from '../../models/asker.ts';
import { Budget } from '../../models/budget.ts';
import { Endpoint, REQUEST_ID } from '../../models/endpoint.ts';
import { Gateway, type Route } from '../../models/gateway.ts';
import { Limiter, type Limits } from '../../models/limiter.ts';
import { Prices } from '../../models/prices.ts';
import { ReplyStore } from '../../models/reply-store.ts';
import { TokenEstimates } from '../../models/token-estimates.ts';
import { systemClock } from '../../schemas/clock.ts';
import { ModelError } from '../../schemas/errors.ts';
import { type ModelRequest, Role } from '../../schemas/model.ts';
import { type FaultKind, TRANSPORT_FAULTS } from '../mock-endpoint/fault-kinds.ts';
import { type MockEndpoint, startMockEndpoint } from '../mock-endpoint/mock-endpoint.ts';
import type { MockOptions } from '../mock-endpoint/options.ts';

const GOOD = { query: 'a light tent', tone: { name: 'plain' } };
const Reply = z.strictObject({ query: z.string().max(1_000), tone: z.strictObject({ name: z.string() }) });

interface Changes {
  readonly limits?: Partial<Limits>;
  readonly attempts?: number;
  readonly timeoutMs?: number;
  readonly apiKey?: string | null;
  readonly signal?: AbortSignal;
}

const cleanups: (() => unknown)[] = [];
afterAll(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function endpointWith(options: Partial<MockOptions> = {}): Promise<MockEndpoint> {
  const mock = await startMockEndpoint({
    respond: () => GOOD,
    digestHeader: REQUEST_ID,
    faultSettings: { retryAfterSeconds: 0.05, contentBytes: 100_000 },
    ...options,
  });
  cleanups.push(() => mock.close());
  return mock;
}

/** A gateway over real HTTP with a store in a folder of its own, and back-off too short to wait for. */
function gatewayTo(mock: Pick<MockEndpoint, 'url' | 'key'>, changes: Changes = {}) {
  // Far more than an answer takes on a busy machine: what is slow never comes.
  const { limits, attempts = 6, timeoutMs = 1_500, apiKey = mock.key, signal } = changes;
  const folder = mkdtempSync(join(tmpdir(), 'cartwright-gateway-'));
  const store = ReplyStore.open(join(folder, 'replies.db'), { keys: apiKey === null ? [] : [apiKey] });
  cleanups.push(() => {
    store.close();
    rmSync(folder, { recursive: true });
  });
  const endpoint = new Endpoint({ baseUrl: mock.url, apiKey, keyName: 'OPENAI_API_KEY' });
  const limiter = new Limiter(
    { requestsPerMinute: null, tokensPerMinute: null, concurrency: 16, ...limits },
    systemClock,
  );
  const route: Route = { endpoint, limiter, timeoutMs, attempts };
  const budget = new Budget({ capUsd: null, prices: Prices.read(), models: [] });
  const gateway = new Gateway({
    routes: Object.fromEntries(Role.options.map((role) => [role, route])) as Record<Role, Route>,
    store,
    budget,
    tokens: new TokenEstimates(),
    backOff: { firstMs: 10, longestMs: 50 },
    ...(signal === undefined ? {} : { signal }),
  });
  return { gateway, store, budget, endpoint, folder };
}

const questionOf = (number: number, changes: Partial<Question<z.infer<typeof Reply>>> = {}) => ({
  role: 'query_writer' as const,
  model: 'gpt-4.1-mini',
  parameters: { temperature: 0.7, max_output_tokens: 400 },
  messages: [
    { role: 'system' as const, content: 'You write queries.' },
    { role: 'user' as const, content: `Write query ${number}.` },
  ],
  name: 'query',
  schema: Reply,
  taskId: `${number}`,
  tries: 4,
  ...changes,
});

const failuresIn = (store: ReplyStore): number =>
  store.counts().reduce((sum, { failures }) => sum + Object.values(failures).reduce((a, b) => a + b, 0), 0);

const requestOf = (number: number): ModelRequest => ({
  role: 'judge',
  model: 'gpt-4.1-mini',
  parameters: { temperature: 0, max_output_tokens: 400 },
  messages: [{ role: 'user', content: `Judge text ${number}.` }],
  schema: null,
  attempt: 0,
});

// Those that mostly wait go on beside each other.
describe.concurrent('a fault that passes', () => {
  const passing: readonly FaultKind[] = [
    ...TRANSPORT_FAULTS,
    ...(['rate_limit_seconds', 'rate_limit_date', 'rate_limit_headers', 'rate_limit_bare'] as const),
    ...(['server_error', 'bad_gateway', 'unavailable', 'gateway_timeout', 'error_as_ok', 'no_choices'] as const),
  ];
  test.each(passing)('%s is outlived, its failed call on record', async (fault) => {
    const mock = await endpointWith({ faults: [{ fault, times: 2 }] });
    const { gateway, store } = gatewayTo(mock);
    expect((await askFor(gateway, questionOf(1))).value).toEqual(GOOD);
    expect(mock.stats.requests).toBe(3);
    expect(store.counts()).toMatchObject([{ role: 'query_writer', replies: 1 }]);
    expect(failuresIn(store)).toBe(2);
    expect(mock.repeatedAfterSuccess()).toEqual([]);
  });

  test.each(['nested', 'flat', 'detail'] as const)('errors of the form "%s" are understood', async (errorShape) => {
    const mock = await endpointWith({ errorShape, refuses: ['json_schema', 'temperature', 'max_tokens'] });
    const { gateway } = gatewayTo(mock);
    expect((await askFor(gateway, questionOf(1))).value).toEqual(GOOD);
    expect(mock.stats.byTrouble).toEqual({ refused_json_schema: 1, refused_temperature: 1, refused_max_tokens: 1 });
  });
});

describe.concurrent('a fault that lasts', () => {
  test.each(['slow', 'reset_before_headers', 'truncated_body', 'unavailable'] as const)(
    '%s is given up after the last attempt, and the run can go on',
    async (fault) => {
      const mock = await endpointWith({
        faults: [{ fault, when: ({ body }) => /query 2/.test(JSON.stringify(body)) }],
      });
      const { gateway } = gatewayTo(mock, { attempts: 3 });
      await askFor(gateway, questionOf(1));
      const error = await askFor(gateway, questionOf(2)).catch((error: unknown) => error);
      expect(error).toMatchObject({
        name: 'ModelError',
        ends: false,
        message: expect.stringMatching(
          /^query writer gave up on task 2 after 3 attempts, last (?:error (?!null).+|status 503)$/,
        ),
      });
      expect((await askFor(gateway, questionOf(3))).value).toEqual(GOOD);
    },
  );

  test.each([
    ['unauthorized', /refuses the key in OPENAI_API_KEY \(401\)/],
    ['forbidden', /does not let this key use gpt-4.1-mini/],
    ['unknown_model', /does not know gpt-4.1-mini/],
    ['insufficient_quota', /no credit is left/],
    ['payment_required', /no credit is left/],
  ] as const)('%s ends the run after one request', async (fault, sentence) => {
    const mock = await endpointWith({ faults: [{ fault }] });
    const { gateway } = gatewayTo(mock);
    const asked = Array.from({ length: 20 }, (_, number) => gateway.ask(requestOf(number), `${number}`));
    for (const { reason } of (await Promise.allSettled(asked)) as PromiseRejectedResult[])
      expect(reason).toMatchObject({ ends: true, message: expect.stringMatching(sentence) });
    expect(mock.stats.requests).toBe(1);
  });

  test('a prompt too long for the model concerns nobody else', async () => {
    const mock = await endpointWith({ contextTokens: 2_000 });
    const { gateway } = gatewayTo(mock);
    const long = questionOf(1, { messages: [{ role: 'user', content: 'tent '.repeat(5_000) }] });
    await expect(askFor(gateway, long)).rejects.toMatchObject({ ends: false, message: /cannot be asked about task 1/ });
    expect((await askFor(gateway, questionOf(2))).value).toEqual(GOOD);
    expect(mock.stats.requests).toBe(2);
  });

  test('an address where nothing listens ends the run and says so', async () => {
    const mock = await startMockEndpoint({ respond: () => GOOD });
    await mock.close();
    const { gateway } = gatewayTo(mock, { attempts: 2 });
    await expect(gateway.ask(requestOf(1), '1')).rejects.toMatchObject({
      ends: true,
      message: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/v1 has not answered once: .*last error ECONNREFUSED/),
    });
  });
});

describe.concurrent('an enforced limit', () => {
  test.each(['everything', 'headers'] as const)(
    'that an endpoint tells (%s) is kept to from the second request on',
    async (tells) => {
      const mock = await endpointWith({ limits: { requestsPerMinute: 1_200, burstSeconds: 1, tells } });
      const { gateway } = gatewayTo(mock, { timeoutMs: 10_000 });
      const began = performance.now();
      await Promise.all(Array.from({ length: 50 }, (_, number) => gateway.ask(requestOf(number), '1')));
      // Twenty a second, of which the first second's worth is there from the start: 1.5 s, and timers may fire a little early.
      expect((performance.now() - began) / 1000).toBeGreaterThan(1.4);
      expect(mock.stats.byStatus).toEqual({ 200: 50 });
    },
  );

  test.each(['retry_after', 'nothing'] as const)(
    'that an endpoint does not tell (%s) is found out and everything answered',
    async (tells) => {
      const mock = await endpointWith({ limits: { requestsPerMinute: 1_800, burstSeconds: 1, tells } });
      const { gateway } = gatewayTo(mock, { attempts: 50, timeoutMs: 10_000 });
      await Promise.all(Array.from({ length: 100 }, (_, number) => gateway.ask(requestOf(number), '1')));
      expect(mock.stats.delivered).toBe(100);
      expect(mock.repeatedAfterSuccess()).toEqual([]);
    },
  );
});

describe('a connection', () => {
  /** A server that does with each connection what it is told. */
  async function listening(serve: (socket: Socket) => void): Promise<number> {
    const sockets: Socket[] = [];
    const server = createServer((socket) => {
      sockets.push(socket.on('error', () => undefined));
      serve(socket);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    cleanups.push(() => {
      for (const socket of sockets) socket.destroy();
      server.close();
    });
    return (server.address() as AddressInfo).port;
  }
  const toPort = (port: number, scheme = 'http') => ({ url: `${scheme}://127.0.0.1:${port}/v1`, key: 'some-key' });
  const failed = (gateway: Gateway) =>
    gateway.ask(requestOf(1), '1').then(
      () => expect.fail('expected it to fail'),
      (error: ModelError) => error,
    );

  test.each([
    ['https:// to a server without TLS', 'https', null, /does not speak TLS as https:\/\/ wants it \(ERR_SSL_\w+\)/],
    ['a forbidden port', 'http', 6000, /is on a port that web clients never connect to \(bad port\)/],
    ['a server of something else', 'http', 'SSH-2.0-OpenSSH_9\r\n', /does not speak HTTP/],
  ] as const)('%s ends the run at once and costs nothing', async (_, scheme, where, sentence) => {
    const mock = await endpointWith();
    const port =
      typeof where === 'number'
        ? where
        : where === null
          ? Number(new URL(mock.url).port)
          : await listening((socket) => socket.end(where));
    const { gateway, store, budget } = gatewayTo(toPort(port, scheme));
    const error = await failed(gateway);
    expect(error).toMatchObject({ ends: true, message: expect.stringMatching(sentence) });
    expect(error.message).toContain(`${scheme}://127.0.0.1:${port}/v1, asked as judge,`);
    expect([failuresIn(store), budget.spentNano, budget.open]).toEqual([1, 0, 0]);
  });

  test('that breaks while TLS is agreed on costs nothing and is tried again', async () => {
    const port = await listening((socket) => socket.destroy());
    const { gateway, store, budget } = gatewayTo(toPort(port, 'https'), { attempts: 2 });
    expect((await failed(gateway)).message).toContain('gave up on task 1 after 2 attempts');
    expect([failuresIn(store), budget.spentNano]).toEqual([2, 0]);
  });

  test('that breaks after the request was sent is charged at what it can cost', async () => {
    const port = await listening((socket) => socket.once('data', () => socket.resetAndDestroy()));
    const { gateway, store, budget } = gatewayTo(toPort(port), { attempts: 1 });
    await failed(gateway);
    const { model, parameters } = requestOf(1);
    const input_tokens = new TokenEstimates().mostInputTokens(requestOf(1));
    const most = Prices.read().costOf(model, { input_tokens, output_tokens: parameters.max_output_tokens });
    expect([budget.spentNano, store.spentNano()]).toEqual([most, most]);
  });
});

describe('a reply that cannot be used', () => {
  const mended = ['fenced_json', 'text_around_json', 'trailing_comma'] as const;
  test.each(mended)('%s is mended without asking again', async (fault) => {
    const mock = await endpointWith({ faults: [{ fault }] });
    const { gateway } = gatewayTo(mock);
    expect((await askFor(gateway, questionOf(1))).value).toEqual(GOOD);
    expect(mock.stats.requests).toBe(1);
  });

  const useless: readonly FaultKind[] = [
    ...(['cut_off', 'invalid_json', 'missing_key', 'extra_key', 'wrong_type'] as const),
    ...(['refusal', 'content_filter', 'empty', 'null_content', 'huge'] as const),
  ];
  test.each(useless)('%s is kept and another one asked for', async (fault) => {
    const mock = await endpointWith({ faults: [{ fault, times: 2 }] });
    const { gateway, store } = gatewayTo(mock);
    const { value, digests } = await askFor(gateway, questionOf(1));
    expect(value).toEqual(GOOD);
    expect(digests).toHaveLength(3);
    expect(digests.every((digest) => store.get(digest) !== null)).toBe(true);
    expect(store.counts()).toMatchObject([{ replies: 3, failures: {} }]);
    expect(mock.repeatedAfterSuccess()).toEqual([]);
  });
});

describe('a parameter an endpoint does not know', () => {
  test('is found out by one request, however many wait', async () => {
    const mock = await endpointWith({ refuses: ['json_schema', 'json_object', 'temperature', 'max_tokens'] });
    const { gateway } = gatewayTo(mock, { timeoutMs: 10_000 });
    const asked = Array.from({ length: 40 }, (_, number) => askFor(gateway, questionOf(number)));
    expect((await Promise.all(asked)).map(({ value }) => value)).toEqual(Array(40).fill(GOOD));
    expect(mock.stats.requests).toBe(44);
    expect(mock.stats.byStatus).toEqual({ 200: 40, 400: 4 });
    expect(gateway.snapshot().query_writer).toMatchObject({ retries: { refused_parameter: 4 }, gaveUp: 0 });
  });

  test('of one model is another model’s business', async () => {
    const mock = await endpointWith({ refuses: (model) => (model === 'o4-mini' ? ['temperature', 'max_tokens'] : []) });
    const { gateway } = gatewayTo(mock);
    await askFor(gateway, questionOf(1, { model: 'o4-mini' }));
    await askFor(gateway, questionOf(2));
    await askFor(gateway, questionOf(3, { model: 'o4-mini' }));
    expect(mock.stats.byStatus).toEqual({ 200: 3, 400: 2 });
  });
});

describe('nothing is paid for twice', () => {
  test('with a third of all answers gone wrong in every way that passes', async () => {
    const rates = Object.fromEntries(
      (['reset_before_headers', 'reset_in_body', 'truncated_body', 'server_error', 'bad_gateway', 'empty'] as const)
        .concat(['unavailable', 'error_as_ok', 'no_choices', 'invalid_json', 'wrong_type', 'refusal'] as never)
        .map((kind) => [kind, 1 / 36]),
    );
    const mock = await endpointWith({ seededFaults: { seed: 1, rates } });
    const { gateway, store, budget } = gatewayTo(mock, { attempts: 10, timeoutMs: 10_000 });
    const questions = Array.from({ length: 200 }, (_, number) => askFor(gateway, questionOf(number, { tries: 8 })));
    expect((await Promise.all(questions)).map(({ value }) => value)).toEqual(Array(200).fill(GOOD));
    expect(mock.repeatedAfterSuccess()).toEqual([]);
    expect(mock.repeatedUnderWay()).toEqual([]);
    const { calls, replies } = gateway.snapshot().query_writer!;
    expect(calls).toBe(mock.stats.requests);
    expect(replies).toBe(mock.stats.delivered);
    expect(store.counts()).toMatchObject([{ replies }]);
    expect(failuresIn(store)).toBe(calls - replies);
    expect(budget.open).toBe(0);
    expect(budget.spentNano).toBe(store.spentNano());
  });

  test('by those who ask the same at the same time or later', async () => {
    const mock = await endpointWith({ latency: { fixedMs: 30 } });
    const { gateway } = gatewayTo(mock);
    const asked = Array.from({ length: 50 }, (_, index) => gateway.ask(requestOf(index % 5), `${index}`));
    await Promise.all(asked);
    await gateway.ask(requestOf(0), 'late');
    expect(mock.stats.requests).toBe(5);
    expect(gateway.snapshot().judge).toMatchObject({ asked: 51, shared: 45, fromStore: 1, calls: 5 });
  });

  test('after an interruption: what was under way came back and is there', async () => {
    const mock = await endpointWith({ latency: { fixedMs: 100 } });
    const stop = new AbortController();
    const { gateway, store } = gatewayTo(mock, { signal: stop.signal });
    await gateway.ask(requestOf(0), '0');
    const asked = Array.from({ length: 30 }, (_, number) => gateway.ask(requestOf(number + 1), '1').catch((e) => e));
    await expect.poll(() => mock.stats.inFlight).toBe(16);
    stop.abort();
    await gateway.idle();
    const answers = await Promise.all(asked);
    expect(answers.filter((answer) => answer instanceof ModelError)).toHaveLength(14);
    expect(mock.stats).toMatchObject({ requests: 17, delivered: 17 });
    expect(store.counts()).toMatchObject([{ replies: 17, failures: {} }]);
  });
});

test('the key is nowhere but in the header, though the endpoint quotes it', async () => {
  const mock = await endpointWith({ echoesKey: true });
  const { gateway, folder, store } = gatewayTo(mock, { apiKey: 'sk-wrong-0123456789abcdef' });
  const error = (await gateway.ask(requestOf(1), '1').catch((error: unknown) => error)) as Error;
  expect(mock.stats.byTrouble).toEqual({ wrong_key: 1 });
  store.close();
  const written = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'latin1'));
  for (const text of [error.message, error.stack, JSON.stringify(gateway.snapshot()), ...written])
    expect(text).not.toContain('sk-wrong-0123456789abcdef');
  cleanups.splice(-1);
  rmSync(folder, { recursive: true });
});

test('an endpoint without keys is asked without one', async () => {
  const mock = await endpointWith({ key: 'none' });
  const { gateway } = gatewayTo(mock, { apiKey: null });
  expect((await askFor(gateway, questionOf(1))).value).toEqual(GOOD);
});

test('64 requests at a time keep the endpoint busy', async () => {
  const mock = await endpointWith({ latency: { fixedMs: 1_000 } });
  const { gateway } = gatewayTo(mock, { limits: { concurrency: 64 }, timeoutMs: 60_000 });
  const count = 192;
  await Promise.all(Array.from({ length: count }, (_, number) => gateway.ask(requestOf(number), `${number}`)));
  expect(gateway.snapshot().judge).toMatchObject({ calls: count, replies: count });
  expect(mock.stats.inFlightHighWater).toBeLessThanOrEqual(64);
  // Requests under way on average: what a busy machine slows down, it slows down on both sides.
  const arrived = mock.requests.map(({ atMs }) => atMs);
  const ended = mock.requests.map(({ endedMs }) => endedMs ?? 0);
  const sum = (all: readonly number[]) => all.reduce((total, ms) => total + ms, 0);
  expect((sum(ended) - sum(arrived)) / (Math.max(...ended) - Math.min(...arrived))).toBeGreaterThan(20);
});
