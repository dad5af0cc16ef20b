import { describe, expect, test, vi } from 'vitest';
import { ConfigError, ModelError } from '../../../../schemas/errors.ts';
import { askMany, batchWorld, fromBatch, HOUR, question, textsOf } from '../../../fixtures/batch-world.ts';
import { goodLine } from '../../../fixtures/fake-batches.ts';

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
  await gateway.idle();
  expect(gateway.counts).toMatchObject({ underWay: 1, waiting: 6 });
  await expect(gateway.ask(question(50), 'task')).rejects.toThrow('interrupted');
  await clock.run(5 * HOUR);
  expect(provider.made).toHaveLength(1);
});

test('a batch that cannot be written down is not sent, ends the run, and holds no money', async () => {
  const { provider, start, ask } = batchWorld();
  const { gateway, ledger, budget } = start();
  vi.spyOn(ledger, 'begin').mockImplementation(() => {
    throw new ConfigError('the disk is full; make some room');
  });
  for (const text of await ask(gateway, 6)) expect(text).toContain('the disk is full; make some room');
  expect([provider.calls, budget.open]).toEqual([[], 0]);
});
