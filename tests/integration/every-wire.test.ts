import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import PQueue from 'p-queue';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { builtRun, EVERY_FAMILY, smallRunOf } from '../fixtures/built-run.ts';
import { PACKAGE_ROOT, PROGRAM, workFolder } from '../fixtures/command-line.ts';
import { knownIn, leaksInBytes } from '../fixtures/episode-leaks.ts';
import type { PlayableRun } from '../fixtures/episodes.ts';
import { type Python, pythonWith } from '../fixtures/python.ts';
import { floorOf, playOf, type ServedRun, servedHere } from '../fixtures/served-run.ts';
import { keptRows, WIRES_FILE, type WireRow } from '../fixtures/wires.ts';

/** WIRES=<n> plays so many tasks of each family, and writes down what they came to; of wires left out by `-t` what was stays. */
const RENEWED = Number(process.env.WIRES ?? 0);
const TASKS = RENEWED || 1;
const PATIENT = 3_600_000;

/** What an agent does with a task of a family, what that is worth at home, and where it can be played. */
type Play = Awaited<ReturnType<typeof playOf>> & {
  readonly agent: string;
  readonly run: PlayableRun;
  readonly served: ServedRun;
  readonly sample: unknown;
};

/** What a play was worth over a wire, and all that its agent received. */
interface Told {
  readonly reward: number;
  readonly received: string;
  /** How the episode ended, where a wire tells that. */
  readonly end?: string;
  /** Of each call the reward that came with it and whether the episode was over, where a wire tells that. */
  readonly steps?: readonly { readonly reward: number | null; readonly done: boolean }[];
  /** What else a wire tells of its task or episode. */
  readonly more?: Readonly<Record<string, unknown>>;
}

/** A wire with the client that plays over it. */
interface Wire {
  readonly name: string;
  readonly client: string;
  readonly version: string;
  /** Null where the client is not installed. All plays at once, for a client in Python takes seconds to start. */
  played: ((plays: readonly Play[]) => Promise<(Told | null)[]>) | null;
}

/** Makes the calls of several plays over MCP, one after the other; prints what each received. */
const MCP = `
import asyncio, json, sys
from mcp import ClientSession
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client

async def main(plays):
    received = []
    # One client for all: each reads the certificates of the system when it is made.
    async with create_mcp_http_client() as client:
        for play in plays:
            async with streamable_http_client(play["url"], http_client=client) as (read, write, _):
                async with ClientSession(read, write) as session:
                    said = [await session.initialize(), await session.list_tools()]
                    for call in play["calls"]:
                        said.append(await session.call_tool(call["tool"], call["arguments"]))
            received.append("\\n".join(one.model_dump_json(by_alias=True) for one in said))
    print(json.dumps(received))

asyncio.run(main(json.load(open(sys.argv[1]))))
`;

const OPENENV = `
import json, sys
from openenv.core.generic_client import GenericEnvClient

told = []
for play in json.load(open(sys.argv[1])):
    with GenericEnvClient(base_url=play["url"]).sync() as env:
        begun = env.reset(task_id=play["task"]).observation
        seen, steps = [begun, env.step({"type": "list_tools"}).observation], []
        for call in play["calls"]:
            step = env.step({"type": "call_tool", "tool_name": call["tool"], "arguments": call["arguments"]})
            seen.append(step.observation)
            steps.append({"reward": step.reward, "done": step.done})
        more = {"task": begun["task_id"], "calls": env.state()["step_count"]}
        told.append({"reward": step.reward, "received": json.dumps(seen, ensure_ascii=False), "steps": steps, "more": more})
print(json.dumps(told))
`;

const ORS = `
import asyncio, json, sys
from openreward.api.environments.client import AsyncEnvironmentsAPI

async def main(plays):
    told = []
    # One for each server: it takes a quarter of a second to close.
    apis = {play["url"]: AsyncEnvironmentsAPI(play["url"], play["token"]) for play in plays}
    for play in plays:
        env = apis[play["url"]].get(play["family"], variant=play["family"])
        task = await env.get_task(play["split"], play["index"])
        async with env.session(task=task) as session:
            seen = [getattr(block, "text", str(block)) for block in await session.get_prompt()]
            seen += [tool.model_dump() if hasattr(tool, "model_dump") else str(tool) for tool in await session.list_tools()]
            steps = []
            for call in play["calls"]:
                output = await session.call_tool(call["tool"], call["arguments"])
                seen += [getattr(block, "text", str(block)) for block in output.blocks]
                steps.append({"reward": output.reward, "done": output.finished})
            more = {"spec": task.task_spec}
            told.append({"reward": output.reward, "received": json.dumps(seen, ensure_ascii=False), "steps": steps, "more": more})
    await asyncio.gather(*(api.aclose() for api in apis.values()))
    print(json.dumps(told))

asyncio.run(main(json.load(open(sys.argv[1]))))
`;

