import { beforeAll, expect, test } from 'vitest';
import type { EpisodeTask } from '../../../pipeline/episode.ts';
import {
  SCRIPTED,
  type ScriptedAgent,
  scriptedNamed,
  scriptedPlayer,
} from '../../../shopping/episode/agents/scripted.ts';
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
    ...{ limits: run.world.kind.limits, worldDigest: run.world.digest },
  };
  const { world } = run;
  const record = await playTrial({ task, trial: 1, world, settings }, (state) =>
    scriptedPlayer(agent as (typeof SCRIPTED)[number], { view: agentView(state), kind: world.kind, task }),
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

/** An episode whose shopper waits for a model's words with every answer. */
async function askedInWords() {
  const run = runs[0] as PlayableRun;
  const { record, ...told } = await playedBy('oracle', run);
  const { task, world } = told;
  const settings = { ...record, agentDigest: 'd', userDigest: 'd', user: 'model', worldDigest: 'w' } as const;
  const agent = scriptedNamed('oracle') as ScriptedAgent;
  const worded = await playTrial(
    { task, trial: 1, world, settings },
    (state) => scriptedPlayer(agent, { view: agentView(state), kind: world.kind, task }),
    { word: async () => ({ text: null, by: 'nobody' }) },
  );
  return { ...told, record: worded };
}

test('a turn that waited for a shopper’s words has their result in both formats', async () => {
  const told = await askedInWords();
  expect(told.record.journal.some(({ type }) => type === 'worded')).toBe(true);
  // biome-ignore lint/suspicious/noExplicitAny: read as another program reads it
  const { steps } = atifOf(told) as any;
  for (const { observation } of steps.slice(1)) expect(observation.results).toHaveLength(1);
  const named = { family: 'f', agent: 'a', tasks: 't', version: '0', created: '2026-01-01' };
  // biome-ignore lint/suspicious/noExplicitAny: read as another program reads it
  const [{ messages }] = (inspectLogOf([told], named) as any).samples;
  const ofRole = (wanted: string) => messages.filter(({ role }: { role: string }) => role === wanted).length;
  expect(ofRole('tool')).toBe(ofRole('assistant'));
});

test('an episode in which the environment failed is in no mean, and has an error for its score', async () => {
  const told = await playedBy('oracle', runs[0] as PlayableRun);
  const failed = { ...told, record: { ...told.record, end: 'environment_error' as const, detail: 'a tool failed' } };
  const named = { family: 'f', agent: 'a', tasks: 't', version: '0', created: '2026-01-01' };
  expect(inspectLogOf([told, failed], named)).toMatchObject({
    results: { total_samples: 2, completed_samples: 1, scores: [{ metrics: { mean: { value: 1 } } }] },
    samples: [
      { scores: { reward: { value: 1 } } },
      { scores: {}, error: { message: 'environment_error: a tool failed' } },
    ],
  });
});
