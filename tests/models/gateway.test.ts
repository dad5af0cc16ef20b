import { describe, expect, test } from 'vitest';
import { Budget } from '../../models/budget.ts';
import type { Outcome } from '../../models/faults.ts';
import { Gateway, type GatewaySettings, type Route } from '../../models/gateway.ts';
import { Limiter, type Limits } from '../../models/limiter.ts';
import { type Failure, requestDigest } from '../../models/reply-store.ts';
import { TokenEstimates } from '../../models/tokens.ts';
import { ModelError } from '../../schemas/errors.ts';
import { type ModelReply, type ModelRequest, Role, type StoredReply } from '../../schemas/model.ts';
import { everythingSettled, FakeClock } from '../fixtures/fake-clock.ts';
import {
  goodOutcome,
  limitedOutcome,
  refusedParameter,
  rejectedOutcome,
  ScriptedEndpoint,
  unavailableOutcome,
  unusableOutcome,
} from '../fixtures/scripted-endpoint.ts';
import { replyOf, requestOf } from './requests.ts';

/** A store in memory that can be made to fail. */
class FakeStore {
  readonly replies = new Map<string, ModelReply>();
  readonly failures: Failure[] = [];
  broken = false;

  get(digest: string): ModelReply | null {
    return this.replies.get(digest) ?? null;
  }

  put(digest: string, _: ModelRequest, reply: ModelReply): StoredReply {
    if (this.broken) throw new Error('the disk is full');
    this.replies.set(digest, reply);
    return { digest, reply };
  }

  putFailure(failure: Failure): void {
    this.failures.push(failure);
  }
}

/** One dollar per token of either kind. */
const PRICED = {
  costOf: (_: string, usage: { input_tokens: number; output_tokens: number }) =>
    usage.input_tokens + usage.output_tokens,
};

interface Changes extends Partial<Omit<GatewaySettings, 'routes'>> {
  readonly limits?: Partial<Limits>;
  readonly attempts?: number;
}

function gatewayWith(script: ConstructorParameters<typeof ScriptedEndpoint>[1], changes: Changes = {}) {
  const { limits, attempts = 4, ...settings } = changes;
  const clock = new FakeClock();
  const endpoint = new ScriptedEndpoint(clock, script);
  const limiter = new Limiter({ requestsPerMinute: null, tokensPerMinute: null, concurrency: 8, ...limits }, clock);
  const route: Route = { endpoint, limiter, timeoutMs: 1_000, attempts };
  const store = new FakeStore();
  const budget = new Budget({ capUsd: null, prices: { ...PRICED, priceOf: () => null }, models: [] });
  const gateway = new Gateway({
    routes: Object.fromEntries(Role.options.map((role) => [role, route])) as Record<Role, Route>,
    store,
    budget,
    tokens: new TokenEstimates(),
    clock,
    ...settings,
  });
  return { gateway, endpoint, clock, store, budget };
}

const numbered = (number: number) => requestOf({ messages: [{ role: 'user', content: `Question ${number}` }] });

/** What a promise came to, once the clock has run. */
async function ended<T>(clock: FakeClock, asked: Promise<T>, ms = 600_000): Promise<T | Error> {
  const settled = asked.catch((error: Error) => error);
  await clock.run(ms);
  return settled;
}

async function failed(clock: FakeClock, asked: Promise<unknown>): Promise<ModelError> {
  const error = await ended(clock, asked);
  expect(error).toBeInstanceOf(ModelError);
  return error as ModelError;
}

