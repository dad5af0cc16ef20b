import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { Endpoint } from '../../models/endpoint.ts';
import { ConfigError } from '../../schemas/errors.ts';
import { endpointWith, KEY, outcomeOf, SETTINGS } from '../fixtures/endpoints.ts';
import { apiError, completion, type ScriptedAnswer } from '../fixtures/scripted-fetch.ts';

describe('the key', () => {
  const quoting = `the key ${KEY} is not good`;
  const echoes: ScriptedAnswer[] = [200, 400, 401, 403, 404, 422, 429, 500, 503].flatMap((status) => [
    { status, body: quoting },
    { status, body: apiError(quoting) },
    { status, body: { detail: quoting } },
    { status, body: { ...apiError(quoting), key: KEY }, headers: { 'x-key': KEY } },
  ]);
  test.each([
    ...echoes,
    { body: completion(quoting) },
    { error: new Error(quoting) },
    { error: new TypeError('fetch failed', { cause: new Error(`invalid header Bearer ${KEY}`) }) },
  ])('is nowhere in what comes of %j', async (answer) => {
    const { ask, endpoint } = endpointWith(answer);
    const outcome = await ask();
    expect(inspect([outcome, endpoint], { depth: 20, showHidden: false })).not.toContain(KEY);
    expect(JSON.stringify([outcome, endpoint])).not.toContain(KEY);
  });

  test.each(['sk-one\n', 'sk one', '', 'schlüssel'])('%j is refused before it is sent, and not shown', (apiKey) => {
    const make = () => new Endpoint({ ...SETTINGS, apiKey });
    expect(make).toThrow(ConfigError);
    expect(make).toThrow(/^OPENAI_API_KEY is empty or holds a character no key has/);
  });
});

describe('an address', () => {
  test.each(['', 'models.test/v1', 'ftp://models.test', 'localhost:11434'])('%j is none', (baseUrl) => {
    expect(() => new Endpoint({ ...SETTINGS, baseUrl })).toThrow(ConfigError);
  });

  test('with a password is refused without showing it', () => {
    const make = () => new Endpoint({ ...SETTINGS, baseUrl: 'https://me:hunter2@models.test/v1' });
    expect(make).toThrow(/models\.test holds a user name or a password/);
    expect(make).not.toThrow(/hunter2/);
  });

  test('is shown without what follows it', () => {
    expect(new Endpoint({ ...SETTINGS, baseUrl: 'https://models.test/v1/?api-key=x' }).address).toBe(
      'https://models.test/v1',
    );
  });
});

test('what an endpoint says reaches nobody with control characters or pages of text', async () => {
  const outcome = await outcomeOf({ status: 500, body: apiError(`\u001b[31mred\u202e\n${'x'.repeat(10_000)}`) });
  const { detail } = outcome as { detail: string };
  expect(detail).toMatch(/^\[31mred x+…$/);
  expect(detail.length).toBeLessThanOrEqual(400);
});
