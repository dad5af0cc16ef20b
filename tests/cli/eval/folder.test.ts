import { appendFileSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { EvalFolder } from '../../../cli/eval/folder.ts';
import { writeResults } from '../../../cli/eval/results-page/write-results.ts';
import { familyNamed } from '../../../families/index.ts';
import type { EpisodeRecord } from '../../../shopping/episode/record.ts';
import { summarise } from '../../../shopping/episode/summary.ts';
import { recordOfPlay } from '../../fixtures/episode-records.ts';
import { type PlayableRun, playableRun } from '../../fixtures/episodes.ts';
import { heldBytes } from '../../fixtures/held-bytes.ts';

const newFolder = () => mkdtempSync(join(tmpdir(), 'eval-folder-'));
const shardFile = (path: string, shard: string) => join(path, 'shards', `${shard}.jsonl`);

let run: PlayableRun;
let record: EpisodeRecord;
beforeAll(async () => {
  run = await playableRun('ecomagentbench');
  record = await recordOfPlay('nothing', run);
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
  expect([...whole.records()].map(({ key }) => key)).toEqual(['1-of-2', '2-of-2']);
  whole.close();
});

test('a shard that is still being played stops whoever puts the shards together, and keeps its episodes', () => {
  const path = newFolder();
  shardPlayed(path, '1-of-2');
  const running = EvalFolder.open(path, '2-of-2');
  running.add({ ...record, key: 'running' });
  expect(() => EvalFolder.open(path, null)).toThrow(/2-of-2\.jsonl is being written by process \d+; wait for it$/);
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
  whole.settle(() => 0);
  whole.close();
  expect([existsSync(shardFile(path, '1-of-2')), existsSync(shardFile(path, '2-of-2'))]).toEqual([false, true]);
});

test('a shard does not read half a line that another one is writing', () => {
  const path = newFolder();
  shardPlayed(path, '1-of-2');
  writeFileSync(shardFile(path, '2-of-2'), '{"key":');
  const shard = EvalFolder.open(path, '1-of-2');
  expect([...shard.records()]).toHaveLength(1);
  shard.close();
  expect(readFileSync(shardFile(path, '2-of-2'), 'utf8')).toBe('{"key":');
});

test('episodes stand in the order asked for, those of shards and of languages among them, and can be added to', () => {
  const path = newFolder();
  shardPlayed(path, '2-of-2');
  const folder = EvalFolder.open(path, null);
  for (const key of ['b', 'ü€😀', 'a']) folder.add({ ...record, key, detail: key });
  const byKey = (a: { key: string }, b: { key: string }) => (a.key < b.key ? -1 : 1);
  const settled = folder.settle(byKey);
  const keys = () => [...settled].map(({ key, detail }) => [key, detail]);
  expect(keys()).toEqual([['2-of-2', record.detail], ...['a', 'b', 'ü€😀'].map((key) => [key, key])]);
  folder.add({ ...record, key: '0', detail: '0' });
  expect([...folder.settle(byKey)].map(({ key }) => key)).toEqual(['0', '2-of-2', 'a', 'b', 'ü€😀']);
  folder.close();
});

test('what episodes are replaced by is all there is, and nothing is replaced where making it fails', () => {
  const path = newFolder();
  const folder = EvalFolder.open(path, null);
  folder.add(record);
  expect([...folder.replace([{ ...record, key: 'new' }])].map(({ key }) => key)).toEqual(['new']);
  const failing = function* () {
    yield record;
    throw new Error('no more');
  };
  expect(() => folder.replace(failing())).toThrow('no more');
  expect([...folder.records()].map(({ key }) => key)).toEqual(['new']);
  expect(existsSync(join(path, 'episodes.jsonl.part'))).toBe(false);
  folder.close();
});

test('an evaluation of many episodes holds less than a kilobyte of each, while it is played and summed up', () => {
  const many = 1500;
  const journal = Array.from({ length: 40 }, (_, at) => ({
    ...{ type: 'turn' as const, text: `words of turn ${at}`.repeat(10), calls: [] },
  }));
  const { family, world, samples, tasks } = run;
  const evaluated = (episodes: number) => {
    const path = newFolder();
    const folder = EvalFolder.open(path, null);
    for (let at = 0; at < episodes; at++)
      folder.add({ ...record, key: `key-${at}`.padEnd(32, '-'), trial: at + 1, journal: [...journal] });
    const records = folder.settle((a, b) => b.trial - a.trial);
    const named = { family, kind: world.kind, agent: 'nothing', user: 'script', grader: 'g', trials: 1 };
    const summary = summarise(records, named, folder.failures());
    const shown = tasks.map((task, at) => ({ task, sample: samples[at] }));
    writeResults({ folder: path, family: familyNamed(family), world, summary, records, tasks: shown });
    return { folder, summary };
  };
  // Code that is compiled on the way is held once, however many episodes there are.
  evaluated(100).folder.close();
  const before = heldBytes();
  const { folder, summary } = evaluated(many);
  const held = (heldBytes() - before) / many;
  expect(summary.total.trials).toBe(many);
  expect(JSON.stringify(record).length + JSON.stringify(journal).length).toBeGreaterThan(8000);
  expect(held).toBeLessThan(1000);
  folder.close();
}, 60_000);
