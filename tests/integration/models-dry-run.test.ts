import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ReplyStore } from '../../models/reply-store.ts';
import { type Ended, workFolder } from '../fixtures/command-line.ts';
import { asking, COMPETENT, closedEndpoint, smallRun, watchAsking } from '../fixtures/model-runs.ts';
import { type MockEndpoint, startMockEndpoint } from '../mock-endpoint/mock-endpoint.ts';

const { folder, discard } = workFolder();
afterAll(discard);

/** A run of which most is told in little time. */
const fewSamples = (out: string, ...options: readonly string[]) => smallRun(out, '--per-intent', '1', ...options);

/** What is told of a run, each sentence on one line. */
const sentencesOf = ({ stdout }: Ended) => stdout.replace(/\n {2}/g, ' ').split('\n');

/** Least calls of a role that a dry run says. */
const callsOf = (told: Ended, role: string): number => {
  const line = sentencesOf(told).find((text) => text.startsWith(`${role} (`)) ?? '';
  return line.includes('nothing to ask') ? 0 : Number(/: ([\d,]+)/.exec(line)?.[1]?.replaceAll(',', ''));
};

/** A run that a misbehaving model does not end. */
const misledRun = (out: string, ...options: readonly string[]) => [
  ...['build:dataset', '--writer', 'openai', '--per-intent', '1', '--max-candidates', '3', '--replies', `${out}.db`],
  ...['--intents', 'product_search,review_driven', '--out', out, '--max-unusable', '100000', ...options],
];

let before: Ended;
let after: Ended;
let otherJudge: Ended;
let misled: Ended;
let endpoint: MockEndpoint;

beforeAll(async () => {
  const nowhere = await closedEndpoint();
  before = await asking(nowhere, folder, ...fewSamples('run', '--dry-run'));
  expect(existsSync(join(folder, 'run.db'))).toBe(false);
  endpoint = await startMockEndpoint(COMPETENT);
  const built = await asking(endpoint, folder, ...fewSamples('run'));
  expect(built.code, built.stderr).toBe(0);
  after = await asking(nowhere, folder, ...fewSamples('run', '--dry-run'));
  otherJudge = await asking(nowhere, folder, ...fewSamples('run', '--dry-run', '--judge-model', 'gpt-4.1'));
  misled = await asking(nowhere, folder, ...misledRun('misled', '--dry-run'));
});
afterAll(() => endpoint.close());

test('a dry run with models needs no endpoint, and leaves nothing behind', () => {
  expect(before, before.stderr).toMatchObject({ code: 0 });
  expect(before.stdout).toMatch(/Nothing was asked or built; leave out --dry-run to build\.\n$/);
  expect(sentencesOf(before).find((line) => line.startsWith('together'))).toMatch(/0 replies are stored already$/);
});

test('it says calls, tokens and cost as ranges', () => {
  expect(sentencesOf(before).join('\n')).toMatch(
    /^query writer \(gpt-4\.1-mini\): \d+ calls, [\d,]+ to [\d,]+ tokens in, [\d,]+ to [\d,]+ out, \$[\d.]+ to \$[\d.]+$/m,
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

/** The most calls and dollars that a dry run says. */
function highOf(told: Ended): { readonly calls: number; readonly usd: number } {
  const line = sentencesOf(told).find((text) => text.startsWith('High: '));
  const [, calls = '', usd = ''] = /^High: never more than ([\d,]+) calls?, \$([\d.]+) /.exec(line ?? '') ?? [];
  return { calls: Number(calls.replaceAll(',', '')), usd: Number(usd) };
}

test('what the run cost lies in the range that was told before it', () => {
  const line = sentencesOf(before).find((text) => text.startsWith('together')) ?? '';
  const low = Number(/\$([\d.]+)/.exec(line)?.[1]);
  const high = highOf(before).usd;
  const store = ReplyStore.open(join(folder, 'run.db'), { create: false });
  const spent = store.counts().reduce((sum, { costNano }) => sum + costNano, 0) / 1e9;
  store.close();
  expect([spent >= low, spent <= high], `${low} to ${high}: ${spent}`).toEqual([true, true]);
});

test.each([
  ['sends nothing usable', { respond: () => 'I like turtles.' }],
  [
    'writes what every gate turns down, and fails now and then',
    { seededFaults: { seed: 5, rates: { server_error: 0.2, leak: 0.4, obey: 0.4 } } },
  ],
] as const)('High is never passed, also by a model that %s', async (name, misbehaviour) => {
  const out = name.replaceAll(/\W+/g, '-');
  const high = highOf(misled);
  const bad = await startMockEndpoint({ ...COMPETENT, checksSchemas: false, ...misbehaviour });
  const { code, stderr } = await asking(bad, folder, ...misledRun(out));
  await bad.close();
  expect(code, stderr).toBe(3);
  const store = ReplyStore.open(join(folder, `${out}.db`), { create: false });
  const spent = store.spentNano() / 1e9;
  store.close();
  console.log(`${name}: ${bad.stats.requests} of ${high.calls} calls, $${spent} of $${high.usd}`);
  expect(bad.stats.requests).toBeGreaterThan(20);
  expect(bad.stats.requests).toBeLessThanOrEqual(high.calls);
  expect(spent).toBeLessThanOrEqual(high.usd);
});

test("limits of one's own end the range", async () => {
  const limits = ['--max-calls', '5', '--budget-usd', '0.01'];
  const few = fewSamples('limited', '--intents', 'products_finder', '--dry-run', ...limits);
  expect(highOf(await asking(await closedEndpoint(), folder, ...few))).toEqual({ calls: 5, usd: 0.01 });
});

test('one that is interrupted prints no count and says so', async () => {
  const { ended, onOutput, stop } = watchAsking(
    await closedEndpoint(),
    folder,
    ...smallRun('never', '--per-intent', '2000', '--dry-run'),
  );
  await new Promise<unknown>(onOutput);
  stop('SIGINT');
  const { code, stdout, stderr } = await ended;
  expect(code, stderr).toBe(130);
  expect(stdout).not.toMatch(/calls|together|Nothing was asked/);
  expect(stderr.trimEnd().split('\n').at(-1)).toMatch(/^interrupted; nothing was asked or built, /);
});
