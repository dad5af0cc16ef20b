import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { Checkpoints, RUN_DB } from '../../../pipeline/checkpoints/checkpoints.ts';
import { DRAFT_LEDGER, DraftLedger, type Leaving } from '../../../pipeline/folder/draft-ledger.ts';
import { FileLock } from '../../../pipeline/folder/file-lock.ts';
import { ledgerLineOf } from '../../../pipeline/folder/outputs.ts';
import { openRecords, type RunRecords } from '../../../pipeline/folder/run-records.ts';
import { quotaParts } from '../../../pipeline/run/quota.ts';
import { runTasks } from '../../../pipeline/run/run.ts';
import type { Admission, TaskBuilder } from '../../../pipeline/run/run-parts.ts';
import type { BuildEnd } from '../../../schemas/run.ts';
import type { PlannedTask } from '../../../schemas/task.ts';
import { temporaryFolder } from '../../fixtures/raw-files.ts';
import { runKey } from '../../fixtures/run-key.ts';

const PER_INTENT = 4;
const HEAD = {
  manifest: 1,
  config: { family: 'f', seed: 1, intents: ['a', 'b'], perIntent: PER_INTENT, writer: 'offline' },
  run: { command: ['build:dataset', '--out', 'out/x'], part: null, inputs: {} },
};

const taskOf = (intent: string, product: number): PlannedTask => ({
  ...{ id: `${intent}-${product}`, family: 'f', intent, rank: String(product), seed: 1, category: 'c' },
  targetIds: [`p${product}`],
});

/** How a task ends, by the number of its product. */
type Fate = 'built' | 'twin' | 'unfit' | 'unfit text' | 'failed' | 'left';
const FATES: readonly Fate[] = ['built', 'twin', 'unfit', 'unfit text', 'failed', 'left'];

const endOf = ({ id, intent, rank }: PlannedTask, fate: Fate): BuildEnd => {
  if (fate === 'unfit' || fate === 'unfit text') {
    const [stage, lockDigest] = fate === 'unfit' ? ['extract', null] : ['validate', 'd'];
    const line = JSON.stringify({
      ...{ id, family: 'f', intent, stage, code: fate, detail: 'why', findings: [], target_ids: [`p${rank}`] },
      ...{ category: 'c', record: {} },
    });
    return { kind: 'rejected', id, intent, code: fate, stage, lockDigest, line };
  }
  if (fate === 'failed') return { kind: 'failed', id, intent, stage: 'validate', error: 'bug' };
  if (fate === 'left') return { kind: 'pending', id, reason: 'busy', answered: true, ends: false };
  return { kind: 'built', id, intent, line: JSON.stringify({ id, fate }), text: id, lockDigest: 'd', group: 'g' };
};

const INTERRUPTED: Leaving = { kind: 'interrupted', reason: null };

/** Builds a run of two intents until so many steps are done, and leaves it; tells what became of its tasks. */
async function leftRun(fates: readonly Fate[], steps: number, leaving: Leaving = INTERRUPTED) {
  const path = temporaryFolder();
  mkdirSync(join(path, '.work'));
  const checkpoints = Checkpoints.open(join(path, RUN_DB), runKey());
  const draft = DraftLedger.begin(join(path, DRAFT_LEDGER), HEAD);
  const abort = new AbortController();
  let left = steps;
  const fateOf = ({ rank }: Pick<PlannedTask, 'rank'>) => fates[Number(rank) % fates.length] as Fate;
  const step = async (end: BuildEnd) => {
    if (--left <= 0) abort.abort();
    return end;
  };
  const builder: TaskBuilder = {
    width: 2,
    lock: async (task) => {
      const fate = fateOf(task);
      const { id, intent } = task;
      if (fate === 'unfit') return step(endOf(task, fate));
      return step({ kind: 'locked', id, intent, line: JSON.stringify(task), lockDigest: 'd', turn: 'first' });
    },
    write: async ({ line }) => {
      const task = JSON.parse(line) as PlannedTask;
      return step(endOf(task, fateOf(task)));
    },
  };
  const admission: Admission = {
    findings: ({ id }) =>
      fateOf({ rank: id.split('-')[1] as string }) === 'twin'
        ? [{ code: 'near_duplicate', path: 'user_query', detail: 'twice' }]
        : [],
  };
  const next = new Map<string, number>();
  const outcome = await runTasks({
    ...{
      quotas: quotaParts(
        HEAD.config.intents.map((intent) => ({ intent, samples: PER_INTENT, limit: 100 })),
        null,
      ),
      splits: null,
      usesPerProduct: 1,
      requirementsOf: () => [],
      builder,
      admission,
      checkpoints,
      draft,
    },
    signal: abort.signal,
    source: {
      next(intent, count, { claims }) {
        const tasks: PlannedTask[] = [];
        let product = next.get(intent) ?? 0;
        for (; tasks.length < count && product < 40; product++) {
          const task = taskOf(intent, product);
          if (claims.take(task) === 'taken') tasks.push(task);
        }
        next.set(intent, product);
        return tasks;
      },
    },
  });
  draft.leave(leaving);
  draft.close();
  checkpoints.close();
  return { path, outcome };
}

