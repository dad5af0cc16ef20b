import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import PQueue from 'p-queue';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FAMILIES } from '../../families/index.ts';
import { type BuiltRun, builtRun } from '../fixtures/built-run.ts';
import { PACKAGE_ROOT, PROGRAM, workFolder } from '../fixtures/command-line.ts';
import { type Python, pythonWith } from '../fixtures/python.ts';
import { playOf, type ServedRun, servedRun } from '../fixtures/served-run.ts';
import { WIRES_FILE, type WireRow } from '../fixtures/wires.ts';

/** WIRES=<n> plays so many tasks of each family, and writes down what they came to. */
const RENEWED = Number(process.env.WIRES ?? 0);
const TASKS = RENEWED || 2;
const PATIENT = 1_800_000;

/** What an agent does with a task of a family, what that is worth at home, and where it can be played. */
type Play = Awaited<ReturnType<typeof playOf>> & { readonly run: BuiltRun; readonly served: ServedRun };

/** A wire with the client that plays over it: what each play is worth there. */
interface Wire {
  readonly name: string;
  readonly client: string;
  readonly version: string;
  /** Null where the client is not installed. All plays at once, for a client in Python takes seconds to start. */
  rewards: ((plays: readonly Play[]) => Promise<number[]>) | null;
}

/** Makes the calls of several plays over MCP, one after the other. */
const MCP = `
import asyncio, json, sys
from mcp import ClientSession
from mcp.client.streamable_http import streamablehttp_client

async def main(plays):
    for play in plays:
        async with streamablehttp_client(play["url"]) as (read, write, _), ClientSession(read, write) as session:
            await session.initialize()
            for call in play["calls"]:
                await session.call_tool(call["tool"], call["arguments"])

asyncio.run(main(json.load(open(sys.argv[1]))))
`;

const OPENENV = `
import json, sys
from openenv.core.generic_client import GenericEnvClient

rewards = []
for play in json.load(open(sys.argv[1])):
    with GenericEnvClient(base_url=play["url"]).sync() as env:
        env.reset(task_id=play["task"])
        for call in play["calls"]:
            step = env.step({"type": "call_tool", "tool_name": call["tool"], "arguments": call["arguments"]})
        rewards.append(step.reward)
print(json.dumps(rewards))
`;

const ORS = `
import asyncio, json, sys
from openreward.api.environments.client import AsyncEnvironmentsAPI

async def main(plays):
    rewards = []
    for play in plays:
        api = AsyncEnvironmentsAPI(play["url"], play["token"])
        env = api.get(play["family"], variant=play["family"])
        task = await env.get_task(play["split"], play["index"])
        async with env.session(task=task) as session:
            for call in play["calls"]:
                output = await session.call_tool(call["tool"], call["arguments"])
            rewards.append(output.reward)
        await api.aclose()
    print(json.dumps(rewards))

asyncio.run(main(json.load(open(sys.argv[1]))))
`;

const { folder: root, discard } = workFolder();
afterAll(discard);

const versionOf = (name: string): string =>
  JSON.parse(readFileSync(join(createRequire(import.meta.url).resolve(name), '..', '..', 'package.json'), 'utf8'))
    .version;
const MCP_CLIENT = '@modelcontextprotocol/client';

/** Has a program in Python play; what it prints is JSON, or nothing. */
async function playedIn(python: Python, program: string, plays: readonly object[]): Promise<number[]> {
  const file = join(root, 'plays.json');
  writeFileSync(file, JSON.stringify(plays));
  const said = await python.run(program, [file]);
  return said === '' ? [] : JSON.parse(said);
}

/** Opens an episode for each play, has them played at their addresses, and asks for the grades. */
async function gradedByControl(
  plays: readonly Play[],
  playAt: (urls: readonly string[]) => Promise<void>,
): Promise<number[]> {
  const opened: { id: string; mcp_url: string }[] = [];
  for (const { task, served } of plays) opened.push(await served.asked('POST', '/episodes', { task: task.agentId }));
  await playAt(opened.map((episode) => episode.mcp_url));
  const rewards: number[] = [];
  for (const [at, { served }] of plays.entries()) {
    const path = `/episodes/${opened[at]?.id}`;
    rewards.push((await served.asked('POST', `${path}/grade`)).grade.reward);
    await served.asked('DELETE', path);
  }
  return rewards;
}

