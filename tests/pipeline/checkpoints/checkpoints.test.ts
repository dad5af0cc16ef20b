import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Checkpoints, filesOfEarlierVersions, keptOf } from '../../../pipeline/checkpoints/checkpoints.ts';
import type { Checkpoint, LockedResult, TaskResult } from '../../../schemas/run.ts';
import { rowsOf } from '../../fixtures/run-db.ts';
import { runKey } from '../../fixtures/run-key.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'checkpoints-'));
  path = join(folder, 'run.db');
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
  const checkpoints = Checkpoints.open(path, runKey());
  for (const id of ids) checkpoints.add(rejected(id));
  checkpoints.close();
}

test('a result is read back as it was appended', () => {
  const checkpoints = Checkpoints.open(path, runKey());
  checkpoints.add(rejected('one'));
  expect(checkpoints.endOf('one')).toEqual(rejected('one'));
  checkpoints.close();
});

test('finished tasks are known when the checkpoints are opened again', () => {
  written('one', 'two');
  const checkpoints = Checkpoints.open(path, runKey());
  expect([checkpoints.isFinished('one'), checkpoints.isFinished('two'), checkpoints.isFinished('three')]).toEqual([
    true,
    true,
    false,
  ]);
  expect(checkpoints.endOf('two')).toEqual(rejected('two'));
  checkpoints.close();
});

test('what is forgotten was never there, its lock as little as its end', () => {
  written('two', 'three');
  const lock: LockedResult = { kind: 'locked', id: 'one', intent: 'a', line: '{}', lockDigest: 'd', turn: 'first' };
  const checkpoints = Checkpoints.open(path, runKey());
  for (const id of ['one', 'four']) checkpoints.add({ ...lock, id });
  checkpoints.add(rejected('one'));
  checkpoints.forget(['one', 'two', 'never there']);
  const state = () => [checkpoints.size, checkpoints.isLocked('one'), checkpoints.isFinished('one')];
  expect(state()).toEqual([2, false, false]);
  checkpoints.add(rejected('one'));
  expect(state()).toEqual([3, false, true]);
  checkpoints.close();
  const again = Checkpoints.open(path, runKey());
  expect(['one', 'two', 'three', 'four'].map((id) => again.isFinished(id) || again.isLocked(id))).toEqual([
    ...[true, false, true, true],
  ]);
  again.close();
});

test('what was built with other settings is set aside, and taken up again when they come back', () => {
  written('one');
  const other = Checkpoints.open(path, runKey('other key'));
  expect(other.size).toBe(0);
  other.add(rejected('two'));
  other.close();
  const back = Checkpoints.open(path, runKey());
  expect([back.isFinished('one'), back.isFinished('two')]).toEqual([true, false]);
  back.tidy();
  back.close();
  expect(readdirSync(folder)).toEqual(['run.db']);
  expect(rowsOf(path)).toMatchObject([{ id: 'key', kind: 'meta' }, { id: 'one' }]);
});

test('what broke off is not taken for finished when the checkpoints are opened again', () => {
  const checkpoints = Checkpoints.open(path, runKey());
  checkpoints.add({ kind: 'failed', id: 'one', intent: 'a', stage: 'extract', error: 'disk full' });
  expect(checkpoints.endOf('one')).toMatchObject({ error: 'disk full' });
  checkpoints.close();
  const again = Checkpoints.open(path, runKey());
  expect(again.isFinished('one')).toBe(false);
  again.add(rejected('one'));
  again.close();
  const last = Checkpoints.open(path, runKey());
  expect(last.endOf('one')).toEqual(rejected('one'));
  last.close();
});

test('a torn log gives what was whole in it at every byte it can break at, and what follows is whole', () => {
  const all: Checkpoint[] = [locked('one'), rejected('one'), rejected('two'), locked('three'), rejected('three')];
  const first = Checkpoints.open(path, runKey());
  for (const checkpoint of all) first.add(checkpoint);
  const log = `${path}-wal`;
  const torn = join(folder, 'torn');
  mkdirSync(torn);
  const tornPath = join(torn, 'run.db');
  const counts = new Set<number>();
  const { size } = statSync(log);
  for (let end = size; end > 0; end -= Math.ceil(size / 150)) {
    for (const name of readdirSync(torn)) rmSync(join(torn, name));
    copyFileSync(path, tornPath);
    copyFileSync(log, `${tornPath}-wal`);
    truncateSync(`${tornPath}-wal`, end);
    const opened = Checkpoints.open(tornPath, runKey());
    const kept = all.filter(({ kind, id }) => (kind === 'locked' ? opened.isLocked(id) : opened.isFinished(id)));
    expect(kept).toEqual(all.slice(0, kept.length));
    for (const { kind, id } of kept)
      expect(all).toContainEqual(kind === 'locked' ? opened.lockOf(id) : opened.endOf(id));
    for (const checkpoint of all) opened.add(checkpoint);
    opened.close();
    expect(rowsOf(tornPath)).toEqual(rowsOf(path));
    counts.add(kept.length);
  }
  expect([...counts].sort()).toEqual([0, 1, 2, 3, 4, 5]);
  first.close();
});

