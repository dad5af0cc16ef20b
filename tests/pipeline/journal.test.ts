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
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Journal } from '../../pipeline/journal.ts';
import type { LockedResult, TaskResult } from '../../schemas/run.ts';
import { causes } from '../fixtures/causes.ts';

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
  intent: 'a',
  stage: 'extract',
  code: 'too_few_features',
  lockDigest: null,
  line: 'Überraschung "quoted"\n',
});

function written(...ids: string[]): void {
  const journal = Journal.open(path, causes());
  for (const id of ids) journal.append(rejected(id));
  journal.close();
}

test('a result is read back as it was appended', () => {
  const journal = Journal.open(path, causes());
  journal.append(rejected('one'));
  expect(journal.endOf('one')).toEqual(rejected('one'));
  journal.close();
});

test('finished tasks are known when the journal is opened again', () => {
  written('one', 'two');
  const journal = Journal.open(path, causes());
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
  const other = Journal.open(path, causes('other key'));
  expect(other.size).toBe(0);
  other.append(rejected('two'));
  other.close();
  const back = Journal.open(path, causes());
  expect([back.isFinished('one'), back.isFinished('two')]).toEqual([true, false]);
  back.close();
  Journal.forgetOthers(path);
  expect(readdirSync(folder)).toEqual(['journal.index', 'journal.jsonl']);
});

test('what broke off is not taken for finished when the journal is opened again', () => {
  const journal = Journal.open(path, causes());
  journal.append({ kind: 'failed', id: 'one', intent: 'a', stage: 'extract', error: 'disk full' });
  expect(journal.endOf('one')).toMatchObject({ error: 'disk full' });
  journal.close();
  const again = Journal.open(path, causes());
  expect(again.isFinished('one')).toBe(false);
  again.append(rejected('one'));
  again.close();
  const last = Journal.open(path, causes());
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
    const journal = Journal.open(path, causes());
    expect([journal.isFinished('one'), journal.isFinished('two')]).toEqual([true, false]);
    journal.append(rejected('two'));
    journal.close();
    expect(readFileSync(path)).toEqual(whole);
  }
});

test('a torn header starts the journal anew', () => {
  written('one');
  truncateSync(path, 5);
  const journal = Journal.open(path, causes());
  expect(journal.size).toBe(0);
  journal.close();
});

test('a task is recorded once, with its first result', () => {
  const journal = Journal.open(path, causes());
  journal.append(rejected('one'));
  journal.append({ ...rejected('one'), stage: 'lock' } as TaskResult);
  expect(journal.endOf('one')).toEqual(rejected('one'));
  journal.close();
});

const locked = (id: string): LockedResult => ({
  kind: 'locked',
  id,
  intent: 'a',
  line: '{"id":1}',
  lockDigest: 'd'.repeat(64),
  preferred: true,
});

test('a task that is locked is not finished, and keeps its lock when it is', () => {
  const journal = Journal.open(path, causes());
  journal.append(locked('one'));
  expect([journal.isLocked('one'), journal.isFinished('one'), journal.endOf('one')]).toEqual([true, false, null]);
  journal.append(rejected('one'));
  expect([journal.lockOf('one'), journal.endOf('one'), journal.size]).toEqual([locked('one'), rejected('one'), 1]);
  journal.close();
  const again = Journal.open(path, causes());
  expect([again.lockOf('one'), again.endOf('one'), again.size]).toEqual([locked('one'), rejected('one'), 1]);
  again.close();
});

test('a task that broke off while it was written keeps its lock when the journal is opened again', () => {
  const journal = Journal.open(path, causes());
  journal.append(locked('one'));
  journal.append({ kind: 'failed', id: 'one', intent: 'a', stage: 'validate', error: 'bug' });
  journal.close();
  const again = Journal.open(path, causes());
  expect([again.isLocked('one'), again.isFinished('one')]).toEqual([true, false]);
  again.close();
});