/** Makes the calls of a play by the official client for TypeScript. */
async function callOver(transport: Transport, mode: 'legacy' | 'auto', { calls }: Play): Promise<void> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  const patient = { timeout: PATIENT };
  await client.connect(transport, patient);
  for (const { tool, arguments: given } of calls)
    await client.callTool({ name: tool, arguments: given as Record<string, unknown> }, patient);
  await client.close();
}

const overHttp = (mode: 'legacy' | 'auto') => (plays: readonly Play[]) =>
  gradedByControl(plays, async (urls) => {
    for (const [at, play] of plays.entries())
      await callOver(new StreamableHTTPClientTransport(new URL(urls[at] as string)), mode, play);
  });

/** Each episode is a process of its own; as many are played at once as there are processors. */
async function overStdio(plays: readonly Play[]): Promise<number[]> {
  const queue = new PQueue({ concurrency: availableParallelism() });
  return await queue.addAll(
    plays.map((play, at) => async () => {
      const { folder, catalog } = play.run;
      const result = join(root, `grade-${at}.json`);
      const options = ['--catalog', catalog, '--mcp', '--task', play.task.agentId, '--result', result];
      const args = [PROGRAM, 'play', folder, ...options];
      const server = { command: process.execPath, args, cwd: PACKAGE_ROOT, stderr: 'pipe' as const };
      await callOver(new StdioClientTransport(server), 'auto', play);
      while (!existsSync(result)) await pause(10);
      return JSON.parse(readFileSync(result, 'utf8')).grade.reward as number;
    }),
  );
}

/** A session with its cookie, as agents of NeMo Gym have one. */
async function overNemo(plays: readonly Play[]): Promise<number[]> {
  const rewards: number[] = [];
  for (const { task, calls, served } of plays) {
    const headers = { authorization: `Bearer ${served.token}`, cookie: '' };
    const posted = async (path: string, body: unknown) => {
      const given = { method: 'POST', headers, body: JSON.stringify(body) };
      const response = await fetch(`${served.control}/nemo/${path}`, given);
      headers.cookie = response.headers.get('set-cookie')?.split(';')[0] ?? headers.cookie;
      return await response.text();
    };
    const input = [{ role: 'user', content: task.instruction }];
    const row = { responses_create_params: { input }, verifier_metadata: { task: task.agentId } };
    await posted('seed_session', row);
    const output: object[] = [];
    for (const { tool, arguments: given } of calls) {
      await posted(tool, given);
      output.push({ type: 'function_call', call_id: 'c', name: tool, arguments: JSON.stringify(given) });
    }
    rewards.push(JSON.parse(await posted('verify', { ...row, response: { output } })).reward);
  }
  return rewards;
}

const ofCalls = (plays: readonly Play[], more: (play: Play, at: number) => object) =>
  plays.map((play, at) => ({ task: play.task.agentId, calls: play.calls, ...more(play, at) }));

/** Where a task stands in the splits of its server. */
async function placeOf({ run, served: { asked, control, token }, task: { agentId } }: Play) {
  for (const { name: split } of await asked('GET', '/splits')) {
    const { tasks } = await asked('GET', `/tasks?split=${split}&limit=1000`);
    const index = tasks.findIndex(({ task }: { task: string }) => task === agentId);
    if (index >= 0) return { url: control, token, family: run.family, split, index };
  }
  throw new RangeError(agentId);
}

const [mcp, openenv, openreward] = [
  await pythonWith(['mcp==1.30.0', 'inspect_ai==0.3.285'], 'tests of MCP by its Python clients'),
  await pythonWith(['openenv==0.10.0'], "tests of OpenEnv's client"),
  await pythonWith(['openreward==0.1.167'], "tests of the Open Reward Standard's client"),
];