describe('a reply', () => {
  test('is stored under the digest of its request and given with it', async () => {
    const { gateway, clock, store } = gatewayWith([goodOutcome('hello')]);
    const request = requestOf();
    const answer = await ended(clock, gateway.ask(request, '0001'));
    expect(answer).toEqual({ digest: requestDigest(request), reply: expect.objectContaining({ text: 'hello' }) });
    expect(store.replies.get(requestDigest(request))?.text).toBe('hello');
  });

  test('is never asked for again', async () => {
    const { gateway, clock, endpoint } = gatewayWith([goodOutcome('hello')]);
    await ended(clock, gateway.ask(requestOf(), '0001'));
    await ended(clock, gateway.ask(requestOf(), '0002'));
    expect(endpoint.sent).toHaveLength(1);
    expect(gateway.snapshot().query_writer).toMatchObject({ asked: 2, fromStore: 1, calls: 1, replies: 1 });
  });

  test('under way is waited for by whoever asks the same', async () => {
    const { gateway, clock, endpoint } = gatewayWith([goodOutcome('hello')]);
    const answers = Promise.all([gateway.ask(requestOf(), '0001'), gateway.ask(requestOf(), '0002')]);
    expect(await ended(clock, answers)).toMatchObject([{ reply: { text: 'hello' } }, { reply: { text: 'hello' } }]);
    expect(endpoint.sent).toHaveLength(1);
    expect(gateway.snapshot().query_writer).toMatchObject({ shared: 1 });
  });

  test('to another attempt is another reply', async () => {
    const { gateway, clock, endpoint } = gatewayWith([goodOutcome('hello')]);
    await ended(clock, Promise.all([0, 1].map((attempt) => gateway.ask(requestOf({ attempt }), '0001'))));
    expect(endpoint.sent).toHaveLength(2);
  });

  test('that says nothing usable is a reply: kept, and not repeated', async () => {
    const useless: Outcome = {
      ...goodOutcome(''),
      reply: { text: '', finish: 'refusal', model: 'm', usage: null },
    };
    const { gateway, clock, endpoint, store } = gatewayWith([useless]);
    expect(await ended(clock, gateway.ask(requestOf(), '0001'))).toMatchObject({ reply: { finish: 'refusal' } });
    expect([endpoint.sent.length, store.replies.size]).toEqual([1, 1]);
  });

  test('that cannot be kept ends the run before another is paid for', async () => {
    const { gateway, clock, endpoint, store } = gatewayWith([goodOutcome('hello')]);
    store.broken = true;
    const asked = [0, 1, 2].map((number) => gateway.ask(numbered(number), '0001'));
    const errors = await ended(clock, Promise.all(asked.map((one) => one.catch((error: ModelError) => error))));
    for (const error of errors as unknown as ModelError[])
      expect(error).toMatchObject({ ends: true, message: expect.stringContaining('the disk is full') });
    expect(endpoint.sent).toHaveLength(1);
  });
});

