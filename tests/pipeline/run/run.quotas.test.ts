import { rmSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Admission } from '../../../pipeline/run/run-parts.ts';
import { run, summary, type World, worlds } from '../../fixtures/numbered-runs.ts';
import { propertyRuns } from '../../fixtures/property-runs.ts';

test('an intent is exhausted only when every candidate was tried', async () => {
  const { outcome } = await run({
    products: 10,
    intents: ['a'],
    fate: (product) => (product === 9 ? 'built' : 'rejected'),
  });
  expect(outcome.tasks.filter(({ status }) => status === 'accepted').map(({ task }) => task.id)).toEqual(['a-9']);
  expect(outcome.exhausted).toEqual(new Set(['a']));
});

test('a wave plans the intents that need candidates most first, and the others as listed', async () => {
  const world: World = { products: 30, intents: ['a', 'b', 'c'], fate: () => 'built' };
  const order = async (planningOrder?: readonly string[]) => {
    const { outcome } = await run({ ...world, ...(planningOrder === undefined ? {} : { terms: { planningOrder } }) });
    return [...new Set(outcome.tasks.map(({ task }) => task.intent))];
  };
  expect(await order()).toEqual(['a', 'b', 'c']);
  expect(await order(['c'])).toEqual(['c', 'a', 'b']);
  expect(await order(['b', 'no intent of this run', 'c'])).toEqual(['b', 'c', 'a']);
});

test('samples of a later turn fill a quota only where those of the first run out', async () => {
  const world: World = {
    products: 30,
    intents: ['a'],
    fate: () => 'built',
    turnOf: (product) => (product >= 28 ? 'first' : 'late'),
  };
  const { outcome } = await run(world);
  const accepted = outcome.tasks.filter(({ status }) => status === 'accepted').map(({ task }) => task.id);
  expect(accepted).toEqual(['a-0', 'a-28', 'a-29']);
  expect(outcome.tasks.filter(({ status }) => status === 'surplus')).toHaveLength(27);
});

test.each([
  ['soon', 'late'],
  ['late', 'last'],
] as const)('tasks that wait are taken by their turns: %s before %s', async (sooner, later) => {
  const world: World = {
    ...{ products: 30, intents: ['a'], fate: () => 'built' },
    turnOf: (product) => (product >= 28 ? sooner : later),
  };
  const { outcome } = await run(world);
  const accepted = outcome.tasks.filter(({ status }) => status === 'accepted').map(({ task }) => task.id);
  expect(accepted).toEqual(['a-0', 'a-28', 'a-29']);
});

test('a search for better samples is given up when enough others wait and many candidates were tried', async () => {
  const { outcome } = await run({ products: 5000, intents: ['a'], fate: () => 'built', turnOf: () => 'late' });
  expect(outcome.tasks.filter(({ status }) => status === 'accepted')).toHaveLength(3);
  expect(outcome.tasks.length).toBeLessThan(200);
});

test('a quota is not given up while candidates remain, though others took the products that waited for it', async () => {
  // Every sample of "a" waits; "b" is then offered the same products and takes them first.
  const world: World = {
    products: 400,
    intents: ['a', 'b'],
    fate: () => 'built',
    turnOf: () => 'late',
  };
  const taken = new Set<string>();
  const admission: Admission = {
    findings: ({ id, claims }) => {
      const [{ what: target = '' } = {}] = claims;
      const repeats = taken.has(target) || (id.startsWith('a-') && Number(id.slice(2)) < 100);
      if (!repeats) taken.add(target);
      return repeats ? [{ code: 'near_duplicate', path: 'user_query', detail: 'taken' }] : [];
    },
  };
  const { outcome } = await run(world, { admission });
  const accepted = outcome.tasks.filter(({ status, task }) => status === 'accepted' && task.intent === 'a');
  expect(accepted).toHaveLength(3);
});

test('no more tasks are written than a quota misses, and others only for those that fall through', async () => {
  await fc.assert(
    fc.asyncProperty(worlds, async (world) => {
      const { outcome, written, folder } = await run(world);
      const statusOf = new Map(outcome.tasks.map(({ task, status }) => [task.id, status]));
      expect(written.filter((id) => statusOf.get(id) === 'surplus')).toEqual([]);
      expect(new Set(written).size).toBe(written.length);
      rmSync(folder, { recursive: true });
    }),
    { numRuns: propertyRuns(40) },
  );
});

test('an intent that wants much of what there is has the first pick, and its tasks stand where they would', async () => {
  const world: World = { products: 4, intents: ['a', 'b'], fate: () => 'built' };
  const { outcome } = await run(world, { perIntent: 4, scarce: ['b'] });
  const accepted = outcome.tasks.filter(({ status }) => status === 'accepted').map(({ task }) => task.intent);
  expect(accepted).toEqual(['b', 'b', 'b', 'b']);
  const both = await run({ ...world, products: 30 }, { perIntent: 4, scarce: ['b'] });
  expect(new Set(both.outcome.tasks.filter(({ wave }) => wave === 1).map(({ task }) => task.intent))).toEqual(
    new Set(['a', 'b']),
  );
});

test('no more tasks are locked than a quota misses, and others only for those that fall through', async () => {
  const locked = async (fate: World['fate']) => {
    const { outcome } = await run({ products: 30, intents: ['a'], fate });
    expect(outcome.tasks.length).toBeGreaterThan(4);
    return outcome.tasks.filter(({ status, lockDigest }) => status !== 'surplus' || lockDigest !== null).length;
  };
  expect(await locked(() => 'built')).toBe(3);
  expect(await locked((product) => (product === 1 ? 'rejected' : 'built'))).toBe(4);
  expect(await locked((product) => (product === 1 ? 'unfit text' : 'built'))).toBe(4);
});

test('who is a sample is decided in planning order: nobody that was passed over unlocked stands before one', async () => {
  await fc.assert(
    fc.asyncProperty(worlds, async (world) => {
      const { outcome, folder } = await run(world);
      const waves = Map.groupBy(outcome.tasks, ({ task, wave }) => `${task.intent} ${wave}`);
      for (const tasks of waves.values()) {
        const unlocked = tasks.findIndex(({ status, lockDigest }) => status === 'surplus' && lockDigest === null);
        const behind = unlocked === -1 ? [] : tasks.slice(unlocked);
        expect(behind.filter(({ status }) => status !== 'surplus')).toEqual([]);
      }
      rmSync(folder, { recursive: true });
    }),
    { numRuns: propertyRuns(40) },
  );
});

test('a run comes to the same where more of its tasks were locked before than it asks for', async () => {
  await fc.assert(
    fc.asyncProperty(worlds, async (world) => {
      const { folder } = await run(world, { perIntent: 40 });
      const [after, fresh] = [await run(world, { folder }), await run(world)];
      expect(summary(after.outcome)).toEqual(summary(fresh.outcome));
      expect(after.outcome.tasks.map(({ lockDigest }) => lockDigest)).toEqual(
        fresh.outcome.tasks.map(({ lockDigest }) => lockDigest),
      );
      for (const used of [folder, fresh.folder]) rmSync(used, { recursive: true });
    }),
    { numRuns: propertyRuns(40) },
  );
});
