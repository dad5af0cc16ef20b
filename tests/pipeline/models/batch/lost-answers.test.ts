import { expect, test } from 'vitest';
import { batchWorld, fromBatch } from '../../../fixtures/batch-world.ts';

test('a creation whose answer was lost is looked for before it is repeated', async () => {
  const { provider, start, ask } = batchWorld();
  provider.failing.push({ call: 'create', status: null, after: true });
  const { gateway } = start();
  expect(await ask(gateway, 6)).toEqual(fromBatch(6));
  expect(provider.made).toHaveLength(1);
  expect(provider.calls.filter((call) => call === 'create')).toHaveLength(1);
});

test('a creation that came about after all, beside its repetition, is cancelled', async () => {
  const { provider, start, ask } = batchWorld();
  // Lost, not to be found when looked for, and there later.
  provider.failing.push({ call: 'create', status: null, after: true });
  provider.hidden.add('batch-1');
  const { gateway } = start();
  expect(await ask(gateway, 6)).toEqual(fromBatch(6));
  expect(provider.made.map(({ isCancelled }) => isCancelled)).toEqual([true, false]);
});