describe('a request that fails', () => {
  test('is sent again until it is answered', async () => {
    const { gateway, clock, endpoint } = gatewayWith([unavailableOutcome(), limitedOutcome(), goodOutcome('hello')]);
    expect(await ended(clock, gateway.ask(requestOf(), '0001'))).toMatchObject({ reply: { text: 'hello' } });
    expect(endpoint.sent).toHaveLength(3);
    expect(gateway.snapshot().query_writer).toMatchObject({
      calls: 3,
      retries: { server_error: 1, rate_limited: 1 },
      rateLimitedShare: 1 / 3,
    });
  });

  test('is given up after the last attempt, saying who, on what and why', async () => {
    const { gateway, clock, endpoint } = gatewayWith([limitedOutcome()]);
    const error = await failed(clock, gateway.ask(requestOf({ role: 'judge' }), '0118'));
    expect(error.message).toBe('judge gave up on task 0118 after 4 attempts, last status 429');
    expect(error.ends).toBe(false);
    expect(endpoint.sent).toHaveLength(4);
    expect(gateway.snapshot().judge).toMatchObject({ gaveUp: 1, calls: 4, replies: 0 });
  });

  test('says what was wrong where there was no status', async () => {
    const gone = unavailableOutcome({ fault: 'timeout', status: null, detail: 'no whole answer within 1000 ms' });
    const { gateway, clock } = gatewayWith((_, index) => (index === 0 ? goodOutcome('first') : gone));
    await ended(clock, gateway.ask(numbered(0), '0001'));
    const error = await failed(clock, gateway.ask(numbered(1), '0002'));
    expect(error.message).toBe(
      'query writer gave up on task 0002 after 4 attempts, last error no whole answer within 1000 ms',
    );
    expect(error.ends).toBe(false);
  });

  test('can be asked again later', async () => {
    const { gateway, clock } = gatewayWith((_, index) => (index < 4 ? limitedOutcome() : goodOutcome('hello')));
    await failed(clock, gateway.ask(requestOf(), '0001'));
    expect(await ended(clock, gateway.ask(requestOf(), '0001'))).toMatchObject({ reply: { text: 'hello' } });
  });

  test('waits longer from failure to failure, up to a limit, and never the same as others', async () => {
    const { gateway, clock, endpoint } = gatewayWith([unavailableOutcome()], {
      attempts: 40,
      backOff: { firstMs: 1_000, longestMs: 16_000 },
    });
    await failed(clock, gateway.ask(requestOf(), '0001'));
    const waits = endpoint.sent.slice(1).map(({ at }, index) => at - endpoint.sent[index]!.at - 100);
    const allowed = waits.map((_, index) => Math.min(16_000, 1_000 * 2 ** index));
    expect(waits.filter((wait, index) => wait > allowed[index]!)).toEqual([]);
    const late = waits.slice(5);
    expect(Math.max(...late)).toBeGreaterThan(10_000);
    expect(Math.min(...late)).toBeLessThan(6_000);
    expect(new Set(waits).size).toBe(waits.length);
  });

  test('waits as long as it is told to', async () => {
    const { gateway, clock, endpoint } = gatewayWith([limitedOutcome(90_000), goodOutcome('hello')]);
    await ended(clock, gateway.ask(requestOf(), '0001'));
    expect(endpoint.sent[1]!.at - endpoint.sent[0]!.at).toBeGreaterThanOrEqual(90_000);
  });

  test('waits as long as it is told to by an endpoint that is overloaded, while others go on', async () => {
    const { gateway, clock, endpoint } = gatewayWith((_, index) =>
      index === 0 ? unavailableOutcome({ retryAfterMs: 90_000 }) : goodOutcome('hello'),
    );
    await ended(clock, Promise.all([gateway.ask(numbered(0), '0001'), gateway.ask(numbered(1), '0002')]));
    const [first, other, again] = endpoint.sent.map(({ at }) => at) as [number, number, number];
    expect(again - first).toBeGreaterThanOrEqual(90_000);
    expect(other).toBeLessThan(1_000);
  });

  test('comes before what has not been asked yet', async () => {
    const { gateway, clock, endpoint } = gatewayWith(
      (_, index) => (index === 0 ? refusedParameter : goodOutcome('hello')),
      { limits: { concurrency: 1 } },
    );
    await ended(clock, Promise.all([0, 1, 2].map((number) => gateway.ask(numbered(number), '0001'))));
    const order = endpoint.sent.map(({ request }) => request.messages[0]!.content);
    expect(order.slice(0, 3)).toEqual(['Question 0', 'Question 1', 'Question 0']);
  });

  test('for a parameter goes again at once and does not count as an attempt', async () => {
    const script = [refusedParameter, refusedParameter, refusedParameter, goodOutcome('hello')];
    const { gateway, clock, endpoint } = gatewayWith(script, { attempts: 1 });
    expect(await ended(clock, gateway.ask(requestOf(), '0001'))).toMatchObject({ reply: { text: 'hello' } });
    expect(endpoint.sent.map(({ at }) => at)).toEqual([0, 100, 200, 300]);
    expect(gateway.snapshot().query_writer).toMatchObject({ retries: { refused_parameter: 3 }, gaveUp: 0 });
  });

  test('is on record with what went wrong', async () => {
    const { gateway, clock, store } = gatewayWith([
      unavailableOutcome({ fault: 'timeout', status: null, detail: 'late', billed: 'everything' }),
      limitedOutcome(),
      goodOutcome('hello'),
    ]);
    await ended(clock, gateway.ask(requestOf(), '0001'));
    expect(store.failures).toMatchObject([
      { digest: requestDigest(requestOf()), role: 'query_writer', taskId: '0001', kind: 'timeout', status: null },
      { kind: 'rate_limited', status: 429, detail: 'slow down', costNano: 0 },
    ]);
  });

  test('is told as what is wrong now until a reply comes, shortened', async () => {
    const { gateway, clock } = gatewayWith([unavailableOutcome({ detail: 'o'.repeat(100) }), goodOutcome('hello')]);
    expect(gateway.trouble).toBeNull();
    const asked = gateway.ask(requestOf(), '0001');
    await clock.run(100);
    expect(gateway.trouble).toBe(`models.test: 503: ${'o'.repeat(54)}…`);
    await ended(clock, asked);
    expect(gateway.trouble).toBeNull();
  });

  test('for itself alone leaves others alone', async () => {
    const { gateway, clock } = gatewayWith(({ messages }) =>
      messages[0]?.content === 'Question 0' ? rejectedOutcome : goodOutcome('hello'),
    );
    const error = await failed(clock, gateway.ask(numbered(0), '0001'));
    expect(error.message).toBe(
      'query writer cannot be asked about task 0001: https://models.test/v1 refuses the request (400: too long)',
    );
    expect(error.ends).toBe(false);
    expect(await ended(clock, gateway.ask(numbered(1), '0002'))).toMatchObject({ reply: { text: 'hello' } });
    expect(gateway.snapshot().query_writer).toMatchObject({ rejected: 1 });
  });
});

