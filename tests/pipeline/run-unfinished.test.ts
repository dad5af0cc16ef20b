import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Journal } from '../../pipeline/journal.ts';
import { runTasks } from '../../pipeline/run.ts';
import { plannedTask } from '../fixtures/tasks.ts';

/** A run over many tasks none of which is finished; `answered` tells whether a model said anything at all. */
async function runOf(answered: boolean): Promise<string | null> {
  const journal = Journal.open(join(mkdtempSync(join(tmpdir(), 'unfinished-')), 'journal.jsonl'), 'key');
  let planned = 0;
  const outcome = await runTasks({
    intents: ['a'],
    perIntent: 40,
    maxCandidates: 60,
    source: {
      next: (intent, count) =>
        Array.from({ length: planned >= 60 ? 0 : count }, () => plannedTask({ intent, id: `t-${planned++}` })),
    },
    builder: {
      width: 1,
      lock: async ({ id }) => ({ kind: 'locked', id, line: '{}', lockDigest: 'd', preferred: true }),
      write: async ({ id }) => ({ kind: 'pending', id, reason: 'nothing usable', answered, ends: false }),
    },
    admission: { findings: () => [] },
    journal,
  });
  journal.close();
  return outcome.stopped;
}

test('a run stops when no model answers for task after task', async () => {
  expect(await runOf(false)).toMatch(/^24 tasks in a row were left unfinished/);
});

test('tasks whose models answered with nothing usable do not stop it, however many', async () => {
  expect(await runOf(true)).toBeNull();
});
