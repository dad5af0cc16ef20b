import { describe, expect, test } from 'vitest';
import { Budget } from '../../models/budget.ts';
import type { Gateway } from '../../models/gateway.ts';
import { TokenEstimates } from '../../models/token-estimates.ts';
import { ModelError } from '../../schemas/errors.ts';
import { everythingSettled } from '../fixtures/fake-clock.ts';
import { ended, failed, gatewayWith, numbered, PRICED } from '../fixtures/gateways.ts';
import { goodOutcome, limitedOutcome, unavailableOutcome, unusableOutcome } from '../fixtures/scripted-endpoint.ts';
import { requestOf } from './requests.ts';

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