describe('the run ends', () => {
  const askMany = (gateway: Gateway, count: number) =>
    Promise.all(
      Array.from({ length: count }, (_, index) =>
        gateway.ask(numbered(index), String(index)).catch((error: ModelError) => error),
      ),
    );

  test('when the endpoint cannot be used as it is set up: one request finds out', async () => {
    const { gateway, clock, endpoint } = gatewayWith([unusableOutcome]);
    const errors = (await ended(clock, askMany(gateway, 50))) as ModelError[];
    expect(new Set(errors.map(({ message }) => message))).toEqual(new Set(['mend the key']));
    expect(errors.every(({ ends }) => ends)).toBe(true);
    expect(endpoint.sent).toHaveLength(1);
  });

  test('when nothing was ever heard of the endpoint', async () => {
    const refused = unavailableOutcome({ fault: 'connection_error', status: null, detail: 'ECONNREFUSED' });
    const { gateway, clock } = gatewayWith([refused], { attempts: 2 });
    const error = await failed(clock, gateway.ask(requestOf(), '0001'));
    expect(error).toMatchObject({
      ends: true,
      message:
        'https://models.test/v1 has not answered once: check that the address is right and that it is running (query writer gave up on task 0001 after 2 attempts, last error ECONNREFUSED)',
    });
  });

  test('when all that was ever heard of the endpoint are errors', async () => {
    const { gateway, clock } = gatewayWith([unavailableOutcome({ status: 500, detail: 'oops' })], { attempts: 2 });
    expect(await failed(clock, gateway.ask(requestOf(), '0001'))).toMatchObject({
      mendable: true,
      message:
        'https://models.test/v1 has sent no reply yet but this (500: oops): check the address and what its server logs (query writer gave up on task 0001 after 2 attempts, last status 500)',
    });
  });

  test('within two minutes where all that was ever heard of the endpoint is its limit', async () => {
    const { gateway, clock, endpoint } = gatewayWith([limitedOutcome()]);
    const errors = (await ended(clock, askMany(gateway, 50), 120_000)) as ModelError[];
    expect(errors.at(-1)).toMatchObject({
      ends: true,
      mendable: false,
      message: expect.stringMatching(
        /^https:\/\/models\.test\/v1 has sent no reply yet but its limit \(429: slow down\): run the same command again later/,
      ),
    });
    expect(endpoint.sent.length).toBeLessThan(60);
  });

  test('with the limit named where twenty requests met nothing else', async () => {
    const { gateway, clock } = gatewayWith((_, index) => (index === 0 ? goodOutcome('') : limitedOutcome()), {
      attempts: 1,
      limits: { concurrency: 1 },
    });
    const errors = (await ended(clock, askMany(gateway, 21))) as ModelError[];
    expect(errors.at(-1)).toMatchObject({
      ends: true,
      mendable: false,
      message: expect.stringMatching(
        /answers all requests with its limit \(429: slow down\): .*like 19 requests before it/,
      ),
    });
  });

  test('when twenty requests one after the other were given up', async () => {
    const { gateway, clock, endpoint } = gatewayWith(
      (_, index) => (index === 0 ? goodOutcome('') : unavailableOutcome()),
      {
        attempts: 1,
        limits: { concurrency: 1 },
      },
    );
    const [, ...errors] = (await ended(clock, askMany(gateway, 50))) as ModelError[];
    expect(endpoint.sent).toHaveLength(21);
    expect(errors.filter(({ message }) => message.includes('like 19 requests before it'))).toHaveLength(30);
    expect(errors.slice(0, 19).every(({ ends }) => !ends)).toBe(true);
    expect(errors.slice(19).every(({ ends }) => ends)).toBe(true);
  });

  test('not when replies come between those that are given up', async () => {
    const { gateway, clock, endpoint } = gatewayWith(
      (_, index) => (index % 10 === 0 ? goodOutcome('') : unavailableOutcome()),
      { attempts: 1, limits: { concurrency: 1 } },
    );
    await ended(clock, askMany(gateway, 60));
    expect(endpoint.sent).toHaveLength(60);
  });

  test('when the endpoint asks to wait for longer than anybody would', async () => {
    const { gateway, clock, endpoint } = gatewayWith([limitedOutcome(3_600_000)]);
    const error = await failed(clock, gateway.ask(requestOf(), '0001'));
    expect(error).toMatchObject({ ends: true, message: expect.stringContaining('asks to wait 60 minutes') });
    expect(endpoint.sent).toHaveLength(1);
  });

  test('and what was answered before is still there for whoever asks', async () => {
    const { gateway, clock } = gatewayWith((_, index) => (index === 0 ? goodOutcome('hello') : unusableOutcome));
    await ended(clock, gateway.ask(numbered(0), '0001'));
    await failed(clock, gateway.ask(numbered(1), '0002'));
    expect(await ended(clock, gateway.ask(numbered(0), '0003'))).toMatchObject({ reply: { text: 'hello' } });
    await failed(clock, gateway.ask(numbered(2), '0004'));
  });

  test('before the budget is passed, with everything finished kept', async () => {
    const NANO = 1e-9;
    const one = new TokenEstimates().mostInputTokens(numbered(0)) + 400;
    const budget = new Budget({
      capUsd: (one + 100) * NANO,
      prices: { ...PRICED, priceOf: () => ({ online: {}, batch: {} }) as never },
      models: [],
    });
    const { gateway, clock, endpoint, store } = gatewayWith([goodOutcome('hello')], { budget });
    const answers = await ended(clock, askMany(gateway, 50));
    const errors = (answers as unknown[]).filter((answer): answer is ModelError => answer instanceof ModelError);
    expect(errors.length).toBeGreaterThan(0);
    expect(errors.every(({ ends, message }) => ends && message.includes('--budget-usd'))).toBe(true);
    expect(store.replies.size).toBe(endpoint.sent.length);
    expect(endpoint.sent.length).toBe(50 - errors.length);
    expect(budget.spentNano).toBeLessThanOrEqual(budget.capNano!);
    expect(budget.open).toBe(0);
  });
});

