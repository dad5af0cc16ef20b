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