describe('another journal', () => {
  const otherPath = () => join(folder, 'other.jsonl');

  function other(key: string, ...ids: string[]): void {
    const journal = Journal.open(otherPath(), causes(key));
    journal.append(locked('locked'));
    for (const id of ids) journal.append(rejected(id));
    journal.close();
  }

  test('of the same causes is taken over, but for what is known', () => {
    other('key', 'one', 'two');
    const journal = Journal.open(path, causes());
    journal.append({ ...rejected('one'), stage: 'lock' } as TaskResult);
    expect(journal.absorb(otherPath())).toBe(2);
    expect([journal.endOf('one'), journal.endOf('two'), journal.lockOf('locked')]).toEqual([
      { ...rejected('one'), stage: 'lock' },
      rejected('two'),
      locked('locked'),
    ]);
    journal.close();
    const again = Journal.open(path, causes());
    expect(again.size).toBe(3);
    again.close();
  });

  test('that somebody is still writing is read as far as it goes and left as it is', () => {
    other('key', 'one', 'two');
    truncateSync(otherPath(), readFileSync(otherPath()).length - 5);
    const before = readFileSync(otherPath());
    const journal = Journal.open(path, causes());
    journal.absorb(otherPath());
    expect([journal.isFinished('one'), journal.isFinished('two')]).toEqual([true, false]);
    expect(readFileSync(otherPath())).toEqual(before);
    journal.close();
  });

  test('of other causes brings nothing', () => {
    other('other key', 'one');
    const journal = Journal.open(path, causes());
    expect([journal.absorb(otherPath()), journal.size]).toEqual([0, 0]);
    journal.close();
  });
});

describe('a journal set aside by other causes gives what those do not change', () => {
  const built = (id: string): TaskResult => ({
    kind: 'built',
    id,
    intent: 'a',
    line: '{}',
    text: 'a text',
    lockDigest: 'd',
    group: 'g',
  });

  function builtBefore(): void {
    const journal = Journal.open(path, causes());
    journal.append(locked('one'));
    journal.append(built('one'));
    journal.append(rejected('two'));
    journal.append({ ...locked('three'), intent: 'b' });
    journal.close();
  }

  test.each([
    ['another writer', causes('key', { text: { writer: '"openai"' } }), ['one', 'three'], ['two']],
    ['another definition of one intent', causes('key', { intents: { a: 'two', b: 'one' } }), ['three'], []],
    ['one intent alone', causes('key', { intents: { a: 'one' } }), ['one'], ['one', 'two']],
    ['another seed', causes('other'), [], []],
  ])('with %s', (_, now, locks, ends) => {
    builtBefore();
    const reuse = Journal.reuseOf(path, now);
    const journal = Journal.open(path, now);
    const ids = ['one', 'two', 'three'];
    expect(ids.filter((id) => journal.isLocked(id))).toEqual(locks);
    expect(ids.filter((id) => journal.isFinished(id))).toEqual(ends);
    expect(reuse).toMatchObject({ tasks: new Set([...locks, ...ends]).size, finished: ends.length });
    journal.close();
  });

  test('and says what those are', () => {
    builtBefore();
    expect(Journal.reuseOf(path, causes('key', { text: { writer: '"openai"' } })).changes).toEqual([
      '--writer was "offline" and is "openai"',
    ]);
    expect(Journal.reuseOf(path, causes())).toEqual({ tasks: 3, finished: 2, changes: [] });
  });

  test('once, however often it is opened', () => {
    builtBefore();
    const now = causes('key', { text: { writer: '"openai"' } });
    Journal.open(path, now).close();
    const first = readFileSync(path);
    Journal.open(path, now).close();
    expect(readFileSync(path)).toEqual(first);
  });
});

test('a closed journal takes nothing more, whatever its number stands for by then', () => {
  const journal = Journal.open(path, causes());
  journal.close();
  const other = join(folder, 'other');
  const file = openSync(other, 'w');
  expect(() => journal.append(rejected('one'))).toThrow('is closed');
  journal.close();
  closeSync(file);
  expect(readFileSync(other, 'utf8')).toBe('');
});
