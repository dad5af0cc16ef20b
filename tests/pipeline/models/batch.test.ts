import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { BatchLedger } from '../../../pipeline/models/batch/batch-ledger.ts';
import type { BatchPace } from '../../../pipeline/models/batch/batch-pace.ts';
import { BatchGateway, type BatchRoute } from '../../../pipeline/models/batch.ts';
import { Budget } from '../../../pipeline/models/budget.ts';
import { FIRST_DIALECT } from '../../../pipeline/models/dialect.ts';
import { Prices } from '../../../pipeline/models/prices.ts';
import { ReplyStore } from '../../../pipeline/models/reply-store.ts';
import { requestDigest } from '../../../pipeline/models/request-digest.ts';
import { TokenEstimates } from '../../../pipeline/models/tokens.ts';
import { ConfigError, ModelError } from '../../../schemas/errors.ts';
import { type ModelRequest, Role } from '../../../schemas/model.ts';
import { FakeBatches, goodLine } from '../../fixtures/fake-batches.ts';
import { FakeClock } from '../../fixtures/fake-clock.ts';
import { temporaryFolder } from '../../fixtures/raw-files.ts';
import { replyOf, requestOf } from './requests.ts';

const HOUR = 3_600_000;
const RUN = 'out/run';

/** A dollar per million tokens read and written, half of it in a batch. */
const prices = new Prices([
  {
    version: '1',
    currency: 'USD',
    models: {
      m: { input_per_million: 1, output_per_million: 1, batch_multiplier: 0.5, taken: '2026-01-01', aliases: [] },
    },
  },
]);

interface Options {
  readonly pace?: Partial<BatchPace>;
  readonly capUsd?: number;
  readonly isProven?: boolean;
}

/** Several starts of one run: the store's file and the provider outlive each of them. */
function world() {
  const path = join(temporaryFolder(), 'replies.db');
  const clock = new FakeClock();
  const provider = new FakeBatches(clock);
  const online: ModelRequest[] = [];
  const start = ({ pace = {}, capUsd, isProven = true }: Options = {}) => {
    const store = ReplyStore.open(path, { run: RUN });
    const now = () => new Date(clock.now());
    const ledger = new BatchLedger(path, RUN, now);
    const stop = new AbortController();
    const budget = new Budget({ capUsd: capUsd ?? null, prices, models: [], spentNano: store.spentNano() });
    let proven = isProven;
    const route: BatchRoute = {
      batches: provider,
      endpoint: { dialectOf: () => FIRST_DIALECT, hasAnswered: () => proven },
    };
    const gateway = new BatchGateway({
      online: {
        ask: async (request, taskId) => {
          online.push(request);
          proven = true;
          return store.put(requestDigest(request), request, replyOf('online'), { taskId, costNano: 7 });
        },
        snapshot: () => ({}),
        idle: async () => {},
      },
      routes: Object.fromEntries(Role.options.map((role) => [role, route])) as Record<Role, BatchRoute>,
      ...{ store, ledger, budget, tokens: new TokenEstimates(), run: RUN, signal: stop.signal, clock, now },
      pace: { tail: 3, settleMs: 1_000, firstPollMs: 1_000, pollMs: 60_000, ...pace },
    });
    const close = async () => {
      stop.abort();
      await gateway.idle();
      ledger.close();
      store.close();
    };
    onTestFinished(() => close().catch(() => undefined));
    return { gateway, store, budget, stop, close, ledger };
  };
  return { clock, provider, online, start };
}

const question = (number: number, changes: Partial<ModelRequest> = {}) =>
  requestOf({ model: 'm', messages: [{ role: 'user', content: `question ${number}` }], ...changes });
const digestOf = (number: number) => requestDigest(question(number));

const askMany = (gateway: BatchGateway, count: number, first = 0) =>
  Promise.allSettled(
    Array.from({ length: count }, (_, place) => gateway.ask(question(first + place), `task-${first + place}`)),
  );

const textsOf = (settled: PromiseSettledResult<{ reply: { text: string } }>[]) =>
  settled.map((one) => (one.status === 'fulfilled' ? one.value.reply.text : `failed: ${one.reason.message}`));

