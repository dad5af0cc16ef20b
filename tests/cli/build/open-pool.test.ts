import { afterEach, expect, test, vi } from 'vitest';
import { checkExecutor, redisAddress } from '../../../cli/build/open-pool.ts';
import { buildConfigOf } from '../../../cli/build-settings.ts';
import { ConfigError } from '../../../schemas/errors.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

const BULL = { executor: 'bullmq', redis: 'redis://127.0.0.1:1' };

test.each([
  [{ redis: 'redis://127.0.0.1:1' }, '--redis is for --executor bullmq; add that, or leave --redis out'],
  [{ executor: 'bullmq' }, 'no Redis is named; give --redis <url> (or REDIS_URL), such as redis://10.0.0.5:6379'],
  [
    { ...BULL, redis: 'localhost:6379' },
    '--redis is no address of a Redis; expected one such as redis://10.0.0.5:6379',
  ],
  [
    { ...BULL, workers: 2 },
    '--workers counts threads of this machine; with --executor bullmq leave it out and start workers with npm run worker',
  ],
  [{ ...BULL, shard: '1/8' }, '--shard builds a part without workers; leave out either that or --executor bullmq'],
  [
    { ...BULL, writer: 'openai', batch: true },
    '--batch lets tasks wait for a day, which needs no second machine; leave out --executor bullmq',
  ],
])('settings that do not go together are refused before anything is read: %j', async (flags, sentence) => {
  vi.stubEnv('REDIS_URL', undefined);
  await expect(checkExecutor(buildConfigOf(flags))).rejects.toThrow(new ConfigError(sentence));
});

test('threads need no Redis, whatever the environment says', async () => {
  vi.stubEnv('REDIS_URL', 'redis://127.0.0.1:1');
  await checkExecutor(buildConfigOf({}));
});

test('a flag wins over the environment', () => {
  vi.stubEnv('REDIS_URL', 'redis://one:1');
  expect(redisAddress(undefined).text).toBe('redis://one:1');
  expect(redisAddress('redis://two:2').text).toBe('redis://two:2');
});