describe('money', () => {
  test('is charged for what replies used', async () => {
    const { gateway, clock, budget } = gatewayWith([goodOutcome('hello')]);
    await ended(clock, gateway.ask(requestOf(), '0001'));
    expect(budget.spentNano).toBe(15);
    expect(gateway.snapshot().query_writer).toMatchObject({ costNano: 15, inputTokens: 10, outputTokens: 5 });
  });

  test('is charged for failed calls a model may have worked on, and only for them', async () => {
    const { gateway, clock, budget } = gatewayWith([
      unavailableOutcome({ billed: 'everything', usage: { input_tokens: 7, output_tokens: 0 } }),
      unavailableOutcome({ billed: 'nothing' }),
      limitedOutcome(),
      goodOutcome('hello'),
    ]);
    await ended(clock, gateway.ask(requestOf(), '0001'));
    expect(budget.spentNano).toBe(7 + 15);
    expect(gateway.snapshot().query_writer?.costNano).toBe(7 + 15);
  });

  test('is charged at its bound where a call may have been worked on and nobody counted', async () => {
    const { gateway, clock, budget, store } = gatewayWith([
      unavailableOutcome({ fault: 'timeout', status: null, billed: 'everything' }),
      goodOutcome('hello'),
    ]);
    const most = new TokenEstimates().mostInputTokens(requestOf()) + requestOf().parameters.max_output_tokens;
    await ended(clock, gateway.ask(requestOf(), '0001'));
    expect(store.failures).toMatchObject([{ kind: 'timeout', costNano: most }]);
    expect(budget.spentNano).toBe(most + 15);
  });

  test('is charged for the prompt and the bytes of a reply that was not counted', async () => {
    const uncounted: Outcome = { ...goodOutcome(''), reply: replyOf('“hello”', { usage: null }) };
    const { gateway, clock, budget } = gatewayWith([uncounted]);
    await ended(clock, gateway.ask(requestOf(), '0001'));
    const bytes = Buffer.byteLength('“hello”');
    const written = budget.spentNano - new TokenEstimates().mostInputTokens(requestOf());
    expect(written).toBeGreaterThanOrEqual(bytes);
    expect(written).toBeLessThan(bytes + 50);
  });

  test('is never left reserved, however a request ends', async () => {
    const ends = [goodOutcome(''), limitedOutcome(), unavailableOutcome(), rejectedOutcome, refusedParameter];
    const { gateway, clock, budget } = gatewayWith((_, index) => ends[index % ends.length]!);
    const asked = Array.from({ length: 40 }, (_, index) => gateway.ask(numbered(index), '1').catch(() => undefined));
    await ended(clock, Promise.all(asked));
    expect([budget.open, budget.reservedNano]).toEqual([0, 0]);
  });
});

