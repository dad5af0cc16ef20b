import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cartwright, workFolder } from '../fixtures/command-line.ts';
import { type FinishedFixture, finishedRun } from '../fixtures/finished-run.ts';
import { RedisServer, redisInstalled } from '../fixtures/redis-server.ts';
import { Workers } from '../fixtures/workers.ts';

const { folder, discard } = workFolder();
afterAll(discard);

describe.skipIf(!redisInstalled)('an evaluation by workers that share a Redis', () => {
  let redis: RedisServer;
  let workers: Workers;
  let run: FinishedFixture;
  const commandOf = (out: string, agent: string, ...options: string[]) => [
    ...['eval', join(run.folder, 'accepted.jsonl'), '--catalog', run.catalog, '--agent', agent],
    ...['--trials', '60', '--out', out, ...options],
  ];
  const byWorkers = (out: string, agent: string) =>
    cartwright(folder, ...commandOf(out, agent, '--executor', 'bullmq', '--redis', redis.url));
  const contentsOf = (out: string) =>
    ['episodes.jsonl', 'summary.json'].map((name) => readFileSync(join(folder, out, name), 'utf8'));

  beforeAll(async () => {
    redis = await RedisServer.start();
    workers = new Workers(folder, redis);
    run = finishedRun();
  });
  afterAll(async () => {
    await workers.killAll();
    await redis.kill();
  });

  test('is that of one process, to the byte, though a worker is killed in the middle', async () => {
    const alone = await cartwright(folder, ...commandOf('alone', 'asks-everything', '--workers', '1'));
    expect([0, 1], alone.stderr).toContain(alone.code);
    const killed = workers.start();
    const ended = byWorkers('struck', 'asks-everything');
    let isOver = false;
    const over = () => {
      isOver = true;
    };
    void ended.then(over, over);
    const episodes = join(folder, 'struck', 'episodes.jsonl');
    while (!isOver && !existsSync(episodes)) await pause(2);
    killed.child.kill('SIGKILL');
    workers.start();
    const { code, stderr } = await ended;
    expect([0, 1], stderr).toContain(code);
    expect(contentsOf('struck')).toEqual(contentsOf('alone'));
    expect(existsSync(join(folder, 'struck', '.work'))).toBe(false);
  });

  test('is refused in a sentence for an agent that waits for others', async () => {
    const { code, stderr } = await byWorkers('others', 'command:true');
    expect(code).toBe(2);
    expect(stderr).toMatch(/--executor bullmq has built-in agents play, and command:true waits for others/);
  });
});

test('an executor that is none is one sentence', async () => {
  const run = finishedRun();
  const options = ['--catalog', run.catalog, '--agent', 'nothing', '--out', 'none', '--executor', 'clouds'];
  const { code, stderr } = await cartwright(folder, 'eval', join(run.folder, 'accepted.jsonl'), ...options);
  expect([code, stderr]).toEqual([2, '--executor is "clouds", expected threads or bullmq\n']);
});
