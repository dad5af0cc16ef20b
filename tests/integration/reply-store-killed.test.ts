import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ReplyStore, requestDigest } from '../../models/reply-store.ts';
import { keptDigests, lateReplies } from '../fixtures/kept-replies.ts';
import { temporaryFolder } from '../fixtures/raw-files.ts';
import { numberedReply, numberedRequest } from '../fixtures/reply-writer.ts';

const WRITER = join(import.meta.dirname, '..', 'fixtures', 'reply-writer.ts');

interface Written {
  readonly writer: string;
  /** Numbers whose put had returned. */
  readonly numbers: readonly number[];
  readonly signal: NodeJS.Signals | null;
  readonly code: number | null;
  readonly stderr: string;
}

/** Starts a writer; `kill` names how long it may go on after its first reply, null lets it finish. */
function written(path: string, writer: string, first: number, count: number, killAfterMs: number | null) {
  const child = spawn(process.execPath, [WRITER, path, writer, String(first), String(count)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return new Promise<Written>((resolve, reject) => {
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').once('data', async () => {
      if (killAfterMs === null) return;
      await pause(killAfterMs);
      child.kill('SIGKILL');
    });
    child.stdout.on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.on('error', reject);
    child.on('close', (code, signal) => {
      // A line that broke off was told by nobody.
      const numbers = stdout.split('\n').slice(0, -1).map(Number);
      resolve({ writer, numbers, signal, code, stderr });
    });
  });
}

/** Every reply that was told to be kept is there, as the one to use or set aside. */
function expectKept(store: ReplyStore, { writer, numbers }: Written): void {
  for (const number of numbers) {
    const digest = requestDigest(numberedRequest(number));
    const expected = numberedReply(writer, number);
    const kept = [store.get(digest), ...lateReplies(store.path, digest)];
    expect(
      kept.some((reply) => reply?.text === expected.text),
      `${writer} ${number}`,
    ).toBe(true);
  }
}

function expectWhole(path: string): void {
  const db = new DatabaseSync(path);
  expect(db.prepare('PRAGMA integrity_check').all()).toMatchObject([{ integrity_check: 'ok' }]);
  db.close();
}

test('of two writers killed 12 times each in the middle, no reply that was kept is lost, and none is torn', async () => {
  const path = join(temporaryFolder(), 'replies.db');
  const all: Written[] = [];
  for (let round = 0; round < 12; round++) {
    // Both put replies to the same requests, so that they meet in every one of them.
    const first = round * 1_000_000;
    const endless = Number.MAX_SAFE_INTEGER / 2;
    const killed = await Promise.all([
      written(path, 'left', first, endless, (round * 17) % 41),
      written(path, 'right', first, endless, (round * 29) % 43),
    ]);
    for (const { signal, stderr } of killed) expect({ signal, stderr }).toEqual({ signal: 'SIGKILL', stderr: '' });
    all.push(...killed);
    const store = ReplyStore.open(path);
    for (const each of killed) expectKept(store, each);
    store.close();
  }
  expect(all.reduce((sum, { numbers }) => sum + numbers.length, 0)).toBeGreaterThan(24);
  const store = ReplyStore.open(path);
  for (const each of all) expectKept(store, each);
  let replies = 0;
  for (const digest of keptDigests(path)) {
    const { request, reply } = store.read(digest)!;
    replies++;
    expect(requestDigest(request)).toBe(digest);
    expect(reply.text).toMatch(/^(left|right) says \d+, /);
  }
  expect(store.counts()).toMatchObject([{ replies }]);
  store.close();
  expectWhole(path);
});

test('writers that open a new store at the same time share it', async () => {
  const path = join(temporaryFolder(), 'models', 'replies.db');
  const writers = ['one', 'two', 'three', 'four'];
  const all = await Promise.all(writers.map((writer) => written(path, writer, 0, 40, null)));
  for (const { code, stderr } of all) expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const store = ReplyStore.open(path);
  for (const each of all) {
    expect(each.numbers).toHaveLength(40);
    expectKept(store, each);
  }
  expect(store.counts()).toMatchObject([{ replies: 40, lateReplies: 120, costNano: 160 }]);
  store.close();
  expectWhole(path);
});

test('a store that another process is just making is waited for', async () => {
  const path = join(temporaryFolder(), 'replies.db');
  ReplyStore.open(path).close();
  const unopened = new DatabaseSync(path);
  unopened.exec('PRAGMA journal_mode = DELETE');
  unopened.close();
  const making = `
    const db = new (require('node:sqlite').DatabaseSync)(process.argv[1]);
    db.exec('BEGIN IMMEDIATE');
    console.log('making');
    setTimeout(() => db.close(), 300);`;
  const child = spawn(process.execPath, ['-e', making, path], { stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise((resolve) => child.stdout.once('data', resolve));
  const store = ReplyStore.open(path);
  expect(store.counts()).toEqual([]);
  store.close();
});

test('a process that is killed while it makes the store leaves nothing that cannot be opened', async () => {
  for (let round = 0; round < 10; round++) {
    const path = join(temporaryFolder(), 'replies.db');
    const child = spawn(process.execPath, [WRITER, path, 'left', '0', '1'], { stdio: 'ignore' });
    const closed = new Promise((resolve) => child.on('close', resolve));
    while (child.exitCode === null && !existsSync(path)) await pause(1);
    await pause(round % 5);
    child.kill('SIGKILL');
    await closed;
    ReplyStore.open(path).close();
    expectWhole(path);
  }
});
