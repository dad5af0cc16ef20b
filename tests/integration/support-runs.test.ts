import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lintFiles } from '../../cli/audit/foreign/files.ts';
import { familyNamed } from '../../families/index.ts';
import type { ToolCall } from '../../pipeline/episode.ts';
import { scriptedNamed, scriptedPlayer } from '../../shopping/episode/agents/scripted.ts';
import { drive } from '../../shopping/episode/drive.ts';
import { agentView, episode, episodeTask, openEpisodes } from '../../shopping/episode/index.ts';
import { smallRunOf } from '../fixtures/built-run.ts';
import { cartwright, workFolder } from '../fixtures/command-line.ts';
import { TRIES_EXHAUSTIVELY } from '../fixtures/property-runs.ts';
import { type ServedRun, servedHere } from '../fixtures/served-run.ts';

const FILES = ['accepted.jsonl', 'rejected.jsonl', 'ledger.jsonl'];

const { folder, discard } = workFolder();
afterAll(discard);

describe.each(['ecombench', 'mixecom'])('a small run of %s', (name) => {
  let run: string;
  let catalog: string;
  beforeAll(async () => {
    ({ folder: run, catalog } = await smallRunOf(name));
  });

  // Both are built by the same steps: where not every case is tried, those of one are.
  test.runIf(name === 'ecombench' || TRIES_EXHAUSTIVELY)('is the same with two workers, byte for byte', async () => {
    const again = `${name}-2`;
    const options = ['--family', name, '--per-intent', '1', '--out', again, '--workers', '2'];
    const { code, stderr } = await cartwright(folder, 'build:dataset', ...options);
    expect(code, stderr).toBe(0);
    const contents = (of: string) => FILES.map((file) => readFileSync(join(of, file), 'utf8'));
    expect(contents(join(folder, again))).toEqual(contents(run));
  });

  test('is served over MCP: the oracle wins, and an agent that gives up does not', async () => {
    const served: ServedRun = await servedHere({ folder: run, catalog });
    try {
      const calls = await oracleCalls();
      expect(await playOver(served, calls)).toMatchObject({ success: true, reward: 1 });
      expect(await playOver(served, [])).toMatchObject({ success: false });
      expect((await served.asked('GET', '/health')).episodes).toBe(0);
    } finally {
      await served.stop();
    }
  });

  test('is exported as a domain of tau2-bench that our own lint finds nothing wrong with', async () => {
    const out = join(folder, `${name}-tau2`);
    const { code, stderr } = await cartwright(
      folder,
      ...['export', run, '--catalog', catalog],
      '--to',
      'tau2',
      '--out',
      out,
    );
    expect(code, stderr).toBe(0);
    const { total } = await lintFiles([join(out, 'tasks.json')]);
    expect([total.linted, total.unreadable]).toEqual([samples().length, 0]);
    expect(total.counts.filter(({ isDefect, found }) => isDefect && found > 0)).toEqual([]);
    const splits = JSON.parse(readFileSync(join(out, 'split_tasks.json'), 'utf8'));
    expect(splits.base).toEqual(splits.test);
    const store = JSON.parse(readFileSync(join(out, 'db.json'), 'utf8')) as { users: { id: string }[] };
    const users = new Set(store.users.map(({ id }) => id));
    for (const { locked } of samples()) expect(users).toContain(locked.user_id);
    expect(readFileSync(join(out, 'policy.md'), 'utf8')).toMatch(/^# Rules of customer service/);
  });

  const samples = () =>
    readFileSync(join(run, 'accepted.jsonl'), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));

  /** What the oracle does with the first task of the run's split. */
  async function oracleCalls(): Promise<ToolCall[]> {
    const family = familyNamed(name);
    const opened = family.world.open(catalog);
    try {
      const world = await openEpisodes(family, opened, { manifest: null, samples: () => [] });
      const [line = ''] = readFileSync(join(run, 'splits', 'test.jsonl'), 'utf8').split('\n');
      const task = episodeTask(family, JSON.parse(line));
      const oracle = scriptedNamed('oracle', world.kind);
      if (oracle === undefined) throw new RangeError('oracle');
      const start = episode(task, world, { seed: 42, user: 'script' });
      const player = scriptedPlayer(oracle, { view: agentView(start), kind: world.kind, task, place: world.place });
      const { journal } = await drive(start, player);
      return journal.flatMap((event) => (event.type === 'turn' ? event.calls : []));
    } finally {
      opened.close();
    }
  }

  async function playOver(served: ServedRun, calls: readonly ToolCall[]) {
    const { id, mcp_url: url } = await served.asked('POST', '/episodes', { split: 'test', index: 0 });
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(new URL(url)));
    for (const { tool, arguments: args } of calls)
      await client.callTool({ name: tool, arguments: args as Record<string, unknown> });
    await client.close();
    const { grade } = await served.asked('POST', `/episodes/${id}/grade`);
    await served.asked('DELETE', `/episodes/${id}`);
    return grade;
  }
});
