import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, describe, expect, test, vi } from 'vitest';
import {
  cartwright,
  type Ended,
  type Started,
  startCartwright,
  watchCartwright,
  workFolder,
} from '../fixtures/command-line.ts';
import { respond } from '../fixtures/competent-model.ts';
import type { WarmCommand } from '../fixtures/warm-commands.ts';
import { type MockEndpoint, startMockEndpoint } from '../mock-endpoint/mock-endpoint.ts';
import type { MockOptions } from '../mock-endpoint/options.ts';

const KEY = 'sk-mock-for-runs-in-batches';
vi.stubEnv('OPENAI_API_KEY', KEY);
// Runs of one folder share the catalog.
const { folder: place, discard } = workFolder();
const endpoints: MockEndpoint[] = [];
afterAll(async () => {
  await Promise.all(endpoints.map((endpoint) => endpoint.close()));
  discard();
});

const DONE = { code: 0, signal: null };

interface World {
  readonly endpoint: MockEndpoint;
  /** Starts the command, the same one each time. */
  start(): Started;
  /** Starts it in a process that has run others, to be asked to stop. */
  watch(): WarmCommand;
  /** Runs the command to its end: in batches, or with the options given in place of that. */
  run(...more: readonly string[]): Promise<Ended>;
  /** Requests to the model, online and in batches. */
  asked(): readonly { readonly digest: string; readonly route: string }[];
  splits(): string;
}

async function worldWith(options: Partial<MockOptions> = {}): Promise<World> {
  const endpoint = await startMockEndpoint({ respond, digestHeader: 'x-client-request-id', key: KEY, ...options });
  endpoints.push(endpoint);
  const folder = mkdtempSync(join(place, 'world-'));
  const out = join(folder, 'run');
  const config = join(folder, 'config.yaml');
  writeFileSync(config, `batchPollSeconds: 0.1\nmodels: {default: {baseUrl: "${endpoint.url}"}}\n`);
  const args = [
    ...['build:dataset', '--family', 'shoppingbench', '--intents', 'products_finder', '--per-intent', '16'],
    ...['--writer', 'openai', '--model', 'gpt-4.1-mini', '--skip-judge', '--out', out],
    ...['--replies', join(folder, 'replies.db'), '--config', config],
  ];
  return {
    endpoint,
    start: () => startCartwright(place, ...args, '--batch'),
    watch: () => watchCartwright(place, ...args, '--batch'),
    run: (...more) => cartwright(place, ...args, ...(more.length === 0 ? ['--batch'] : more)),
    asked: () => endpoint.requests.filter(({ route }) => route === 'chat' || route === 'batch_line'),
    splits: () => readFileSync(join(out, 'splits', 'test.jsonl'), 'utf8'),
  };
}

const countOf = ({ endpoint }: World, route: string) =>
  endpoint.requests.filter((request) => request.route === route).length;

/** Waits for the first request of a route to be answered. */
async function seen(world: World, route: string): Promise<void> {
  for (;;) {
    if (world.endpoint.requests.some((request) => request.route === route && request.end !== null)) return;
    await pause(5);
  }
}

function expectNothingTwice(world: World): void {
  const asked = world.asked();
  expect(asked.length).toBeGreaterThan(10);
  expect(asked).toHaveLength(new Set(asked.map(({ digest }) => digest)).size);
}

const endOf = ({ code, signal }: Ended) => ({ code, signal });

/** What a run makes that nothing disturbs, asked online. */
let undisturbed: Promise<{ splits: string; digests: string[] }> | null = null;
const onlineRun = () =>
  (undisturbed ??= (async () => {
    const world = await worldWith();
    expect(endOf(await world.run('--concurrency', '4'))).toEqual(DONE);
    return {
      splits: world.splits(),
      digests: world
        .asked()
        .map(({ digest }) => digest)
        .sort(),
    };
  })());

async function expectAsOnline(world: World): Promise<void> {
  const { splits, digests } = await onlineRun();
  expect(world.splits()).toBe(splits);
  expect([...new Set(world.asked().map(({ digest }) => digest))].sort()).toEqual(digests);
}

