import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { beforeAll, describe, expect, test } from 'vitest';
import { cartwright, PACKAGE_ROOT, PROGRAM } from '../fixtures/command-line.ts';
import { knownIn, leaksInBytes } from '../fixtures/episode-leaks.ts';
import { type PlayableRun, playableRun } from '../fixtures/episodes.ts';
import { playOf } from '../fixtures/served-run.ts';

/** Of the client: a start takes a minute where other work keeps the machine busy. */
const PATIENT = { timeout: 240_000 };

/** Starts `play --mcp` as a client does, makes the calls of a list, and goes. */
async function playedOverStdio(
  { folder, catalog }: PlayableRun,
  { task, calls, mode }: { task: string; calls: Awaited<ReturnType<typeof playOf>>['calls']; mode: 'legacy' | 'auto' },
) {
  const result = join(folder, `result-${task}-${calls.length}-${mode}.json`);
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
  const args = [PROGRAM, 'play', folder, '--catalog', catalog, '--mcp', '--task', task, '--result', result];
  const transport = new StdioClientTransport({ command: process.execPath, args, cwd: PACKAGE_ROOT, stderr: 'pipe' });
  await client.connect(transport, PATIENT);
  const received: unknown[] = [client.getInstructions(), await client.listTools(undefined, PATIENT)];
  for (const { tool, arguments: given } of calls)
    received.push(await client.callTool({ name: tool, arguments: given as Record<string, unknown> }, PATIENT));
  await client.close();
  return { received: JSON.stringify(received), result: JSON.parse(readFileSync(result, 'utf8')) };
}

describe('a task over MCP on standard input and output', () => {
  let run: PlayableRun;
  beforeAll(async () => {
    run = await playableRun('ecomagentbench');
  });

  // With clients of the older revision every-wire.test.ts plays, tasks of all families.
  test('the oracle is worth what it is worth at home, to a client that finds out which revision is spoken', async () => {
    const play = await playOf('oracle', run, 0);
    const { task, calls } = play;
    const { result, received } = await playedOverStdio(run, { task: task.agentId, calls, mode: 'auto' });
    expect([result.end, result.grade.success, result.grade.reward]).toEqual([play.end, play.success, play.reward]);
    expect(leaksInBytes(received, run.samples[0], knownIn(play.state, play.calls))).toEqual([]);
  });

  test('a client that goes has given up', async () => {
    const { result } = await playedOverStdio(run, { task: run.tasks[0]?.agentId ?? '', calls: [], mode: 'legacy' });
    expect(result).toMatchObject({ end: 'gave_up', grade: { reward: 0 } });
  });
});

test('a task that is not there is said in a sentence', async () => {
  const { folder, catalog } = await playableRun('ecomagentbench');
  const { code, stderr } = await cartwright(
    PACKAGE_ROOT,
    'play',
    folder,
    '--catalog',
    catalog,
    '--mcp',
    '--task',
    'none',
  );
  expect([code, stderr]).toEqual([2, expect.stringMatching(/^--task: there is no task "none" in .*test\.jsonl\n$/)]);
});
