import { beforeAll, expect, test } from 'vitest';
import { OpenEnvSession } from '../../../cli/serve/openenv.ts';
import { describeTools } from '../../../shopping/episode/index.ts';
import { type PlayableRun, playableRun } from '../../fixtures/episodes.ts';
import { firstOf, type LiveFixture, liveEpisodes } from '../../fixtures/live-episodes.ts';

let run: PlayableRun;
beforeAll(async () => {
  run = await playableRun('ecomagentbench');
});

/** A session of a client that says one thing after the other. */
function sessionOf(fixture: LiveFixture) {
  const tools = describeTools(run.world.kind.tools({ program: false }));
  const session = new OpenEnvSession({ ...fixture, tools, name: run.family, agentUrl: () => '' });
  // biome-ignore lint/suspicious/noExplicitAny: answers of many kinds, each looked at by one test
  const say = (message: unknown): Promise<any> => session.answer(JSON.stringify(message));
  return { session, say };
}

const CALL = { type: 'step', data: { type: 'call_tool', tool_name: 'search_products', arguments: { query: 'bag' } } };

test('a reset tells the task, and its tools by the names their calls take', async () => {
  const { say } = sessionOf(liveEpisodes(run));
  const { data } = await say({ type: 'reset', data: { task_id: firstOf(run).agentId } });
  expect(data).toMatchObject({ reward: null, done: false, observation: { task_id: firstOf(run).agentId } });
  expect((await say(CALL)).data).toMatchObject({
    reward: null,
    done: false,
    observation: { tool_name: 'search_products', is_error: false },
  });
});

test('without a task the seed chooses one, always the same', async () => {
  const { say } = sessionOf(liveEpisodes(run));
  const tasks = run.tasks.map(({ agentId }) => agentId);
  for (const seed of [0, 1, tasks.length, tasks.length + 1])
    expect((await say({ type: 'reset', data: { seed } })).data.observation.task_id).toBe(tasks[seed % tasks.length]);
});

test('a socket has one place, however often it is reset', async () => {
  const fixture = liveEpisodes(run, { capacity: 1 });
  const { session, say } = sessionOf(fixture);
  for (let at = 0; at < 5; at++) expect((await say({ type: 'reset' })).type).toBe('observation');
  expect(fixture.episodes.size).toBe(1);
  session.close();
  expect(fixture.episodes.size).toBe(0);
});

test('an episode that was closed for resting is said to be, and a reset gives another', async () => {
  const fixture = liveEpisodes(run, { idleMs: 1000 });
  const { say } = sessionOf(fixture);
  await say({ type: 'reset' });
  fixture.clock.ms = 2000;
  expect((await say(CALL)).data).toEqual({
    code: 'SESSION_ERROR',
    message: 'the episode was closed; reset for another',
  });
  expect((await say({ type: 'reset' })).type).toBe('observation');
});

test('a client that answers pings keeps its episode while it thinks', async () => {
  const fixture = liveEpisodes(run, { idleMs: 1000 });
  const { session, say } = sessionOf(fixture);
  await say({ type: 'reset' });
  for (let at = 0; at < 5; at++) {
    fixture.clock.ms += 900;
    session.alive();
  }
  expect((await say(CALL)).type).toBe('observation');
});

test('an episode that ended through no doing of the agent has no reward', async () => {
  const fixture = liveEpisodes(run);
  const { say } = sessionOf(fixture);
  await say({ type: 'reset' });
  fixture.episodes.list()[0]?.live.finish('environment_error', 'test');
  expect((await say(CALL)).data).toMatchObject({ reward: null, done: true, metadata: { end: 'environment_error' } });
});

test('two messages without a tool call end the episode', async () => {
  const { say } = sessionOf(liveEpisodes(run));
  await say({ type: 'reset' });
  const message = { type: 'step', data: { type: 'message', text: 'hello' } };
  expect((await say(message)).data).toMatchObject({ done: false, observation: { note: expect.any(String) } });
  expect((await say(message)).data).toMatchObject({ done: true, reward: 0, metadata: { end: 'gave_up' } });
});

test('a reward is paid once, however many steps follow the end', async () => {
  const { say } = sessionOf(liveEpisodes(run));
  await say({ type: 'reset' });
  const message = { type: 'step', data: { type: 'message', text: 'hello' } };
  await say(message);
  expect((await say(message)).data).toMatchObject({ done: true, reward: 0 });
  expect((await say(message)).data).toMatchObject({ done: true, reward: null });
});

test('a reset that names no task leaves the episode that is on', async () => {
  const fixture = liveEpisodes(run);
  const { say } = sessionOf(fixture);
  await say({ type: 'reset' });
  expect((await say({ type: 'reset', data: { task_id: 'none' } })).data.message).toBe('there is no task "none"');
  expect((await say(CALL)).type).toBe('observation');
  expect(fixture.episodes.size).toBe(1);
});
