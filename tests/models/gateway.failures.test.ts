import { describe, expect, test } from 'vitest';
import type { Outcome } from '../../models/faults.ts';
import { requestDigest } from '../../models/reply-store.ts';
import { ended, failed, gatewayWith, numbered } from '../fixtures/gateways.ts';
import {
  goodOutcome,
  limitedOutcome,
  refusedParameter,
  rejectedOutcome,
  unavailableOutcome,
} from '../fixtures/scripted-endpoint.ts';
import { requestOf } from './requests.ts';

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

test('an error of ours frees what the request held and reaches whoever asked', async () => {
  const { gateway, clock, budget } = gatewayWith(() => {
    throw new TypeError('a bug');
  });
  expect(await ended(clock, gateway.ask(requestOf(), '0001'))).toMatchObject({ message: 'a bug' });
  expect(budget.open).toBe(0);
});
