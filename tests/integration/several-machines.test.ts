import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RUN_DB } from '../../pipeline/checkpoints/checkpoints.ts';
import { cartwright, type Started, startCartwright, watchCartwright, workFolder } from '../fixtures/command-line.ts';
import { differingFiles } from '../fixtures/model-runs.ts';
import { RedisServer, redisInstalled } from '../fixtures/redis-server.ts';
import { stepsKept } from '../fixtures/run-db.ts';
import { Workers } from '../fixtures/workers.ts';

const SAME = ['accepted.jsonl', 'rejected.jsonl', 'ledger.jsonl', 'manifest.json'];

const { folder, discard } = workFolder();
afterAll(discard);

const commandOf = (run: string, ...options: string[]) => [
  ...['build:dataset', '--per-intent', '2', '--out', run],
  ...options,
];

/** Steps of a run's tasks that were put down so far. */
const stepsOf = (run: string) => stepsKept(join(folder, run, RUN_DB)).length;

/** Waits until a run has put down so many steps. */
async function runReaches(run: string, steps: number): Promise<void> {
  while (stepsOf(run) < steps) await pause(5);
}

/** Waits until what is said, part by part, holds something. */
function heard(what: RegExp, listen: (hear: (text: string) => void) => void): Promise<void> {
  let said = '';
  return new Promise((resolve) => {
    listen((text) => {
      said += text;
      if (what.test(said)) resolve();
    });
  });
}

describe.skipIf(!redisInstalled)('a run on workers that share a Redis', () => {
  let redis: RedisServer;
  let workers: Workers;
  /** The one that is not killed, and goes on through all tests: each loads the program twice. */
  let lasting: Started;
  const onWorkers = (run: string) => commandOf(run, '--executor', 'bullmq', '--redis', redis.url);

  beforeAll(async () => {
    redis = await RedisServer.start();
    workers = new Workers(folder, redis);
    const { code, stderr } = await cartwright(folder, ...commandOf('alone', '--workers', '1'));
    expect(code, stderr).toBe(0);
  });

  afterAll(async () => {
    await workers.killAll();
    await redis.kill();
  });

  test('is the run of one process, to the byte, though one of two workers is killed and then Redis', async () => {
    const killed = workers.start();
    lasting = workers.start();
    const { ended, onOutput } = watchCartwright(folder, ...onWorkers('struck'));
    await heard(/ done, /, (hear) => killed.child.stdout?.on('data', hear));
    killed.child.kill('SIGKILL');
    await runReaches('struck', 30);
    const isAway = heard(/does not answer/, onOutput);
    await redis.kill();
    await isAway;
    await redis.startAgain();
    const { code, stderr } = await ended;
    expect(code, stderr).toBe(0);
    expect(stderr).toMatch(/Redis at redis:\/\/127\.0\.0\.1:\d+ is back; \d+ jobs? (?:is|are) out/);
    expect(differingFiles(join(folder, 'alone'), join(folder, 'struck'), SAME)).toEqual([]);
    expect(existsSync(join(folder, 'struck', '.work', 'jobs'))).toBe(false);
  });

  test('goes on where it was when its coordinator is killed', async () => {
    const { child, ended } = startCartwright(folder, ...onWorkers('orphaned'));
    await runReaches('orphaned', 30);
    child.kill('SIGKILL');
    await ended;
    const { code, stderr } = await cartwright(folder, ...onWorkers('orphaned'));
    expect(code, stderr).toBe(0);
    expect(stderr).toMatch(/^resuming: \d+ tasks of an earlier start kept/m);
    expect(differingFiles(join(folder, 'alone'), join(folder, 'orphaned'), SAME)).toEqual([]);
  });

  test('ends in good order when it is interrupted, and so does a worker', async () => {
    const { ended, stop } = watchCartwright(folder, ...onWorkers('interrupted'));
    await runReaches('interrupted', 10);
    stop('SIGINT');
    const { code, stderr } = await ended;
    expect(code, stderr).toBe(130);
    expect(stderr).toMatch(/^interrupted; \d+ tasks are kept as far as they came; run the same command again/m);
    lasting.child.kill('SIGTERM');
    const stopped = await lasting.ended;
    expect(stopped.code, stopped.stderr).toBe(0);
    expect(stopped.stdout).toMatch(/^stopping; \d+ jobs? under way$/m);
    // What is under way on a busy machine keeps it so long that it says so.
    expect(stopped.stderr).toMatch(/^(?:finishing what is under way; .*\n)?$/);
  });
});

test('a Redis that is not there is one sentence, for a run and for a worker', async () => {
  const nobody = 'redis://user:secret@127.0.0.1:1';
  const run = await cartwright(folder, ...commandOf('nowhere', '--executor', 'bullmq', '--redis', nobody));
  const worker = await cartwright(folder, 'worker', '--redis', nobody);
  for (const { code, stderr } of [run, worker]) {
    expect(code, stderr).toBe(2);
    expect(stderr).toBe(
      '--redis names redis://127.0.0.1:1, which does not answer (connect ECONNREFUSED 127.0.0.1:1); start a Redis there or name another\n',
    );
  }
  expect(existsSync(join(folder, 'nowhere'))).toBe(false);
});
