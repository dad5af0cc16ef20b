import { beforeAll, expect, test } from 'vitest';
import { MOST_TURNED_DOWN } from '../../../../families/shopsimulator/episode/limits.ts';
import type { EpisodeTask } from '../../../../pipeline/episode.ts';
import { agentsFor, scriptedNamed, scriptedPlayer } from '../../../../shopping/episode/agents/scripted.ts';
import { drive } from '../../../../shopping/episode/drive.ts';
import { agentView, type EpisodeWorld, gradeState } from '../../../../shopping/episode/index.ts';
import { begin } from '../../../fixtures/episodes.ts';
import { playableShoe, SCENARIOS, SHOES, shopWorld } from '../../../fixtures/shop-tasks.ts';

let world: EpisodeWorld;
beforeAll(async () => {
  ({ world } = await shopWorld());
});

async function played(name: string, task: EpisodeTask) {
  const agent = scriptedNamed(name, world.kind);
  if (agent === undefined) throw new RangeError(name);
  const start = begin(task, world);
  const player = scriptedPlayer(agent, { view: agentView(start), kind: world.kind, task, place: world.place });
  const state = await drive(start, player);
  return { state, grade: gradeState(state, task) };
}

const share = async (name: string, scenario: (typeof SCENARIOS)[number]) => {
  const wins = await Promise.all(
    SHOES.map(async (_, at) => Number((await played(name, playableShoe(at, scenario))).grade.success)),
  );
  return wins.reduce((sum, win) => sum + win, 0) / wins.length;
};

test.each(SCENARIOS)('the oracle has 1 in every reward, within the steps of the paper: %s', async (scenario) => {
  for (const at of SHOES.keys()) {
    const { grade, state } = await played('oracle', playableShoe(at, scenario));
    expect([at, grade.scores]).toEqual([at, expect.objectContaining({ loose: 1, strict: 1, success: 1, webshop: 1 })]);
    expect(grade).toMatchObject({ success: true, reward: 1, unretrieved: [] });
    expect(state.setting.limits.steps).toBe(scenario.endsWith('multi_turn') ? 40 : 30);
  }
});

test.each(SCENARIOS)('an agent that knows every requirement wins without knowing the product: %s', async (scenario) => {
  expect(await share('knows-all', scenario)).toBe(1);
});

test('an agent blind to the profile loses where a profile holds what is needed, and nowhere else', async () => {
  expect(await share('profile-blind', 'personalised_single_turn')).toBeLessThanOrEqual(0.25);
  expect(await share('profile-blind', 'personalised_multi_turn')).toBeLessThanOrEqual(0.25);
  expect(await share('profile-blind', 'single_turn')).toBe(1);
});

test('an agent that never asks loses where it is told only when asked', async () => {
  expect(await share('never-asks', 'multi_turn')).toBeLessThanOrEqual(0.05);
  expect(await share('never-asks', 'single_turn')).toBe(1);
});

test('a near miss is bought the way the oracle buys, and is worth less', async () => {
  for (const scenario of SCENARIOS) {
    const task = playableShoe(7, scenario);
    const { grade, state } = await played('near-miss', task);
    expect(state.end?.end).toBe('done');
    expect(grade.success).toBe(false);
    expect(grade.scores.loose).toBeGreaterThan(0.5);
    expect(grade.reward).toBeGreaterThan(0);
    expect(grade.reward).toBeLessThan(1);
  }
});

test('an agent that shows product after product is paid for what it asked, and not for what it did not read', async () => {
  expect(await share('shows-each', 'multi_turn')).toBeGreaterThan(0.5);
  const { state } = await played('shows-each', playableShoe(3, 'personalised_multi_turn'));
  expect(state.said.filter(({ act }) => act === 'reject').length).toBeLessThanOrEqual(MOST_TURNED_DOWN + 5);
  expect(state.end?.end).toBe('done');
});

test('nobody is asked where nobody answers', async () => {
  const { state } = await played('asks-everything', playableShoe(3, 'single_turn'));
  expect(state.said).toEqual([]);
});

test('every built-in agent can play', () => {
  expect(agentsFor(world.kind).map(({ name }) => name)).toEqual(
    expect.arrayContaining(['oracle', 'knows-all', 'profile-blind', 'never-asks', 'near-miss']),
  );
});
