import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Checkpoints } from '../../../pipeline/checkpoints/checkpoints.ts';
import type { Checkpoint } from '../../../schemas/run.ts';
import type { Child } from '../../../tools/bench/children/child.ts';
import { countsIn, firstTaskSeconds } from '../../../tools/bench/children/run-watch.ts';
import { temporaryFolder } from '../../fixtures/raw-files.ts';
import { runKey } from '../../fixtures/run-key.ts';

const LOCKED: Checkpoint = { kind: 'locked', id: 'a', intent: 'a', line: '{}', lockDigest: 'd', turn: 'first' };
const BUILT: Checkpoint = { kind: 'built', id: 'a', intent: 'a', line: '{}', text: 't', lockDigest: 'd', group: 'g' };
const REJECTED: Checkpoint = {
  ...{ kind: 'rejected', id: 'b', intent: 'a', line: '{}', stage: 'extract', code: 'c', lockDigest: null },
};

const running: Child = { startedAt: 0, ended: new Promise(() => {}), stop: () => {} };

function started(...checkpoints: readonly Checkpoint[]): { path: string; run: Checkpoints } {
  const path = join(temporaryFolder(), 'run.db');
  const run = Checkpoints.open(path, runKey());
  for (const checkpoint of checkpoints) run.add(checkpoint);
  return { path, run };
}

test('a lock is no end of a task, a sample and a rejection are', () => {
  const { path, run } = started(LOCKED, BUILT, REJECTED);
  expect(countsIn(path)).toEqual({ locked: 1, ended: 2 });
  run.close();
});

test('a run that has not begun has come to nothing', () => {
  expect(countsIn(join(temporaryFolder(), 'run.db'))).toEqual({ locked: 0, ended: 0 });
});

test.each([
  ['the file of a fresh run is no task', []],
  ['what earlier starts kept is no task of this one', [BUILT]],
])('%s', async (_, earlier) => {
  const { path, run } = started(...earlier);
  let isThere = false;
  const first = firstTaskSeconds(running, path, countsIn(path)).then(() => isThere);
  await new Promise((resolve) => setImmediate(resolve));
  isThere = true;
  run.add(REJECTED);
  expect(await first).toBe(true);
  run.close();
});

test('a run that ends without a task has no first one', async () => {
  const { path, run } = started();
  const ended = {
    ...running,
    ended: Promise.resolve({ seconds: 1, peakMegabytes: 1, code: 0, stdout: '', stderr: '' }),
  };
  expect(await firstTaskSeconds(ended, path, { locked: 0, ended: 0 })).toBeNull();
  run.close();
});
