import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { AtomicFile, writeAtomically } from '../../../pipeline/folder/atomic-file.ts';
import { RunFolder } from '../../../pipeline/folder/run-folder.ts';
import { ConfigError } from '../../../schemas/errors.ts';
import { temporaryFolder } from '../../fixtures/raw-files.ts';

const sha256 = (content: string) => createHash('sha256').update(content).digest('hex');

function refusal(path: string): string {
  try {
    RunFolder.open(path);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as ConfigError).message;
  }
  throw new Error('the folder was opened');
}

test('a run folder is made where it is missing, however deep', () => {
  const folder = join(temporaryFolder(), 'a', 'b', 'run');
  const opened = RunFolder.open(folder);
  expect(readdirSync(folder).sort()).toEqual(['.work', 'agent', 'splits']);
  expect(opened.file('accepted.jsonl')).toBe(join(folder, 'accepted.jsonl'));
  opened.release();
});

test('a folder of other files is refused and left as it was', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'shop.csv'), 'sku,name');
  expect(refusal(folder)).toBe(
    `--out is ${folder}, which holds other files (shop.csv) and no run; name a new folder, an empty one or that of a run`,
  );
  expect(readdirSync(folder)).toEqual(['shop.csv']);
});

test.each(['run.json', 'manifest.json'])('a run whose .work was deleted is written again, known by its %s', (name) => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, name), '{}');
  RunFolder.open(folder).release();
  expect(existsSync(join(folder, 'splits'))).toBe(true);
});

test('what lies in a run folder stays when it is opened again', () => {
  const folder = join(temporaryFolder(), 'run');
  RunFolder.open(folder).release();
  writeFileSync(join(folder, 'accepted.jsonl'), 'kept');
  RunFolder.open(folder).release();
  expect(readFileSync(join(folder, 'accepted.jsonl'), 'utf8')).toBe('kept');
});

test('a run that could not begin takes away all that was made for it, and nothing else', () => {
  const place = temporaryFolder();
  const opened = RunFolder.open(`${join(place, 'a', 'b', 'run')}/`);
  writeFileSync(opened.file('.work', 'run.db'), 'no task yet');
  opened.undo();
  expect(readdirSync(place)).toEqual([]);
});

test('what others have meanwhile put beside a run that could not begin stays', () => {
  const place = temporaryFolder();
  const opened = RunFolder.open(join(place, 'out', 'run'));
  mkdirSync(join(place, 'out', '.models'));
  opened.undo();
  expect(readdirSync(join(place, 'out'))).toEqual(['.models']);
});

test('a run that could not begin leaves a folder that was there as it was', () => {
  const folder = join(temporaryFolder(), 'run');
  RunFolder.open(folder).release();
  writeFileSync(join(folder, '.work', 'run.db'), 'kept');
  RunFolder.open(folder).undo();
  expect(readdirSync(folder).sort()).toEqual(['.work', 'agent', 'splits']);
  expect(readdirSync(join(folder, '.work')).sort()).toEqual(['lock.db', 'run.db']);
});

/** Holds a folder's lock in the name of another process. */
function heldElsewhere(host: string, pid: number): string {
  const folder = join(temporaryFolder(), 'run');
  RunFolder.open(folder).release();
  const lock = new DatabaseSync(join(folder, '.work', 'lock.db'));
  lock.prepare('UPDATE holder SET host = ?, pid = ?').run(host, pid);
  lock.exec('BEGIN IMMEDIATE');
  onTestFinished(() => lock.close());
  return folder;
}

test('a folder that another process writes to is refused, with its id and what to do', () => {
  const folder = heldElsewhere(hostname(), 4711);
  expect(refusal(folder)).toBe(`${folder} is being written by process 4711; wait for it or choose another --out`);
});

test('a folder that another machine writes to is refused, with what to do where it does not any more', () => {
  const folder = heldElsewhere('elsewhere', 4711);
  expect(refusal(folder)).toBe(
    `${folder} is being written by process 4711 on elsewhere; wait for it or choose another --out (if nobody does, delete ${join(folder, '.work', 'lock.db')})`,
  );
});

