import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nanoOf, Prices } from '../../models/prices.ts';
import { ReplyStore } from '../../models/reply-store.ts';
import { type Ended, workFolder } from '../fixtures/command-line.ts';
import {
  asking,
  COMPETENT,
  closedEndpoint,
  differingFiles,
  linesIn,
  sharedBy,
  smallRun,
  startAsking,
} from '../fixtures/model-runs.ts';
import { CONTENT_FAULTS } from '../mock-endpoint/fault-kinds.ts';
import { type MockEndpoint, startMockEndpoint } from '../mock-endpoint/mock-endpoint.ts';
import type { RequestRecord } from '../mock-endpoint/request-log.ts';

const SAME = ['accepted.jsonl', 'splits/train.jsonl', 'splits/test.jsonl', 'rejected.jsonl', 'ledger.jsonl'];
const KILLS = 2;
const INTENTS = 3;
const PER_INTENT = 5;
const CONCURRENCY = 8;

const { folder, discard } = workFolder();
afterAll(discard);

/**
 * Its contents are spoiled by the question alone, so an interrupted run gets those of an undisturbed one; it never fails
 * otherwise, so that every request is one that a reply was meant for.
 */
const steadyEndpoint = () =>
  startMockEndpoint({
    ...COMPETENT,
    latency: { fixedMs: 60, jitterMs: 60 },
    seededFaults: { seed: 11, rates: sharedBy(CONTENT_FAULTS, 0.2), sameContentAgain: true },
    faultSettings: { contentBytes: 50_000 },
  });

const commandOf = (run: string, ...options: readonly string[]) =>
  smallRun(run, '--per-intent', String(PER_INTENT), '--concurrency', String(CONCURRENCY), ...options);

const questionsAsked = ({ requests }: MockEndpoint): number => new Set(requests.map(({ digest }) => digest)).size;

/** What an endpoint charges: for every reply of its model, whether it arrived or not. */
function billedNano(requests: readonly RequestRecord[]): number {
  const prices = Prices.read();
  return requests.reduce((sum, { usage, model }) => {
    const used = { input_tokens: usage?.prompt_tokens ?? 0, output_tokens: usage?.completion_tokens ?? 0 };
    return sum + (prices.costOf(model ?? '', used) ?? Number.NaN);
  }, 0);
}

interface Cost {
  readonly cost_usd: number;
}
interface Spending {
  readonly this_start: Cost;
  readonly all_starts: Cost;
}

let undisturbed: MockEndpoint;
/** Mostly waits, so it goes on beside what is tested meanwhile. */
let unheard: Promise<Ended>;
beforeAll(async () => {
  unheard = asking(await closedEndpoint(), folder, ...commandOf('down'));
  undisturbed = await steadyEndpoint();
  const { code, stderr } = await asking(undisturbed, folder, ...commandOf('undisturbed'));
  await undisturbed.close();
  expect(code, stderr).toBe(0);
});

