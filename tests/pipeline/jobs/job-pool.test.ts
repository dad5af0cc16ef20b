import { appendFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { ConfigError } from '../../../schemas/errors.ts';
import type { BuildEnd, LockedResult } from '../../../schemas/run.ts';
import { everythingSettled } from '../../fixtures/fake-clock.ts';
import { JobRun, type JobRunOptions, lockedEnd, tasksNamed, writtenEnd } from '../../fixtures/jobs.ts';
import { propertyRuns } from '../../fixtures/property-runs.ts';

const runs: JobRun[] = [];
afterEach(() => {
  for (const run of runs.splice(0)) run.discard();
});

function started(options: JobRunOptions = {}): JobRun {
  const run = new JobRun(options);
  runs.push(run);
  return run;
}

const numbered = (count: number) => tasksNamed(...Array.from({ length: count }, (_, index) => `t${index}`));
const filesOf = (path: string) => readdirSync(path).filter((name) => !name.startsWith('.'));

test('what workers build is what would have been built here, step by step', async () => {
  const run = started();
  const { pool, steps } = run;
  const tasks = numbered(50);
  const locking = Promise.all(tasks.map((task) => pool.lock(task)));
  await run.workAll();
  const locks = await locking;
  expect(locks).toEqual(tasks.map(lockedEnd));
  const locked = locks.filter((end): end is LockedResult => end.kind === 'locked');
  const writing = Promise.all(locked.map((lock) => pool.write(lock)));
  await run.workAll();
  expect(await writing).toEqual(locked.map(writtenEnd));
  expect(new Set(steps).size).toBe(steps.length);
});

test('a round is cut into many small jobs, a large one into jobs of 32 tasks', async () => {
  const small = started();
  for (const task of numbered(48)) void small.pool.lock(task);
  await everythingSettled();
  expect(small.board.up.size).toBe(24);
  const large = started();
  for (const task of numbered(3200)) void large.pool.lock(task);
  await everythingSettled();
  expect(large.board.up.size).toBe(100);
});

test('where many workers are there, a round is cut into more jobs', async () => {
  const run = started();
  run.board.workerCount = 20;
  const [first, ...others] = numbered(241);
  void run.pool.lock(first!);
  await run.clock.run(5_000);
  for (const task of others) void run.pool.lock(task);
  await everythingSettled();
  expect(run.board.up.size).toBe(1 + 60);
});

test('files of a job are gone once its results were handed over', async () => {
  const run = started();
  const { pool, jobs } = run;
  const ends = Promise.all(numbered(10).map((task) => pool.lock(task)));
  await everythingSettled();
  expect(filesOf(jobs.path).length).toBe(10);
  await run.workAll();
  await ends;
  await everythingSettled();
  expect(filesOf(jobs.path)).toEqual([]);
});

test('a job the board has lost is put up again', async () => {
  const run = started();
  const { pool, board, clock } = run;
  const end = pool.lock(numbered(1)[0]!);
  await everythingSettled();
  board.up.clear();
  await clock.run(20_000);
  expect(board.up.size).toBe(1);
  await run.workAll();
  expect(await end).toMatchObject({ kind: 'locked' });
});

test('a job that is done is noticed though nobody tells', async () => {
  const run = started();
  const { pool, board, clock, steps } = run;
  const end = pool.lock(numbered(1)[0]!);
  await everythingSettled();
  await run.work([...board.up][0]!, { tell: false });
  await clock.run(20_000);
  expect(await end).toMatchObject({ kind: 'locked', id: 't0' });
  expect(steps).toEqual(['lock t0']);
});

test('a job that is brought twice is done once', async () => {
  const run = started();
  const { pool, board, steps } = run;
  void pool.lock(numbered(1)[0]!);
  await everythingSettled();
  const [id = ''] = board.up;
  expect(await run.work(id, { tell: false })).toBe('done');
  expect(await run.work(id, { tell: false })).toBe('done before');
  board.watcher?.done(id);
  await everythingSettled();
  expect(await run.work(id)).toBe('withdrawn');
  expect(steps).toEqual(['lock t0']);
});

test('results that are not whole are made again', async () => {
  const run = started();
  const { pool, board, jobs, clock, steps } = run;
  const end = pool.lock(numbered(1)[0]!);
  await everythingSettled();
  const [id = ''] = board.up;
  await run.work(id, { tell: false });
  const file = join(jobs.path, `${id}.results.jsonl`);
  appendFileSync(file, '{"work":');
  board.watcher?.done(id);
  await clock.run(20_000);
  await run.work(id);
  expect(await end).toEqual(lockedEnd(numbered(1)[0]!));
  expect(steps).toEqual(['lock t0', 'lock t0']);
});

test('what was done while nobody waited is not done again, nor what is still out put up as something else', async () => {
  const first = started();
  const tasks = numbered(48);
  for (const task of tasks) void first.pool.lock(task);
  await everythingSettled();
  const ids = [...first.board.up];
  for (const id of ids.slice(0, 10)) await first.work(id, { tell: false });
  // The coordinator is gone without a word; workers go on for a while.
  const second = started({ folder: first.folder });
  const ends = Promise.all(tasks.map((task) => second.pool.lock(task)));
  await everythingSettled();
  expect([...second.board.up].sort()).toEqual(ids.slice(10).sort());
  await second.workAll();
  expect(await ends).toEqual(tasks.map(lockedEnd));
  expect([...first.steps, ...second.steps].sort()).toEqual(tasks.map(({ id }) => `lock ${id}`).sort());
});

test('a step that broke off in an earlier start is tried anew', async () => {
  const first = started();
  const [task] = numbered(1);
  void first.pool.lock(task!);
  await everythingSettled();
  const [id = ''] = first.board.up;
  const failed: BuildEnd = { kind: 'failed', id: 't0', intent: 'product_search', stage: 'extract', error: 'bug' };
  await first.work(id, { tell: false });
  const { results = [] } = first.jobs.resultsOf(id) ?? {};
  first.jobs.keep(id, { worker: 'w', results: results.map((result) => ({ ...result, end: failed })) });
  const second = started({ folder: first.folder });
  const end = second.pool.lock(task!);
  await second.workAll();
  expect(await end).toMatchObject({ kind: 'locked' });
});

test('jobs of a start with other terms are withdrawn', async () => {
  const first = started({ terms: { asksAt: 'a channel nobody listens at any more' } });
  void first.pool.lock(numbered(1)[0]!);
  await everythingSettled();
  const [old = ''] = first.board.up;
  const second = started({ folder: first.folder, terms: { asksAt: 'another' } });
  expect(await first.work(old, { tell: false })).toBe('withdrawn');
  const end = second.pool.lock(numbered(1)[0]!);
  await second.workAll();
  expect(await end).toMatchObject({ kind: 'locked' });
});

test('an interruption leaves at once pending what is waited for, and takes the jobs down', async () => {
  const { pool, board, abort } = started();
  const end = pool.lock(numbered(1)[0]!);
  await everythingSettled();
  abort.abort();
  expect(await end).toMatchObject({ kind: 'pending', id: 't0', ends: true });
  expect(await pool.lock(numbered(1)[0]!)).toMatchObject({ kind: 'pending' });
  await pool.close();
  expect([board.up.size, board.closed]).toEqual([0, true]);
});

test('a board that is away is waited for, and what is out put up again when it is back', async () => {
  const run = started();
  const { pool, board, clock, said } = run;
  const end = pool.lock(numbered(1)[0]!);
  await everythingSettled();
  board.watcher?.away('the board does not answer');
  board.up.clear();
  await clock.run(300_000);
  board.up.clear();
  board.watcher?.back('the board is back');
  await everythingSettled();
  expect(board.up.size).toBe(1);
  expect(said).toEqual(['the board does not answer; waiting for it to come back', 'the board is back; 1 job is out']);
  await run.workAll();
  expect(await end).toMatchObject({ kind: 'locked' });
});

test('a board that stays away ends the run, which can go on later', async () => {
  const { pool, board, clock } = started();
  const end = pool.lock(numbered(1)[0]!);
  await everythingSettled();
  board.watcher?.away('the board does not answer');
  await clock.run(600_000);
  expect(await end).toMatchObject({
    kind: 'pending',
    ends: true,
    reason: 'the board does not answer, for 10 minutes',
  });
  await pool.close();
  expect(clock.pending).toBe(0);
});

test('a job that fails is put up again, and one that keeps failing ends the run with its reason', async () => {
  const { pool, board, clock } = started();
  const end = pool.lock(numbered(1)[0]!);
  const refused = expect(end).rejects.toThrow(
    new ConfigError(
      'a job of 1 task was tried 5 times and failed, the last time because the catalog is missing; what is finished is kept, and the same command goes on from there',
    ),
  );
  await everythingSettled();
  const [id = ''] = board.up;
  for (let times = 0; times < 5; times++) {
    expect(board.up.has(id)).toBe(true);
    board.up.delete(id);
    board.watcher?.failed(id, 'the catalog is missing');
    await clock.run(times < 4 ? 10_000 : 0);
  }
  await refused;
});

test('results of another task than was asked for are not taken', async () => {
  const run = started();
  const { pool, board, jobs, clock } = run;
  const end = pool.lock(numbered(1)[0]!);
  await everythingSettled();
  const [id = ''] = board.up;
  await run.work(id, { tell: false });
  const { results = [] } = jobs.resultsOf(id) ?? {};
  const other = lockedEnd(numbered(2)[1]!);
  jobs.keep(id, { worker: 'w', results: results.map((result) => ({ ...result, end: other })) });
  board.watcher?.done(id);
  await clock.run(20_000);
  await run.work(id);
  expect(await end).toMatchObject({ id: 't0' });
});

test('who has no worker is told how to start one, once', async () => {
  const { pool, board, clock, said } = started();
  board.workerCount = 0;
  void pool.lock(numbered(1)[0]!);
  await clock.run(60_000);
  expect(said).toEqual([
    '1 job waits for a worker of this code on this Node; start one with: npm run worker -- --redis <url>',
  ]);
});

test('a folder that cannot be written to ends the run with the error', async () => {
  const { pool, jobs } = started();
  rmSync(jobs.path, { recursive: true });
  writeFileSync(jobs.path, '');
  await expect(pool.lock(numbered(1)[0]!)).rejects.toThrow('what should be its folder is a file');
});

/** What may happen to jobs between two moments. */
type Event = 'work' | 'work unheard' | 'work again' | 'fail' | 'lose all' | 'away and back' | 'restart' | 'time';
const events = fc.array(
  fc.constantFrom<Event>(
    'work',
    'work',
    'work unheard',
    'work again',
    'fail',
    'lose all',
    'away and back',
    'restart',
    'time',
  ),
  { maxLength: 30 },
);

test('whatever is lost, repeated or restarted, every task ends once, as it would have ended here', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 60 }), events, async (count, happening) => {
      const tasks = numbered(count);
      let run = started();
      const ends = new Map<string, BuildEnd>();
      const ask = () => {
        for (const task of tasks.filter(({ id }) => !ends.has(id)))
          void run.pool.lock(task).then((end) => {
            if (end.kind !== 'pending') ends.set(task.id, end);
          });
      };
      ask();
      let last: string | undefined;
      for (const event of happening) {
        await everythingSettled();
        const [id] = run.board.up;
        if (event === 'work' && id !== undefined) await run.work(id);
        if (event === 'work unheard' && id !== undefined) await run.work(id, { tell: false });
        if (event === 'work again' && last !== undefined) await run.work(last);
        if (event === 'fail' && id !== undefined && happening.filter((other) => other === 'fail').length < 5) {
          run.board.up.delete(id);
          run.board.watcher?.failed(id, 'a worker fell over');
        }
        if (event === 'lose all') run.board.up.clear();
        if (event === 'away and back') {
          run.board.watcher?.away('away');
          run.board.watcher?.back('back');
        }
        if (event === 'time') await run.clock.run(10_000);
        if (event === 'restart') {
          // The start before hears and says nothing more; the board and the worker know nothing of it.
          run = started({ folder: run.folder, board: run.board });
          ask();
        }
        last = id ?? last;
      }
      for (let rounds = 0; rounds < 10 && ends.size < count; rounds++) {
        await run.workAll();
        await run.clock.run(10_000);
      }
      expect([...ends].sort()).toEqual(tasks.map((task) => [task.id, lockedEnd(task)] as const).sort());
      await run.pool.close();
    }),
    { numRuns: propertyRuns(60) },
  );
});
