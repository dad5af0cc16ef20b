import { spawnSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { partialOf, removeAbandoned } from '../../../catalog/ingest/ingest.ts';
import { postingsOf } from '../../../catalog/inverted-index/index.ts';
import { temporaryFolder } from '../../fixtures/raw-files.ts';

const ended = spawnSync(process.execPath, ['--version']).pid;
const partial = (pid: number, host = hostname()) => `catalog.db.${host}.${pid}-01234567.partial`;

/** Which of the files in a folder are left when a catalog is about to be written there. */
function leftOf(...names: readonly string[]): string[] {
  const folder = temporaryFolder();
  for (const name of names) writeFileSync(join(folder, name), '');
  removeAbandoned(join(folder, 'other.db'));
  return readdirSync(folder);
}

test('what a process that is gone began to write is removed, and what lay beside it', () => {
  expect(leftOf(partial(ended), postingsOf(partial(ended)))).toEqual([]);
});

test('what an earlier process of the same number began to write is removed, as in a container that is started again', () => {
  expect(leftOf(partial(process.pid), postingsOf(partial(process.pid)))).toEqual([]);
});

test('what a process is writing stays: this one, another one, or one of another machine', () => {
  const own = partialOf(join(temporaryFolder(), 'catalog.db'));
  for (const path of [own, postingsOf(own)]) writeFileSync(path, '');
  removeAbandoned(own);
  expect(readdirSync(dirname(own)).sort()).toEqual([basename(own), basename(postingsOf(own))]);
  const others = [partial(ended, 'elsewhere'), partial(process.ppid), postingsOf(partial(process.ppid))].sort();
  expect(leftOf(...others).sort()).toEqual(others);
});

test('no other file is touched', () => {
  const others = ['catalog.db', 'catalog.db-journal', 'notes.partial', `catalog.db.${ended}.partial`].sort();
  expect(leftOf(...others).sort()).toEqual(others);
});