describe('a run that is killed in the middle, again and again', () => {
  let endpoint: MockEndpoint;
  let last: Ended;
  const kills: { readonly after: number; readonly kept: number; readonly lost: readonly string[] }[] = [];

  /** Which of the requests made so far have a reply in the store, by their digests. */
  function keptOf(requests: readonly RequestRecord[]): (record: RequestRecord) => boolean {
    const store = ReplyStore.open(join(folder, 'killed.db'), { create: false });
    const kept = new Set(requests.filter(({ digest }) => store.get(digest) !== null).map(({ digest }) => digest));
    store.close();
    return ({ digest }) => kept.has(digest);
  }

  beforeAll(async () => {
    endpoint = await steadyEndpoint();
    const { requests } = undisturbed.stats;
    for (let kill = 0; kill < KILLS; kill++) {
      const from = endpoint.requests.length;
      // Each kill in a stripe of its own of the undisturbed run's questions: the last stripe is left to the last start.
      const after = Math.ceil(((kill + Math.random()) * requests) / (KILLS + 1));
      const soFar = () => endpoint.requests.length > from && questionsAsked(endpoint) >= after;
      const { child, ended } = startAsking(endpoint, folder, ...commandOf('killed'));
      while (child.exitCode === null && !soFar()) await pause(1);
      await pause(Math.random() * 60);
      child.kill('SIGKILL');
      const { signal, stderr } = await ended;
      expect(signal, stderr).toBe('SIGKILL');
      // What was sent before the kill and is still on its way to the endpoint.
      await pause(300);
      const made = endpoint.requests.slice(from);
      const isKept = keptOf(made);
      const lost = made.filter((record) => !isKept(record));
      kills.push({ after, kept: made.length - lost.length, lost: lost.map(({ digest }) => digest) });
    }
    last = await asking(endpoint, folder, ...commandOf('killed'));
    const lost = kills.map((kill) => kill.lost.length);
    console.log(
      `${KILLS} kills after ${kills.map(({ after }) => after).join(', ')} questions, in flight ${lost.join(', ')}: ${endpoint.stats.requests} requests, undisturbed ${requests}`,
    );
    await endpoint.close();
  });

  test('is at last the run that was never disturbed, to the byte', () => {
    expect(last.code, last.stderr).toBe(0);
    expect(differingFiles(join(folder, 'undisturbed'), join(folder, 'killed'), SAME)).toEqual([]);
  });

  test('made no more requests than the undisturbed one and those in flight at the kills', () => {
    const lost = kills.map((kill) => kill.lost.length);
    expect(Math.max(...lost), JSON.stringify(kills)).toBeLessThanOrEqual(CONCURRENCY);
    const inFlight = lost.reduce((sum, count) => sum + count, 0);
    expect(endpoint.stats.requests, JSON.stringify(kills)).toBeLessThanOrEqual(undisturbed.stats.requests + inFlight);
  });

  test('asked again for nothing but what was in flight at a kill', () => {
    const lost = new Set(kills.flatMap((kill) => kill.lost));
    const asked = new Set<string>();
    const again = endpoint.requests.filter(({ digest }) => asked.has(digest) || !asked.add(digest));
    expect(again.filter(({ digest }) => !lost.has(digest)).map(({ number }) => number)).toEqual([]);
  });
});

