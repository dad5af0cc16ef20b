import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DraftLedger, DraftReader } from '../../../pipeline/folder/draft-ledger.ts';
import { NOTHING_TOLD } from '../../../pipeline/run/ended-task.ts';
import { temporaryFolder } from '../../fixtures/raw-files.ts';
import { plannedTask } from '../../fixtures/tasks.ts';

const newPath = () => join(temporaryFolder(), 'ledger.db');
const task = (id: string) => plannedTask({ id });

/** What a draft holds, as somebody reads it who comes by. */
function readFrom(path: string) {
  const reader = DraftReader.open(path);
  try {
    const tasks = [...(reader?.tasks() ?? [])].map((one) => [one.task.id, one.wave, one.end?.status ?? null]);
    return { head: reader?.head, leaving: reader?.leaving, tasks };
  } finally {
    reader?.close();
  }
}

test('a draft is read while it is written: tasks in their order, with the ends that only it knows', () => {
  const path = newPath();
  const draft = DraftLedger.begin(path, { seed: 1 });
  draft.plan(1, [task('b'), task('a')]);
  draft.plan(2, [task('c'), task('d')]);
  draft.settle([
    { ...NOTHING_TOLD, task: task('a'), wave: 1, status: 'accepted' },
    { ...NOTHING_TOLD, task: task('b'), wave: 1, status: 'rejected', stage: 'admit', code: 'near_duplicate' },
    { ...NOTHING_TOLD, task: task('c'), wave: 2, status: 'rejected', stage: 'extract', code: 'unfit' },
    { ...NOTHING_TOLD, task: task('d'), wave: 2, status: 'surplus' },
  ]);
  const tasks = [
    ['b', 1, 'rejected'],
    ['a', 1, 'accepted'],
    ['c', 2, null],
    ['d', 2, null],
  ];
  expect(readFrom(path)).toEqual({ head: { seed: 1 }, leaving: null, tasks });
  draft.leave({ kind: 'stopped', reason: 'no credit is left' });
  draft.close();
  expect(readFrom(path)).toMatchObject({ leaving: { kind: 'stopped', reason: 'no credit is left' }, tasks });
});

test('who reads sees the draft as it was when it was opened, whatever is added meanwhile', () => {
  const path = newPath();
  const draft = DraftLedger.begin(path, {});
  draft.plan(1, [task('a')]);
  const reader = DraftReader.open(path) as DraftReader;
  draft.plan(1, [task('b')]);
  expect([...reader.tasks()].map((one) => one.task.id)).toEqual(['a']);
  reader.close();
  draft.close();
});

test('a task that models left and another try settled has its last end', () => {
  const path = newPath();
  const draft = DraftLedger.begin(path, {});
  draft.plan(1, [task('a')]);
  draft.settle([{ ...NOTHING_TOLD, task: task('a'), wave: 1, status: 'pending' }]);
  draft.settle([{ ...NOTHING_TOLD, task: task('a'), wave: 1, status: 'accepted' }]);
  draft.leave({ kind: 'interrupted', reason: null });
  draft.close();
  expect(readFrom(path).tasks).toEqual([['a', 1, 'accepted']]);
});

test('each start begins its draft anew, also over a file that is none', () => {
  const path = newPath();
  writeFileSync(path, 'no database, but long enough to be taken for the head of one: '.repeat(9));
  const first = DraftLedger.begin(path, { start: 1 });
  first.plan(1, [task('a')]);
  first.leave({ kind: 'interrupted', reason: null });
  first.close();
  DraftLedger.begin(path, { start: 2 }).close();
  expect(readFrom(path)).toEqual({ head: { start: 2 }, leaving: null, tasks: [] });
});

test('a finished run has no draft', () => {
  const path = newPath();
  const draft = DraftLedger.begin(path, {});
  draft.plan(1, [task('a')]);
  draft.discard();
  expect(readdirSync(join(path, '..'))).toEqual([]);
  expect(existsSync(path)).toBe(false);
  expect(DraftReader.open(path)).toBeNull();
});
