import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LedgerLine } from '../../schemas/run.ts';
import { cartwright, type Ended, workFolder } from '../fixtures/command-line.ts';
import {
  asking,
  COMPETENT,
  closedEndpoint,
  differingFiles,
  linesIn,
  SURVIVED,
  sharedBy,
  smallRun,
} from '../fixtures/model-runs.ts';
import { type MockEndpoint, startMockEndpoint } from '../mock-endpoint/mock-endpoint.ts';
import type { RequestRecord } from '../mock-endpoint/request-log.ts';

const { folder, discard } = workFolder();
afterAll(discard);

const manifestOf = (run: string) =>
  JSON.parse(readFileSync(join(folder, run, 'manifest.json'), 'utf8')) as {
    counts: Record<string, Record<string, number>>;
  };

/** What can be done to every reply: each of them is done to one request of its own, so that none is left to chance. */
const MECHANICAL = SURVIVED.filter((kind) => !['leak', 'tamper', 'obey'].includes(kind));
/** One in five of the first for certain, and a seventh of all others by chance: three in ten of them all. */
const EVERY = 5;

/** What the model of the tests says where it leaks, tampers or obeys, and what mechanical faults put into a reply. */
const SPOILED =
  /In short, |It is all about|Simply the best\.|I ignore the plan|"anything"|it is the very best of all|confidence_note|about that|"r5\d"|cl_5\d|and so on and so on/;

function expectConserved(run: string): void {
  const ledger = linesIn<LedgerLine>(folder, run, 'ledger.jsonl');
  const { counts } = manifestOf(run);
  for (const [intent, { planned, accepted, rejected, surplus, failed, pending }] of Object.entries(counts)) {
    const of = (status: string) => ledger.filter((line) => line.intent === intent && line.status === status).length;
    expect(planned, intent).toBe(ledger.filter((line) => line.intent === intent).length);
    expect({ accepted, rejected, surplus, failed, pending }, intent).toEqual({
      accepted: of('accepted'),
      rejected: of('rejected'),
      surplus: of('surplus'),
      failed: 0,
      pending: of('pending'),
    });
    expect(planned).toBe(accepted! + rejected! + surplus! + pending!);
  }
  expect(ledger.map(({ intent }) => intent).filter((intent) => !Object.hasOwn(counts, intent))).toEqual([]);
}

function figures(title: string, { stats }: MockEndpoint): void {
  const { requests, delivered, byTrouble } = stats;
  const met = Object.values(byTrouble).reduce((sum, count) => sum + count, 0);
  const kinds = SURVIVED.map((kind) => `${kind} ${byTrouble[kind] ?? 0}`).join(', ');
  console.log(
    `${title}: ${requests} requests, ${delivered} replies, ${met} misbehaved (${Math.round((100 * met) / requests)} %): ${kinds}`,
  );
}

const RUNS = [
  [
    'ecomagentbench',
    16,
    [
      ...['build:dataset', '--intents', 'product_search,rating_quality,coupon_budget,review_driven'],
      ...['--per-intent', '4', '--writer', 'openai', '--replies', 'ecomagentbench.db', '--out', 'ecomagentbench'],
    ],
  ],
  ['shoppingbench', 9, smallRun('shoppingbench')],
] as const;

/** Runs a command with an endpoint that misbehaves. */
async function recordedRun(run: string, command: readonly string[]) {
  const endpoint = await startMockEndpoint({
    ...COMPETENT,
    latency: { fixedMs: 5, jitterMs: 10 },
    faults: MECHANICAL.map((fault, place) => ({
      fault,
      times: 1,
      // Never to a request that comes again: what fails six times in a row waits for a minute.
      when: ({ number, seen }) => seen === 0 && number >= (place + 1) * EVERY,
    })),
    seededFaults: { seed: 8, rates: sharedBy(SURVIVED, 0.14) },
    faultSettings: { delayMs: 1500, contentBytes: 200_000 },
  });
  let ended = await asking(endpoint, folder, ...command);
  // A request that fails six times in a row leaves its task open, and the run says to start it again.
  for (let again = 0; again < 2 && /after \d+ attempts/.test(ended.stderr); again++)
    ended = await asking(endpoint, folder, ...command);
  figures(run, endpoint);
  // Rejects where the model of the tests itself broke.
  await endpoint.close();
  return { endpoint, ended };
}

/** They mostly wait, so they go on beside each other. */
const recorded = new Map<string, ReturnType<typeof recordedRun>>();
beforeAll(() => {
  for (const [run, , command] of RUNS) recorded.set(run, recordedRun(run, command));
});
const recordingOf = (run: string) => recorded.get(run) as ReturnType<typeof recordedRun>;

describe.each(RUNS)('%s, with three replies in ten misbehaving', (run, wanted) => {
  let endpoint: MockEndpoint;
  let ended: Ended;
  beforeAll(async () => {
    ({ endpoint, ended } = await recordingOf(run));
  });

  test('every quota is met', () => {
    expect(linesIn(folder, run, 'accepted.jsonl')).toHaveLength(wanted);
    // A judge that said nothing usable three times in a row leaves its task open, and another takes its place; only
    // what was never answered is to be asked for again.
    const isOpen = /run the same command again to ask for what is missing/.test(ended.stderr);
    expect(ended.code, ended.stderr).toBe(isOpen ? 3 : 0);
  });

  test('it did misbehave, in every way there was a request for', () => {
    const { requests, byTrouble } = endpoint.stats;
    const times = SURVIVED.reduce((sum, kind) => sum + (byTrouble[kind] ?? 0), 0);
    expect(times / requests).toBeGreaterThan(0.15);
    const due = MECHANICAL.slice(0, Math.floor(requests / EVERY) - 1);
    expect(due.filter((kind) => byTrouble[kind] === undefined)).toEqual([]);
  });

  test('nothing vanishes: ledger and manifest tell one story, and no task failed', () => expectConserved(run));

  test('no reply that had arrived was asked for again', () => {
    expect(endpoint.repeatedAfterSuccess().map(({ number, digest }: RequestRecord) => ({ number, digest }))).toEqual(
      [],
    );
    expect(endpoint.repeatedUnderWay()).toEqual([]);
  });

  test('no accepted sample holds a leaked or altered text', async () => {
    const spoiled = linesIn<{ id: string }>(folder, run, 'accepted.jsonl').filter((sample) =>
      SPOILED.test(JSON.stringify(sample)),
    );
    expect(spoiled.map(({ id }) => id)).toEqual([]);
    const { code, stdout, stderr } = await cartwright(folder, 'verify', run);
    expect(code, stdout + stderr).toBe(0);
  });
});