const fromBatch = (count: number) =>
  Array.from({ length: count }, (_, number) => `reply to ${digestOf(number).slice(0, 8)}`);

describe('what is asked', () => {
  test('goes into one batch once nothing more comes, and its replies come back to who asked', async () => {
    const { clock, provider, start } = world();
    const { gateway, store } = start();
    const asked = askMany(gateway, 10);
    await clock.run(900);
    expect(provider.made).toHaveLength(0);
    await clock.run(2 * HOUR);
    expect(textsOf(await asked)).toEqual(fromBatch(10));
    expect(provider.made).toMatchObject([
      { metadata: { cartwright_run: 'run', cartwright_batch: expect.any(String) } },
    ]);
    expect(store.get(digestOf(3))?.text).toBe(`reply to ${digestOf(3).slice(0, 8)}`);
  });

  test('is sent once where several ask for it, and never where the store knows it', async () => {
    const { clock, provider, start } = world();
    const { gateway } = start();
    const both = [askMany(gateway, 5), askMany(gateway, 5)];
    await clock.run(2 * HOUR);
    await Promise.all(both);
    await askMany(gateway, 5);
    expect(provider.lines).toHaveLength(5);
    expect(gateway.snapshot().query_writer).toMatchObject({ asked: 15, shared: 5, fromStore: 5, replies: 5 });
  });

  test('is asked online where it is less than the tail and no batch is under way', async () => {
    const { clock, provider, online, start } = world();
    const { gateway } = start();
    const asked = askMany(gateway, 2);
    await clock.run(1_100);
    expect(textsOf(await asked)).toEqual(['online', 'online']);
    expect([provider.made.length, online.length]).toEqual([0, 2]);
  });

  test('waits for more where it is less than the tail and a batch is under way', async () => {
    const { clock, online, start } = world();
    const { gateway } = start();
    void askMany(gateway, 5);
    await clock.run(10_000);
    const late = gateway.ask(question(99), 'late');
    await clock.run(60_000);
    expect(online).toHaveLength(0);
    await clock.run(2 * HOUR);
    expect((await late).reply.text).toBe('online');
  });

  test('is put into several batches where one may hold no more', async () => {
    const { clock, provider, start } = world();
    const { gateway } = start({ pace: { maxRequests: 4 } });
    const asked = askMany(gateway, 11);
    await clock.run(2 * HOUR);
    expect(textsOf(await asked)).toEqual(fromBatch(11));
    expect(provider.made.map(({ ids }) => ids.length)).toEqual([4, 4, 3]);
  });

  test('is put into several batches where a file may hold no more bytes', async () => {
    const { clock, provider, start } = world();
    const { gateway } = start({ pace: { maxBytes: 900, tail: 1 } });
    const asked = askMany(gateway, 7);
    await clock.run(2 * HOUR);
    expect(textsOf(await asked)).toEqual(fromBatch(7));
    expect(provider.sizes.length).toBeGreaterThan(1);
    for (const bytes of provider.sizes) expect(bytes).toBeLessThanOrEqual(900);
  });

  test('is put into a batch for each model', async () => {
    const { clock, provider, start } = world();
    const { gateway } = start();
    void askMany(gateway, 4);
    const others = Array.from({ length: 5 }, (_, number) => gateway.ask(question(number, { model: 'other' }), 'task'));
    void Promise.allSettled(others);
    await clock.run(10_000);
    expect(provider.made.map(({ ids }) => ids.length).sort()).toEqual([4, 5]);
  });

  test('of a model that has not answered yet is tried online with one request first', async () => {
    const { clock, provider, online, start } = world();
    const { gateway } = start({ isProven: false });
    const asked = askMany(gateway, 6);
    await clock.run(2 * HOUR);
    expect(textsOf(await asked)).toEqual(['online', ...fromBatch(6).slice(1)]);
    expect([online.length, provider.lines.length]).toEqual([1, 5]);
  });
});

