import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Checkpoints } from '../../../pipeline/checkpoints/checkpoints.ts';
import { runTasks } from '../../../pipeline/run/run.ts';
import type { Admission, RunProgress } from '../../../pipeline/run/run-parts.ts';
import { type Fate, open, run, sourceOf, summary, type World, worlds } from '../../fixtures/numbered-runs.ts';
import { propertyRuns } from '../../fixtures/property-runs.ts';
import { runKey } from '../../fixtures/run-key.ts';
import { planOf } from '../../fixtures/run-plan.ts';

test('every planned task ends in exactly one state, and no product is accepted twice', async () => {
  await fc.assert(
    fc.asyncProperty(worlds, async (world) => {
      const { outcome, folder } = await run(world);
      const ids = outcome.tasks.map(({ task }) => task.id);
      expect(new Set(ids).size).toBe(ids.length);
      const accepted = outcome.tasks.filter(({ status }) => status === 'accepted');
      expect(new Set(accepted.map(({ task }) => task.targetIds[0])).size).toBe(accepted.length);
      for (const intent of world.intents)
        expect(accepted.filter(({ task }) => task.intent === intent).length).toBeLessThanOrEqual(3);
      rmSync(folder, { recursive: true });
    }),
    { numRuns: propertyRuns(40) },
  );
});

test('the outcome is the same for any number of workers and any order of finishing', async () => {
  await fc.assert(
    fc.asyncProperty(worlds, fc.integer({ min: 2, max: 8 }), fc.nat(5), async (world, width, order) => {
      const one = await run(world);
      const many = await run(world, { width, order });
      expect(summary(many.outcome)).toEqual(summary(one.outcome));
      rmSync(one.folder, { recursive: true });
      rmSync(many.folder, { recursive: true });
    }),
    { numRuns: propertyRuns(30) },
  );
});

test('an interrupted run that is started again ends as an undisturbed one, and builds no finished task twice', async () => {
  await fc.assert(
    fc.asyncProperty(worlds, fc.integer({ min: 1, max: 15 }), fc.boolean(), async (world, stopAfter, goesAhead) => {
      const whole = await run(world);
      const first = await run(world, { stopAfter, goesAhead });
      const second = await run(world, { folder: first.folder, goesAhead });
      expect(summary(second.outcome)).toEqual(summary(whole.outcome));
      const brokenOff = first.outcome.tasks.filter(({ status }) => status === 'failed').length;
      expect(first.steps + second.steps - brokenOff).toBe(whole.steps);
      rmSync(whole.folder, { recursive: true });
      rmSync(first.folder, { recursive: true });
    }),
    { numRuns: propertyRuns(30) },
  );
});

test('a run that is left has told what comes next, and not what it passes over on its way out', async () => {
  const world: World = { products: 3000, intents: ['a'], fate: () => 'built' };
  const { told } = await run(world, { perIntent: 2000, stopAfter: 300 });
  expect(told.map(([first]) => first)).toEqual(['a-0', 'a-255']);
  expect(told[1]).toContain('a-300');
});

test('a task that broke off is tried again by the next run, which then ends as an undisturbed one', async () => {
  const fate = (product: number) => (product % 4 === 1 ? 'rejected' : 'built') as Fate;
  const world: World = { products: 20, intents: ['a'], fate };
  const whole = await run(world);
  const faulty = await run({ ...world, fate: (product) => (product < 3 ? 'failed' : fate(product)) });
  expect(faulty.outcome.tasks.filter(({ status }) => status === 'failed')).toHaveLength(3);
  const healthy = await run(world, { folder: faulty.folder });
  expect(summary(healthy.outcome)).toEqual(summary(whole.outcome));
});

test('a step that throws ends the run with its error, after the others under way and before any new one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'run-'));
  const checkpoints = Checkpoints.open(join(folder, 'run.db'), runKey());
  const started: string[] = [];
  const ended: string[] = [];
  const running = runTasks({
    ...planOf({ intents: ['a'], perIntent: 8, limit: 100 }),
    source: sourceOf({ products: 20, intents: ['a'], fate: () => 'built' }),
    builder: {
      width: 3,
      async lock({ id }) {
        started.push(id);
        if (id === 'a-1') throw new Error('the disk is full');
        await new Promise((resolve) => setTimeout(resolve, 20));
        ended.push(id);
        return { kind: 'locked', id, intent: 'a', line: '{}', lockDigest: 'd', turn: 'first' };
      },
      write: () => Promise.reject(new Error('nothing is to be written')),
    },
    admission: open,
    checkpoints,
  });
  await expect(running).rejects.toThrow('the disk is full');
  expect([started, ended]).toEqual([
    ['a-0', 'a-1', 'a-2'],
    ['a-0', 'a-2'],
  ]);
  checkpoints.close();
});

test('progress tells samples that never become fewer, what is still missing and why tasks were set aside', async () => {
  const told: RunProgress[] = [];
  const fate = (product: number): Fate =>
    product % 3 === 0 ? 'built' : product % 3 === 1 ? 'rejected' : product % 2 === 0 ? 'failed' : 'unfit text';
  const admission: Admission = {
    findings: ({ id }) => (id === 'a-0' ? [{ code: 'near_duplicate', path: 'user_query', detail: 'twice' }] : []),
  };
  const world: World = { products: 30, intents: ['a', 'b'], fate };
  const { outcome } = await run(world, { perIntent: 12, width: 3, admission, onProgress: (one) => told.push(one) });
  const accepted = told.map((one) => one.accepted);
  expect(accepted).toEqual(accepted.toSorted((a, b) => a - b));
  const of = (code: string) => outcome.tasks.filter((task) => task.code === code).length;
  const last = told.at(-1) as RunProgress;
  expect(last).toMatchObject({ accepted: 10, made: 10, wanted: 24, planned: outcome.tasks.length });
  expect(last.locked).toBe(outcome.tasks.filter(({ lockDigest }) => lockDigest !== null).length);
  expect(last.setAside.slice(0, 2)).toEqual([
    ['unfit', of('unfit')],
    ['stage_error', of('stage_error')],
  ]);
  expect(told.every(({ missing, wanted, accepted }) => missing <= wanted - accepted)).toBe(true);
});