const { folder: root, discard } = workFolder();
afterAll(discard);

const versionOf = (name: string): string =>
  JSON.parse(readFileSync(join(createRequire(import.meta.url).resolve(name), '..', '..', 'package.json'), 'utf8'))
    .version;
const MCP_CLIENT = '@modelcontextprotocol/client';
const STDIO = 'MCP on standard input and output';
const ORACLE = 'oracle';
const OPEN_ENV = 'OpenEnv';
const OPEN_REWARD = 'Open Reward Standard';
const NEMO = 'NeMo Gym';

/** A text as it stands in JSON, also where that is quoted in JSON. */
const quoted = (text: string) => JSON.stringify(text).slice(1, -1);

/** Has a program in Python play; what it prints is JSON. */
async function playedIn<T>(python: Python, program: string, plays: readonly object[]): Promise<T[]> {
  const file = join(root, 'plays.json');
  writeFileSync(file, JSON.stringify(plays));
  return JSON.parse(await python.run(program, [file]));
}

/** Opens an episode for each play, has them played at their addresses, and asks for the grades. */
async function gradedByControl(
  plays: readonly Play[],
  playAt: (urls: readonly string[]) => Promise<readonly string[]>,
): Promise<Told[]> {
  const opened: { id: string; mcp_url: string }[] = [];
  for (const { task, served } of plays) opened.push(await served.asked('POST', '/episodes', { task: task.agentId }));
  const received = await playAt(opened.map((episode) => episode.mcp_url));
  const told: Told[] = [];
  for (const [at, { served }] of plays.entries()) {
    const path = `/episodes/${opened[at]?.id}`;
    const { end, grade } = await served.asked('POST', `${path}/grade`);
    told.push({ reward: grade.reward, received: received[at] as string, end });
    await served.asked('DELETE', path);
  }
  return told;
}

/** Makes the calls of a play by the official client for TypeScript; gives all that it received. */
async function callOver(transport: Transport, mode: 'legacy' | 'auto', { calls }: Play): Promise<string> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  const patient = { timeout: PATIENT };
  await client.connect(transport, patient);
  const seen: unknown[] = [
    client.getInstructions(),
    await client.listTools(),
    await client.getPrompt({ name: 'task' }),
  ];
  for (const { tool, arguments: given } of calls)
    seen.push(await client.callTool({ name: tool, arguments: given as Record<string, unknown> }, patient));
  await client.close();
  // What a call brought stands in its texts too, where its quotes are escaped.
  return JSON.stringify(seen);
}

const overHttp = (mode: 'legacy' | 'auto') => (plays: readonly Play[]) =>
  gradedByControl(plays, async (urls) => {
    const received: string[] = [];
    for (const [at, play] of plays.entries())
      received.push(await callOver(new StreamableHTTPClientTransport(new URL(urls[at] as string)), mode, play));
    return received;
  });

/** Families that are played over standard input and output where no rows are written down: one that shops and one that serves. */
const BY_PROCESSES: readonly string[] = [EVERY_FAMILY[0], 'ecombench'].flatMap((family) => family ?? []);

/**
 * Each episode is a process of its own, which loads everything anew; as many are played at once as there are processors.
 * Floors play there where rows are written down, and at one family.
 */
async function overStdio(plays: readonly Play[]): Promise<(Told | null)[]> {
  const queue = new PQueue({ concurrency: availableParallelism() });
  return await queue.addAll(
    plays.map((play, at) => async () => {
      const { family } = play.run;
      if (RENEWED === 0 && (!BY_PROCESSES.includes(family) || (play.agent !== ORACLE && family !== EVERY_FAMILY[0])))
        return null;
      const { folder, catalog } = play.run;
      const result = join(root, `grade-${at}.json`);
      const options = ['--catalog', catalog, '--mcp', '--task', play.task.agentId, '--result', result];
      const args = [PROGRAM, 'play', folder, ...options];
      const server = { command: process.execPath, args, cwd: PACKAGE_ROOT, stderr: 'pipe' as const };
      // To find out which revision is spoken, clients start a process more.
      const received = await callOver(new StdioClientTransport(server), 'legacy', play);
      while (!existsSync(result)) await pause(10);
      const { end, grade } = JSON.parse(readFileSync(result, 'utf8'));
      return { reward: grade.reward as number, received, end };
    }),
  );
}

/** What NeMo Gym is given of a task. */
const rowOf = ({ task }: Pick<Play, 'task'>) => ({
  responses_create_params: { input: [{ role: 'user', content: task.instruction }] },
  verifier_metadata: { task: task.agentId },
});