test('a file that is no database is told in one sentence, and left as it is', () => {
  writeFileSync(path, 'no database, but long enough to be taken for the head of one: '.repeat(9));
  expect(() => Checkpoints.open(path, runKey())).toThrow(
    /run\.db is damaged; delete it and run the same command again/,
  );
  expect(readFileSync(path, 'utf8')).toMatch(/^no database/);
});

test('a database of another program is told in one sentence, and left as it is', () => {
  const db = new DatabaseSync(path);
  db.exec('CREATE TABLE other (name TEXT)');
  db.close();
  const before = readFileSync(path);
  expect(() => Checkpoints.open(path, runKey())).toThrow(/run\.db is of another version .* or of another program/);
  expect(readFileSync(path)).toEqual(before);
});

test('files of versions that kept a journal are known until a run is finished', () => {
  for (const name of ['journal.jsonl', 'journal.jsonl.0123456789ab', 'journal.index', 'upcoming.json'])
    writeFileSync(join(folder, name), '{}');
  const checkpoints = Checkpoints.open(path, runKey());
  expect(filesOfEarlierVersions(path)).toHaveLength(4);
  checkpoints.tidy();
  checkpoints.close();
  expect(readdirSync(folder)).toEqual(['run.db']);
});

test('people read records as the JSON their stage wrote', () => {
  const checkpoints = Checkpoints.open(path, runKey());
  checkpoints.add(locked('one'));
  checkpoints.add(rejected('one'));
  const db = new DatabaseSync(path, { readOnly: true });
  expect(db.prepare("SELECT json ->> 'id' AS id FROM tasks WHERE kind = 'locked'").all()).toEqual([{ id: 1 }]);
  db.close();
  checkpoints.close();
});

test('what a run kept of a task is found by its lock, whatever its settings were', () => {
  const checkpoints = Checkpoints.open(path, runKey());
  checkpoints.add(locked('one'));
  checkpoints.add({ kind: 'failed', id: 'one', intent: 'a', stage: 'validate', error: 'bug' });
  checkpoints.close();
  Checkpoints.open(path, runKey('another')).close();
  expect(keptOf(path, 'one', 'd'.repeat(64))).toEqual({ lock: '{"id":1}', sample: null, error: 'bug' });
  expect(keptOf(path, 'one', 'e'.repeat(64))).toEqual({ lock: null, sample: null, error: 'bug' });
  expect(keptOf(join(folder, 'missing.db'), 'one', null)).toEqual({ lock: null, sample: null, error: null });
});

test('a task is recorded once, with its first result', () => {
  const checkpoints = Checkpoints.open(path, runKey());
  checkpoints.add(rejected('one'));
  checkpoints.add({ ...rejected('one'), stage: 'lock' } as TaskResult);
  expect(checkpoints.endOf('one')).toEqual(rejected('one'));
  checkpoints.close();
});

const locked = (id: string): LockedResult => ({
  kind: 'locked',
  id,
  intent: 'a',
  line: '{"id":1}',
  lockDigest: 'd'.repeat(64),
  turn: 'first',
});

test('a task that is locked is not finished, and keeps its lock when it is', () => {
  const checkpoints = Checkpoints.open(path, runKey());
  checkpoints.add(locked('one'));
  expect([checkpoints.isLocked('one'), checkpoints.isFinished('one'), checkpoints.endOf('one')]).toEqual([
    true,
    false,
    null,
  ]);
  checkpoints.add(rejected('one'));
  expect([checkpoints.lockOf('one'), checkpoints.endOf('one'), checkpoints.size]).toEqual([
    locked('one'),
    rejected('one'),
    1,
  ]);
  checkpoints.close();
  const again = Checkpoints.open(path, runKey());
  expect([again.lockOf('one'), again.endOf('one'), again.size]).toEqual([locked('one'), rejected('one'), 1]);
  again.close();
});

