import { afterEach, expect, test, vi } from 'vitest';
import { tellKept } from '../../cli/build/dry-run.ts';
import { Checkpoints, RUN_DB } from '../../pipeline/checkpoints/checkpoints.ts';
import type { RunKey } from '../../pipeline/checkpoints/run-key.ts';
import { RunFolder } from '../../pipeline/folder/run-folder.ts';
import { temporaryFolder } from '../fixtures/raw-files.ts';
import { runKey } from '../fixtures/run-key.ts';

afterEach(() => vi.restoreAllMocks());

/** A run folder with one task that is locked and one that ended before its lock. */
function stopped(): string {
  const path = temporaryFolder();
  const folder = RunFolder.open(path);
  const checkpoints = Checkpoints.open(folder.file(RUN_DB), runKey());
  checkpoints.add({ kind: 'locked', id: 'one', intent: 'a', line: '{}', lockDigest: 'd', turn: 'first' });
  checkpoints.add({
    kind: 'rejected',
    id: 'two',
    intent: 'a',
    stage: 'extract',
    code: 'c',
    lockDigest: null,
    line: '{}',
  });
  checkpoints.close();
  folder.release();
  return path;
}

function told(folder: string, now: RunKey): string {
  const stdout = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  tellKept(folder, now);
  return stdout.mock.calls.map(([text]) => String(text)).join('');
}

test.each([
  ['the same settings', runKey(), '2 tasks keep their answers, 1 of them to the end\n'],
  [
    'another writer',
    runKey('key', { text: { writer: '"openai"' } }),
    '2 tasks keep their answers, 1 of them to the end; the rest is made anew: --writer was "offline" and is "openai"\n',
  ],
  ['another seed', runKey('other'), 'nothing of it can be kept; the rest is made anew: --seed was key and is other\n'],
])('with %s a dry run says what an earlier start leaves', (_, now, text) => {
  const folder = stopped();
  expect(told(folder, now)).toBe(`${folder} holds an earlier start: ${text}`);
});

test('of a folder without an earlier start a dry run says nothing', () => {
  expect(told(temporaryFolder(), runKey())).toBe('');
});