describe('a budget of half of what the run costs', () => {
  let endpoint: MockEndpoint;
  let stopped: Ended;
  let capUsd = 0;
  let requestsAtCap = 0;
  let billAtCap = 0;

  beforeAll(async () => {
    endpoint = await steadyEndpoint();
    capUsd = Math.round(billedNano(undisturbed.requests) / 2 / 1000) / 1_000_000;
    stopped = await asking(endpoint, folder, ...commandOf('budget', '--budget-usd', String(capUsd)));
    requestsAtCap = endpoint.stats.requests;
    billAtCap = billedNano(endpoint.requests);
    console.log(
      `cap $${capUsd}: ${requestsAtCap} requests, bill $${billAtCap / 1e9}; ${stopped.stderr.split('\n').at(-2)}`,
    );
  });
  afterAll(() => endpoint.close());

  test('stops the run before it is passed, with a sentence that says what to do', () => {
    expect(stopped.code, stopped.stderr).toBe(3);
    expect(stopped.stdout).toBe('');
    const last = stopped.stderr.trimEnd().split('\n').at(-1);
    expect(last).toMatch(
      /^stopped: the budget of \$\S+ could be passed: .* with a higher --budget-usd to go on; \d+ tasks are kept as far as they came$/,
    );
    expect(billAtCap).toBeLessThanOrEqual(nanoOf(capUsd, 'the cap'));
  });

  test('does not stop it for nothing: most of the budget was used', () => {
    // One call that can cost as much as it may is the most that can be left.
    const mostOfOneCall = 2000 * 1600 + 20_000 * 400;
    expect(billAtCap).toBeGreaterThan(nanoOf(capUsd, 'the cap') - mostOfOneCall);
    expect(requestsAtCap).toBeLessThan(undisturbed.stats.requests);
  });

  test('that does not change leaves the run where it is, at no cost', async () => {
    const { code, stderr } = await asking(endpoint, folder, ...commandOf('budget', '--budget-usd', String(capUsd)));
    expect(code, stderr).toBe(3);
    expect(billedNano(endpoint.requests)).toBeLessThanOrEqual(nanoOf(capUsd, 'the cap'));
  });

  test('lets the run finish once it is raised, and nothing is paid twice', async () => {
    const raised = commandOf('budget', '--budget-usd', String(3 * capUsd));
    const { code, stdout, stderr } = await asking(endpoint, folder, ...raised);
    expect(code, stderr).toBe(0);
    expect(stdout).toMatch(/^model +calls .* cost {2}all starts$.*^together .*^budget: \$\S+ of \$\S+ spent/ms);
    expect(endpoint.stats.requests).toBe(undisturbed.stats.requests);
    expect(billedNano(endpoint.requests)).toBe(billedNano(undisturbed.requests));
    expect(differingFiles(join(folder, 'undisturbed'), join(folder, 'budget'), SAME)).toEqual([]);
    expect(linesIn(folder, 'budget', 'accepted.jsonl')).toHaveLength(INTENTS * PER_INTENT);
  });

  test('leaves a run.json that holds the cost of all starts, by role and in sum', () => {
    const { models } = JSON.parse(readFileSync(join(folder, 'budget', 'run.json'), 'utf8')) as {
      models: { roles: Record<string, Spending>; this_start: Cost; all_starts: Cost };
    };
    const nano = ({ cost_usd }: Cost) => nanoOf(cost_usd, 'the cost');
    expect(nano(models.all_starts)).toBe(billedNano(endpoint.requests));
    expect(nano(models.this_start)).toBeLessThan(nano(models.all_starts));
    const roles = Object.values(models.roles);
    expect(roles.reduce((sum, { all_starts }) => sum + nano(all_starts), 0)).toBe(nano(models.all_starts));
  });
});

test('a budget holds even where replies are lost that the model had written', async () => {
  const endpoint = await startMockEndpoint({
    ...COMPETENT,
    latency: { fixedMs: 20 },
    seededFaults: { seed: 5, rates: { reset_in_body: 0.25, truncated_body: 0.25 } },
  });
  const capUsd = Math.round(billedNano(undisturbed.requests) / 2 / 1000) / 1_000_000;
  const { code, stderr } = await asking(endpoint, folder, ...commandOf('lossy', '--budget-usd', String(capUsd)));
  await endpoint.close();
  const bill = billedNano(endpoint.requests);
  console.log(`cap $${capUsd}, half of the replies lost: bill $${bill / 1e9}; ${stderr.split('\n').at(-2)}`);
  expect(code, stderr).toBe(3);
  expect(stderr).toMatch(/^stopped: the budget of /m);
  expect(bill).toBeLessThanOrEqual(nanoOf(capUsd, 'the cap'));
});

describe('an endpoint that is down', () => {
  test('ends the run with a sentence that names it', async () => {
    const { code, stdout, stderr } = await unheard;
    expect(code, stderr).toBe(2);
    expect(stdout).toBe('');
    const last = stderr.trimEnd().split('\n').at(-1);
    expect(last).toMatch(/^stopped: http:\S+ has not answered once: check .* 6 attempts, last error ECONNREFUSED/);
    expect(last).toMatch(/ (?:kept as far as they came|no task was finished yet)$/);
    expect(stderr).not.toMatch(/\bat file:|this is a bug/);
  });

  test('has cost nothing once it is up again: the run is the undisturbed one', async () => {
    await unheard;
    const endpoint = await steadyEndpoint();
    const { code, stderr } = await asking(endpoint, folder, ...commandOf('down'));
    await endpoint.close();
    expect(code, stderr).toBe(0);
    expect(endpoint.stats.requests).toBe(undisturbed.stats.requests);
    expect(differingFiles(join(folder, 'undisturbed'), join(folder, 'down'), SAME)).toEqual([]);
  });
});