const WIRES: readonly Wire[] = [
  ...(['legacy', 'auto'] as const).map((mode) => ({
    name: `MCP over HTTP, ${mode === 'legacy' ? '2025' : '2026'}`,
    client: MCP_CLIENT,
    version: versionOf(MCP_CLIENT),
    rewards: overHttp(mode),
  })),
  {
    ...{ name: 'MCP over HTTP', client: 'mcp (Python)', version: '1.30.0' },
    rewards:
      mcp &&
      ((plays) =>
        gradedByControl(plays, async (urls) => {
          const located = ofCalls(plays, (_, at) => ({ url: urls[at] }));
          await playedIn(mcp, MCP, located);
        })),
  },
  {
    ...{ name: 'MCP on standard input and output', client: MCP_CLIENT, version: versionOf(MCP_CLIENT) },
    rewards: overStdio,
  },
  {
    ...{ name: 'OpenEnv', client: 'openenv', version: '0.10.0' },
    rewards:
      openenv &&
      ((plays) => {
        const located = ofCalls(plays, ({ served: { control, token } }) => ({ url: `${control}/t/${token}/openenv` }));
        return playedIn(openenv, OPENENV, located);
      }),
  },
  {
    ...{ name: 'Open Reward Standard', client: 'openreward', version: '0.1.167' },
    rewards:
      openreward &&
      (async (plays) => {
        const places = await Promise.all(plays.map(placeOf));
        return playedIn(
          openreward,
          ORS,
          ofCalls(plays, (_, at) => places[at] ?? {}),
        );
      }),
  },
  { name: 'NeMo Gym', client: 'its requests', version: '', rewards: overNemo },
];

const rows: WireRow[] = [];
const meanOf = (rewards: readonly number[]) => rewards.reduce((sum, reward) => sum + reward, 0) / rewards.length;
const families = FAMILIES.map(({ name }) => name);

/** Of each family the plays of the oracle, then those of a floor. */
const plays: Play[] = [];
const close: (() => unknown)[] = [];
beforeAll(async () => {
  for (const family of families) {
    const run = await builtRun(family, root, TASKS);
    const served = await servedRun(run);
    close.push(served.stop, run.close);
    // In customer service whoever searches never comes to an end; a family's own floor does.
    const floor = run.world.kind.plays?.[0]?.name ?? 'first-hit';
    for (const agent of ['oracle', floor])
      for (let at = 0; at < TASKS; at++) plays.push({ ...(await playOf(agent, run, at)), run, served });
  }
}, PATIENT);
afterAll(async () => {
  for (const one of close) await one();
});

describe.each(WIRES)('over $name, to $client,', ({ name: wire, client, version, rewards: over }) => {
  let rewards: readonly number[] = [];
  beforeAll(async () => {
    if (over !== null) rewards = await over(plays);
  }, PATIENT);

  test.skipIf(over === null).each(families)('%s is worth what it is worth at home', (family) => {
    const own = plays.flatMap(({ run, reward }, at) => (run.family === family ? [[reward, rewards[at]] as const] : []));
    expect(own.map(([, there]) => there)).toEqual(own.map(([home]) => home));
    const [oracle, floor] = [own.slice(0, TASKS), own.slice(TASKS)].map((some) => meanOf(some.map(([home]) => home)));
    rows.push({ wire, client, version, family, tasks: TASKS, oracle: oracle ?? 0, floor: floor ?? 0 });
  });
});

test.runIf(RENEWED > 0 || existsSync(WIRES_FILE))(
  'what was written down has each wire and family, with these versions of the clients',
  () => {
    if (RENEWED > 0) writeFileSync(WIRES_FILE, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    const kept: WireRow[] = readFileSync(WIRES_FILE, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const named = ({ wire, client, version, family }: WireRow) => [wire, client, version, family].join(', ');
    const expected = WIRES.flatMap(({ name: wire, client, version }) =>
      families.map((family) => named({ wire, client, version, family } as WireRow)),
    );
    expect(kept.map(named)).toEqual(expected);
    expect(kept.every(({ oracle }) => oracle === 1)).toBe(true);
  },
);