describe('money', () => {
  test('is charged at the price of a batch', async () => {
    const { clock, start } = world();
    const { gateway, budget } = start();
    void askMany(gateway, 4);
    await clock.run(2 * HOUR);
    expect([budget.spentNano, budget.open]).toEqual([4 * 15 * 500, 0]);
  });

  /** What a batch of ours reserves for a request is a little over a quarter of a million. */
  const dear = (nano: number) => (id: string) => {
    const line = goodLine(id);
    return { ...line, response: { ...line.response, body: { ...line.response.body, usage: used(nano) } } };
  };
  const used = (nano: number) => ({ prompt_tokens: nano / 500, completion_tokens: 0 });

  test('that is too little for all is used for as many as it lasts, then the run ends and says why', async () => {
    const { clock, provider, start } = world();
    provider.fate = () => ({ line: dear(250_000) });
    const { gateway, budget } = start({ capUsd: 0.0015 });
    const asked = askMany(gateway, 8);
    await clock.run(20 * HOUR);
    const texts = textsOf(await asked);
    expect(provider.lines.length).toBeGreaterThan(3);
    expect(texts.filter((text) => text.startsWith('reply'))).toHaveLength(provider.lines.length);
    expect(texts.at(-1)).toMatch(/the budget of \$0\.0015 could be passed/);
    expect(budget.spentNano).toBeLessThanOrEqual(1_500_000);
  });

  test('that is used up ends the run only when what is under way has been collected', async () => {
    const { clock, provider, start } = world();
    provider.fate = (number) => ({ line: dear(number === 1 ? 600_000 : 1_000) });
    const { gateway } = start({ capUsd: 0.002 });
    const first = askMany(gateway, 3);
    await clock.run(HOUR / 2);
    const second = askMany(gateway, 8, 10);
    await clock.run(5 * HOUR);
    expect(textsOf(await first)).toEqual(fromBatch(3));
    const replies = textsOf(await second).filter((text) => text.startsWith('reply'));
    expect(provider.made).toHaveLength(2);
    expect(replies).toHaveLength(provider.made[1]!.ids.length);
  });

  test('of lines that failed is given back', async () => {
    const { clock, provider, start } = world();
    provider.fate = (number) => (number === 1 ? { line: () => ({ response: { status_code: 500, body: {} } }) } : {});
    const { gateway, budget } = start();
    void askMany(gateway, 4);
    await clock.run(3 * HOUR);
    expect([budget.spentNano, budget.open]).toEqual([4 * 15 * 500, 0]);
  });
});

