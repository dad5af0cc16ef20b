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
  const say = (message: unknown): any => session.answer(JSON.stringify(message));
  return { session, say };
}

const CALL = { type: 'step', data: { type: 'call_tool', tool_name: 'search_products', arguments: { query: 'bag' } } };

test('a reset tells the task, and its tools by the names their calls take', () => {
  const { say } = sessionOf(liveEpisodes(run));
  const { data } = say({ type: 'reset', data: { task_id: firstOf(run).agentId } });
  expect(data).toMatchObject({ reward: null, done: false, observation: { task_id: firstOf(run).agentId } });
  expect(say(CALL).data).toMatchObject({
    reward: null,
    done: false,
    observation: { tool_name: 'search_products', is_error: false },
  });
});

test('without a task the seed chooses one, always the same', () => {
  const { say } = sessionOf(liveEpisodes(run));
  const tasks = run.tasks.map(({ agentId }) => agentId);
  for (const seed of [0, 1, tasks.length, tasks.length + 1])
    expect(say({ type: 'reset', data: { seed } }).data.observation.task_id).toBe(tasks[seed % tasks.length]);
});

test('a socket has one place, however often it is reset', () => {
  const fixture = liveEpisodes(run, { capacity: 1 });
  const { session, say } = sessionOf(fixture);
  for (let at = 0; at < 5; at++) expect(say({ type: 'reset' }).type).toBe('observation');
  expect(fixture.episodes.size).toBe(1);
  session.close();
  expect(fixture.episodes.size).toBe(0);
});

test('an episode that was closed for resting is said to be, and a reset gives another', () => {
  const fixture = liveEpisodes(run, { idleMs: 1000 });
  const { say } = sessionOf(fixture);
  say({ type: 'reset' });
  fixture.clock.ms = 2000;
  expect(say(CALL).data).toEqual({ code: 'SESSION_ERROR', message: 'the episode was closed; reset for another' });
  expect(say({ type: 'reset' }).type).toBe('observation');
});

test('a client that answers pings keeps its episode while it thinks', () => {
  const fixture = liveEpisodes(run, { idleMs: 1000 });
  const { session, say } = sessionOf(fixture);
  say({ type: 'reset' });
  for (let at = 0; at < 5; at++) {
    fixture.clock.ms += 900;
    session.alive();
  }
  expect(say(CALL).type).toBe('observation');
});

test('an episode that ended through no doing of the agent has no reward', () => {
  const fixture = liveEpisodes(run);
  const { say } = sessionOf(fixture);
  say({ type: 'reset' });
  fixture.episodes.list()[0]?.live.finish('environment_error', 'test');
  expect(say(CALL).data).toMatchObject({ reward: null, done: true, metadata: { end: 'environment_error' } });
});

test('two messages without a tool call end the episode', () => {
  const { say } = sessionOf(liveEpisodes(run));
  say({ type: 'reset' });
  const message = { type: 'step', data: { type: 'message', text: 'hello' } };
  expect(say(message).data).toMatchObject({ done: false, observation: { note: expect.any(String) } });
  expect(say(message).data).toMatchObject({ done: true, reward: 0, metadata: { end: 'gave_up' } });
});

test('a reward is paid once, however many steps follow the end', () => {
  const { say } = sessionOf(liveEpisodes(run));
  say({ type: 'reset' });
  const message = { type: 'step', data: { type: 'message', text: 'hello' } };
  say(message);
  expect(say(message).data).toMatchObject({ done: true, reward: 0 });
  expect(say(message).data).toMatchObject({ done: true, reward: null });
});
