import { appendFileSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { EvalFolder } from '../../../cli/eval/folder.ts';
import type { EpisodeRecord } from '../../../shopping/episode/record.ts';
import { recordOfPlay } from '../../fixtures/episode-records.ts';
import { playableRun } from '../../fixtures/episodes.ts';

const newFolder = () => mkdtempSync(join(tmpdir(), 'eval-folder-'));
const shardFile = (path: string, shard: string) => join(path, 'shards', `${shard}.jsonl`);

let record: EpisodeRecord;
beforeAll(async () => {
  record = await recordOfPlay('nothing', await playableRun('ecomagentbench'));
});

/** Plays a shard of one episode; a killed one leaves half a line after it. */
function shardPlayed(path: string, shard: string, isKilled = false): void {
  const folder = EvalFolder.open(path, shard);
  folder.add({ ...record, key: shard });
  folder.close();
  if (isKilled) appendFileSync(shardFile(path, shard), '{"key":"half');
}

test('half a line that a killed shard left keeps nobody from putting the shards together', () => {
  const path = newFolder();
  shardPlayed(path, '1-of-2');
  shardPlayed(path, '2-of-2', true);
  const whole = EvalFolder.open(path, null);
  expect(whole.records().map(({ key }) => key)).toEqual(['1-of-2', '2-of-2']);
  whole.close();
});

test('a shard that is still being played stops whoever puts the shards together, and keeps its episodes', () => {
  const path = newFolder();
  shardPlayed(path, '1-of-2');
  const running = EvalFolder.open(path, '2-of-2');
  running.add({ ...record, key: 'running' });
  expect(() => EvalFolder.open(path, null)).toThrow(
    /2-of-2\.jsonl is being written by process \d+ on .*; wait for it, or give another --out/,
  );
  running.close();
  expect(existsSync(shardFile(path, '2-of-2'))).toBe(true);
  // Whoever was stopped holds nothing.
  EvalFolder.open(path, null).close();
});

test('a shard that is played and has written nothing yet stops whoever puts the shards together, too', () => {
  const path = newFolder();
  const running = EvalFolder.open(path, '2-of-2');
  expect(() => EvalFolder.open(path, null)).toThrow(/2-of-2\.jsonl is being written by process/);
  running.close();
  EvalFolder.open(path, null).close();
});

test('what a shard began after the shards were put together is not removed with them', () => {
  const path = newFolder();
  shardPlayed(path, '1-of-2');
  const whole = EvalFolder.open(path, null);
  shardPlayed(path, '2-of-2');
  whole.finish(whole.records(), [], {}, {});
  whole.close();
  expect([existsSync(shardFile(path, '1-of-2')), existsSync(shardFile(path, '2-of-2'))]).toEqual([false, true]);
});

test('a shard does not read half a line that another one is writing', () => {
  const path = newFolder();
  shardPlayed(path, '1-of-2');
  writeFileSync(shardFile(path, '2-of-2'), '{"key":');
  const shard = EvalFolder.open(path, '1-of-2');
  expect(shard.records()).toHaveLength(1);
  shard.close();
  expect(readFileSync(shardFile(path, '2-of-2'), 'utf8')).toBe('{"key":');
});
