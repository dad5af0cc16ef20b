import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LedgerLine } from '../../schemas/run.ts';
import { cartwright, type Ended, workFolder } from '../fixtures/command-line.ts';
import { asking, COMPETENT, differingFiles, linesIn, SURVIVED, sharedBy, smallRun } from '../fixtures/model-runs.ts';
import { type MockEndpoint, startMockEndpoint } from '../mock-endpoint/mock-endpoint.ts';
import type { RequestRecord } from '../mock-endpoint/request-log.ts';

const PATIENT = { timeout: 180_000 };
const { folder, discard } = workFolder();
afterAll(discard);

const manifestOf = (run: string) =>
  JSON.parse(readFileSync(join(folder, run, 'manifest.json'), 'utf8')) as {
    counts: Record<string, Record<string, number>>;
  };

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

describe.each([
  [
    'ecomagentbench',
    16,
    (out: string) => [
      'build:dataset',
      '--per-intent',
      '2',
      '--writer',
      'openai',
      '--replies',
      `${out}.db`,
      '--out',
      out,
    ],
  ],
  ['shoppingbench', 9, (out: string) => smallRun(out)],
] as const)('%s, with three replies in ten misbehaving', (run, wanted, commandOf) => {
  let endpoint: MockEndpoint;
  let ended: Ended;
  beforeAll(async () => {
    endpoint = await startMockEndpoint({
      ...COMPETENT,
      latency: { fixedMs: 10, jitterMs: 20 },
      seededFaults: { seed: 7, rates: sharedBy(SURVIVED, 0.3) },
      faultSettings: { delayMs: 1500, contentBytes: 200_000 },
    });
    ended = await asking(endpoint, folder, ...commandOf(run));
    figures(run, endpoint);
    // Rejects where the model of the tests itself broke.
    await endpoint.close();
  }, 180_000);

  test('every quota is met', () => {
    expect(ended.code, ended.stderr).toBe(0);
    expect(linesIn(folder, run, 'splits', 'valid.jsonl')).toHaveLength(wanted);
  });

  test('it did misbehave, in nearly every way there is', () => {
    const { requests, byTrouble } = endpoint.stats;
    const met = SURVIVED.filter((kind) => (byTrouble[kind] ?? 0) > 0);
    const times = met.reduce((sum, kind) => sum + byTrouble[kind]!, 0);
    expect(times / requests).toBeGreaterThan(0.15);
    if (requests > 500) expect(met.length).toBeGreaterThanOrEqual(SURVIVED.length - 2);
  });

  test('nothing vanishes: ledger and manifest tell one story, and no task failed', () => expectConserved(run));

  test('no reply that had arrived was asked for again', () => {
    expect(endpoint.repeatedAfterSuccess().map(({ number, digest }: RequestRecord) => ({ number, digest }))).toEqual(
      [],
    );
    expect(endpoint.repeatedUnderWay()).toEqual([]);
  });

  test('no accepted sample holds a leaked or altered text', PATIENT, async () => {
    const spoiled = linesIn<{ id: string }>(folder, run, 'splits', 'valid.jsonl').filter((sample) =>
      SPOILED.test(JSON.stringify(sample)),
    );
    expect(spoiled.map(({ id }) => id)).toEqual([]);
    const { code, stdout, stderr } = await cartwright(folder, 'verify', run);
    expect(code, stdout + stderr).toBe(0);
  });
});

describe('a replay of recorded replies', () => {
  // Nothing listens there.
  const denied = { url: 'http://127.0.0.1:9/v1', key: 'sk-nobody-ever-sees-this' };
  const replay = (out: string, replies: string) =>
    asking(denied, folder, ...smallRun(out, '--writer', 'replay', '--replies', replies));

  test('with the network denied it gives the bytes of the run that recorded them', PATIENT, async () => {
    const { code, stderr } = await replay('replayed', 'shoppingbench.db');
    expect(code, stderr).toBe(0);
    const files = [
      'splits/valid.jsonl',
      'splits/train.jsonl',
      'splits/test.jsonl',
      'splits/rejected.jsonl',
      'ledger.jsonl',
    ];
    expect(differingFiles(join(folder, 'shoppingbench'), join(folder, 'replayed'), files)).toEqual([]);
  });

  test('a reply that is not there ends it with one sentence that names the task', PATIENT, async () => {
    copyFileSync(join(folder, 'shoppingbench.db'), join(folder, 'gap.db'));
    const database = new DatabaseSync(join(folder, 'gap.db'));
    const { task } = database.prepare('SELECT task_id AS task FROM replies LIMIT 1 OFFSET 20').get() as {
      task: string;
    };
    database.prepare('DELETE FROM replies WHERE task_id = ?').run(task);
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
  ] as const)('%s: the run works, and each refusal is learned once', PATIENT, async (_, refuses) => {
    const endpoint = await startMockEndpoint({ ...COMPETENT, refuses, latency: { fixedMs: 20 } });
    const run = `refuses-${refuses.length}`;
    const { code, stderr } = await asking(endpoint, folder, ...smallRun(run));
    const { byStatus, byTrouble } = endpoint.stats;
    await endpoint.close();
    expect(code, stderr).toBe(0);
    expect(linesIn(folder, run, 'splits', 'valid.jsonl')).toHaveLength(9);
    for (const refusal of refuses) expect(byTrouble[`refused_${refusal}`], refusal).toBeGreaterThan(0);
    console.log(`refusing ${refuses.join(', ')}: ${JSON.stringify(byStatus)} ${JSON.stringify(byTrouble)}`);
    // The first requests go out at once, before anything can have been learned.
    expect(byStatus[400]).toBeLessThanOrEqual(8 * refuses.length);
  });
});
