import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { PACKAGE_ROOT } from '../fixtures/command-line.ts';
import { temporaryFolder } from '../fixtures/raw-files.ts';

const VITEST = join(PACKAGE_ROOT, 'node_modules', 'vitest', 'vitest.mjs');
const CONFIG = join(import.meta.dirname, 'leftovers', 'vitest.config.ts');

/** Starts a test run that leaves things in the temporary directory given. */
function untidyRun(temporary: string, untidy: 'once' | 'for ever') {
  const child = spawn(process.execPath, [VITEST, 'run', '--config', CONFIG], {
    env: { ...process.env, TMPDIR: temporary, UNTIDY: untidy },
    stdio: ['ignore', 'pipe', 'pipe'],
    // Of a group of its own, as what a terminal starts.
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  return { child, output: () => output, ended: once(child, 'close') as Promise<[number | null]> };
}

const left = (temporary: string) => readdirSync(temporary);

test('a test run leaves nothing in the temporary directory', async () => {
  const temporary = temporaryFolder();
  const { output, ended } = untidyRun(temporary, 'once');
  const [code] = await ended;
  expect(code, output()).toBe(0);
  expect(left(temporary)).toEqual([]);
});

test.each([
  ['Ctrl-C', 'SIGINT', 'its whole group'],
  ['SIGTERM', 'SIGTERM', 'itself'],
  ['SIGKILL', 'SIGKILL', 'itself'],
] as const)('a test run that ends by %s leaves neither files nor processes', async (_, signal, sentTo) => {
  const temporary = temporaryFolder();
  const { child, ended } = untidyRun(temporary, 'for ever');
  const isWriting = () => left(temporary).some((root) => existsSync(join(temporary, root, 'deep', 'down')));
  await vi.waitUntil(isWriting, { timeout: 50_000, interval: 20 });
  const pid = child.pid as number;
  process.kill(sentTo === 'itself' ? pid : -pid, signal);
  await ended;
  await vi.waitUntil(() => left(temporary).length === 0, { timeout: 20_000, interval: 20 });
  // A process that goes on makes its folders anew every millisecond.
  await pause(500);
  expect(left(temporary)).toEqual([]);
});

test('what a run left that went down together with its guard is removed by the next', async () => {
  const temporary = temporaryFolder();
  const { child: gone, ended: end } = untidyRun(join(temporary, 'nowhere'), 'once');
  await end;
  mkdirSync(join(temporary, `cartwright-test-${gone.pid}`, 'deep'), { recursive: true });
  mkdirSync(join(temporary, `cartwright-test-${process.pid}`));
  mkdirSync(join(temporary, 'cartwright-test-of-others'));
  const { output, ended } = untidyRun(temporary, 'once');
  const [code] = await ended;
  expect(code, output()).toBe(0);
  expect(left(temporary).sort()).toEqual([`cartwright-test-${process.pid}`, 'cartwright-test-of-others'].sort());
});