describe('what fails', () => {
  test('in single lines is submitted again, and online after so many batches', async () => {
    const { clock, provider, online, start } = world();
    const bad = new Set([0, 1, 2, 3].map(digestOf));
    provider.fate = () => ({
      line: (id) => (bad.has(id) ? { response: { status_code: 503, body: '' } } : goodLine(id)),
    });
    const { gateway, store } = start({ pace: { submissions: 3 } });
    const asked = askMany(gateway, 8);
    await clock.run(10 * HOUR);
    expect(textsOf(await asked)).toEqual([...Array(4).fill('online'), ...fromBatch(8).slice(4)]);
    expect(provider.made.map(({ ids }) => ids.length)).toEqual([8, 4, 4]);
    expect(online).toHaveLength(4);
    expect(store.counts()[0]?.failures).toEqual({ server_error: 12 });
  });

  test('because a line is refused is asked online, which says why', async () => {
    const { clock, provider, online, start } = world();
    const refused = { response: { status_code: 400, body: { error: { message: 'maximum context length' } } } };
    provider.fate = () => ({ line: (id) => (id === digestOf(2) ? refused : goodLine(id)) });
    const { gateway } = start();
    const asked = askMany(gateway, 5);
    await clock.run(2 * HOUR);
    expect(textsOf(await asked)[2]).toBe('online');
    expect(online.map(requestDigest)).toEqual([digestOf(2)]);
  });

  test('because results lack lines is submitted again, after they were read again', async () => {
    const { clock, provider, start } = world();
    provider.fate = (number) => ({ line: (id, place) => (number === 1 && place < 3 ? null : goodLine(id)) });
    const { gateway, store } = start();
    const asked = askMany(gateway, 6);
    await clock.run(3 * HOUR);
    expect(textsOf(await asked)).toEqual(fromBatch(6));
    expect(store.counts()[0]?.failures).toEqual({ batch_line_failed: 3 });
    expect(provider.calls.filter((call) => call === 'read')).toHaveLength(4);
    expect(provider.made.map(({ ids }) => ids.length)).toEqual([6, 3]);
  });

  test('because results arrive broken is read again and not submitted again', async () => {
    const { clock, provider, start } = world();
    provider.fate = () => ({ tornOnce: true });
    const { gateway, budget } = start();
    const asked = askMany(gateway, 6);
    await clock.run(3 * HOUR);
    expect(textsOf(await asked)).toEqual(fromBatch(6));
    expect(provider.lines).toHaveLength(6);
    expect(budget.spentNano).toBe(6 * 15 * 500);
  });

  test('because the batch expired is submitted again', async () => {
    const { clock, provider, start } = world();
    const expired = { response: null, error: { code: 'batch_expired', message: 'too late' } };
    provider.fate = (number) =>
      number === 1 ? { ends: 'expired', line: (id, place) => (place < 2 ? goodLine(id) : expired) } : {};
    const { gateway } = start();
    const asked = askMany(gateway, 7);
    await clock.run(3 * HOUR);
    expect(textsOf(await asked)).toEqual(fromBatch(7));
    expect(provider.made.map(({ ids }) => ids.length)).toEqual([7, 5]);
  });

  test('because the provider has no room is submitted in smaller batches, one after another', async () => {
    const { clock, provider, start } = world();
    provider.lastsMs = 60_000;
    const noRoom = [{ code: 'token_limit_exceeded', message: 'Enqueued token limit reached', line: null }];
    provider.fate = (number) => (number === 1 ? { ends: 'failed', errors: noRoom } : {});
    const { gateway } = start({ pace: { submissions: 1 } });
    const asked = askMany(gateway, 16);
    await clock.run(HOUR);
    expect(textsOf(await asked)).toEqual(fromBatch(16));
    expect(provider.made.map(({ ids }) => ids.length)).toEqual([16, 8, 8]);
    const [, second, third] = provider.made;
    expect(third!.createdMs - second!.createdMs).toBeGreaterThan(60_000);
    void askMany(gateway, 16, 100);
    await clock.run(HOUR);
    expect(provider.made.map(({ ids }) => ids.length)).toEqual([16, 8, 8, 16]);
  });

  test('because a line does not pass validation goes online, and the others into another batch', async () => {
    const { clock, provider, online, start } = world();
    provider.fate = (number) =>
      number === 1 ? { ends: 'failed', errors: [{ code: 'invalid', message: 'no', line: 2 }] } : {};
    const { gateway } = start();
    const asked = askMany(gateway, 5);
    await clock.run(4 * HOUR);
    await asked;
    expect(online.map(requestDigest)).toEqual([provider.made[0]!.ids[1]]);
    expect(provider.made.map(({ ids }) => ids.length)).toEqual([5, 4]);
  });

  test('batch after batch ends the run with what the provider says', async () => {
    const { clock, provider, start } = world();
    provider.fate = () => ({ ends: 'failed', errors: [{ code: 'model_not_allowed', message: 'no', line: null }] });
    const { gateway } = start();
    const asked = askMany(gateway, 5);
    await clock.run(30 * HOUR);
    for (const one of await asked) {
      expect(one).toMatchObject({ status: 'rejected', reason: { ends: true } });
      expect(one.status === 'rejected' && one.reason.message).toMatch(/failed 3 batches.*model_not_allowed/);
    }
    expect(provider.made).toHaveLength(3);
  });

  test('because there is no Batch API ends the run and says so', async () => {
    const { clock, provider, start } = world();
    provider.failing.push({ call: 'upload', status: 404 });
    const { gateway, budget } = start();
    const asked = askMany(gateway, 5);
    await clock.run(10_000);
    expect(textsOf(await asked)[0]).toMatch(/batches\.test.*404.*leave out --batch/);
    expect(budget.open).toBe(0);
  });

  test('is waited for while the provider does not answer', async () => {
    const { clock, provider, start } = world();
    for (let time = 0; time < 10; time++) provider.failing.push({ call: 'show', status: time % 2 === 0 ? null : 503 });
    provider.failing.push(
      { call: 'upload', status: 500 },
      { call: 'read', status: null },
      { call: 'read', status: 429 },
    );
    const { gateway } = start();
    const asked = askMany(gateway, 5);
    await clock.run(3 * HOUR);
    expect(textsOf(await asked)).toEqual(fromBatch(5));
    expect(provider.lines).toHaveLength(5);
  });
});

