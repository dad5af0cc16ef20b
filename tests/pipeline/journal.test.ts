import {
  appendFileSync,
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
} from 'node:fs';
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
  expect(journal.read('one')).toEqual(rejected('one'));
  journal.close();
});

test('finished tasks are known when the journal is opened again', () => {
  written('one', 'two');
  const journal = Journal.open(path, 'key');
  expect([journal.has('one'), journal.has('two'), journal.has('three')]).toEqual([true, true, false]);
  expect(journal.read('two')).toEqual(rejected('two'));
  journal.close();
});

test('a journal of other settings is set aside, and taken up again when they come back', () => {
  written('one');
  const other = Journal.open(path, 'other key');
  expect(other.size).toBe(0);
  other.append(rejected('two'));
  other.close();
  const back = Journal.open(path, 'key');
  expect([back.has('one'), back.has('two')]).toEqual([true, false]);
  back.close();
  Journal.forgetOthers(path);
  expect(readdirSync(folder)).toEqual(['journal.jsonl']);
});

test('what broke off is not taken for finished when the journal is opened again', () => {
  const journal = Journal.open(path, 'key');
  journal.append({ kind: 'failed', id: 'one', stage: 'extract', error: 'disk full' });
  expect(journal.read('one')).toMatchObject({ error: 'disk full' });
  journal.close();
  const again = Journal.open(path, 'key');
  expect(again.has('one')).toBe(false);
  again.append(rejected('one'));
  again.close();
  const last = Journal.open(path, 'key');
  expect(last.read('one')).toEqual(rejected('one'));
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
    expect([journal.has('one'), journal.has('two')]).toEqual([true, false]);
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
  expect(journal.read('one')).toEqual(rejected('one'));
  journal.close();
});

test('a closed journal takes nothing more, whatever its number stands for by then', () => {
  const journal = Journal.open(path, 'key');
  journal.close();
  const other = join(folder, 'other');
  const file = openSync(other, 'w');
  expect(() => journal.append(rejected('one'))).toThrow('is closed');
  journal.close();
  closeSync(file);
  expect(readFileSync(other, 'utf8')).toBe('');
});