// They mostly wait for their batches, so they go on beside each other.
describe.concurrent('a run in batches', () => {
  test('makes what an online run makes, with all but a few requests in batches and none twice', async () => {
    const world = await worldWith();
    expect(endOf(await world.run())).toEqual(DONE);
    expectNothingTwice(world);
    expect(countOf(world, 'chat')).toBeLessThan(8);
    expect(countOf(world, 'batch_line')).toBeGreaterThan(10);
    await expectAsOnline(world);
  });

  test('that is killed while a batch is under way collects it when it is started again', async () => {
    const world = await worldWith({ batches: { pollsPerStatus: 2 } });
    const first = world.start();
    await seen(world, 'batch');
    first.child.kill('SIGKILL');
    expect((await first.ended).signal).toBe('SIGKILL');
    expect(countOf(world, 'batch_line')).toBe(0);
    const submitted = countOf(world, 'create_batch');
    expect(endOf(await world.run())).toEqual(DONE);
    expectNothingTwice(world);
    expect(submitted).toBe(1);
    await expectAsOnline(world);
  });

  test('that is interrupted says in one sentence that its batch goes on', async () => {
    const world = await worldWith({ batches: { pollsPerStatus: 2 } });
    const first = world.watch();
    await seen(world, 'batch');
    first.stop('SIGINT');
    const { code, stderr } = await first.ended;
    expect(code).toBe(130);
    const sentence = stderr.trimEnd().split('\n').at(-1);
    expect(sentence).toMatch(/^interrupted; .*1 batch with \d+ requests under way.*run the same command again/);
    expect(endOf(await world.run())).toEqual(DONE);
    expectNothingTwice(world);
    await expectAsOnline(world);
  });

  test('is left alone by a second start in its folder, which is refused', async () => {
    const world = await worldWith({ batches: { pollsPerStatus: 1_000_000 } });
    const first = world.start();
    await seen(world, 'batch');
    // Without --batch a start that got hold of the folder would cancel what is under way.
    const second = await world.run('--concurrency', '4');
    expect([second.code, second.stderr.trimEnd().split('\n').at(-1)]).toEqual([
      2,
      expect.stringMatching(/is being written by process \d+; wait for it or choose another --out$/),
    ]);
    expect(countOf(world, 'cancel_batch')).toBe(0);
    first.child.kill('SIGKILL');
    await first.ended;
    const { code, stdout } = await world.run('--dry-run', '--batch');
    expect(code).toBe(0);
    expect(stdout.replace(/\n {2}/g, ' ')).toMatch(
      /^besides that in 1 batch under way: \d+ calls, .*; a start collects them$/m,
    );
  });

  test('that is killed before the provider named its batch finds it by its metadata', async () => {
    const world = await worldWith({ faults: [{ fault: 'slow', route: 'create_batch', times: 1 }] });
    const first = world.start();
    while (countOf(world, 'create_batch') === 0) await pause(5);
    await pause(100);
    first.child.kill('SIGKILL');
    await first.ended;
    expect(endOf(await world.run())).toEqual(DONE);
    expectNothingTwice(world);
    await expectAsOnline(world);
  });

  test('whose answer to a new batch is lost finds it by its metadata', async () => {
    const world = await worldWith({ faults: [{ fault: 'reset_before_headers', route: 'create_batch', times: 1 }] });
    expect(endOf(await world.run())).toEqual(DONE);
    expect(countOf(world, 'list_batches')).toBeGreaterThan(0);
    expectNothingTwice(world);
    await expectAsOnline(world);
  });

  test('submits again what expired and what failed, and nothing else', async () => {
    const failing = new Set<string>();
    const world = await worldWith({
      batches: { fate: ({ number }) => (number === 1 ? { ends: 'expired', executed: 0.5 } : {}) },
      faults: [
        {
          fault: 'server_error',
          route: 'batch_line',
          times: 2,
          when: ({ digest }) => failing.add(digest).size <= 2,
        },
      ],
    });
    expect(endOf(await world.run())).toEqual(DONE);
    expect(countOf(world, 'create_batch')).toBeGreaterThan(1);
    const again = world.asked().length - new Set(world.asked().map(({ digest }) => digest)).size;
    expect(again).toBe(2);
    expect(world.endpoint.repeatedAfterSuccess().filter(({ route }) => route === 'batch_line')).toEqual([]);
    await expectAsOnline(world);
  });

  test('goes on online when it is started again without --batch: its batch is cancelled, nothing is asked twice', async () => {
    const world = await worldWith({ batches: { pollsPerStatus: 4 } });
    const first = world.start();
    await seen(world, 'batch');
    first.child.kill('SIGKILL');
    await first.ended;
    expect(endOf(await world.run('--concurrency', '4'))).toEqual(DONE);
    expect(countOf(world, 'cancel_batch')).toBe(1);
    expectNothingTwice(world);
    await expectAsOnline(world);
  });
});

test.concurrent('an endpoint without a Batch API ends the run with a sentence', async () => {
  const world = await worldWith({ faults: [{ fault: 'unknown_model', route: 'upload_file' }] });
  const { code, stderr } = await world.run();
  expect(code).toBe(2);
  expect(stderr).toMatch(/stopped: http:\/\/127\.0\.0\.1:\d+\/v1 does not take a batch \(404.*leave out --batch/);
  expect(stderr).not.toContain(KEY);
});
