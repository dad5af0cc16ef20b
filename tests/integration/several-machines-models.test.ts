import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeShop } from '../../families/ecomagentbench/mutations/chinese/made-shop.ts';
import { useLanguage } from '../../lexicon/index.ts';
import { type Ended, type Started, workFolder } from '../fixtures/command-line.ts';
import { asking, COMPETENT, differingFiles, linesIn, smallRun, watchAsking } from '../fixtures/model-runs.ts';
import { RedisServer, redisInstalled } from '../fixtures/redis-server.ts';
import { Workers } from '../fixtures/workers.ts';
import { type MockEndpoint, startMockEndpoint } from '../mock-endpoint/mock-endpoint.ts';
import type { MockOptions } from '../mock-endpoint/options.ts';

const SAME = ['accepted.jsonl', 'splits/train.jsonl', 'splits/test.jsonl', 'rejected.jsonl', 'ledger.jsonl'];
const CONCURRENCY = 6;

const { folder, discard } = workFolder();
afterAll(discard);

const endpointWith = (options: Partial<MockOptions> = {}) =>
  startMockEndpoint({ ...COMPETENT, latency: { fixedMs: 60, jitterMs: 60 }, ...options });

/** Waits until an endpoint was asked so often, or the run is over. */
async function askedFor(endpoint: MockEndpoint, times: number, { ended }: { readonly ended: Promise<unknown> }) {
  let isOver = false;
  const over = () => {
    isOver = true;
  };
  void ended.then(over, over);
  while (!isOver && endpoint.requests.length < times) await pause(5);
}