describe('a replay of recorded replies', () => {
  const replay = async (out: string, replies: string) =>
    asking(await closedEndpoint(), folder, ...smallRun(out, '--writer', 'replay', '--replies', replies));

  test('with the network denied it gives the bytes of the run that recorded them', async () => {
    const { code, stderr } = await replay('replayed', 'shoppingbench.db');
    expect(code, stderr).toBe((await recordingOf('shoppingbench')).ended.code);
    const files = [
      'accepted.jsonl',
      'splits/train.jsonl',
      'splits/test.jsonl',
      'rejected.jsonl',
      'ledger.jsonl',
      // With the digest of the dataset.
      'manifest.json',
    ];
    expect(differingFiles(join(folder, 'shoppingbench'), join(folder, 'replayed'), files)).toEqual([]);
    const verified = await cartwright(folder, 'verify', 'replayed');
    expect(verified.code, verified.stdout + verified.stderr).toBe(0);
  });

  test('into the folder of the run itself changes nothing and announces no other settings', async () => {
    const before = readFileSync(join(folder, 'shoppingbench', 'manifest.json'), 'utf8');
    const { stderr } = await replay('shoppingbench', 'shoppingbench.db');
    expect(stderr).not.toContain('other settings');
    expect(readFileSync(join(folder, 'shoppingbench', 'manifest.json'), 'utf8')).toBe(before);
  });

  test('leaves pending what the model never answered, as the run did, and says what to do', async () => {
    const endpoint = await startMockEndpoint({
      ...COMPETENT,
      faults: [{ fault: 'context_length', times: 1, when: ({ number }) => number === 9 }],
    });
    const recorded = await asking(endpoint, folder, ...smallRun('pending', '--concurrency', '2'));
    await endpoint.close();
    expect(recorded.code, recorded.stderr).toBe(3);
    const { code, stderr } = await replay('pending-again', 'pending.db');
    expect(code, stderr).toBe(3);
    expect(stderr.trimEnd().split('\n').at(-1)).toMatch(
      /^1 task is pending \(gpt-4\.1-mini gave no reply as .* for task shoppingbench-.* when it was asked 1 time, last 400: .*\); as in the run that recorded the replies: run it again with --writer openai /,
    );
    expect(differingFiles(join(folder, 'pending'), join(folder, 'pending-again'), ['manifest.json'])).toEqual([]);
  });

  test('a reply that is not there ends it with one sentence that names the task', async () => {
    copyFileSync(join(folder, 'shoppingbench.db'), join(folder, 'gap.db'));
    // Of a task that was never finished a replay misses nothing.
    const [{ id: task } = { id: '' }] = linesIn<{ id: string }>(folder, 'shoppingbench', 'accepted.jsonl');
    const database = new DatabaseSync(join(folder, 'gap.db'));
    // With a failed call before it, what is gone would pass for a question that was never answered.
    for (const table of ['replies', 'failures']) database.prepare(`DELETE FROM ${table} WHERE task_id = ?`).run(task);
    database.close();
    const { code, stdout, stderr } = await replay('gap', 'gap.db');
    expect(code, stderr).toBe(2);
    expect(stdout).toBe('');
    const told = stderr
      .trimEnd()
      .split('\n')
      .filter((line) => line.includes(task));
    expect(told, stderr).toHaveLength(1);
    expect(stderr.trimEnd().split('\n').at(-1)).toBe(told[0]);
    expect(stderr).not.toMatch(/\bat file:|this is a bug/);
  });
});

describe('an endpoint that refuses parameters', () => {
  test.each([
    ['schemas, temperature and max_tokens', ['json_schema', 'temperature', 'max_tokens']],
    ['every JSON mode', ['json_schema', 'json_object']],
  ] as const)('%s: the run works, and each refusal is learned once', async (_, refuses) => {
    const endpoint = await startMockEndpoint({ ...COMPETENT, refuses, latency: { fixedMs: 20 } });
    const run = `refuses-${refuses.length}`;
    const { code, stderr } = await asking(endpoint, folder, ...smallRun(run));
    const { byStatus, byTrouble } = endpoint.stats;
    await endpoint.close();
    expect(code, stderr).toBe(0);
    expect(linesIn(folder, run, 'accepted.jsonl')).toHaveLength(9);
    for (const refusal of refuses) expect(byTrouble[`refused_${refusal}`], refusal).toBeGreaterThan(0);
    console.log(`refusing ${refuses.join(', ')}: ${JSON.stringify(byStatus)} ${JSON.stringify(byTrouble)}`);
    // The first requests go out at once, before anything can have been learned.
    expect(byStatus[400]).toBeLessThanOrEqual(8 * refuses.length);
  });
});