describe('trouble with an endpoint', () => {
  const told = (script: readonly Outcome[], attempts = 4) => {
    const sentences: string[] = [];
    const opened = gatewayWith(script, { attempts, onTrouble: (sentence) => sentences.push(sentence) });
    return { ...opened, sentences };
  };
  const refused = unavailableOutcome({ fault: 'connection_error', status: null, detail: 'ECONNREFUSED' });

  test('is told at its first sign, long before anything is given up', async () => {
    const { gateway, clock, sentences } = told([refused]);
    gateway.ask(requestOf(), '0001').catch(() => undefined);
    await clock.run(150);
    expect(sentences).toEqual([
      'no answer from https://models.test/v1 yet (ECONNREFUSED); trying again, check that the address is right and that it is running',
    ]);
  });

  test('is told once for each kind, however often it comes', async () => {
    const late = unavailableOutcome({ fault: 'timeout', status: null, detail: 'no whole answer within 1000 ms' });
    const script = [goodOutcome(''), ...[late, unavailableOutcome(), limitedOutcome(), refused].flatMap((o) => [o, o])];
    const { gateway, clock, sentences } = told([...script, goodOutcome('')], 20);
    for (let number = 0; number < 3; number++) await ended(clock, gateway.ask(numbered(number), '0001'));
    expect(sentences).toEqual([
      'no answer from https://models.test/v1 (no whole answer within 1000 ms); trying again',
      'no reply from https://models.test/v1 (503: overloaded); trying again',
      'https://models.test/v1 limits requests (429: slow down); asking more slowly',
      'no answer from https://models.test/v1 (ECONNREFUSED); trying again',
    ]);
  });

  test('is not told of what is put otherwise, given up or refused: that has its own sentence', async () => {
    const { gateway, clock, sentences } = told([refusedParameter, rejectedOutcome, goodOutcome(''), refused], 1);
    for (let number = 0; number < 3; number++) await ended(clock, gateway.ask(numbered(number), '0001'));
    expect(sentences).toEqual([]);
  });
});

