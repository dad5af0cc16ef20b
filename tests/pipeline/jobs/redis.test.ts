import { expect, test } from 'vitest';
import { RedisAddress } from '../../../pipeline/jobs/redis.ts';

test.each([
  ['redis://10.0.0.5:6379', 'redis://10.0.0.5:6379'],
  ['rediss://user:secret@redis.example.org:6380/2', 'rediss://redis.example.org:6380/2'],
])('%s is shown as %s', (url, text) => expect(new RedisAddress(url).text).toBe(text));

test.each(['localhost:6379', 'http://localhost', 'redis://', '', 'redis'])('"%s" is no address of a Redis', (url) =>
  expect(() => new RedisAddress(url)).toThrow(
    '--redis is no address of a Redis; expected one such as redis://10.0.0.5:6379',
  ),
);
