import { describe, expect, test } from 'vitest';
import { askMany, batchWorld, digestOf, fromBatch, HOUR, question, textsOf } from '../../fixtures/batch-world.ts';

describe('what is asked', () => {
  test('goes into one batch once nothing more comes, and its replies come back to who asked', async () => {
    const { clock, provider, start } = batchWorld();
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
    const { clock, provider, start } = batchWorld();
    const { gateway } = start();
    const both = [askMany(gateway, 5), askMany(gateway, 5)];
    await clock.run(2 * HOUR);
    await Promise.all(both);
    await askMany(gateway, 5);
    expect(provider.lines).toHaveLength(5);
    expect(gateway.snapshot().query_writer).toMatchObject({ asked: 15, shared: 5, fromStore: 5, replies: 5 });
  });

  test('is asked online where it is less than the tail and no batch is under way', async () => {
    const { provider, online, start, ask } = batchWorld();
    const { gateway } = start();
    expect(await ask(gateway, 2, 1_100)).toEqual(['online', 'online']);
    expect([provider.made.length, online.length]).toEqual([0, 2]);
  });

  test('waits for more where it is less than the tail and a batch is under way', async () => {
    const { clock, online, start } = batchWorld();
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
    const { provider, start, ask } = batchWorld();
    const { gateway } = start({ pace: { maxRequests: 4 } });
    expect(await ask(gateway, 11)).toEqual(fromBatch(11));
    expect(provider.counts).toEqual([4, 4, 3]);
  });

  test('is put into several batches where a file may hold no more bytes', async () => {
    const { provider, start, ask } = batchWorld();
    const { gateway } = start({ pace: { maxBytes: 900, tail: 1 } });
    expect(await ask(gateway, 7)).toEqual(fromBatch(7));
    expect(provider.sizes.length).toBeGreaterThan(1);
    for (const bytes of provider.sizes) expect(bytes).toBeLessThanOrEqual(900);
  });

  test('is put into a batch for each model', async () => {
    const { clock, provider, start } = batchWorld();
    const { gateway } = start();
    void askMany(gateway, 4);
    const others = Array.from({ length: 5 }, (_, number) => gateway.ask(question(number, { model: 'other' }), 'task'));
    void Promise.allSettled(others);
    await clock.run(10_000);
    expect(provider.counts.sort()).toEqual([4, 5]);
  });

  test('of a model that has not answered yet is tried online with one request first', async () => {
    const { provider, online, start, ask } = batchWorld();
    const { gateway } = start({ isProven: false });
    expect(await ask(gateway, 6)).toEqual(['online', ...fromBatch(6).slice(1)]);
    expect([online.length, provider.lines.length]).toEqual([1, 5]);
  });
});
