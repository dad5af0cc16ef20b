import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Child } from '../../../tools/bench/children/child.ts';
import { firstTaskSeconds, JournalWatch } from '../../../tools/bench/children/journal-watch.ts';
import { folderWith } from '../../fixtures/raw-files.ts';

const HEADER = '{"journal":2}\n';
const LOCKED = '{"kind":"locked","id":"a"}\n';
const BUILT = '{"kind":"built","id":"a"}\n';
const REJECTED = '{"kind":"rejected","id":"b"}\n';

const running: Child = { startedAt: 0, ended: new Promise(() => {}), stop: () => {} };
const journalOf = (text: string) => join(folderWith({ 'journal.jsonl': text }), 'journal.jsonl');

test('a lock is no end of a task, a sample and a rejection are', () => {
  const journal = new JournalWatch(journalOf(HEADER + LOCKED + BUILT + REJECTED));
  journal.look();
  expect(journal).toMatchObject({ lines: 4, ended: 2 });
  journal.close();
});

test('a line that comes in pieces counts once it is whole', () => {
  const path = journalOf(HEADER + BUILT.slice(0, 9));
  const journal = new JournalWatch(path);
  journal.look();
  expect(journal).toMatchObject({ lines: 1, ended: 0 });
  appendFileSync(path, BUILT.slice(9) + REJECTED);
  journal.look();
  expect(journal).toMatchObject({ lines: 3, ended: 2 });
  journal.close();
});

test('the header of a fresh journal is no task', async () => {
  const path = journalOf(HEADER);
  let isThere = false;
  const first = firstTaskSeconds(running, path, 0).then(() => isThere);
  await new Promise((resolve) => setImmediate(resolve));
  isThere = true;
  appendFileSync(path, LOCKED);
  expect(await first).toBe(true);
});

test('what earlier starts noted is no task of this one', async () => {
  const path = journalOf(HEADER + BUILT);
  let isThere = false;
  const first = firstTaskSeconds(running, path, (HEADER + BUILT).length).then(() => isThere);
  await new Promise((resolve) => setImmediate(resolve));
  isThere = true;
  appendFileSync(path, REJECTED);
  expect(await first).toBe(true);
});

test('a run that ends without a task has no first one', async () => {
  const ended = {
    ...running,
    ended: Promise.resolve({ seconds: 1, peakMegabytes: 1, code: 0, stdout: '', stderr: '' }),
  };
  expect(await firstTaskSeconds(ended, journalOf(HEADER), 0)).toBeNull();
});
