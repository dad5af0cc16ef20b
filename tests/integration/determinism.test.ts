import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RUN_DB } from '../../pipeline/checkpoints/checkpoints.ts';
import { RunFolder } from '../../pipeline/folder/run-folder.ts';
import { cartwright, type Ended, startCartwright, watchCartwright, workFolder } from '../fixtures/command-line.ts';
import { tasksKept, untilTasksKept } from '../fixtures/run-db.ts';

/** Everything of a run that equal runs have in common, to the byte. */
const EQUAL_FILES = [
  'accepted.jsonl',
  'report.html',
  'rejected.jsonl',
  'ledger.jsonl',
  'quarantine.jsonl',
  'manifest.json',
];
/** What a seed decides. */
const SEEDED_FILES = ['accepted.jsonl', 'rejected.jsonl', 'ledger.jsonl'];

const { folder, discard } = workFolder();
afterAll(discard);

const small = (out: string, ...options: readonly string[]) => [
  'build:dataset',
  '--per-intent',
  '2',
  '--out',
  out,
  ...options,
];
const contentOf = (run: string, file: string) => readFileSync(join(folder, run, file), 'utf8');
const digestOf = (run: string) =>
  (JSON.parse(contentOf(run, 'manifest.json')) as { dataset_digest: string }).dataset_digest;

function expectEqualRuns(run: string, other: string): void {
  for (const file of EQUAL_FILES)
    expect(contentOf(run, file) === contentOf(other, file), `${file} of ${run} and ${other}`).toBe(true);
  expect(digestOf(run)).toBe(digestOf(other));
}

/** Tasks of which a run has put anything down so far. */
const tasksDone = (run: string): number => tasksKept(join(folder, run, RUN_DB)).size;

/** Starts a run and sends it a signal once it has put down so many tasks. */
async function interrupted(run: string, signal: NodeJS.Signals, tasks: number, ...options: string[]): Promise<Ended> {
  const { child, ended } = startCartwright(folder, ...small(run, ...options));
  await untilTasksKept(join(folder, run, RUN_DB), tasks, { ended });
  child.kill(signal);
  return ended;
}

beforeAll(async () => {
  const { code, stderr } = await cartwright(folder, ...small('one-worker', '--workers', '1'));
  expect(code, stderr).toBe(0);
});

test('a run on two workers is the run on one worker, to the byte', async () => {
  const { code, stderr } = await cartwright(folder, ...small('two-workers', '--workers', '2'));
  expect(code, stderr).toBe(0);
  expect(contentOf('one-worker', 'accepted.jsonl').trimEnd().split('\n').length).toBe(16);
  expectEqualRuns('one-worker', 'two-workers');
});

test('another seed gives another benchmark', async () => {
  const { code, stderr } = await cartwright(folder, ...small('seed-43', '--seed', '43'));
  expect(code, stderr).toBe(0);
  for (const file of SEEDED_FILES) expect(contentOf('seed-43', file)).not.toBe(contentOf('one-worker', file));
  expect(digestOf('seed-43')).not.toBe(digestOf('one-worker'));
});

test('a folder that another process writes to is refused in one sentence, and left as it is', async () => {
  const held = RunFolder.open(join(folder, 'one-worker'));
  const before = contentOf('one-worker', 'manifest.json');
  const { code, stdout, stderr } = await cartwright(folder, ...small('one-worker', '--seed', '43'));
  held.release();
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr.trimEnd().split('\n')).toEqual([
    `one-worker is being written by process ${process.pid}; wait for it or choose another --out`,
  ]);
  expect(contentOf('one-worker', 'manifest.json')).toBe(before);
});

describe('a run that is stopped goes on where it was', () => {
  let kept = 0;

  test('SIGINT ends it with exit code 130 and a sentence, nothing published', async () => {
    const { code, stdout, stderr } = await interrupted('stopped', 'SIGINT', 2, '--workers', '1');
    kept = tasksDone('stopped');
    expect(code, stderr).toBe(130);
    expect(stdout).toBe('');
    expect(stderr).toMatch(new RegExp(`^interrupted\\b.*\\b${kept} tasks?\\b.*; run the same command again`, 'm'));
    expect(stderr).not.toMatch(/\bat file:|this is a bug/);
    expect(existsSync(join(folder, 'stopped', 'accepted.jsonl'))).toBe(false);
    expect(kept).toBeGreaterThanOrEqual(2);
  });

  test('SIGKILL in the middle loses no finished task and publishes nothing', async () => {
    const { code, signal, stderr } = await interrupted('stopped', 'SIGKILL', kept + 4, '--workers', '2');
    expect({ code, signal }, stderr).toEqual({ code: null, signal: 'SIGKILL' });
    expect(stderr).toContain(`resuming: ${kept} tasks of an earlier start`);
    expect(existsSync(join(folder, 'stopped', 'accepted.jsonl'))).toBe(false);
    expect(tasksDone('stopped')).toBeGreaterThanOrEqual(kept + 4);
  });

  test('started again, it is the run that was never disturbed, to the byte', async () => {
    const done = tasksDone('stopped');
    // What a power cut leaves of the step that was being written.
    appendFileSync(`${join(folder, 'stopped', RUN_DB)}-wal`, '{"kind":"built","id":"ecomagentbench-pro');
    const { code, stderr } = await cartwright(folder, ...small('stopped', '--workers', '1'));
    expect(code, stderr).toBe(0);
    expect(stderr).toContain(`resuming: ${done} tasks of an earlier start`);
    expectEqualRuns('one-worker', 'stopped');
  });

  test('started once more, it is told to be finished, and nothing of it is resumed', async () => {
    const done = tasksDone('stopped');
    const { code, stderr } = await cartwright(folder, ...small('stopped', '--workers', '1'));
    expect(code, stderr).toBe(0);
    expect(stderr).toContain(`stopped holds this run, finished: ${done} tasks kept, `);
    expect(stderr).not.toContain('resuming');
    expectEqualRuns('one-worker', 'stopped');
  });
});

test('a finished run of which fewer samples are wanted now is said to lose the others', async () => {
  const { code, stderr } = await cartwright(folder, ...small('stopped', '--workers', '1', '--per-intent', '1'));
  expect(code, stderr).toBe(0);
  expect(stderr).toMatch(
    /stopped holds a finished run that wanted more: \d+ of the \d+ samples of that run are left out when this one is done, and another --out keeps both/,
  );
});

test('SIGINT while the catalog is read ends with exit code 130 and a sentence, nothing left behind', async () => {
  const place = workFolder({ ownCatalogs: true });
  const cache = join(place.folder, 'out', '.catalogs');
  const { ended, stop } = watchCartwright(place.folder, ...small('early'));
  const isOver = ended.then(() => true);
  while (!(existsSync(cache) && readdirSync(cache).length > 0))
    if (await Promise.race([isOver, pause(2, false)])) break;
  stop('SIGINT');
  const { code, signal, stderr } = await ended;
  const left = existsSync(cache) ? readdirSync(cache) : [];
  place.discard();
  expect({ code, signal }, stderr).toEqual({ code: 130, signal: null });
  expect(stderr).toMatch(/^interrupted\b.*; run the same command again/m);
  expect(stderr).not.toMatch(/\bat file:|this is a bug/);
  expect(left).toEqual([]);
});