function read<T>(path: string, look: (run: RunRecords) => T): T {
  const run = openRecords(path, 'audit');
  try {
    return look(run);
  } finally {
    run.close();
  }
}

const Sample = z.object({ id: z.string() });

test('wherever a run is left, its records tell of every task what its build knew of it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom('built', ...FATES), { minLength: 1, maxLength: 7 }),
      fc.integer({ min: 1, max: 60 }),
      async (fates, steps) => {
        const { path, outcome } = await leftRun(fates, steps);
        const known = outcome.tasks.map((end) => ledgerLineOf(end, {}));
        read(path, (run) => {
          const ledger = [...run.ledger()].map(({ value }) => value);
          // What is locked and not written may still be needed: a build that ends here calls it surplus.
          const settled = (status: string) => !['surplus', 'pending'].includes(status);
          expect(ledger.map(({ id, wave }) => [id, wave])).toEqual(known.map(({ id, wave }) => [id, wave]));
          for (const [at, line] of known.entries()) {
            if (settled(line.status)) expect(ledger[at]).toEqual(line);
            else expect(settled(ledger[at]?.status ?? '')).toBe(false);
          }
          const ids = (status: string) => known.filter((line) => line.status === status).map(({ id }) => id);
          expect([...run.samples(Sample)].map(({ value }) => value.id)).toEqual(ids('accepted'));
          expect([...run.rejections()].map(({ value }) => value.id)).toEqual(ids('rejected'));
          expect(run.unfinished).toMatchObject({
            ...{ accepted: ids('accepted').length, wanted: 2 * PER_INTENT, planned: known.length },
            ...{ builtBy: null, leaving: INTERRUPTED, command: ['build:dataset', '--out', 'out/x'] },
          });
        });
        rmSync(path, { recursive: true });
      },
    ),
    { numRuns: 40 },
  );
});

test('a locked task is surplus once its quota is full, and pending before, with what it waits for', async () => {
  const full = await leftRun(['built'], Number.POSITIVE_INFINITY);
  const early = await leftRun(['built'], 3);
  const statuses = (path: string) => new Set(read(path, (run) => [...run.ledger()].map(({ value }) => value.status)));
  expect(statuses(full.path)).not.toContain('pending');
  expect(statuses(early.path)).toEqual(new Set(['pending']));
  const pending = read(early.path, ({ unfinished }) => unfinished?.pending ?? []);
  expect(pending.map(({ code }) => code).sort()).toEqual(['not_locked', 'not_written']);
});

test('why models left a task, and why the run was left, is told', async () => {
  const leaving: Leaving = { kind: 'stopped', reason: 'no credit is left' };
  const { path } = await leftRun(['left'], 30, leaving);
  read(path, (run) => {
    expect(run.unfinished).toMatchObject({ leaving, accepted: 0 });
    expect(run.unfinished?.pending).toContainEqual({
      ...{ code: 'model_undecided', tasks: expect.any(Number) },
      example: { id: expect.any(String), detail: 'busy' },
    });
  });
});

test('a run that is being built is read, and who builds it told', async () => {
  const { path } = await leftRun(['built'], 5);
  const lock = FileLock.take(join(path, '.work', 'lock.db')) as FileLock;
  expect(read(path, ({ unfinished }) => unfinished?.builtBy)).toEqual({
    holder: { host: hostname(), pid: process.pid },
  });
  lock.release();
  expect(read(path, ({ unfinished }) => unfinished?.builtBy)).toBeNull();
});

test('a folder of which nothing can be read is told in one sentence', async () => {
  const opened = (path: string) => () => openRecords(path, 'audit');
  const folder = temporaryFolder();
  expect(opened(join(folder, 'nowhere'))).toThrow(/nowhere is missing, expected a run folder/);
  expect(opened(folder)).toThrow(/has no manifest\.json, expected the folder of a finished run/);
  const { path } = await leftRun(['built'], 5);
  rmSync(join(path, DRAFT_LEDGER));
  expect(opened(path)).toThrow(/an earlier version of Cartwright left unfinished/);
  const parts = temporaryFolder();
  mkdirSync(join(parts, '.work', 'shards', '1-of-2'), { recursive: true });
  expect(opened(parts)).toThrow(/holds parts of a run that are not merged \(1-of-2\); npm run merge -- /);
  writeFileSync(join(path, RUN_DB), 'no database, but long enough to be taken for the head of one: '.repeat(9));
  DraftLedger.begin(join(path, DRAFT_LEDGER), HEAD).close();
  expect(opened(path)).toThrow(/run\.db is damaged/);
});