describe('a batch that is too slow', () => {
  test('is cancelled, what it has done is kept, and the rest is asked online', async () => {
    const { clock, provider, online, start } = world();
    provider.lastsMs = 30 * HOUR;
    const cancelled = { response: null, error: { code: 'batch_cancelled', message: 'cancelled' } };
    provider.fate = () => ({ line: (id, place) => (place < 4 ? goodLine(id) : cancelled) });
    const { gateway } = start({ pace: { slowMs: 2 * HOUR } });
    const asked = askMany(gateway, 10);
    await clock.run(1.9 * HOUR);
    expect(provider.calls).not.toContain('cancel');
    await clock.run(HOUR);
    expect(textsOf(await asked)).toEqual([...fromBatch(4), ...Array(6).fill('online')]);
    expect([provider.lines.length, online.length]).toEqual([10, 6]);
  });
});

describe('a start after another', () => {
  test('collects what the earlier one submitted, before it submits anything', async () => {
    const { clock, provider, start } = world();
    const first = start();
    void askMany(first.gateway, 6);
    await clock.run(10_000);
    await first.close();
    await clock.run(5 * HOUR);
    provider.failing.push(...Array.from({ length: 3 }, () => ({ call: 'show', status: 503 })));
    const second = start();
    const asked = askMany(second.gateway, 9);
    const before = provider.calls.length;
    await clock.run(2 * HOUR);
    expect(textsOf(await asked)).toEqual(fromBatch(9));
    expect(provider.calls.slice(before, before + 6)).toEqual(['show', 'show', 'show', 'show', 'read', 'upload']);
    expect(provider.made.map(({ ids }) => ids.length)).toEqual([6, 3]);
  });

  test('charges what it collects once', async () => {
    const { clock, start } = world();
    const first = start();
    void askMany(first.gateway, 6);
    await clock.run(10_000);
    await first.close();
    await clock.run(5 * HOUR);
    const second = start();
    // What has been over for hours is not waited for.
    await clock.run(10);
    expect([second.budget.spentNano, second.store.spentNano(), second.budget.open]).toEqual([45_000, 45_000, 0]);
    await second.close();
    const third = start();
    await clock.run(HOUR);
    expect(third.budget.spentNano).toBe(45_000);
  });

  test('reserves for what is under way, though it is over the cap', async () => {
    const { clock, start } = world();
    const first = start();
    void askMany(first.gateway, 6);
    await clock.run(10_000);
    await first.close();
    const { budget } = start({ capUsd: 0.000001 });
    expect(budget.open).toBe(6);
  });

  test('does not ask again for what another end of the collecting kept', async () => {
    const { clock, provider, start } = world();
    const first = start();
    void askMany(first.gateway, 6);
    await clock.run(10_000);
    await first.close();
    await clock.run(5 * HOUR);
    // As after a kill between the first stored replies and the end of the batch.
    const between = start();
    between.store.put(
      digestOf(0),
      question(0),
      { text: fromBatch(1)[0]!, finish: 'stop', model: 'm', usage: { input_tokens: 10, output_tokens: 5 } },
      { taskId: 'task-0', costNano: 7_500 },
    );
    await clock.run(1_000);
    expect(between.store.spentNano()).toBe(6 * 7_500);
    expect(between.budget.spentNano).toBe(5 * 7_500);
    expect(between.store.lateRepliesTo(digestOf(0))).toEqual([]);
    expect(provider.lines).toHaveLength(6);
  });

  test('finds a batch whose id never came by its metadata', async () => {
    const { clock, provider, start } = world();
    provider.failing.push({ call: 'create', status: null, after: true });
    const first = start();
    void askMany(first.gateway, 6);
    await clock.run(1_000);
    await first.close();
    expect(provider.made).toHaveLength(1);
    const second = start();
    const asked = askMany(second.gateway, 6);
    await clock.run(2 * HOUR);
    expect(textsOf(await asked)).toEqual(fromBatch(6));
    expect(provider.made).toHaveLength(1);
  });

  test('submits what never became a batch', async () => {
    const { clock, provider, start } = world();
    provider.failing.push({ call: 'create', status: null });
    const first = start();
    void askMany(first.gateway, 6);
    await clock.run(1_000);
    await first.close();
    const second = start();
    const asked = askMany(second.gateway, 6);
    await clock.run(2 * HOUR);
    expect(textsOf(await asked)).toEqual(fromBatch(6));
    expect(provider.made).toHaveLength(1);
  });

  test('knows that nothing was made where not even the file had been sent', async () => {
    const { clock, provider, start } = world();
    provider.failing.push({ call: 'upload', status: 500 });
    const first = start();
    void askMany(first.gateway, 6);
    await clock.run(1_000);
    first.stop.abort();
    await first.gateway.idle();
    expect(first.ledger.unfinished()).toEqual([]);
    expect(provider.calls).toEqual(['upload']);
  });

  test('that reaches the provider under another address says so before anything is asked', async () => {
    const { clock, provider, start } = world();
    const first = start();
    void askMany(first.gateway, 6);
    await clock.run(10_000);
    await first.close();
    Object.assign(provider, { address: 'https://elsewhere.test/v1' });
    expect(() => start()).toThrow(ConfigError);
    expect(() => start()).toThrow(/6 requests.*https:\/\/batches\.test\/v1/);
  });

  test('whose provider does not know the batch says which key is asked for', async () => {
    const { clock, provider, start } = world();
    const first = start();
    void askMany(first.gateway, 6);
    await clock.run(10_000);
    await first.close();
    provider.made.length = 0;
    const { gateway } = start();
    const asked = askMany(gateway, 6);
    await clock.run(10_000);
    expect(textsOf(await asked)[0]).toMatch(/does not know batch batch-1.*SOME_KEY/);
    expect(provider.made).toHaveLength(0);
  });
});

