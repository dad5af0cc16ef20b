import { describe, expect, test } from 'vitest';
import { batchWorld, fromBatch } from '../../fixtures/batch-world.ts';

/** The answer to a creation is lost, though it came about. */
const LOST = { call: 'create', status: null, after: true };

describe('a creation whose answer was lost', () => {
  test('is looked for before it is repeated', async () => {
    const { provider, start, ask } = batchWorld();
    provider.failing.push(LOST);
    const { gateway } = start();
    expect(await ask(gateway, 6)).toEqual(fromBatch(6));
    expect(provider.made).toHaveLength(1);
    expect(provider.calls.filter((call) => call === 'create')).toHaveLength(1);
  });

  test('is looked for by the next start', async () => {
    const { provider, start, ask, leave } = batchWorld();
    provider.failing.push(LOST);
    await leave(6, 1_000);
    expect(provider.made).toHaveLength(1);
    expect(await ask(start().gateway, 6)).toEqual(fromBatch(6));
    expect(provider.made).toHaveLength(1);
  });

  test('is looked for by the next start, though its repetition was refused', async () => {
    const { provider, start, ask } = batchWorld();
    // Not to be found when looked for, and there later.
    provider.failing.push(LOST, { call: 'create', status: 401 });
    provider.hidden.add('batch-1');
    const first = start();
    for (const text of await ask(first.gateway, 6)) expect(text).toMatch(/refuses the key in SOME_KEY/);
    expect(first.gateway.counts.underWay).toBe(1);
    await first.close();
    expect(await ask(start().gateway, 6)).toEqual(fromBatch(6));
    expect(provider.made).toHaveLength(1);
  });

  test('is not looked for where the provider had refused it', async () => {
    const { provider, start, ask } = batchWorld();
    provider.failing.push(...Array.from({ length: 7 }, () => ({ call: 'create', status: 429 })));
    const { gateway, ledger, budget } = start();
    await ask(gateway, 6);
    expect([ledger.unfinished(), budget.open, gateway.counts.underWay]).toEqual([[], 0, 0]);
    expect(provider.calls).not.toContain('since');
  });
});

describe('a creation that came about twice', () => {
  /** A start whose batch came about, with one that its repetition made, and that ended before it heard of either. */
  async function twins() {
    const world = batchWorld();
    world.provider.failing.push(LOST);
    await world.leave(6, 1_000);
    const [first] = world.provider.made;
    world.provider.made.push({ ...first!, id: 'batch-2' });
    return world;
  }
  const cancelled = ({ provider }: ReturnType<typeof batchWorld>) =>
    provider.made.map(({ isCancelled }) => isCancelled);

  test('is cancelled but for one', async () => {
    const world = batchWorld();
    world.provider.failing.push(LOST);
    world.provider.hidden.add('batch-1');
    expect(await world.ask(world.start().gateway, 6)).toEqual(fromBatch(6));
    expect(cancelled(world)).toEqual([true, false]);
  });

  test('is cancelled but for one by the start that finds it', async () => {
    const world = await twins();
    expect(await world.ask(world.start().gateway, 6)).toEqual(fromBatch(6));
    expect(cancelled(world)).toEqual([true, false]);
  });

  test('is gone on with where it was not cancelled', async () => {
    const world = await twins();
    world.provider.made[1]!.isCancelled = true;
    world.provider.fate = (number) => (number === 2 ? { line: () => null } : {});
    expect(await world.ask(world.start().gateway, 6)).toEqual(fromBatch(6));
    expect(world.provider.made).toHaveLength(2);
    expect(cancelled(world)).toEqual([false, true]);
  });

  test('is collected though the other cannot be cancelled', async () => {
    const { provider, start, ask } = batchWorld();
    provider.failing.push(LOST, { call: 'cancel', status: 400 });
    provider.hidden.add('batch-1');
    expect(await ask(start().gateway, 6)).toEqual(fromBatch(6));
    expect(provider.made.map(({ isCancelled }) => isCancelled)).toEqual([false, false]);
  });
});
