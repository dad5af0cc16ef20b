import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { controlApp } from '../../../cli/serve/server.ts';
import { type PlayableRun, playableRun } from '../../fixtures/episodes.ts';
import { type LiveFixture, liveEpisodes } from '../../fixtures/live-episodes.ts';

const TOKEN = 'a-token-of-a-test';

let run: PlayableRun;
beforeAll(async () => {
  run = await playableRun('ecomagentbench');
});

/** The data of an answer, put together as the standard's own client does: line by line, each stripped of its first spaces. */
function dataOf(events: string): string {
  const pieces = events.split('\n\n').filter((event) => /^event: (chunk|end)\n/.test(event));
  return pieces.map((event) => (event.split('\n')[1] ?? '').replace(/^data:/, '').trimStart()).join('');
}

function clientOf(fixture: LiveFixture) {
  const app = controlApp({ ...fixture, name: run.family, tools: [], agentUrl: () => '' }, TOKEN);
  const headers = { 'x-api-key': TOKEN, 'x-session-id': 'mine' };
  return async (path: string, body: unknown) => {
    const response = await app.fetch(
      new Request(`http://control.test${path}`, { method: 'POST', headers, body: JSON.stringify(body) }),
    );
    return { status: response.status, text: await response.text() };
  };
}

test('long answers come whole, wherever they are cut', async () => {
  const post = clientOf(liveEpisodes(run));
  await post('/create', { split: 'test', index: 0 });
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 3900, max: 4200 }),
      fc.constantFrom(' ', '  ', '\u00a0', '\n', '\u2003'),
      async (length, gap) => {
        const name = `${'x'.repeat(length)}${gap.repeat(9000)}y`;
        const { text } = await post(`/${run.family}/call`, { name, input: {} });
        const [block] = JSON.parse(dataOf(text)).output.blocks;
        expect(JSON.parse(block.text).error).toContain(name);
      },
    ),
    { numRuns: 10 },
  );
});

test('a client whose stream broke off is given the same answer, and the tool is not called again', async () => {
  const fixture = liveEpisodes(run);
  const post = clientOf(fixture);
  await post('/create', { split: 'test', index: 0 });
  const first = await post(`/${run.family}/call`, { name: 'search_products', input: { query: 'bag' } });
  const id = /event: task_id\ndata: (.+)/.exec(first.text)?.[1];
  const again = await post(`/${run.family}/call`, { name: 'search_products', input: { query: 'bag' }, task_id: id });
  expect(dataOf(again.text)).toBe(dataOf(first.text));
  expect(fixture.episodes.list().map(({ live }) => live.steps)).toEqual([1]);
});

test('every answer can be had again by the id of its call, whatever was called since', async () => {
  const fixture = liveEpisodes(run);
  const post = clientOf(fixture);
  await post('/create', { split: 'test', index: 0 });
  const call = (id: string, tool: string, input: object) => post('/call', { name: tool, input, task_id: id });
  const calls = [
    ['a', 'search_products', { query: 'bag' }],
    ['b', 'get_user_profile', {}],
    ['c', 'nothing_such', {}],
    ['d', 'recommend_product', { product_id: 'T1', reasoning: 'it fits' }],
  ] as const;
  const first: string[] = [];
  for (const [id, tool, input] of calls) first.push(dataOf((await call(id, tool, input)).text));
  const again: string[] = [];
  for (const [id, tool, input] of calls) again.push(dataOf((await call(id, tool, input)).text));
  expect(again).toEqual(first);
  expect(JSON.parse(first[3] as string).output).toMatchObject({ finished: true, reward: expect.any(Number) });
  expect(fixture.episodes.list().map(({ live }) => live.steps)).toEqual([4]);
});

test('the same call sent twice at once is carried out once', async () => {
  const fixture = liveEpisodes(run);
  const post = clientOf(fixture);
  await post('/create', { split: 'test', index: 0 });
  const call = { name: 'search_products', input: { query: 'bag' }, task_id: 'one' };
  const [one, other] = await Promise.all([post('/call', call), post('/call', call)]);
  expect(dataOf(one.text)).toBe(dataOf(other.text));
  expect(fixture.episodes.list().map(({ live }) => live.steps)).toEqual([1]);
});

test('a session that was deleted frees its place', async () => {
  const fixture = liveEpisodes(run);
  const post = clientOf(fixture);
  await post('/create', { split: 'test', index: 0 });
  expect((await post('/delete_session', {})).status).toBe(200);
  expect(fixture.episodes.size).toBe(0);
  expect((await post('/create', { split: 'test', index: 0 })).status).toBe(200);
});

test('a session whose episode was closed for resting may create another', async () => {
  const fixture = liveEpisodes(run, { idleMs: 1000 });
  const post = clientOf(fixture);
  await post('/create', { split: 'test', index: 0 });
  fixture.clock.ms = 2000;
  expect((await post('/create', { split: 'test', index: 0 })).status).toBe(200);
  expect(fixture.episodes.size).toBe(1);
});

test('after the end a call says so, and takes no step', async () => {
  const fixture = liveEpisodes(run);
  const post = clientOf(fixture);
  await post('/create', { split: 'test', index: 0 });
  fixture.episodes.list()[0]?.live.finish('gave_up', 'test');
  const { text } = await post('/call', { name: 'search_products', input: { query: 'bag' } });
  expect(JSON.parse(dataOf(text))).toMatchObject({ ok: false, reason: 'episode_finished' });
});

test('a session has one episode, and none once it is deleted', async () => {
  const fixture = liveEpisodes(run);
  const post = clientOf(fixture);
  expect((await post('/create', { split: 'test', index: 0 })).status).toBe(200);
  expect((await post('/create', { split: 'test', index: 0 })).status).toBe(400);
  await post('/delete', {});
  expect([fixture.episodes.size, (await post('/ping', {})).status]).toEqual([0, 404]);
});
