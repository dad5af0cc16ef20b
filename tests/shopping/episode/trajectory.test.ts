import { beforeAll, expect, test } from 'vitest';
import type { EpisodeTask } from '../../../pipeline/episode.ts';
import { SCRIPTED, scriptedPlayer } from '../../../shopping/episode/agents/scripted.ts';
import { agentView } from '../../../shopping/episode/index.ts';
import { atifOf, inspectLogOf } from '../../../shopping/episode/trajectory.ts';
import { playTrial, type TrialSettings } from '../../../shopping/episode/trial.ts';
import { PLAYED, type PlayableRun, playableRun } from '../../fixtures/episodes.ts';

const runs: PlayableRun[] = [];
beforeAll(async () => {
  for (const family of PLAYED) runs.push(await playableRun(family));
});

async function playedBy(name: string, run: PlayableRun) {
  const [agent] = SCRIPTED.filter((one) => one.name === name);
  const task = run.tasks[0] as EpisodeTask;
  const settings: TrialSettings = {
    ...{ agent: name, agentDigest: 'd', user: 'script', userDigest: 'd', grader: 'g', seed: 1, program: false },
    limits: run.world.kind.limits,
  };
  const { world } = run;
  const record = await playTrial({ task, trial: 1, world, settings }, (state) =>
    scriptedPlayer(agent as (typeof SCRIPTED)[number], {
      view: agentView(state),
      kind: world.kind,
      task,
      place: world.place,
    }),
  );
  return { record, task, world, version: '0' };
}

test('a trajectory has a step for each turn, and a result for each call that was carried out', async () => {
  for (const run of runs) {
    const told = await playedBy('oracle', run);
    // biome-ignore lint/suspicious/noExplicitAny: read as another program reads it
    const { steps, extra, final_metrics: metrics } = atifOf(told) as any;
    expect(steps).toHaveLength(told.record.steps + 1);
    expect(steps[0]).toMatchObject({ source: 'user', message: told.task.instruction });
    for (const { tool_calls: calls, observation } of steps.slice(1)) {
      expect(observation.results.length).toBeGreaterThan(0);
      expect(calls.map(({ tool_call_id: id }: { tool_call_id: string }) => id)).toEqual(
        expect.arrayContaining(observation.results.map(({ source_call_id: id }: { source_call_id: string }) => id)),
      );
    }
    expect([extra.reward, metrics.total_steps]).toEqual([1, steps.length]);
  }
});

test('a log answers every call with a message, and does not name the target', async () => {
  for (const run of runs) {
    const told = await playedBy('nothing', run);
    const log = inspectLogOf([told], {
      family: run.family,
      agent: 'nothing',
      tasks: 't',
      version: '0',
      created: '2026-01-01',
    });
    expect(log).toMatchObject({ version: 2, status: 'success', results: { total_samples: 1 } });
    expect(JSON.stringify(log)).not.toContain(told.task.id);
  }
});