describe('an interruption', () => {
  test('starts nothing more, and lets what is under way come back and be kept', async () => {
    const stop = new AbortController();
    const { gateway, clock, endpoint, store, budget } = gatewayWith([goodOutcome('hello')], { signal: stop.signal });
    await ended(clock, gateway.ask(numbered(99), '0'), 1_000);
    const asked = Array.from({ length: 30 }, (_, index) =>
      gateway.ask(numbered(index), '1').catch((error: unknown) => error),
    );
    await everythingSettled();
    stop.abort();
    const idle = gateway.idle();
    await clock.run(1_000);
    await idle;
    const answers = await Promise.all(asked);
    expect(answers.filter((answer) => answer instanceof ModelError && answer.ends)).toHaveLength(30 - 8);
    expect([endpoint.sent.length, store.replies.size, budget.open]).toEqual([9, 9, 0]);
    expect(clock.pending).toBe(0);
  });

  test('does not wait for ever', async () => {
    const stop = new AbortController();
    const { gateway, clock, endpoint, store } = gatewayWith([goodOutcome('hello')], {
      signal: stop.signal,
      graceMs: 50,
      attempts: 1,
    });
    const asked = gateway.ask(requestOf(), '0001').catch((error: unknown) => error);
    await everythingSettled();
    stop.abort();
    await clock.run(60);
    expect(gateway.snapshot().query_writer?.gaveUp).toBe(0);
    expect(await asked).toMatchObject({ ends: true, message: expect.stringContaining('interrupted') });
    expect(endpoint.sent).toHaveLength(1);
    expect(store.failures).toMatchObject([{ kind: 'interrupted' }]);
  });

  test('wakes whoever sleeps before another attempt', async () => {
    const stop = new AbortController();
    const { gateway, clock } = gatewayWith([limitedOutcome(300_000)], { signal: stop.signal });
    const asked = gateway.ask(requestOf(), '0001').catch((error: unknown) => error);
    await clock.run(1_000);
    stop.abort();
    expect(await asked).toMatchObject({ ends: true });
  });

  test('ends the wait for room in the budget, whoever holds it', async () => {
    const NANO = 1e-9;
    const budget = new Budget({
      capUsd: 10_000 * NANO,
      prices: { ...PRICED, priceOf: () => ({ online: {}, batch: {} }) as never },
      models: [],
    });
    const atProvider = budget.reserve('some-model', 10_000, 0);
    const stop = new AbortController();
    const { gateway, clock, endpoint } = gatewayWith([goodOutcome('hello')], { budget, signal: stop.signal });
    const asked = gateway.ask(requestOf(), '0001').catch((error: unknown) => error);
    await clock.run(1_000);
    stop.abort();
    await gateway.idle();
    expect(await asked).toMatchObject({ ends: true, message: expect.stringContaining('interrupted') });
    expect([endpoint.sent.length, budget.open]).toEqual([0, 1]);
    budget.release(atProvider);
    expect(budget.open).toBe(0);
  });

  test('before the start lets nothing start', async () => {
    const { gateway, endpoint } = gatewayWith([goodOutcome('hello')], { signal: AbortSignal.abort() });
    await expect(gateway.ask(requestOf(), '0001')).rejects.toMatchObject({ ends: true });
    expect(endpoint.sent).toEqual([]);
  });
});

test('an error of ours frees what the request held and reaches whoever asked', async () => {
  const { gateway, clock, budget } = gatewayWith(() => {
    throw new TypeError('a bug');
  });
  expect(await ended(clock, gateway.ask(requestOf(), '0001'))).toMatchObject({ message: 'a bug' });
  expect(budget.open).toBe(0);
});

test('a question nobody could answer can be asked again', async () => {
  let asked = 0;
  const { gateway, clock } = gatewayWith(() => {
    if (asked++ === 0) throw new TypeError('a bug');
    return goodOutcome('hello');
  });
  await ended(clock, gateway.ask(requestOf(), '0001'));
  expect(await ended(clock, gateway.ask(requestOf(), '0001'))).toMatchObject({ reply: { text: 'hello' } });
});

test('that it is ended from outside is told to what waits, and what is under way is kept', async () => {
  const { gateway, clock, endpoint, store, budget } = gatewayWith([goodOutcome('hello')]);
  const asked = Array.from({ length: 5 }, (_, index) =>
    gateway.ask(numbered(index), '1').catch((error: unknown) => error),
  );
  await everythingSettled();
  const reason = new ModelError('the disk is full', { ends: true });
  gateway.end(reason);
  const [first, ...others] = await ended(clock, Promise.all(asked)).then((answers) => answers as unknown[]);
  expect(first).toMatchObject({ reply: { text: 'hello' } });
  expect(others).toEqual(Array(4).fill(reason));
  await expect(gateway.ask(numbered(9), '1')).rejects.toBe(reason);
  expect([endpoint.sent.length, store.replies.size, budget.open]).toEqual([1, 1, 0]);
});
