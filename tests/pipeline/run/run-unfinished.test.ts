import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Checkpoints } from '../../../pipeline/checkpoints/checkpoints.ts';
import { runTasks } from '../../../pipeline/run/run.ts';
import { runKey } from '../../fixtures/run-key.ts';
import { planOf } from '../../fixtures/run-plan.ts';
import { plannedTask } from '../../fixtures/tasks.ts';

/** A run over many tasks none of which is finished; `answered` tells whether a model said anything at all. */
async function runOf(answered: boolean): Promise<{ stopped: string | null; codes: (string | undefined)[] }> {
  const checkpoints = Checkpoints.open(join(mkdtempSync(join(tmpdir(), 'unfinished-')), 'run.db'), runKey());
  let planned = 0;
  const outcome = await runTasks({
    ...planOf({ intents: ['a'], perIntent: 40, limit: 60 }),
    source: {
      next: (intent, count) =>
        Array.from({ length: planned >= 60 ? 0 : count }, () => plannedTask({ intent, id: `t-${planned++}` })),
    },
    builder: {
      width: 1,
      lock: async ({ id }) => ({ kind: 'locked', id, intent: 'a', line: '{}', lockDigest: 'd', turn: 'first' }),
      write: async ({ id }) => ({ kind: 'pending', id, reason: 'nothing usable', answered, ends: false }),
    },
    admission: { findings: () => [] },
    checkpoints,
  });
  checkpoints.close();
  return { stopped: outcome.stopped, codes: outcome.tasks.map(({ findings }) => findings[0]?.code) };
}

test('a run stops when no model answers for task after task', async () => {
  const { stopped, codes } = await runOf(false);
  expect(stopped).toMatch(/^24 tasks in a row were left unfinished/);
  expect(codes).toContain('model_unavailable');
});

test('tasks whose models answered with nothing usable do not stop it, however many', async () => {
  const { stopped, codes } = await runOf(true);
  expect(stopped).toBeNull();
  expect(new Set(codes)).toEqual(new Set(['model_undecided']));
});
