import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openTasks } from '../../../cli/eval/tasks.ts';
import { shelfOf } from '../../../cli/serve/task-shelf.ts';
import { playableRun } from '../../fixtures/episodes.ts';

test('where a file is named, nothing of another is on the shelf', async () => {
  const { folder, catalog } = await playableRun('ecomagentbench');
  const namesOf = (path: string) => {
    const tasks = openTasks('serve', path, { catalog });
    const { splits } = shelfOf(tasks, undefined);
    tasks.world.close();
    return splits.map(({ name }) => name);
  };
  expect(namesOf(join(folder, 'splits', 'test.jsonl'))).toEqual(['test']);
  expect(namesOf(join(folder, 'accepted.jsonl'))).toEqual(['all']);
});

test('a run whose test split is empty is served with what it has', async () => {
  const { folder, catalog } = await playableRun('ecomagentbench');
  const all = readFileSync(join(folder, 'accepted.jsonl'), 'utf8');
  for (const [name, text] of [
    ['train', all],
    ['test', ''],
  ] as const)
    for (const kind of ['splits', 'agent']) writeFileSync(join(folder, kind, `${name}.jsonl`), text);
  const manifest = join(folder, 'manifest.json');
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replace('"test": 1', '"train": 0.9, "test": 0.1'));
  const tasks = openTasks('serve', folder, { catalog, mayBeEmpty: true });
  expect(shelfOf(tasks, undefined).splits.map(({ name }) => name)).toEqual(['train']);
  tasks.world.close();
});
