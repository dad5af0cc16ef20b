import { expect, test } from 'vitest';
import { type ModuleAgent, ModulePlayer } from '../../../shopping/episode/agents/module-agent.ts';
import { drive } from '../../../shopping/episode/drive.ts';
import { BLIND } from '../../../shopping/episode/images.ts';
import { agentView } from '../../../shopping/episode/index.ts';
import { begin, playableRun } from '../../fixtures/episodes.ts';
import { firstOf } from '../../fixtures/live-episodes.ts';

const run = await playableRun('ecomagentbench');

/** Has a function play, and waits no longer for it than a test may take. */
const playedBy = (agent: ModuleAgent) => {
  const start = begin(firstOf(run), run.world);
  return drive(start, new ModulePlayer(agent, agentView(start), BLIND), { timeoutMs: 2000 });
};

test('calls that are made at once are a turn each, in their order', async () => {
  const titles: unknown[] = [];
  const state = await playedBy(async ({ call }) => {
    const [profile, found] = await Promise.all([call('get_user_profile'), call('search_products', { query: 'bag' })]);
    titles.push(Object.keys(profile), Object.keys(found));
  });
  expect([state.end?.end, state.called]).toEqual(['gave_up', ['get_user_profile', 'search_products']]);
  expect(titles).toEqual([expect.arrayContaining(['profile']), expect.arrayContaining(['products'])]);
});

test('calls that nobody waits for are carried out, and the episode ends', async () => {
  const state = await playedBy(async ({ call }) => {
    void call('get_user_profile');
    void call('search_products', { query: 'bag' });
  });
  expect([state.end?.end, state.called]).toEqual(['gave_up', ['get_user_profile', 'search_products']]);
});

test('a function that throws with a call under way ends as an error of the agent', async () => {
  const state = await playedBy(async ({ call }) => {
    void call('get_user_profile').catch(() => {});
    throw new Error('no idea');
  });
  expect(state.end).toEqual({ end: 'agent_error', detail: 'no idea' });
});