/** A session with its cookie, as agents of NeMo Gym have one. */
async function overNemo(plays: readonly Play[]): Promise<Told[]> {
  const told: Told[] = [];
  for (const { task, calls, served } of plays) {
    const headers = { authorization: `Bearer ${served.token}`, cookie: '' };
    const posted = async (path: string, body: unknown) => {
      const given = { method: 'POST', headers, body: JSON.stringify(body) };
      const response = await fetch(`${served.control}/nemo/${path}`, given);
      headers.cookie = response.headers.get('set-cookie')?.split(';')[0] ?? headers.cookie;
      return await response.text();
    };
    const row = rowOf({ task });
    const seen = [await posted('seed_session', row)];
    const output: object[] = [];
    for (const { tool, arguments: given } of calls) {
      seen.push(await posted(tool, given));
      output.push({ type: 'function_call', call_id: 'c', name: tool, arguments: JSON.stringify(given) });
    }
    const verified = await posted('verify', { ...row, response: { output } });
    const { reward, episode_end: end, ...more } = JSON.parse(verified);
    const again = await posted('verify', { ...row, response: { output } });
    told.push({ reward, received: seen.join('\n'), end, more: { ...more, isSameAgain: again === verified } });
  }
  return told;
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
  await pythonWith(['openenv==0.10.0'], "tests of OpenEnv's client", { without: ['gradio'] }),
  await pythonWith(['openreward==0.1.167'], "tests of the Open Reward Standard's client", {
    without: ['anthropic', 'openai', 'google.genai'],
  }),
];

