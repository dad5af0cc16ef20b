import { beforeAll, expect, test } from 'vitest';
import { controlApp } from '../../../cli/serve/server.ts';
import { type PlayableRun, playableRun, playBy } from '../../fixtures/episodes.ts';
import { firstOf, type LiveFixture, liveEpisodes } from '../../fixtures/live-episodes.ts';

const TOKEN = 'a-token-of-a-test';

let run: PlayableRun;
beforeAll(async () => {
  run = await playableRun('ecomagentbench');
});

/** A client that keeps its cookie. */
function clientOf(fixture: LiveFixture) {
  const app = controlApp({ ...fixture, name: run.family, tools: [], agentUrl: () => '' }, TOKEN);
  let cookie = '';
  return async (path: string, body: unknown) => {
    const headers = { 'x-api-key': TOKEN, ...(cookie === '' ? {} : { cookie }) };
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const response = await app.fetch(
      new Request(`http://control.test/nemo${path}`, { method: 'POST', headers, body: text }),
    );
    cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie;
    // biome-ignore lint/suspicious/noExplicitAny: answers of many kinds, each looked at by one test
    return { status: response.status, body: (await response.json()) as any };
  };
}

const rowOf = (task: string) => ({ verifier_metadata: { task } });

/** A rollout of the oracle's, as a response of the Responses API. */
async function rollout() {
  const state = await playBy('oracle', firstOf(run), run.world);
  const output = state.journal.flatMap((event) =>
    event.type === 'turn'
      ? event.calls.map(({ tool: name, arguments: args }) => ({
          ...{ type: 'function_call', name, arguments: JSON.stringify(args) },
        }))
      : [],
  );
  return { ...rowOf(firstOf(run).agentId), response: { output } };
}

test('a rollout is verified where every place is taken, and takes none', async () => {
  const fixture = liveEpisodes(run, { capacity: 1 });
  fixture.episodes.open(firstOf(run));
  const { status, body } = await clientOf(fixture)('/verify', await rollout());
  expect([status, body.reward, fixture.episodes.size]).toEqual([200, 1, 1]);
});

test('a row that names no task leaves the session as it is', async () => {
  const fixture = liveEpisodes(run);
  const post = clientOf(fixture);
  await post('/seed_session', rowOf(firstOf(run).agentId));
  expect((await post('/seed_session', rowOf('none'))).status).toBe(404);
  expect(await post('/get_user_profile', {})).toMatchObject({ status: 200, body: { profile: expect.anything() } });
});

test('arguments that nest without end are refused in a sentence', async () => {
  const post = clientOf(liveEpisodes(run));
  await post('/seed_session', rowOf(firstOf(run).agentId));
  const deep = `{"query":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
  expect(await post('/search_products', deep)).toEqual({
    status: 400,
    body: { detail: 'the body nests more than 100 levels deep; send plain values' },
  });
  const written = { type: 'function_call', name: 'search_products', arguments: deep };
  const verified = await post('/verify', { ...rowOf(firstOf(run).agentId), response: { output: [written] } });
  expect([verified.status, verified.body.reward]).toEqual([200, 0]);
});
