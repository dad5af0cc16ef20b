import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { FileLock } from '../../../pipeline/folder/file-lock.ts';
import { ConfigError } from '../../../schemas/errors.ts';
import { temporaryFolder } from '../../fixtures/raw-files.ts';

const newPath = () => join(temporaryFolder(), 'lock.db');

/** What somebody who wants the lock is told; null where he gets it. */
function holderOf(path: string) {
  const lock = FileLock.take(path);
  if ('holder' in lock) return lock.holder;
  lock.release();
  return null;
}

/** Another process that takes the lock and keeps it; `said` is what it came to. */
async function otherProcess(path: string, moment = 0) {
  const script = `
    import { FileLock } from ${JSON.stringify(new URL('../../../pipeline/folder/file-lock.ts', import.meta.url).href)};
    while (Date.now() < ${moment});
    const lock = FileLock.take(${JSON.stringify(path)});
    console.log('holder' in lock ? 'refused' : 'held');
    setInterval(() => lock, 1000);
  `;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
  return {
    pid: child.pid,
    said: said.trim(),
    async kill() {
      child.kill('SIGKILL');
      await once(child, 'close');
    },
  };
}

test('who wants a lock that is held is told who holds it, until it is given back', () => {
  const path = newPath();
  const lock = FileLock.take(path) as FileLock;
  expect(holderOf(path)).toMatchObject({ host: hostname(), pid: process.pid });
  lock.release();
  expect(holderOf(path)).toBeNull();
});

test('the lock of a process that is killed is free at once, and nothing is left but its file', async () => {
  const path = newPath();
  const other = await otherProcess(path);
  expect(holderOf(path)).toMatchObject({ pid: other.pid });
  await other.kill();
  expect(holderOf(path)).toBeNull();
  expect(readdirSync(join(path, '..'))).toEqual(['lock.db']);
});

test.each([
  ['a process of this machine that is gone', hostname(), 99_999_999],
  ['a number that another process has taken over', hostname(), process.ppid],
  ['a machine that is gone', 'elsewhere', 1],
])('what a lock says of %s keeps nobody out', (_, host, pid) => {
  const path = newPath();
  (FileLock.take(path) as FileLock).release();
  const left = new DatabaseSync(path);
  left.prepare('UPDATE holder SET host = ?, pid = ?').run(host, pid);
  left.close();
  expect(holderOf(path)).toBeNull();
});

test('of several processes that want a lock at the same time one gets it', async () => {
  const path = newPath();
  const moment = Date.now() + 900;
  const others = await Promise.all(Array.from({ length: 4 }, () => otherProcess(path, moment)));
  expect(others.map(({ said }) => said).sort()).toEqual(['held', 'refused', 'refused', 'refused']);
  await Promise.all(others.map((other) => other.kill()));
});

test('a file that a crash left empty is a lock that nobody holds', () => {
  const path = newPath();
  writeFileSync(path, '');
  expect(holderOf(path)).toBeNull();
});

test('a file that is no lock is an error that says what to do', () => {
  const path = newPath();
  writeFileSync(path, 'this is no lock, and it is long enough to be looked at');
  expect(() => FileLock.take(path)).toThrow(ConfigError);
  expect(() => FileLock.take(path)).toThrow(`${path} is no lock any more; delete it where nobody writes beside it`);
});
