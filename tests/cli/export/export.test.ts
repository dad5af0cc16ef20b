import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { type ExportOptions, exportTasks } from '../../../cli/export/export.ts';
import { displayWidth } from '../../../cli/terminal/display-width.ts';
import { type FinishedFixture, finishedRun } from '../../fixtures/finished-run.ts';

let run: FinishedFixture;
beforeAll(() => {
  run = finishedRun();
});

async function exported(options: ExportOptions, window: number | null = null) {
  const out = join(mkdtempSync(join(tmpdir(), 'export-')), 'x');
  let text = '';
  const output = { write: (more: string) => (text += more), width: 60, window, colour: false };
  const code = await exportTasks(run.folder, { catalog: run.catalog, out, ...options }, output);
  return { code, out, text: text.replaceAll(out, 'OUT') };
}

test('what was written is told with the number of its tasks', async () => {
  const { code, out, text } = await exported({ to: 'nemo' });
  expect([code, text]).toEqual([0, 'OUT: test.jsonl, README.md with 2 tasks; README.md there says how to use them\n']);
  expect(readdirSync(out).toSorted()).toEqual(['README.md', 'test.jsonl']);
});

test('of chats their own number is told, which may be none', async () => {
  const chats = { to: 'chat', split: 'test', agent: 'oracle' };
  expect((await exported(chats)).text).toContain(' with 2 chats; ');
  expect((await exported({ ...chats, agent: 'nothing' })).text).toContain(' with 0 chats; ');
});

test('the line is broken where a window ends', async () => {
  const { text } = await exported({ to: 'nemo' }, 60);
  const lines = text.trimEnd().split('\n');
  expect(lines.length).toBeGreaterThan(1);
  for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(60);
});
