import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { JobTerms } from '../../../pipeline/jobs/job.ts';
import { JobFolder } from '../../../pipeline/jobs/job-folder.ts';
import { JobRunner } from '../../../pipeline/jobs/job-runner.ts';
import { lockedEnd, RUN_KEY, tasksNamed, termsOf, writtenEnd } from '../../fixtures/jobs.ts';

const folder = mkdtempSync(join(tmpdir(), 'runner-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Puts down a job for each name, of the run in the folder named. */
function jobsOf(run: string, ...names: string[]) {
  const jobs = new JobFolder(join(folder, run), RUN_KEY);
  jobs.create();
  const terms = termsOf(join(folder, run));
  return { jobs, ids: names.map((name) => jobs.put(terms, [{ step: 'lock', task: tasksNamed(name)[0]! }])) };
}

function runnerWith({ broken = null, fails = () => null }: Misfortunes = {}) {
  const log: string[] = [];
  const runner = new JobRunner({
    worker: 'here/7',
    pathHere: (path) => path.replace('/there', folder),
    async open({ run }: JobTerms) {
      const name = run.slice(folder.length + 1);
      log.push(`open ${name}`);
      const error = fails();
      if (error !== null) throw error;
      return {
        broken,
        pool: {
          lock: async (task) => lockedEnd(task),
          write: async (locked) => writtenEnd(locked),
          close: async () => void log.push(`close ${name}`),
        },
      };
    },
  });
  return { runner, log };
}

interface Misfortunes {
  readonly broken?: Error | null;
  readonly fails?: () => Error | null;
}

test('what a run is built with is opened once for all its jobs, and closed when another run needs the room', async () => {
  const { runner, log } = runnerWith();
  const a = jobsOf('a', 't0', 't1');
  const b = jobsOf('b', 't0');
  for (const id of a.ids) await runner.run(join(folder, 'a'), RUN_KEY, id);
  expect(log).toEqual(['open a']);
  await runner.run(join(folder, 'b'), RUN_KEY, b.ids[0]!);
  await runner.close();
  expect(log).toEqual(['open a', 'open b', 'close a', 'close b']);
});

test('two jobs at once share what they are built with, and it is not closed under one of them', async () => {
  const { runner, log } = runnerWith();
  const { ids } = jobsOf('a', 't0', 't1');
  await Promise.all(ids.map((id) => runner.run(join(folder, 'a'), RUN_KEY, id)));
  expect(log).toEqual(['open a']);
});

test('a job that is done says who did it and how many tasks it was', async () => {
  const { runner } = runnerWith();
  const { jobs, ids } = jobsOf('a', 't0');
  expect(await runner.run(join(folder, 'a'), RUN_KEY, ids[0]!)).toEqual({ end: 'done', tasks: 1 });
  expect(jobs.resultsOf(ids[0]!)?.worker).toBe('here/7');
  expect(await runner.run(join(folder, 'a'), RUN_KEY, ids[0]!)).toEqual({ end: 'done before', tasks: 1 });
});

test('a machine that lacks what a run takes fails its job with the reason, and tries again with the next', async () => {
  let reason: Error | null = new Error('no catalog');
  const { runner, log } = runnerWith({ fails: () => reason });
  const { jobs, ids } = jobsOf('a', 't0');
  await expect(runner.run(join(folder, 'a'), RUN_KEY, ids[0]!)).rejects.toThrow('no catalog');
  expect(jobs.resultsOf(ids[0]!)).toBeNull();
  reason = null;
  expect(await runner.run(join(folder, 'a'), RUN_KEY, ids[0]!)).toMatchObject({ end: 'done' });
  expect(log).toEqual(['open a', 'open a']);
});

test('what was made while nothing could be asked any more is not kept', async () => {
  const { runner } = runnerWith({ broken: new Error('out of touch') });
  const { jobs, ids } = jobsOf('a', 't0');
  await expect(runner.run(join(folder, 'a'), RUN_KEY, ids[0]!)).rejects.toThrow('out of touch');
  expect(jobs.done).toEqual([]);
});

test('a job that is gone is nobody’s business any more, and a run folder that was never there is', async () => {
  const { runner } = runnerWith();
  mkdirSync(join(folder, 'over', '.work'), { recursive: true });
  expect(await runner.run(join(folder, 'over'), RUN_KEY, 'gone')).toEqual({ end: 'withdrawn', tasks: 0 });
  await expect(runner.run('/there/elsewhere', RUN_KEY, 'gone')).rejects.toThrow(
    `${join(folder, 'elsewhere')} is no run folder on here/7; put runs on storage that all machines share, or say with --root where it is mounted there`,
  );
});

test('a job that is withdrawn while it is done leaves nothing behind', async () => {
  const { jobs, ids } = jobsOf('a', 't0');
  const { runner } = runnerWith({
    fails: () => {
      jobs.withdraw(ids[0]!);
      return null;
    },
  });
  expect(await runner.run(join(folder, 'a'), RUN_KEY, ids[0]!)).toMatchObject({ end: 'withdrawn' });
  expect([jobs.jobs, jobs.done]).toEqual([[], []]);
});
