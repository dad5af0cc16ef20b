import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Journal } from '../../pipeline/journal.ts';
import type { LockedResult, TaskResult } from '../../schemas/run.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'journal-'));
  path = join(folder, 'journal.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true }));

const rejected = (id: string): TaskResult => ({
  kind: 'rejected',
  id,
  stage: 'extract',
  code: 'too_few_features',
  lockDigest: null,
  line: 'Überraschung "quoted"\n',
});

function written(...ids: string[]): void {
  const journal = Journal.open(path, 'key');
  for (const id of ids) journal.append(rejected(id));
  journal.close();
}

test('a result is read back as it was appended', () => {
  const journal = Journal.open(path, 'key');
  journal.append(rejected('one'));
  expect(journal.endOf('one')).toEqual(rejected('one'));
  journal.close();
});

test('finished tasks are known when the journal is opened again', () => {
  written('one', 'two');
  const journal = Journal.open(path, 'key');
  expect([journal.isFinished('one'), journal.isFinished('two'), journal.isFinished('three')]).toEqual([
    true,
    true,
    false,
  ]);
  expect(journal.endOf('two')).toEqual(rejected('two'));
  journal.close();
});

test('a journal of other settings is set aside, and taken up again when they come back', () => {
  written('one');
  const other = Journal.open(path, 'other key');
  expect(other.size).toBe(0);
  other.append(rejected('two'));
  other.close();
  const back = Journal.open(path, 'key');
  expect([back.isFinished('one'), back.isFinished('two')]).toEqual([true, false]);
  back.close();
  Journal.forgetOthers(path);
  expect(readdirSync(folder)).toEqual(['journal.jsonl']);
});

test('what broke off is not taken for finished when the journal is opened again', () => {
  const journal = Journal.open(path, 'key');
  journal.append({ kind: 'failed', id: 'one', stage: 'extract', error: 'disk full' });
  expect(journal.endOf('one')).toMatchObject({ error: 'disk full' });
  journal.close();
  const again = Journal.open(path, 'key');
  expect(again.isFinished('one')).toBe(false);
  again.append(rejected('one'));
  again.close();
  const last = Journal.open(path, 'key');
  expect(last.endOf('one')).toEqual(rejected('one'));
  last.close();
});

test('a torn last line is cut off at every byte it can break at, and what follows is whole', () => {
  written('one', 'two');
  const whole = readFileSync(path);
  const lastLine = whole.lastIndexOf(0x0a, whole.length - 2) + 1;
  for (let end = lastLine; end < whole.length; end++) {
    rmSync(path);
    appendFileSync(path, whole);
    truncateSync(path, end);
    const journal = Journal.open(path, 'key');
    expect([journal.isFinished('one'), journal.isFinished('two')]).toEqual([true, false]);
    journal.append(rejected('two'));
    journal.close();
    expect(readFileSync(path)).toEqual(whole);
  }
});

test('a torn header starts the journal anew', () => {
  written('one');
  truncateSync(path, 5);
  const journal = Journal.open(path, 'key');
  expect(journal.size).toBe(0);
  journal.close();
});

test('a task is recorded once, with its first result', () => {
  const journal = Journal.open(path, 'key');
  journal.append(rejected('one'));
  journal.append({ ...rejected('one'), stage: 'lock' } as TaskResult);
  expect(journal.endOf('one')).toEqual(rejected('one'));
  journal.close();
});

const locked = (id: string): LockedResult => ({
  kind: 'locked',
  id,
  line: '{"id":1}',
  lockDigest: 'd'.repeat(64),
  preferred: true,
});

test('a task that is locked is not finished, and keeps its lock when it is', () => {
  const journal = Journal.open(path, 'key');
  journal.append(locked('one'));
  expect([journal.isLocked('one'), journal.isFinished('one'), journal.endOf('one')]).toEqual([true, false, null]);
  journal.append(rejected('one'));
  expect([journal.lockOf('one'), journal.endOf('one'), journal.size]).toEqual([locked('one'), rejected('one'), 1]);
  journal.close();
  const again = Journal.open(path, 'key');
  expect([again.lockOf('one'), again.endOf('one'), again.size]).toEqual([locked('one'), rejected('one'), 1]);
  again.close();
});

test('a task that broke off while it was written keeps its lock when the journal is opened again', () => {
  const journal = Journal.open(path, 'key');
  journal.append(locked('one'));
  journal.append({ kind: 'failed', id: 'one', stage: 'validate', error: 'bug' });
  journal.close();
  const again = Journal.open(path, 'key');
  expect([again.isLocked('one'), again.isFinished('one')]).toEqual([true, false]);
  again.close();
});