test('a task that broke off while it was written keeps its lock when the checkpoints are opened again', () => {
  const checkpoints = Checkpoints.open(path, runKey());
  checkpoints.add(locked('one'));
  checkpoints.add({ kind: 'failed', id: 'one', intent: 'a', stage: 'validate', error: 'bug' });
  checkpoints.close();
  const again = Checkpoints.open(path, runKey());
  expect([again.isLocked('one'), again.isFinished('one')]).toEqual([true, false]);
  again.close();
});

describe('the checkpoints of another folder', () => {
  const otherPath = () => join(folder, 'other.db');

  function other(key: string, ...ids: string[]): void {
    const checkpoints = Checkpoints.open(otherPath(), runKey(key));
    checkpoints.add(locked('locked'));
    for (const id of ids) checkpoints.add(rejected(id));
    checkpoints.close();
  }

  test('of the same key are taken over, but for what is known', () => {
    other('key', 'one', 'two');
    const checkpoints = Checkpoints.open(path, runKey());
    checkpoints.add({ ...rejected('one'), stage: 'lock' } as TaskResult);
    expect(checkpoints.absorb(otherPath())).toBe(2);
    expect([checkpoints.endOf('one'), checkpoints.endOf('two'), checkpoints.lockOf('locked')]).toEqual([
      { ...rejected('one'), stage: 'lock' },
      rejected('two'),
      locked('locked'),
    ]);
    checkpoints.close();
    const again = Checkpoints.open(path, runKey());
    expect(again.size).toBe(3);
    again.close();
  });

  test('that somebody is still writing are read as far as they go, and left as they are', () => {
    const writing = Checkpoints.open(otherPath(), runKey());
    writing.add(rejected('one'));
    const before = [otherPath(), `${otherPath()}-wal`].map((file) => readFileSync(file));
    const checkpoints = Checkpoints.open(path, runKey());
    checkpoints.absorb(otherPath());
    writing.add(rejected('two'));
    expect([checkpoints.isFinished('one'), checkpoints.isFinished('two')]).toEqual([true, false]);
    expect(readFileSync(otherPath())).toEqual(before[0]);
    expect(readFileSync(`${otherPath()}-wal`).subarray(0, before[1]?.length)).toEqual(before[1]);
    checkpoints.close();
    writing.close();
  });

  test('of another key bring nothing', () => {
    other('other key', 'one');
    const checkpoints = Checkpoints.open(path, runKey());
    expect([checkpoints.absorb(otherPath()), checkpoints.size]).toEqual([0, 0]);
    checkpoints.close();
  });
});

describe('what was built under another key gives what that does not change', () => {
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
    const checkpoints = Checkpoints.open(path, runKey());
    checkpoints.add(locked('one'));
    checkpoints.add(built('one'));
    checkpoints.add(rejected('two'));
    checkpoints.add({ ...locked('three'), intent: 'b' });
    checkpoints.close();
  }

  test.each([
    ['another writer', runKey('key', { text: { writer: '"openai"' } }), ['one', 'three'], ['two']],
    ['another definition of one intent', runKey('key', { intents: { a: 'two', b: 'one' } }), ['three'], []],
    ['one intent alone', runKey('key', { intents: { a: 'one' } }), ['one'], ['one', 'two']],
    ['another seed', runKey('other'), [], []],
  ])('with %s', (_, now, locks, ends) => {
    builtBefore();
    const reuse = Checkpoints.reuseOf(path, now);
    const checkpoints = Checkpoints.open(path, now);
    const ids = ['one', 'two', 'three'];
    expect(ids.filter((id) => checkpoints.isLocked(id))).toEqual(locks);
    expect(ids.filter((id) => checkpoints.isFinished(id))).toEqual(ends);
    expect(reuse).toMatchObject({ tasks: new Set([...locks, ...ends]).size, finished: ends.length });
    checkpoints.close();
  });

  test('and says what those are', () => {
    builtBefore();
    expect(Checkpoints.reuseOf(path, runKey('key', { text: { writer: '"openai"' } })).changes).toEqual([
      '--writer was "offline" and is "openai"',
    ]);
    expect(Checkpoints.reuseOf(path, runKey())).toEqual({ tasks: 3, finished: 2, changes: [] });
  });

  test('once, however often it is opened', () => {
    builtBefore();
    const now = runKey('key', { text: { writer: '"openai"' } });
    Checkpoints.open(path, now).close();
    const first = rowsOf(path);
    Checkpoints.open(path, now).close();
    expect(rowsOf(path)).toEqual(first);
  });
});

test('what is closed takes nothing more', () => {
  const checkpoints = Checkpoints.open(path, runKey());
  checkpoints.close();
  expect(() => checkpoints.add(rejected('one'))).toThrow('is closed');
  checkpoints.close();
  expect(rowsOf(path)).toHaveLength(1);
});
