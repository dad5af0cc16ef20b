import { describe, expect, test, vi } from 'vitest';
import { ConfigError, ModelError } from '../../../schemas/errors.ts';
import { askMany, batchWorld, fromBatch, HOUR, LINE_NANO, question, textsOf } from '../../fixtures/batch-world.ts';
import { goodLine } from '../../fixtures/fake-batches.ts';
import type { FakeClock } from '../../fixtures/fake-clock.ts';

type Start = ReturnType<ReturnType<typeof batchWorld>['start']>;

const refuse = () => {
  throw new ConfigError('the disk is full; make some room');
};

/** Whether the work is done within a minute. */
async function isSoonDone(clock: FakeClock, work: Promise<void>): Promise<boolean> {
  let isDone = false;
  void work.then(() => {
    isDone = true;
  });
  await clock.run(60_000);
  return isDone;
}

describe('a batch that is too slow', () => {
  test('is cancelled, what it has done is kept, and the rest is asked online', async () => {
    const { clock, provider, online, start } = batchWorld();
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

  test.each([400, 404, 503])('is waited for where the provider does not cancel it (%i)', async (status) => {
    const { provider, online, start, ask } = batchWorld();
    provider.failing.push(...Array.from({ length: 100 }, () => ({ call: 'cancel', status })));
    const { gateway } = start({ pace: { slowMs: HOUR / 2 } });
    expect(await ask(gateway, 10)).toEqual(fromBatch(10));
    expect(online).toHaveLength(0);
  });
});

test('an interrupt ends the waiting at once and leaves the batch under way', async () => {
  const { clock, provider, start } = batchWorld();
  const { gateway, stop } = start();
  const asked = askMany(gateway, 6);
  await clock.run(10_000);
  stop.abort();
  const settled = await asked;
  expect(settled.every((one) => one.status === 'rejected' && one.reason instanceof ModelError && one.reason.ends)).toBe(
    true,
  );
  await gateway.close();
  expect(gateway.counts).toMatchObject({ underWay: 1, waiting: 6 });
  await expect(gateway.ask(question(50), 'task')).rejects.toThrow('interrupted');
  await clock.run(5 * HOUR);
  expect(provider.made).toHaveLength(1);
});

test('a batch that cannot be written down is not sent, ends the run, and holds no money', async () => {
  const { provider, start, ask } = batchWorld();
  const { gateway, ledger, budget } = start();
  vi.spyOn(ledger, 'begin').mockImplementation(refuse);
  for (const text of await ask(gateway, 6)) expect(text).toContain('the disk is full; make some room');
  expect([provider.calls, budget.open]).toEqual([[], 0]);
});

test('a batch whose replies have all come is not said to be under way, nor paid for again', async () => {
  const { clock, start, ask } = batchWorld();
  const first = start();
  vi.spyOn(first.ledger, 'end').mockImplementation(refuse);
  expect(await ask(first.gateway, 6)).toEqual(fromBatch(6));
  await first.close();
  expect(first.gateway.counts).toMatchObject({ underWay: 0, waiting: 0 });
  const second = start();
  await clock.run(10_000);
  expect([second.ledger.unfinished(), second.budget.spentNano]).toEqual([[], 6 * LINE_NANO]);
});

test.each([
  ['an interrupt', ({ stop }: Start) => stop.abort()],
  ['an error', ({ ledger }: Start) => vi.spyOn(ledger, 'begin').mockImplementation(refuse)],
])('what is waited for online ends with the run: %s', async (_, end) => {
  const { clock, provider, online, start } = batchWorld();
  const refused = { response: { status_code: 400, body: { error: { message: 'maximum context length' } } } };
  provider.fate = () => ({ line: () => refused });
  const run = start({ waitsOnline: true });
  const asked = askMany(run.gateway, 3);
  await clock.run(1.5 * HOUR);
  expect(online).toHaveLength(3);
  end(run);
  void askMany(run.gateway, 3, 10);
  await clock.run(5_000);
  expect((await asked).map(({ status }) => status)).toEqual(Array(3).fill('rejected'));
  expect(await isSoonDone(clock, run.gateway.close())).toBe(true);
});

test('a batch that nobody in this run asks for is looked at, and not waited for', async () => {
  const { clock, provider, start, leave } = batchWorld();
  await leave(6);
  const before = provider.calls.length;
  const { gateway, ledger } = start();
  expect(await isSoonDone(clock, gateway.close())).toBe(true);
  expect(provider.calls.slice(before)).toEqual(['show']);
  expect(ledger.unfinished()).toHaveLength(1);
});

test('a batch that nobody in this run asks for is cancelled where the run makes no batches', async () => {
  const { clock, provider, start, leave } = batchWorld();
  await leave(6);
  const { gateway } = start({ pace: { tail: Number.POSITIVE_INFINITY, slowMs: 0 } });
  expect(await isSoonDone(clock, gateway.close())).toBe(true);
  expect(provider.made.map(({ isCancelled }) => isCancelled)).toEqual([true]);
});

test('a few requests do not wait for a batch that nobody in this run asks for', async () => {
  const { clock, start, leave } = batchWorld();
  await leave(6);
  const { gateway } = start();
  const asked = askMany(gateway, 2, 10);
  await clock.run(10_000);
  void gateway.close();
  expect(textsOf(await asked)).toEqual(['online', 'online']);
});

test('a budget that is used up ends the run though a batch that nobody asks for is under way', async () => {
  const { clock, start, leave } = batchWorld();
  await leave(6);
  const { gateway, ledger } = start({ capUsd: 0.000_001 });
  const asked = askMany(gateway, 4, 10);
  await clock.run(10_000);
  expect(await isSoonDone(clock, gateway.close())).toBe(true);
  expect(textsOf(await asked)[0]).toMatch(/the budget of \S+ could be passed/);
  expect(ledger.unfinished()).toHaveLength(1);
});
