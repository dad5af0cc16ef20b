import { expect, test } from 'vitest';
import { AgentEndpoint, type AgentEndpointSettings } from '../../../shopping/episode/agents/endpoint-client.ts';
import { InfrastructureError } from '../../../shopping/episode/drive.ts';
import { FakeClock } from '../../fixtures/fake-clock.ts';
import { apiError, completion, type ScriptedAnswer, scriptedFetch } from '../../fixtures/scripted-fetch.ts';

const MINUTE = 60_000;
const BUSY = { status: 503, body: 'busy' };
const RESET = {
  error: new TypeError('fetch failed', { cause: Object.assign(new Error('reset'), { code: 'ECONNRESET' }) }),
};
const GOOD = { body: completion('hello') };

function endpoint(answers: readonly ScriptedAnswer[], changes: Partial<AgentEndpointSettings> = {}) {
  const clock = new FakeClock();
  const { fetch, sent } = scriptedFetch(...answers);
  const { signal } = new AbortController();
  const settings = {
    baseUrl: 'http://agent.test/v1/',
    apiKey: null,
    requestsPerMinute: null,
    signal,
    clock,
    ...changes,
  };
  const asked = new AgentEndpoint(settings, fetch);
  /** What comes of so many requests, sent together, within a time. */
  const within = async (ms: number, requests = 1) => {
    const ends: unknown[] = [];
    for (let request = 0; request < requests; request++)
      void asked.complete({ request }).then(
        (json) => ends.push(json),
        (error: unknown) => ends.push(error),
      );
    await clock.run(ms);
    return ends;
  };
  return { asked, clock, sent, within };
}

test.each([
  ['busy', BUSY],
  ['broken off', RESET],
  ['answering what is no JSON', { body: '<html>' }],
  ['passing on an error of another in a good answer', { body: { error: { code: 502, message: 'upstream' } } }],
])('an endpoint that is %s for a while is asked again', async (_, trouble) => {
  const { within, sent } = endpoint([trouble, trouble, GOOD]);
  expect(await within(MINUTE)).toEqual([GOOD.body]);
  expect(sent).toHaveLength(3);
});

test('what stays away is no error of the agent', async () => {
  const [end] = await endpoint([BUSY]).within(MINUTE);
  expect(end).toBeInstanceOf(InfrastructureError);
  expect(String(end)).toContain('http://agent.test/v1/ does not answer, asked 4 times: 503 busy');
});

test('an endpoint that has answered is waited for longer than one that never has', async () => {
  const outage = Array.from({ length: 6 }, () => BUSY);
  const { within } = endpoint([GOOD, ...outage, GOOD]);
  await within(1000);
  expect(await within(10 * MINUTE)).toEqual([GOOD.body]);
});

test('nobody asks before the time that Retry-After names', async () => {
  const { within, sent, clock } = endpoint([GOOD, { status: 429, headers: { 'retry-after': '30' } }, GOOD]);
  await within(1000);
  await within(29_000);
  expect(await within(0, 5)).toEqual([]);
  expect(sent).toHaveLength(2);
  await clock.run(2 * MINUTE);
  expect(sent).toHaveLength(8);
});

test('a pause that comes with an outage is everybody’s too', async () => {
  const { within, sent } = endpoint([GOOD, { ...BUSY, headers: { 'retry-after': '30' } }, GOOD]);
  await within(1000);
  await within(1000);
  await within(20_000, 3);
  expect(sent).toHaveLength(2);
});

test.each(['', false, null])('an answer that says of no error that it is %j is an answer', async (error) => {
  const body = completion('hello', { error });
  expect(await endpoint([{ body }]).within(0)).toEqual([body]);
});

test('an endpoint that asks to wait for hours is given up at once', async () => {
  const { within, sent } = endpoint([{ status: 429, headers: { 'retry-after': '7200' } }]);
  expect(await within(0)).toEqual([expect.any(InfrastructureError)]);
  expect(sent).toHaveLength(1);
});

test('a request that is refused for what it is ends the episode as the agent’s error', async () => {
  const [end] = await endpoint([{ status: 400, body: apiError('maximum context length') }]).within(0);
  expect(end).not.toBeInstanceOf(InfrastructureError);
  expect(String(end)).toContain('the endpoint refuses the request: 400');
});

test('a refused key is asked about once, and is no error of the agent', async () => {
  const { within, sent } = endpoint([{ status: 401, body: apiError('bad key') }]);
  const [end] = await within(MINUTE);
  expect(end).toBeInstanceOf(InfrastructureError);
  expect(String(end)).toMatch(/refuses to be asked: 401 .*; set OPENAI_API_KEY$/);
  expect(sent).toHaveLength(1);
});

test('no more requests are sent in a minute than are allowed', async () => {
  const { within, sent } = endpoint([GOOD], { requestsPerMinute: 10 });
  await within(MINUTE - 1, 50);
  expect(sent.length).toBeLessThanOrEqual(10);
  expect(sent.length).toBeGreaterThan(5);
});

test('an answer that does not come in time is given up', async () => {
  const clock = new FakeClock();
  const never: typeof globalThis.fetch = (_, init) =>
    new Promise((__, reject) => {
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
    });
  const { signal } = new AbortController();
  const settings = { baseUrl: 'http://agent.test/v1', apiKey: null, requestsPerMinute: null, signal, clock };
  await expect(new AgentEndpoint({ ...settings, answerMs: 20 }, never).complete({})).rejects.toThrow(
    'http://agent.test/v1 does not answer within 0.02 s',
  );
});

test('nothing is sent or waited for once the user stops', async () => {
  const stop = new AbortController();
  const { asked, within, sent, clock } = endpoint([BUSY], { signal: stop.signal });
  const end = asked.complete({}).catch((error: unknown) => error);
  await clock.run(1);
  stop.abort();
  expect(String(await end)).toContain('interrupted');
  expect(await within(MINUTE)).toEqual([expect.any(InfrastructureError)]);
  expect(sent).toHaveLength(1);
});
