import { expect, test } from 'vitest';
import { Opened } from '../../../cli/build/run-to-build.ts';

/** What was opened under these names, and in which order it is closed. */
function openedAs(...names: readonly string[]) {
  const closed: string[] = [];
  const opened = new Opened();
  for (const name of names)
    opened.add(name, async () => {
      await null;
      closed.push(name);
    });
  return { opened, closed };
}

test('what was opened last is closed first', async () => {
  const { opened, closed } = openedAs('folder', 'checkpoints', 'models');
  await opened.close();
  expect(closed).toEqual(['models', 'checkpoints', 'folder']);
});

test('where closing one fails, the others are closed all the same, and the failure is told', async () => {
  const { opened, closed } = openedAs('folder');
  opened.add('checkpoints', () => {
    throw new Error('no room on the disk');
  });
  await expect(opened.close()).rejects.toThrow('no room on the disk');
  expect(closed).toEqual(['folder']);
});

test('closing twice closes once', async () => {
  const { opened, closed } = openedAs('folder');
  await opened.close();
  await opened.close();
  expect(closed).toEqual(['folder']);
});
