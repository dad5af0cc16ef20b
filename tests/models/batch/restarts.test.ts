import { describe, expect, test } from 'vitest';
import { ConfigError } from '../../../schemas/errors.ts';
import {
  askMany,
  batchWorld,
  digestOf,
  fromBatch,
  HOUR,
  LINE_NANO,
  question,
  textsOf,
} from '../../fixtures/batch-world.ts';
import { lateReplies } from '../../fixtures/kept-replies.ts';

describe('a start after another', () => {
  test('collects what the earlier one submitted, before it submits anything', async () => {
    const { clock, provider, start, leave } = batchWorld();
    await leave(6);
    await clock.run(5 * HOUR);
    provider.failing.push(...Array.from({ length: 3 }, () => ({ call: 'show', status: 503 })));
    const second = start();
    const asked = askMany(second.gateway, 9);
    const before = provider.calls.length;
    await clock.run(2 * HOUR);
    expect(textsOf(await asked)).toEqual(fromBatch(9));
    expect(provider.calls.slice(before, before + 6)).toEqual(['show', 'show', 'show', 'show', 'read', 'upload']);
    expect(provider.counts).toEqual([6, 3]);
  });

  test('charges what it collects once', async () => {
    const { clock, start, leave } = batchWorld();
    await leave(6);
    await clock.run(5 * HOUR);
    const second = start();
    // What has been over for hours is not waited for.
    await clock.run(10);
    expect([second.budget.spentNano, second.store.spentNano(), second.budget.open]).toEqual([
      6 * LINE_NANO,
      6 * LINE_NANO,
      0,
    ]);
    await second.close();
    const third = start();
    await clock.run(HOUR);
    expect(third.budget.spentNano).toBe(6 * LINE_NANO);
  });

  test('reserves for what is under way, though it is over the cap', async () => {
    const { start, leave } = batchWorld();
    await leave(6);
    const { budget } = start({ capUsd: 0.000001 });
    expect(budget.open).toBe(6);
  });

  test('does not ask again for what another end of the collecting kept', async () => {
    const { clock, provider, start, leave } = batchWorld();
    await leave(6);
    await clock.run(5 * HOUR);
    // As after a kill between the first stored replies and the end of the batch.
    const between = start();
    between.store.put(
      digestOf(0),
      question(0),
      { text: fromBatch(1)[0]!, finish: 'stop', model: 'm', usage: { input_tokens: 10, output_tokens: 5 } },
      { taskId: 'task-0', costNano: LINE_NANO },
    );
    await clock.run(1_000);
    expect(between.store.spentNano()).toBe(6 * LINE_NANO);
    expect(between.budget.spentNano).toBe(5 * LINE_NANO);
    expect(lateReplies(between.store.path, digestOf(0))).toEqual([]);
    expect(provider.lines).toHaveLength(6);
  });

  test('does not ask or pay again for what was kept, though the results are gone', async () => {
    const { clock, provider, start, leave } = batchWorld();
    await leave(6);
    await clock.run(5 * HOUR);
    provider.fate = () => ({ line: () => null, completed: 6 });
    const between = start();
    const asked = askMany(between.gateway, 1);
    between.store.put(
      digestOf(0),
      question(0),
      { text: 'kept', finish: 'stop', model: 'm', usage: { input_tokens: 10, output_tokens: 5 } },
      { taskId: 'task-0', costNano: LINE_NANO },
    );
    await clock.run(HOUR);
    expect(textsOf(await asked)).toEqual(['kept']);
    expect(provider.lines).toHaveLength(6);
    expect(between.store.spentNano() - LINE_NANO).toBe(between.budget.spentNano);
    expect([between.store.counts('this run')[0]?.failures, between.budget.open]).toEqual([{ batch_line_failed: 5 }, 0]);
  });

  test('submits what never became a batch', async () => {
    const { provider, start, ask, leave } = batchWorld();
    provider.failing.push({ call: 'create', status: null });
    await leave(6, 1_000);
    expect(await ask(start().gateway, 6)).toEqual(fromBatch(6));
    expect(provider.made).toHaveLength(1);
  });

  test('knows that nothing was made where not even the file had been sent', async () => {
    const { clock, provider, start } = batchWorld();
    provider.failing.push({ call: 'upload', status: 500 });
    const first = start();
    void askMany(first.gateway, 6);
    await clock.run(1_000);
    first.stop.abort();
    await first.gateway.close();
    expect(first.ledger.unfinished()).toEqual([]);
    expect(provider.calls).toEqual(['upload']);
  });

  test('does not end for batches that failed and that nobody asks for any more', async () => {
    const { clock, provider, start, ask, leave } = batchWorld();
    provider.fate = (number) => (number <= 3 ? { ends: 'failed' } : {});
    await leave(12, 10_000, { pace: { maxRequests: 4 } });
    expect(provider.counts).toEqual([4, 4, 4]);
    await clock.run(2 * HOUR);
    const { gateway, ledger } = start();
    await clock.run(10_000);
    expect(ledger.unfinished()).toEqual([]);
    expect(await ask(gateway, 4)).toEqual(fromBatch(4));
  });

  test('that reaches the provider under another address says so before anything is asked', async () => {
    const { provider, start, leave } = batchWorld();
    await leave(6);
    Object.assign(provider, { address: 'https://elsewhere.test/v1' });
    expect(() => start()).toThrow(ConfigError);
    expect(() => start()).toThrow(/^6 requests of this run are under way in batch .*https:\/\/batches\.test\/v1/);
  });

  test('whose provider does not know the batch says which key is asked for', async () => {
    const { provider, start, ask, leave } = batchWorld();
    await leave(6);
    provider.made.length = 0;
    const { gateway } = start();
    expect((await ask(gateway, 6, 10_000))[0]).toMatch(/does not know batch batch-1.*SOME_KEY/);
    expect(provider.made).toHaveLength(0);
  });
});