const WIRES: readonly Wire[] = [
  ...(['legacy', 'auto'] as const).map((mode) => ({
    name: `MCP over HTTP, ${mode === 'legacy' ? '2025' : '2026'}`,
    client: MCP_CLIENT,
    version: versionOf(MCP_CLIENT),
    played: overHttp(mode),
  })),
  {
    ...{ name: 'MCP over HTTP', client: 'mcp (Python)', version: '1.30.0' },
    played:
      mcp &&
      ((plays) =>
        gradedByControl(plays, async (urls) => {
          const located = ofCalls(plays, (_, at) => ({ url: urls[at] }));
          return await playedIn<string>(mcp, MCP, located);
        })),
  },
  {
    ...{ name: STDIO, client: MCP_CLIENT, version: versionOf(MCP_CLIENT) },
    played: overStdio,
  },
  {
    ...{ name: OPEN_ENV, client: 'openenv', version: '0.10.0' },
    played:
      openenv &&
      ((plays) => {
        const located = ofCalls(plays, ({ served: { control, token } }) => ({ url: `${control}/t/${token}/openenv` }));
        return playedIn(openenv, OPENENV, located);
      }),
  },
  {
    ...{ name: OPEN_REWARD, client: 'openreward', version: '0.1.167' },
    played:
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
  { name: NEMO, client: 'its requests', version: '', played: overNemo },
];

const rows: WireRow[] = [];
const meanOf = (rewards: readonly number[]) => rewards.reduce((sum, reward) => sum + reward, 0) / rewards.length;

/** Of each family the plays of the oracle, then those of a floor. */
const plays: Play[] = [];
/** What came of them, by wire and client. */
const toldOver = new Map<Wire, readonly (Told | null)[]>();
const close: (() => unknown)[] = [];
beforeAll(async () => {
  for (const family of EVERY_FAMILY) {
    const run = RENEWED > 0 ? await builtRun(family, root, TASKS) : await smallRunOf(family);
    const served = await servedHere(run);
    close.push(served.stop);
    for (const agent of [ORACLE, floorOf(run)])
      for (let at = 0; at < TASKS; at++)
        plays.push({ ...(await playOf(agent, run, at)), agent, run, served, sample: run.samples[at] });
  }
}, PATIENT);
afterAll(async () => {
  for (const one of close) await one();
});

/** The plays of a family, each with what came of it over a wire, as far as it was played there. */
const playedOver = (wire: Wire, family: string) =>
  plays.flatMap((play, at) => {
    const there = toldOver.get(wire)?.[at];
    return play.run.family === family && there != null ? [{ play, there, wire: wire.name }] : [];
  });

describe.each(WIRES.map((wire) => [wire.name, wire.client, wire] as const))('over %s, to %s,', (_, client, kind) => {
  const { name: wire, version, played: over } = kind;
  beforeAll(async () => {
    if (over !== null) toldOver.set(kind, await over(plays));
  }, PATIENT);
  const of = (family: string) => playedOver(kind, family);
  const families = wire === STDIO && RENEWED === 0 ? BY_PROCESSES : EVERY_FAMILY;

  test.skipIf(over === null).each(families)('%s is worth what it is worth at home', (family) => {
    const own = of(family);
    expect(own.filter(({ play }) => play.agent === ORACLE)).toHaveLength(TASKS);
    expect(own.map(({ there }) => there.reward)).toEqual(own.map(({ play }) => play.reward));
    const home = own.map(({ play }) => play.reward);
    const [oracle, floor] = [meanOf(home.slice(0, TASKS)), meanOf(home.slice(TASKS))];
    rows.push({ wire, client, version, family, tasks: TASKS, oracle, floor });
  });

  test.skipIf(over === null).each(families)('no byte of %s tells what its agent was not shown', (family) => {
    for (const { play, there } of of(family)) {
      expect(there.received.length).toBeGreaterThan(0);
      const known = knownIn(play.state, play.calls);
      expect([play.task.id, leaksInBytes(there.received, play.sample, known)]).toEqual([play.task.id, []]);
    }
  });
});

/** Whether no client is installed that is told a reward with each call. */
const NONE_STEPS = openenv === null && openreward === null;

describe.each(EVERY_FAMILY)('%s, over every wire', (family) => {
  const everywhere = () => [...toldOver.keys()].flatMap((wire) => playedOver(wire, family));

  test('ends as it ends at home, where that is told', () => {
    const ended = everywhere().filter(({ there }) => there.end !== undefined);
    expect(ended.length).toBeGreaterThan(0);
    for (const { play, there, wire } of ended)
      expect([wire, play.task.id, there.end]).toEqual([wire, play.task.id, play.end]);
  });

  test('is told what is asked for, but over NeMo Gym, whose rows say it', () => {
    expect(everywhere().length).toBeGreaterThan(0);
    for (const { play, there, wire } of everywhere().filter(({ wire }) => wire !== NEMO))
      expect([wire, there.received.includes(quoted(play.task.instruction))]).toEqual([wire, true]);
  });

  test.skipIf(NONE_STEPS)('is rewarded with its last call alone, and over with that', () => {
    const stepped = everywhere().filter(({ there }) => there.steps !== undefined);
    expect(stepped.length).toBeGreaterThan(0);
    for (const { play, there, wire } of stepped) {
      const steps = play.calls.map((_, call) => {
        const isLast = call === play.calls.length - 1;
        return { reward: isLast ? play.reward : null, done: isLast };
      });
      expect([wire, there.steps]).toEqual([wire, steps]);
    }
  });

  test.skipIf(NONE_STEPS)('is named by OpenEnv, which counts the calls, and by the Open Reward Standard', async () => {
    for (const { play, there, wire } of everywhere()) {
      const { agentId: task } = play.task;
      if (wire === OPEN_ENV) expect(there.more).toEqual({ task, calls: play.calls.length });
      const { split, index } = await placeOf(play);
      if (wire === OPEN_REWARD) expect(there.more).toEqual({ spec: { id: task, split, index } });
    }
  });

  test('is verified for NeMo Gym with its row, and alike as often as that is asked', () => {
    const verified = everywhere().filter(({ wire }) => wire === NEMO);
    expect(verified).toHaveLength(2 * TASKS);
    for (const { play, there } of verified)
      expect(there.more).toMatchObject({ ...rowOf(play), mask_sample: false, isSameAgain: true });
  });

  test('leaves nothing open after its clients are gone', async () => {
    for (const { served } of plays.filter(({ run }) => run.family === family))
      expect((await served.asked('GET', '/episodes')).episodes).toEqual([]);
  });
});

const named = ({ wire, client, version, family }: WireRow) => [wire, client, version, family].join(', ');
const expected = WIRES.flatMap(({ name: wire, client, version }) =>
  EVERY_FAMILY.map((family) => named({ wire, client, version, family } as WireRow)),
);

afterAll(() => {
  if (RENEWED === 0) return;
  const all = new Map([...keptRows(), ...rows].map((row) => [named(row), row]));
  const lines = expected.flatMap((name) => (all.has(name) ? `${JSON.stringify(all.get(name))}\n` : []));
  writeFileSync(WIRES_FILE, lines.join(''));
});

test.runIf(RENEWED === 0)('what was written down has each wire and family, with these versions of the clients', () => {
  const kept = keptRows();
  // Over this one 500 plays start 500 processes, which takes half an hour of a busy machine: its rows may be missing.
  const isOptional = (name: string) => name.startsWith(`${STDIO}, `) && !kept.some(({ wire }) => wire === STDIO);
  expect(kept.map(named)).toEqual(expected.filter((name) => !isOptional(name)));
  expect(kept.every(({ oracle, tasks }) => oracle === 1 && tasks >= 50)).toBe(true);
});