test('a creation whose answer was lost is looked for before it is repeated', async () => {
  const { clock, provider, start } = world();
  provider.failing.push({ call: 'create', status: null, after: true });
  const { gateway } = start();
  const asked = askMany(gateway, 6);
  await clock.run(2 * HOUR);
  expect(textsOf(await asked)).toEqual(fromBatch(6));
  expect(provider.made).toHaveLength(1);
  expect(provider.calls.filter((call) => call === 'create')).toHaveLength(1);
});

test('an interrupt ends the waiting at once and leaves the batch under way', async () => {
  const { clock, start, provider } = world();
  const { gateway, stop } = start();
  const asked = askMany(gateway, 6);
  await clock.run(10_000);
  stop.abort();
  const settled = await asked;
  expect(settled.every((one) => one.status === 'rejected' && one.reason instanceof ModelError && one.reason.ends)).toBe(
    true,
  );
  await gateway.idle();
  expect(gateway.counts).toMatchObject({ underWay: 1, waiting: 6 });
  await expect(gateway.ask(question(50), 'task')).rejects.toThrow('interrupted');
  await clock.run(5 * HOUR);
  expect(provider.made).toHaveLength(1);
});

test('a creation that came about after all, beside its repetition, is cancelled', async () => {
  const { clock, provider, start } = world();
  // Lost, not to be found when looked for, and there later.
  provider.failing.push({ call: 'create', status: null, after: true });
  provider.hidden.add('batch-1');
  const { gateway } = start();
  const asked = askMany(gateway, 6);
  await clock.run(2 * HOUR);
  expect(textsOf(await asked)).toEqual(fromBatch(6));
  expect(provider.made.map(({ isCancelled }) => isCancelled)).toEqual([true, false]);
});
