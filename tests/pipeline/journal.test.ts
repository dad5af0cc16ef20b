import { appendFileSync, mkdtempSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Journal } from '../../pipeline/journal.ts';
import type { TaskResult } from '../../schemas/run.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'journal-'));
  path = join(folder, 'journal.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true }));

const failed = (id: string): TaskResult => ({ kind: 'failed', id, stage: 'extract', error: 'Überraschung "quoted"\n' });

function written(...ids: string[]): void {
  const journal = Journal.open(path, 'key');
  for (const id of ids) journal.append(failed(id));
  journal.close();
}

test('a result is read back as it was appended', () => {
  const journal = Journal.open(path, 'key');
  journal.append(failed('one'));
  expect(journal.read('one')).toEqual(failed('one'));
  journal.close();
});

test('finished tasks are known when the journal is opened again', () => {
  written('one', 'two');
  const journal = Journal.open(path, 'key');
  expect([journal.has('one'), journal.has('two'), journal.has('three')]).toEqual([true, true, false]);
  expect(journal.read('two')).toEqual(failed('two'));
  journal.close();
});

test('a journal of other settings starts anew', () => {
  written('one');
  const journal = Journal.open(path, 'other key');
  expect(journal.size).toBe(0);
  journal.close();
  expect(readFileSync(path, 'utf8')).not.toContain('"one"');
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
    expect([journal.has('one'), journal.has('two')]).toEqual([true, false]);
    journal.append(failed('two'));
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
  journal.append(failed('one'));
  journal.append({ ...failed('one'), stage: 'lock' } as TaskResult);
  expect(journal.read('one')).toEqual(failed('one'));
  journal.close();
});