describe.skipIf(!redisInstalled)('a run that asks models, on workers that share a Redis and have no key', () => {
  let redis: RedisServer;
  let workers: Workers;
  /** The only one at first, and one of the two that go on. Each loads the program twice. */
  let first: Started;
  let second: Started;
  let alone: MockEndpoint;
  const commandOf = (run: string, ...options: string[]) =>
    smallRun(run, '--per-intent', '4', '--concurrency', String(CONCURRENCY), ...options);
  const onWorkers = () => ['--executor', 'bullmq', '--redis', redis.url];

  beforeAll(async () => {
    redis = await RedisServer.start();
    workers = new Workers(folder, redis);
    first = workers.start();
    alone = await endpointWith();
    const { code, stderr } = await asking(alone, folder, ...commandOf('alone'));
    await alone.close();
    expect(code, stderr).toBe(0);
  });

  afterAll(async () => {
    await workers.killAll();
    await redis.kill();
  });

  test('a worker that is stopped gives its job back, and another goes on without asking again', async () => {
    const endpoint = await endpointWith();
    const run = watchAsking(endpoint, folder, ...commandOf('handed-on', ...onWorkers()));
    await askedFor(endpoint, 10, run);
    first.child.kill('SIGTERM');
    const { code, stdout, stderr } = await first.ended;
    expect(code, stderr).toBe(0);
    expect(stdout).toMatch(/^stopping; 1 job under way$[\s\S]*not done: this worker is being stopped$/m);
    second = workers.start();
    workers.start();
    const ended = await run.ended;
    await endpoint.close();
    expect(ended.code, ended.stderr).toBe(0);
    expect(differingFiles(join(folder, 'alone'), join(folder, 'handed-on'), SAME)).toEqual([]);
    expect(endpoint.stats.requests).toBe(alone.stats.requests);
  });

  describe('with a worker killed, and then Redis', () => {
    let endpoint: MockEndpoint;
    let run: Ended;

    beforeAll(async () => {
      endpoint = await endpointWith();
      const started = watchAsking(endpoint, folder, ...commandOf('struck', ...onWorkers()));
      const third = alone.stats.requests / 3;
      await askedFor(endpoint, third, started);
      second.child.kill('SIGKILL');
      await askedFor(endpoint, 2 * third, started);
      await redis.kill();
      await pause(500);
      await redis.startAgain();
      workers.start();
      run = await started.ended;
      await endpoint.close();
    });

    test('is the run of one process, to the byte', () => {
      expect(run.code, run.stderr).toBe(0);
      expect(differingFiles(join(folder, 'alone'), join(folder, 'struck'), SAME)).toEqual([]);
    });

    test('asked for nothing twice', () => {
      const again = endpoint.requests.filter(
        ({ repeatsDelivered, repeatsUnderWay }) => repeatsDelivered || repeatsUnderWay,
      );
      expect(again.map(({ number }) => number)).toEqual([]);
      expect(endpoint.stats.requests).toBe(alone.stats.requests);
    });

    test('had no more requests under way than one process may', () => {
      expect(endpoint.stats.inFlightHighWater).toBeGreaterThan(1);
      expect(endpoint.stats.inFlightHighWater).toBeLessThanOrEqual(CONCURRENCY);
    });
  });

  test('one that sends nothing usable is found out together, and mended it is asked anew', async () => {
    const command = [...commandOf('turtles', ...onWorkers()), '--concurrency', '100'];
    const useless = await endpointWith({ respond: () => 'I like turtles.', latency: {} });
    const stopped = await asking(useless, folder, ...command);
    await useless.close();
    expect(stopped.code, stopped.stderr).toBe(2);
    expect(stopped.stderr).toMatch(
      /^stopped: none of 20 replies in a row of gpt-4\.1-mini as query writer can be used; /m,
    );
    expect(useless.stats.requests).toBe(20);
    const endpoint = await endpointWith();
    const { code, stderr } = await asking(endpoint, folder, ...command);
    await endpoint.close();
    expect(code, stderr).toBe(0);
    expect(differingFiles(join(folder, 'alone'), join(folder, 'turtles'), ['ledger.jsonl'])).toEqual([]);
  });

  test('a 429 to one holds all of them back', async () => {
    const waitMs = 2_000;
    const endpoint = await endpointWith({
      faults: [{ fault: 'rate_limit_seconds', numbers: [20], settings: { retryAfterSeconds: waitMs / 1000 } }],
    });
    const { code, stderr } = await asking(endpoint, folder, ...commandOf('limited', ...onWorkers()));
    await endpoint.close();
    expect(code, stderr).toBe(0);
    const refused = endpoint.requests.find(({ status }) => status === 429);
    const told = refused?.endedMs ?? expect.fail('nothing was refused');
    // What is sent before the answer has been read: one after each of the others that were under way.
    const during = endpoint.requests.filter(({ atMs }) => atMs > told && atMs < told + waitMs - 100);
    expect(during.length).toBeLessThan(CONCURRENCY);
    expect(endpoint.requests.some(({ atMs }) => atMs > told + waitMs - 100)).toBe(true);
  });

  test('a budget holds over all of them', async () => {
    const endpoint = await endpointWith();
    const command = commandOf('poor', ...onWorkers());
    const { code, stderr } = await asking(endpoint, folder, ...command, '--budget-usd', '0.01');
    expect(code, stderr).not.toBe(0);
    expect(stderr).toMatch(/^stopped: the budget of \$0\.010 could be passed/m);
    const { promptTokens, completionTokens } = endpoint.stats;
    await endpoint.close();
    expect(promptTokens * 0.4 + completionTokens * 1.6).toBeLessThanOrEqual(10_000);
    expect(endpoint.stats.requests).toBeLessThan(alone.stats.requests);
  });

  test('recorded replies give the same run without a network', async () => {
    const { code, stderr } = await asking(
      { url: 'http://127.0.0.1:1/v1', key: 'sk-that-nobody-ever-sees' },
      folder,
      ...commandOf('replayed', ...onWorkers(), '--writer', 'replay', '--replies', 'alone.db'),
    );
    expect(code, stderr).toBe(0);
    const samples = SAME.filter((file) => file !== 'ledger.jsonl');
    expect(differingFiles(join(folder, 'alone'), join(folder, 'replayed'), samples)).toEqual([]);
  });

  test('one in Chinese is that of one process as well', async () => {
    // Those that are at an English run would ask for one more.
    await workers.killAll();
    workers.start();
    useLanguage('zh');
    try {
      const { inputs, format } = makeShop(mkdtempSync(join(folder, 'shop-')), 150);
      const shop = ['--catalog', ...inputs, '--format', format, '--language', 'zh', '--intents', 'product_search'];
      const run = ['build:dataset', '--writer', 'openai', '--skip-judge', '--per-intent', '3', ...shop];
      for (const [out, ...options] of [['zh-alone'], ['zh-there', ...onWorkers()]] as const) {
        const endpoint = await endpointWith({ latency: {} });
        const { code, stderr } = await asking(endpoint, folder, ...run, '--out', out, ...options);
        await endpoint.close();
        expect(code, stderr).toBe(0);
      }
    } finally {
      useLanguage();
    }
    expect(linesIn(folder, 'zh-alone', 'accepted.jsonl')).toHaveLength(3);
    expect(
      differingFiles(join(folder, 'zh-alone'), join(folder, 'zh-there'), ['accepted.jsonl', 'ledger.jsonl']),
    ).toEqual([]);
  });
});
