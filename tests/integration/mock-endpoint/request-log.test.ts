import { expect, test } from 'vitest';
import { ask, chatBody, endpointWith } from '../../mock-endpoint/raw-client.ts';

test('a request that comes again after its reply went out whole is found', async () => {
  const endpoint = await endpointWith();
  await ask(endpoint, chatBody({ seed: 1 }));
  await ask(endpoint, chatBody({ seed: 2 }));
  expect(endpoint.repeatedAfterSuccess()).toEqual([]);
  await ask(endpoint, chatBody({ seed: 1 }));
  expect(endpoint.repeatedAfterSuccess()).toMatchObject([{ route: 'chat', number: 3, repeatsDelivered: true }]);
  expect(endpoint.repeatedUnderWay()).toEqual([]);
});

test.each(['server_error', 'rate_limit_bare', 'reset_before_headers', 'reset_in_body', 'truncated_body'] as const)(
  'a request may come again after %s: no reply had gone out whole',
  async (fault) => {
    const endpoint = await endpointWith({ faults: [{ fault, times: 1 }] });
    await ask(endpoint).catch(() => undefined);
    await expect.poll(() => endpoint.stats.inFlight).toBe(0);
    await ask(endpoint);
    expect(endpoint.repeatedAfterSuccess()).toEqual([]);
    expect(endpoint.stats.delivered).toBe(1);
  },
);

test('a reply with unusable content has arrived all the same', async () => {
  const endpoint = await endpointWith({ faults: [{ fault: 'empty', times: 1 }] });
  await ask(endpoint);
  await ask(endpoint);
  expect(endpoint.repeatedAfterSuccess()).toHaveLength(1);
});

test('a request that comes while the same one is under way is found', async () => {
  const endpoint = await endpointWith({ latency: { fixedMs: 30 } });
  await Promise.all([ask(endpoint), ask(endpoint), ask(endpoint, chatBody({ seed: 1 }))]);
  expect(endpoint.repeatedUnderWay()).toHaveLength(1);
  expect(endpoint.repeatedAfterSuccess()).toEqual([]);
  expect(endpoint.stats.inFlightHighWater).toBe(3);
});

test('with a digest header the client says which requests are the same', async () => {
  const endpoint = await endpointWith({ digestHeader: 'X-Question' });
  await ask(endpoint, chatBody(), { 'x-question': 'vote 1' });
  await ask(endpoint, chatBody(), { 'x-question': 'vote 2' });
  expect(endpoint.repeatedAfterSuccess()).toEqual([]);
  await ask(endpoint, chatBody({ temperature: 1 }), { 'x-question': 'vote 1' });
  expect(endpoint.repeatedAfterSuccess()).toMatchObject([{ digest: 'vote 1', number: 3 }]);
});

test('bytes, tokens and statuses are counted', async () => {
  const endpoint = await endpointWith({ respond: () => 'Grüße', faults: [{ fault: 'server_error', numbers: [2] }] });
  const body = JSON.stringify(chatBody());
  const texts = [await ask(endpoint, body), await ask(endpoint, body)].map(({ text }) => text);
  expect(endpoint.stats).toMatchObject({
    requests: 2,
    byStatus: { 200: 1, 500: 1 },
    byRoute: { chat: 2 },
    bytesIn: 2 * body.length,
    bytesOut: Buffer.byteLength(texts.join('')),
    promptTokens: 6,
    completionTokens: 2,
  });
});

test('the rate of delivery runs from the first arrival to the last reply', async () => {
  const endpoint = await endpointWith({ latency: { fixedMs: 50 } });
  await Promise.all([ask(endpoint, chatBody({ seed: 1 })), ask(endpoint, chatBody({ seed: 2 }))]);
  const { deliveredPerSecond } = endpoint.stats;
  expect(deliveredPerSecond).toBeGreaterThan(0.2);
  expect(deliveredPerSecond).toBeLessThanOrEqual(2 / 0.049);
});
