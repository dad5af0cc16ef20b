import { expect, test } from 'vitest';
import { startMockEndpoint } from '../../mock-endpoint/mock-endpoint.ts';
import { ask, chatBody, endpointWith, GOOD, request } from '../../mock-endpoint/raw-client.ts';

test('a good reply has the form and the headers of a chat completion', async () => {
  const endpoint = await endpointWith({ limits: { requestsPerMinute: 60, tokensPerMinute: 6000 } });
  const { status, headers, json } = await ask(endpoint, chatBody({ max_tokens: 100 }));
  expect(status).toBe(200);
  expect(json).toMatchObject({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    model: 'writer-1',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: JSON.stringify(GOOD), refusal: null },
        finish_reason: 'stop',
      },
    ],
    usage: { prompt_tokens: 6, completion_tokens: 12, total_tokens: 18 },
  });
  expect(Object.fromEntries(headers)).toMatchObject({
    'x-request-id': 'req_chat_1',
    'x-ratelimit-limit-requests': '60',
    'x-ratelimit-remaining-requests': '59',
    'x-ratelimit-remaining-tokens': '5894',
  });
});

test('what is answered comes from the body and from how often the request was seen', async () => {
  const endpoint = await endpointWith({
    respond: ({ messages }, { seen, role }) => `${messages[0]?.content} ${role} ${seen}`,
  });
  const body = chatBody({ messages: [{ role: 'user', content: 'Hello' }] });
  expect((await ask(endpoint, body, { 'x-role': 'judge' })).said.message.content).toBe('Hello judge 0');
  expect((await ask(endpoint, body)).said.message.content).toBe('Hello null 1');
  expect((await ask(endpoint, { ...body, metadata: { role: 'writer' } })).said.message.content).toBe('Hello writer 0');
  expect(endpoint.stats.byRole).toEqual({ judge: 1, writer: 1 });
});

test.each(['max_tokens', 'max_completion_tokens'])('a reply ends where %s says', async (parameter) => {
  const endpoint = await endpointWith({ respond: () => 'four'.repeat(50) });
  const { said, json } = await ask(endpoint, chatBody({ [parameter]: 10 }));
  expect(said).toMatchObject({ message: { content: 'four'.repeat(10) }, finish_reason: 'length' });
  expect(json.usage.completion_tokens).toBe(10);
});

test('an endpoint that does not count leaves the usage out', async () => {
  expect((await ask(await endpointWith({ reportsUsage: false }))).json).not.toHaveProperty('usage');
});

test('a wrong or missing key is refused with 401, and the key is shown masked', async () => {
  const endpoint = await endpointWith();
  const wrong = await ask(endpoint, chatBody(), { authorization: 'Bearer sk-other-0123456789' });
  expect([wrong.status, wrong.json.error.code]).toEqual([401, 'invalid_api_key']);
  expect(wrong.text).not.toContain('sk-other-0123456789');
  expect((await ask(endpoint, chatBody(), { authorization: '' })).status).toBe(401);
  expect(endpoint.stats.byTrouble).toEqual({ wrong_key: 2 });
});

test('an endpoint that echoes keys quotes a wrong one in full', async () => {
  const endpoint = await endpointWith({ echoesKey: true });
  expect((await ask(endpoint, chatBody(), { authorization: 'Bearer sk-other-0123456789' })).text).toContain(
    'sk-other-0123456789',
  );
});

test('the key is nowhere in the log', async () => {
  const endpoint = await endpointWith();
  await ask(endpoint);
  expect(JSON.stringify([endpoint.requests, endpoint.stats])).not.toContain(endpoint.key);
});

test('the models are listed and others are not found', async () => {
  const endpoint = await endpointWith({ models: ['writer-1', 'judge-1'] });
  const { json } = await request(endpoint, 'GET', '/models');
  expect(json.data.map(({ id }: { id: string }) => id)).toEqual(['writer-1', 'judge-1']);
  expect((await ask(endpoint)).status).toBe(200);
  const { status, json: refused } = await ask(endpoint, chatBody({ model: 'writer-2' }));
  expect([status, refused.error.code]).toEqual([404, 'model_not_found']);
});

test.each([
  ['{"model": "m", "messages": [', 'parse'],
  ['{"messages": [{"role": "user", "content": "x"}]}', "'model'"],
  ['{"model": "m", "messages": []}', "'messages'"],
  ['{"model": "m", "messages": [{"role": "user", "content": "x"}], "stream": true}', 'stream'],
])('a request that makes no sense is a 400 that says so: %s', async (body, word) => {
  const { status, json } = await ask(await endpointWith(), body);
  expect([status, json.error.type]).toEqual([400, 'invalid_request_error']);
  expect(json.error.message).toContain(word);
});

test('an unknown address is a 404', async () => {
  expect((await request(await endpointWith(), 'POST', '/responses', '{}')).status).toBe(404);
});

test('latency is fixed plus a jitter, and hundreds of requests wait side by side', async () => {
  const endpoint = await endpointWith({ latency: { fixedMs: 100, jitterMs: 150 } });
  const startMs = performance.now();
  await Promise.all(Array.from({ length: 200 }, (_, at) => ask(endpoint, chatBody({ seed: at }))));
  expect(performance.now() - startMs).toBeLessThan(200 * 100);
  const tookMs = endpoint.requests.map(({ atMs, endedMs }) => endedMs! - atMs);
  expect(Math.min(...tookMs)).toBeGreaterThanOrEqual(98);
  expect(Math.max(...tookMs) - Math.min(...tookMs)).toBeGreaterThan(75);
  expect(endpoint.stats).toMatchObject({ requests: 200, delivered: 200, inFlight: 0 });
  expect(endpoint.stats.inFlightHighWater).toBeGreaterThan(50);
});

test('endpoints know nothing of each other', async () => {
  const [one, two] = [await endpointWith(), await endpointWith()];
  await ask(one);
  expect([one.stats.requests, two.stats.requests]).toEqual([1, 0]);
  expect(one.url).not.toBe(two.url);
  expect((await ask(one, chatBody(), { authorization: `Bearer ${two.key}` })).status).toBe(401);
});

test('closing ends what is under way and frees the port', async () => {
  const endpoint = await startMockEndpoint({ respond: () => GOOD, faults: [{ fault: 'slow' }] });
  const pending = ask(endpoint).catch((error: Error) => error);
  await expect.poll(() => endpoint.stats.inFlight).toBe(1);
  await endpoint.close();
  expect(await pending).toBeInstanceOf(Error);
  await expect(fetch(endpoint.url)).rejects.toThrow();
});

test('a callback that throws is a 500 for the client and an error for the test', async () => {
  const endpoint = await startMockEndpoint({
    respond: () => {
      throw new Error('no idea what to say');
    },
  });
  expect((await ask(endpoint)).status).toBe(500);
  await expect(endpoint.close()).rejects.toMatchObject({ errors: [new Error('no idea what to say')] });
});

test('a fault whose content nobody gives is refused at the start', async () => {
  await expect(startMockEndpoint({ respond: () => GOOD, faults: [{ fault: 'leak' }] })).rejects.toThrow('options.leak');
});