test('a folder is opened once, also by one process', () => {
  const folder = join(temporaryFolder(), 'run');
  const opened = RunFolder.open(folder);
  expect(refusal(folder)).toContain(`process ${process.pid};`);
  opened.release();
  RunFolder.open(folder).release();
});

test('a file given as run folder is refused with what to do', () => {
  const path = join(temporaryFolder(), 'file');
  writeFileSync(path, '');
  expect(refusal(path)).toBe(`--out is ${path}, which is a file; name a folder`);
});

test('a folder below a file is refused with what to do', () => {
  const path = join(temporaryFolder(), 'file');
  writeFileSync(path, '');
  expect(refusal(join(path, 'run'))).toMatch(
    /^--out is .*, which cannot be written \(\w+\); name a folder you may write to$/,
  );
});

// The super-user may write anywhere.
test.skipIf(process.getuid?.() === 0)('a folder that may not be written to is refused with what to do', () => {
  const folder = temporaryFolder();
  chmodSync(folder, 0o500);
  expect(refusal(join(folder, 'run'))).toMatch(/cannot be written \(EACCES\)/);
});

test('a file appears under its name only when it is complete', () => {
  const path = join(temporaryFolder(), 'valid.jsonl');
  const file = new AtomicFile(path);
  file.writeLine('one');
  expect(existsSync(path)).toBe(false);
  file.commit();
  expect(readFileSync(path, 'utf8')).toBe('one\n');
});

test('an old file stays whole until the new one is', () => {
  const path = join(temporaryFolder(), 'valid.jsonl');
  writeFileSync(path, 'old\n');
  const file = new AtomicFile(path);
  file.writeLine('new');
  expect(readFileSync(path, 'utf8')).toBe('old\n');
  file.commit();
  expect(readFileSync(path, 'utf8')).toBe('new\n');
});

test('a file that was not finished leaves nothing in the next one', () => {
  const path = join(temporaryFolder(), 'valid.jsonl');
  const abandoned = new AtomicFile(path);
  for (let line = 0; line < 40; line++) abandoned.writeLine('x'.repeat(50_000));
  const file = new AtomicFile(path);
  file.writeLine('one');
  file.commit();
  expect(readFileSync(path, 'utf8')).toBe('one\n');
});

test('nothing is left beside a finished file', () => {
  const folder = temporaryFolder();
  new AtomicFile(join(folder, 'a.jsonl')).commit();
  writeAtomically(join(folder, 'b.json'), '{}');
  expect(readdirSync(folder).sort()).toEqual(['a.jsonl', 'b.json']);
});

test('the digest of a file is that of its bytes, whatever its lines hold', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' })), (lines) => {
      const path = join(temporaryFolder(), 'file.jsonl');
      const file = new AtomicFile(path);
      for (const line of lines) file.writeLine(line);
      const digest = file.commit();
      expect(digest).toBe(sha256(readFileSync(path, 'utf8')));
      expect(readFileSync(path, 'utf8')).toBe(lines.map((line) => `${line}\n`).join(''));
    }),
    { numRuns: 25 },
  );
});

test('a file of many buffers is whole', () => {
  const path = join(temporaryFolder(), 'file.jsonl');
  const file = new AtomicFile(path);
  const lines = Array.from({ length: 300 }, (_, index) => `${index} ${'ü'.repeat(10_000)}`);
  for (const line of lines) file.writeLine(line);
  expect(file.commit()).toBe(sha256(lines.map((line) => `${line}\n`).join('')));
});

test('a small file is written whole, and its digest is that of its content', () => {
  const path = join(temporaryFolder(), 'manifest.json');
  writeFileSync(path, 'a longer old content');
  expect(writeAtomically(path, 'ü')).toBe(sha256('ü'));
  expect(readFileSync(path, 'utf8')).toBe('ü');
});
