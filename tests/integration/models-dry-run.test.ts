import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ReplyStore } from '../../models/reply-store.ts';
import { type Ended, workFolder } from '../fixtures/command-line.ts';
import { asking, COMPETENT, closedEndpoint, smallRun, startAsking } from '../fixtures/model-runs.ts';
import { type MockEndpoint, startMockEndpoint } from '../mock-endpoint/mock-endpoint.ts';

const PATIENT = 120_000;
const { folder, discard } = workFolder();
afterAll(discard);

/** What is told of a run, each sentence on one line. */
const sentencesOf = ({ stdout }: Ended) => stdout.replace(/\n {2}/g, ' ').split('\n');

/** Least calls of a role that a dry run says. */
const callsOf = (told: Ended, role: string): number => {
  const line = sentencesOf(told).find((text) => text.startsWith(`${role} (`)) ?? '';
  return line.includes('nothing to ask') ? 0 : Number(/: ([\d,]+)/.exec(line)?.[1]?.replaceAll(',', ''));
};

let before: Ended;
let after: Ended;
let otherJudge: Ended;
let endpoint: MockEndpoint;

beforeAll(async () => {
  const nowhere = await closedEndpoint();
  before = await asking(nowhere, folder, ...smallRun('run', '--dry-run'));
  expect(existsSync(join(folder, 'run.db'))).toBe(false);
  endpoint = await startMockEndpoint(COMPETENT);
  const built = await asking(endpoint, folder, ...smallRun('run'));
  expect(built.code, built.stderr).toBe(0);
  after = await asking(nowhere, folder, ...smallRun('run', '--dry-run'));
  otherJudge = await asking(nowhere, folder, ...smallRun('run', '--dry-run', '--judge-model', 'gpt-4.1'));
}, PATIENT);
afterAll(() => endpoint.close());

test('a dry run with models needs no endpoint, and leaves nothing behind', () => {
  expect(before, before.stderr).toMatchObject({ code: 0 });
  expect(before.stdout).toMatch(/Nothing was asked or built; leave out --dry-run to build\.\n$/);
  expect(sentencesOf(before).find((line) => line.startsWith('together'))).toMatch(/0 replies are stored already$/);
});

test('it says calls, tokens and cost as ranges', () => {
  expect(sentencesOf(before).join('\n')).toMatch(
    /^query writer \(gpt-4\.1-mini\): \d+ to \d+ calls, [\d,]+ to [\d,]+ tokens in, [\d,]+ to [\d,]+ out, \$[\d.]+ to \$[\d.]+$/m,
  );
  expect(before.stdout).toMatch(/^together: /m);
});

test.each(['query_writer', 'judge'])('what a model that fails at nothing is asked as %s lies in the range', (role) => {
  const store = ReplyStore.open(join(folder, 'run.db'), { create: false });
  const asked = store.counts().find((counts) => counts.role === role)?.replies ?? 0;
  store.close();
  const least = callsOf(before, role.replaceAll('_', ' '));
  expect([least > 0, least <= asked, asked <= 3 * least]).toEqual([true, true, true]);
});

test('after the run nothing is left to ask', () => {
  expect(callsOf(after, 'query writer') + callsOf(after, 'judge')).toBe(0);
  expect(after.stdout).toMatch(/^together: 0 calls/m);
});

test('another judge is asked about the texts that are there; no text is asked for again', () => {
  expect(callsOf(otherJudge, 'query writer')).toBe(0);
  expect(callsOf(otherJudge, 'judge')).toBeGreaterThan(0);
});

test('what the run cost lies in the range that was told before it', () => {
  const line = sentencesOf(before).find((text) => text.startsWith('together')) ?? '';
  const [low, high] = [...line.matchAll(/\$([\d.]+)/g)].map(([, usd]) => Number(usd)) as [number, number];
  const store = ReplyStore.open(join(folder, 'run.db'), { create: false });
  const spent = store.counts().reduce((sum, { costNano }) => sum + costNano, 0) / 1e9;
  store.close();
  expect([spent >= low, spent <= high], `${low} to ${high}: ${spent}`).toEqual([true, true]);
});

test('one that is interrupted prints no count and says so', { timeout: PATIENT }, async () => {
  const { child, ended } = startAsking(
    await closedEndpoint(),
    folder,
    ...smallRun('never', '--per-intent', '2000', '--dry-run'),
  );
  await new Promise((resolve) => child.stderr?.once('data', resolve));
  child.kill('SIGINT');
  const { code, stdout, stderr } = await ended;
  expect(code, stderr).toBe(130);
  expect(stdout).not.toMatch(/calls|together|Nothing was asked/);
  expect(stderr.trimEnd().split('\n').at(-1)).toMatch(/^interrupted; nothing was asked or built, /);
});
