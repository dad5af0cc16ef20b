import { beforeAll, describe, expect, test } from 'vitest';
import { controlApp } from '../../../cli/serve/server.ts';
import { type PlayableRun, playableRun } from '../../fixtures/episodes.ts';
import { firstOf, type LiveFixture, liveEpisodes } from '../../fixtures/live-episodes.ts';

const TOKEN = 'a-token-of-a-test';
const AGENTS = 'http://agents.test';

let run: PlayableRun;
beforeAll(async () => {
  run = await playableRun('ecomagentbench');
});

interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: answers of many kinds, each looked at by one test
  readonly body: any;
  readonly headers: Headers;
}

/** Asks for control; with the token unless other headers are given. */
async function asked(
  fixture: LiveFixture,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = { authorization: `Bearer ${TOKEN}` },
): Promise<Answer> {
  const app = controlApp({ ...fixture, name: 'ecomagentbench', tools: [], agentUrl: () => AGENTS }, TOKEN);
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const response = await app.fetch(
    new Request(`http://control.test${path}`, { method, headers, ...(body === undefined ? {} : { body: text }) }),
  );
  return { status: response.status, headers: response.headers, body: await response.json() };
}

test.each([{}, { authorization: 'Bearer wrong' }, { authorization: TOKEN }, { 'x-api-key': 'wrong' }])(
  'nothing is answered without the token: %j',
  async (headers: Record<string, string>) => {
    const { status, body } = await asked(liveEpisodes(run), 'GET', '/episodes', undefined, headers);
    expect([status, body.detail]).toEqual([401, expect.stringMatching(/^the token is missing or wrong; send the one/)]);
  },
);

test.each([
  ['as a key', '/health', { 'x-api-key': TOKEN }],
  ['as the first part of the path', `/t/${TOKEN}/health`, {}],
])('the token may come %s', async (_how, path, headers) => {
  expect((await asked(liveEpisodes(run), 'GET', path, undefined, headers)).body).toMatchObject({ status: 'ok' });
});

test('an episode is opened, looked at, graded and closed', async () => {
  const fixture = liveEpisodes(run);
  const { agentId, id: sample, instruction } = firstOf(run);
  const opened = await asked(fixture, 'POST', '/episodes', { task: agentId });
  expect(opened).toMatchObject({ status: 201, body: { task: agentId, prompt: instruction } });
  expect(opened.body.mcp_url).toMatch(/^http:\/\/agents\.test\/e\/[\w-]{43}\/mcp$/);
  const { id } = opened.body;
  expect((await asked(fixture, 'GET', '/episodes')).body.episodes).toMatchObject([{ id, sample, steps: 0, end: null }]);
  expect((await asked(fixture, 'GET', `/episodes/${id}`)).body).toMatchObject({ id, journal: [] });
  const graded = await asked(fixture, 'POST', `/episodes/${id}/grade`);
  expect(graded.body).toMatchObject({ end: 'gave_up', grade: { success: false, reward: 0 } });
  expect((await asked(fixture, 'DELETE', `/episodes/${id}`)).body).toEqual({ closed: id });
  expect((await asked(fixture, 'DELETE', `/episodes/${id}`)).status).toBe(404);
  expect(fixture.episodes.size).toBe(0);
});

test('tasks are chosen by id, by place, or not at all', async () => {
  const fixture = liveEpisodes(run);
  const last = run.tasks.at(-1);
  const taskOf = async (wish: object) => (await asked(fixture, 'POST', '/episodes', wish)).body.task;
  expect(await taskOf({})).toBe(firstOf(run).agentId);
  expect(await taskOf({ split: 'test', index: run.tasks.length - 1 })).toBe(last?.agentId);
  expect(await taskOf({ task: last?.id })).toBe(last?.agentId);
});

test('the list of tasks tells what agents are told, and nothing more', async () => {
  const { body } = await asked(liveEpisodes(run), 'GET', '/tasks?limit=1');
  const { agentId: task, instruction: prompt } = firstOf(run);
  expect(body).toEqual({ tasks: [{ task, prompt, split: 'test', index: 0 }], total: run.tasks.length });
});

describe.each([
  ['POST', '/episodes', { index: -1 }, 400, /"index"/],
  ['POST', '/episodes', '{', 400, /not JSON/],
  ['POST', '/episodes', { colour: 'red' }, 400, /colour/],
  ['POST', '/episodes', { task: 'none' }, 404, /there is no task "none"/],
  ['POST', '/episodes', { split: 'dev' }, 404, /there is no split "dev"; there are test/],
  ['POST', '/episodes', { index: 9999 }, 404, /there is no task 9999 in "test", which has \d+/],
  ['GET', '/tasks?limit=many', undefined, 400, /"limit"/],
  ['GET', '/episodes/none', undefined, 404, /there is no episode "none"/],
  ['GET', '/nothing', undefined, 404, /there is no GET \/nothing/],
] as const)('%s %s with %j', (method, path, body, status, sentence) => {
  test(`is answered with ${status} and a sentence`, async () => {
    expect(await asked(liveEpisodes(run), method, path, body)).toMatchObject({
      status,
      body: { detail: expect.stringMatching(sentence) },
    });
  });
});

test('where there is no room, the answer says when to come back', async () => {
  const fixture = liveEpisodes(run, { capacity: 1, idleMs: 60_000 });
  await asked(fixture, 'POST', '/episodes', {});
  const { status, body, headers } = await asked(fixture, 'POST', '/episodes', {});
  expect([status, body.code, body.retry_after_seconds, headers.get('retry-after')]).toEqual([
    503,
    'CAPACITY_REACHED',
    60,
    '60',
  ]);
});
