import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { workFolder } from '../fixtures/command-line.ts';
import { asking, COMPETENT, differingFiles, smallRun } from '../fixtures/model-runs.ts';
import { type MockEndpoint, startMockEndpoint } from '../mock-endpoint/mock-endpoint.ts';

const { folder, discard } = workFolder();
afterAll(discard);

let endpoint: MockEndpoint;
beforeAll(async () => {
  endpoint = await startMockEndpoint(COMPETENT);
});
afterAll(() => endpoint.close());

/** Calls the endpoint was sent meanwhile. */
async function callsDuring(work: () => Promise<void>): Promise<number> {
  const before = endpoint.stats.requests;
  await work();
  return endpoint.stats.requests - before;
}

test('all starts together make no more calls than allowed, and with more the run is the undisturbed one', async () => {
  const whole = await callsDuring(async () => {
    const { code, stderr } = await asking(endpoint, folder, ...smallRun('undisturbed'));
    expect(code, stderr).toBe(0);
  });
  const stoppedAt = async (most: number) => {
    const { code, stderr } = await asking(endpoint, folder, ...smallRun('capped', '--max-calls', String(most)));
    expect(code, stderr).toBe(3);
    const last = stderr.trimEnd().split('\n').at(-1);
    expect(last).toMatch(/^stopped: the limit of \d+ calls is reached: \d+ made by all starts of this folder, /);
    expect(stderr).toContain(`${most} of ${most} calls spent by all starts of this folder`);
  };
  expect(await callsDuring(() => stoppedAt(8))).toBe(8);
  expect(await callsDuring(() => stoppedAt(8))).toBe(0);
  expect(await callsDuring(() => stoppedAt(12))).toBe(4);
  const rest = await callsDuring(async () => {
    const { code, stderr } = await asking(endpoint, folder, ...smallRun('capped', '--max-calls', String(whole)));
    expect(code, stderr).toBe(0);
  });
  expect(rest).toBe(whole - 12);
  expect(differingFiles(join(folder, 'undisturbed'), join(folder, 'capped'), ['ledger.jsonl'])).toEqual([]);
});

test('calls that fail count as well', async () => {
  const failing = await startMockEndpoint({
    ...COMPETENT,
    seededFaults: { seed: 3, rates: { server_error: 0.5 } },
  });
  const { code, stderr } = await asking(failing, folder, ...smallRun('failing', '--max-calls', '15'));
  await failing.close();
  expect(code, stderr).toBe(3);
  expect(failing.stats.requests).toBe(15);
});

test('a limit that no part of a run can keep is refused with a sentence', async () => {
  const calls = await callsDuring(async () => {
    const { code, stderr } = await asking(endpoint, folder, ...smallRun('parts', '--shard', '1/8', '--max-calls', '7'));
    expect(code, stderr).toBe(2);
    expect(stderr).toBe('--max-calls 7 leaves none for each of 8 parts; give 8 or more, or fewer parts with --shard\n');
  });
  expect(calls).toBe(0);
});
