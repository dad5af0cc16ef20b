import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { agentIdOf } from '../../../pipeline/agent-view.ts';
import type { OutputSettings } from '../../../pipeline/folder/outputs.ts';
import type { EndedTask } from '../../../pipeline/run/ended-task.ts';
import { LedgerLine } from '../../../schemas/run.ts';
import { temporaryFolder } from '../../fixtures/raw-files.ts';
import { FILES, MANY, outputsOf, SPLITS } from '../../fixtures/run-outputs.ts';

const SPLIT_FILES = ['splits/train.jsonl', 'splits/dev.jsonl', 'splits/test.jsonl'];
const AGENT_FILES = ['agent/train.jsonl', 'agent/dev.jsonl', 'agent/test.jsonl'];

test('the split files part the accepted samples: each stands in one, byte for byte and in order', () => {
  const { read } = outputsOf({ tasks: MANY, settings: { splits: SPLITS } });
  const accepted = read('accepted.jsonl').split('\n').slice(0, -1);
  const parts = SPLIT_FILES.map((name) => read(name).split('\n').slice(0, -1));
  expect(parts.flat().toSorted()).toEqual(accepted.toSorted());
  expect(accepted).toHaveLength(62);
  for (const part of parts) expect(part).toEqual(accepted.filter((line) => part.includes(line)));
  for (const part of parts) expect(part.length).toBeGreaterThan(0);
});

test('an agent is shown, line by line, the keys of its family of the samples of a split, under ids of their own', () => {
  const { lines } = outputsOf({ tasks: MANY, settings: { splits: SPLITS } });
  for (const name of Object.keys(SPLITS)) {
    const samples = lines(`splits/${name}.jsonl`);
    expect(lines(`agent/${name}.jsonl`)).toEqual(
      samples.map((sample) => ({ id: agentIdOf(sample), user_query: sample.user_query })),
    );
  }
});

test('samples of one group are in one split', () => {
  const { lines } = outputsOf({ tasks: MANY, settings: { splits: SPLITS } });
  const splitsOf = new Map<string, Set<unknown>>();
  for (const { id, split } of lines('ledger.jsonl')) {
    const group = MANY.find(({ task }) => task.id === id)?.group;
    if (group !== null && group !== undefined) splitsOf.set(group, (splitsOf.get(group) ?? new Set()).add(split));
  }
  expect(splitsOf.size).toBeGreaterThan(20);
  expect([...splitsOf.values()].map(({ size }) => size)).toEqual([...splitsOf.keys()].map(() => 1));
});

test('a ledger line says the split of an accepted task, which is the file that holds it, and no other line says one', () => {
  const { lines } = outputsOf({ tasks: MANY, settings: { splits: SPLITS } });
  const ledger = lines('ledger.jsonl');
  for (const line of ledger) expect('split' in LedgerLine.parse(line)).toBe(line.status === 'accepted');
  for (const name of Object.keys(SPLITS))
    expect(lines(`splits/${name}.jsonl`).map(({ id }) => id)).toEqual(
      ledger.filter(({ split }) => split === name).map(({ id }) => id),
    );
});

test('a sample stays in its split when other samples come', () => {
  const of = (tasks: readonly EndedTask[]) =>
    new Map(
      outputsOf({ tasks, settings: { splits: SPLITS } })
        .lines('ledger.jsonl')
        .map(({ id, split }) => [id, split]),
    );
  const [few, many] = [of(MANY.slice(0, 20)), of(MANY.toReversed())];
  for (const [id, split] of few) expect(many.get(id)).toBe(split);
});

test('one split of all samples holds what the file of accepted samples holds', () => {
  const { read } = outputsOf({ tasks: MANY });
  expect(read('splits/test.jsonl')).toBe(read('accepted.jsonl'));
});

test('a split that gets no sample is an empty file, and the manifest vouches for every split file', () => {
  const { read, manifest } = outputsOf({ tasks: [], settings: { splits: SPLITS } });
  for (const name of [...SPLIT_FILES, ...AGENT_FILES]) expect([name, read(name)]).toEqual([name, '']);
  expect(Object.keys(manifest.outputs).sort()).toEqual([...new Set([...FILES, ...SPLIT_FILES, ...AGENT_FILES])].sort());
});

test('a split of an earlier run in the folder is removed, and other files there are left alone', () => {
  const path = join(temporaryFolder(), 'run');
  outputsOf({ settings: { splits: { train: 0.5, holdout: 0.5 } }, path });
  writeFileSync(join(path, 'splits', 'notes.txt'), 'mine');
  outputsOf({ settings: { splits: { train: 0.5, test: 0.5 } }, path });
  expect(readdirSync(join(path, 'splits')).sort()).toEqual(['notes.txt', 'test.jsonl', 'train.jsonl']);
  outputsOf({ path });
  for (const folder of ['splits', 'agent'])
    expect(readdirSync(join(path, folder)).filter((name) => name !== 'notes.txt')).toEqual(['test.jsonl']);
  expect(existsSync(join(path, 'splits', 'notes.txt'))).toBe(true);
});

test('the files that an earlier version laid out otherwise are removed where its folder is built again', () => {
  const path = join(temporaryFolder(), 'run');
  mkdirSync(join(path, '.work'), { recursive: true });
  mkdirSync(join(path, 'splits'));
  const outputs = Object.fromEntries(['valid', 'train', 'rejected'].map((name) => [`splits/${name}.jsonl`, 'x']));
  for (const name of Object.keys(outputs)) writeFileSync(join(path, name), 'old');
  writeFileSync(join(path, 'manifest.json'), JSON.stringify({ manifest: 1, outputs }));
  outputsOf({ path });
  expect(readdirSync(join(path, 'splits'))).toEqual(['test.jsonl']);
});

test('splits that a broken off run has published or begun are removed by the next one that does not make them', () => {
  const path = join(temporaryFolder(), 'run');
  outputsOf({ settings: { splits: { train: 0.5, test: 0.5 } }, path });
  const breaksOff = (splits: OutputSettings['splits'], obstacle: string) => {
    rmSync(join(path, obstacle), { force: true });
    mkdirSync(join(path, obstacle));
    expect(() => outputsOf({ settings: { splits }, path })).toThrow();
    rmSync(join(path, obstacle), { recursive: true });
  };
  breaksOff({ dev: 1 }, 'run.json');
  breaksOff({ holdout: 1 }, 'ledger.jsonl.part');
  expect(readdirSync(join(path, 'splits')).sort()).toEqual(['dev.jsonl', 'holdout.jsonl.part']);
  outputsOf({ path });
  expect(readdirSync(join(path, 'splits'))).toEqual(['test.jsonl']);
  expect(readdirSync(join(path, '.work')).sort()).toEqual(['lock.db', 'previous.json', 'run.db']);
});
