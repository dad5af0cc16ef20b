import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join, relative } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { exportTasks } from '../../cli/export/export.ts';
import { describeTools } from '../../shopping/episode/index.ts';
import { EVERY_FAMILY, smallRunOf } from '../fixtures/built-run.ts';
import { cartwright, PACKAGE_ROOT, workFolder } from '../fixtures/command-line.ts';
import { leaksInBytes, NOTHING_KNOWN } from '../fixtures/episode-leaks.ts';
import type { PlayableRun } from '../fixtures/episodes.ts';
import { type Python, pythonWith } from '../fixtures/python.ts';
import { floorOf, playOf, type ServedRun, servedHere } from '../fixtures/served-run.ts';

const PATIENT = { timeout: 600_000 };
/** Tasks of each family that are played by each client, one badly and one well. */
const TASKS = 2;

/** A port that nobody listens at. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const { folder, discard } = workFolder();
afterAll(discard);

/** Says what came of each family that is exported, in one process for all of them: loading a package takes seconds. */
const EACH = `
import importlib.util, json, os, sys

def each(played):
    with open(sys.argv[1]) as file:
        print(json.dumps({one["family"]: played(one) for one in json.load(file)}))

def program_in(one):
    os.environ.update(CARTWRIGHT_CONTROL=one["control"], CARTWRIGHT_TOKEN=one["token"])
    # What is exported is looked at besides.
    sys.dont_write_bytecode = True
    spec = importlib.util.spec_from_file_location("shop_" + one["family"], one["folder"] + "/shop.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
`;

/** Evaluates the exported task with a model that makes the calls of a list; gives each sample's score. */
const EVALUATE = `${EACH}
from inspect_ai import eval
from inspect_ai.model import ModelOutput, ModelUsage, get_model

def played(one):
    outputs = []
    for calls in one["plays"]:
        for call in calls + [{"tool": "submit", "arguments": {"answer": "done"}}]:
            outputs.append(ModelOutput.for_tool_call("mockllm/model", call["tool"], call["arguments"]))
            outputs[-1].usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
    model = get_model("mockllm/model", custom_outputs=outputs)
    [log] = eval(program_in(one).shop(), model=model, limit=len(one["plays"]), max_samples=1, display="none", ctl_server=False, log_dir=sys.argv[1] + ".logs")
    assert log.status == "success", log.error
    return {sample.id: sample.scores["reward"].value for sample in log.samples}

each(played)
`;

/** Has verifiers read its configuration and rows, seed each task, make the calls of a list and ask for the reward. */
const VERIFIERS = `${EACH}
import asyncio, tomllib
from pathlib import Path
from types import SimpleNamespace
from verifiers.v1.configs.cli.eval import EvalConfig
from verifiers.v1.tasksets.nemo_gym import NeMoGymTaskset
from verifiers.v1.tasksets.nemo_gym.toolset import NeMoGymState

async def rewarded(task, calls):
    start = SimpleNamespace(message=None, sampled=False, timestamp=0)
    trace = SimpleNamespace(id="t", state=NeMoGymState(), branches=[SimpleNamespace(nodes=[start])], info={}, record_metric=print_nothing)
    await task.setup(trace, None)
    assert trace.state.tool_names, "no tools"
    for call in calls:
        (await trace.state.post(call["tool"], call["arguments"])).raise_for_status()
    return await task.nemo_gym(trace)

def print_nothing(*_):
    pass

def played(one):
    folder, split = Path(one["folder"]), one["split"]
    said = tomllib.loads((folder / f"{split}.toml").read_text())
    task = {"resources_url": one["control"] + "/t/" + one["token"] + "/nemo"}
    said["env"]["taskset"] |= {"dataset": str(folder / f"{split}.jsonl"), "task": task}
    tasks = list(NeMoGymTaskset(EvalConfig.model_validate(said).env.taskset).load())
    rewards = [asyncio.run(rewarded(task, calls)) for task, calls in zip(tasks, one["plays"])]
    return {"tasks": len(tasks), "rewards": rewards}

each(played)
`;

/** Has the environment for TRL play as its trainer does: schemas from the methods, a reset by the row, calls, the reward. */
const TRL = `${EACH}
import inspect
from pathlib import Path
from transformers.utils import get_json_schema

def played(one):
    Shop = program_in(one).Shop
    shop, rewards = Shop(), []
    names = [name for name, _ in inspect.getmembers(Shop, predicate=inspect.isfunction) if not name.startswith("_")]
    tools = {name: getattr(shop, name) for name in names if name not in ("reset", "get_reward")}
    schemas = {name: get_json_schema(tool)["function"] for name, tool in tools.items()}
    rows = [json.loads(line) for line in Path(one["folder"], one["split"] + ".jsonl").read_text().splitlines()]
    for row, calls in zip(rows, one["plays"]):
        assert shop.reset(**row) is None
        for call in calls:
            assert isinstance(tools[call["tool"]](**call["arguments"]), str)
        rewards.append(shop.get_reward())
    return {"tasks": len(rows), "rewards": rewards, "schemas": schemas}

each(played)
`;

/** Has Harbor read the first task. */
const HARBOR = `${EACH}
from harbor.models.task.task import Task

def played(one):
    task = Task("/".join([one["folder"], one["split"], one["first"]]))
    return f"{[server.url for server in task.config.environment.mcp_servers]} {task.instruction}"

each(played)
`;

const HARNESSES = ['harbor', 'inspect', 'nemo', 'trl', 'verifiers'];
const [verifiers, transformers, harbor, python] = await Promise.all([
  pythonWith(['verifiers==0.4.0'], 'tests of what verifiers makes of its files', {
    without: ['anthropic', 'math_verify'],
  }),
  pythonWith(['transformers==5.13.0'], 'tests of the schemas of the environment for TRL'),
  pythonWith(['harbor==0.25.0'], 'tests of what Harbor makes of its files'),
  pythonWith(['mcp==1.30.0', 'inspect_ai==0.3.285'], 'tests of what inspect makes of its files', { without: ['acp'] }),
]);

type Play = Awaited<ReturnType<typeof playOf>>;

interface Shop {
  readonly run: PlayableRun;
  readonly served: ServedRun;
  /** The name of its first split. */
  readonly split: string;
  /** How many tasks that has. */
  readonly size: number;
  /** What agents do with the first tasks in the order they are served in: the very first is played badly. */
  readonly plays: readonly Play[];
}

const shops = new Map<string, Shop>();
const SILENT = { write: () => {}, width: 100, colour: false };
const placeOf = (family: string, to: string) => join(folder, `${family}-${to}`);

beforeAll(async () => {
  for (const family of EVERY_FAMILY) {
    const run = await smallRunOf(family);
    const served = await servedHere(run);
    const [{ name: split }] = await served.asked('GET', '/splits');
    const { tasks } = await served.asked('GET', '/tasks?limit=1000');
    const places = tasks.map(({ task: id }: { task: string }) => run.tasks.findIndex(({ agentId }) => agentId === id));
    const plays: Play[] = [];
    for (const at of places.slice(0, TASKS))
      plays.push(await playOf(plays.length === 0 ? floorOf(run) : 'oracle', run, at));
    shops.set(family, { run, served, split, size: places.length, plays });
    // One family by a process of its own, as users do; the others by what that calls, for each start takes a second.
    for (const to of HARNESSES) {
      const [catalog, out] = [run.catalog, placeOf(family, to)];
      if (family === EVERY_FAMILY[0]) {
        const options = ['--catalog', catalog, '--to', to, '--out', out];
        const { code, stderr } = await cartwright(PACKAGE_ROOT, 'export', run.folder, ...options);
        expect([code, stderr]).toEqual([0, '']);
      } else expect(await exportTasks(run.folder, { catalog, to, out }, SILENT)).toBe(0);
    }
  }
}, PATIENT.timeout);
afterAll(async () => {
  for (const { served } of shops.values()) await served.stop();
});

/** Has a program do its work on what was exported of all families; gives what came of one. */
function withEach(python: Python | null, to: string, program: string) {
  // biome-ignore lint/suspicious/noExplicitAny: results of many kinds, each looked at by one test
  let results: Promise<Record<string, any>> | undefined;
  return async (family: string) => {
    results ??= (async () => {
      const exported = [...shops].map(([name, { served, split, plays }]) => ({
        ...{ family: name, folder: placeOf(name, to), control: served.control, token: served.token, split },
        ...{ plays: plays.map(({ calls }) => calls), first: plays[0]?.task.agentId },
      }));
      const file = join(folder, `${to}.json`);
      writeFileSync(file, JSON.stringify(exported));
      return JSON.parse((await python?.run(program, [file])) ?? '{}');
    })();
    return (await results)[family];
  };
}
const evaluated = withEach(python, 'inspect', EVALUATE);
const verified = withEach(verifiers, 'verifiers', VERIFIERS);
const trained = withEach(transformers, 'trl', TRL);
const read = withEach(harbor, 'harbor', HARBOR);

describe.each(EVERY_FAMILY)('%s, exported', (family) => {
  let run: PlayableRun;
  let served: ServedRun;
  let split: string;
  let size: number;
  let plays: readonly Play[];
  beforeAll(() => {
    ({ run, served, split, size, plays } = shops.get(family) as Shop);
  });

  test.each(HARNESSES)('no byte for %s tells what an agent is not told at first', (to) => {
    const out = placeOf(family, to);
    const entries = readdirSync(out, { recursive: true, withFileTypes: true });
    const names = entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => relative(out, join(parentPath, name)));
    expect(names).toContain('README.md');
    // One customer opens with what another one says later.
    const openings = run.samples.map((sample) => String((sample as { opening?: unknown }).opening ?? ''));
    for (const name of names) {
      const text = openings.reduce(
        (left, opening) => (opening === '' ? left : left.replaceAll(JSON.stringify(opening).slice(1, -1), '')),
        readFileSync(join(out, name), 'utf8'),
      );
      for (const sample of run.samples) expect([name, leaksInBytes(text, sample, NOTHING_KNOWN)]).toEqual([name, []]);
    }
  });

  test.skipIf(verifiers === null)('verifiers reads and plays it, and its rewards are ours', PATIENT, async () => {
    expect(await verified(family)).toEqual({ tasks: size, rewards: plays.map(({ reward }) => reward) });
  });

  test.skipIf(transformers === null)(
    'the environment for TRL has the tools and gives the rewards of the server',
    PATIENT,
    async () => {
      const { tasks, rewards, schemas } = await trained(family);
      expect(tasks).toBe(size);
      expect(rewards).toEqual(plays.map(({ reward }) => reward));
      const tools = describeTools(run.world.kind.tools({ program: false }));
      expect(Object.keys(schemas).sort()).toEqual(tools.map(({ name }) => name).sort());
      for (const { name, input } of tools) {
        const { properties, required = [] } = schemas[name].parameters;
        expect([name, Object.keys(properties).sort()]).toEqual([name, Object.keys(input.properties ?? {}).sort()]);
        expect([name, required.toSorted()]).toEqual([name, ((input.required ?? []) as string[]).toSorted()]);
      }
    },
  );

  test.skipIf(harbor === null)('Harbor reads its tasks', PATIENT, async () => {
    const { tasks } = await served.asked('GET', '/tasks?limit=1');
    expect(await read(family)).toContain(`['http://shop:8000/mcp'] ${tasks[0].prompt}`);
  });

  test('the service for Harbor plays one episode over MCP, and tells its grade to the verifier alone', async () => {
    const play = plays.at(-1) as Play;
    const place = join(placeOf(family, 'harbor'), split, play.task.agentId);
    const env = { ...process.env, CARTWRIGHT_CONTROL: served.control, CARTWRIGHT_TOKEN: served.token };
    const port = String(await freePort());
    const service = spawn('python3', [join(place, 'environment', 'shop', 'shop.py')], {
      env: { ...env, CARTWRIGHT_TASK: play.task.agentId, PORT: port },
      stdio: 'ignore',
    });
    try {
      const url = `http://127.0.0.1:${port}`;
      await vi.waitFor(async () => expect((await fetch(`${url}/health`)).status).toBe(200), { timeout: 20_000 });
      expect((await fetch(`${url}/grade`, { method: 'POST', body: '{}' })).status).toBe(401);
      const client = new Client({ name: 'test', version: '1' });
      await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)));
      for (const { tool, arguments: args } of play.calls)
        await client.callTool({ name: tool, arguments: args as Record<string, unknown> });
      await client.close();
      const logs = join(place, 'logs');
      const verifier = spawn('sh', [join(place, 'tests', 'test.sh')], {
        env: { ...env, SHOP_URL: url, VERIFIER_LOGS: logs },
        stdio: 'ignore',
      });
      expect(await once(verifier, 'close')).toEqual([0, null]);
      expect(Number(readFileSync(join(logs, 'reward.txt'), 'utf8'))).toBe(play.reward);
    } finally {
      service.kill();
    }
  });

  test.skipIf(python === null)('inspect evaluates it, and its scores are ours', PATIENT, async () => {
    const scores = Object.fromEntries(plays.map(({ task, reward }) => [task.agentId, reward]));
    expect(await evaluated(family)).toEqual(scores);
    expect((await served.asked('GET', '/health')).episodes).toBe(0);
  });

  test('a row for NeMo Gym seeds a session', async () => {
    const [line = ''] = readFileSync(join(placeOf(family, 'nemo'), `${split}.jsonl`), 'utf8').split('\n');
    const response = await fetch(`${served.control}/t/${served.token}/nemo/seed_session`, {
      method: 'POST',
      body: line,
    });
    expect(response.status).toBe(200);
  });
});

test.each([
  [['--out', 'x'], /^export needs a format; name harbor, inspect, nemo, tau2, trl, verifiers, or chat with --to\n$/],
  [
    ['--to', 'toString', '--out', 'x'],
    /^--to is "toString", expected harbor, inspect, nemo, tau2, trl, verifiers, or chat\n$/,
  ],
  [['--to', 'nemo', '--out', 'x', '--per', 'step'], /^--per is for --to chat; leave it out\n$/],
  [['--to', 'nemo'], /^export needs a folder for its files; name one with --out\n$/],
  [['--to', 'nemo', '--out', 'cli'], /^--out is "cli", which is not empty; name a new folder\n$/],
])('%j is turned down in one sentence', async (options, sentence) => {
  const { code, stderr } = await cartwright(PACKAGE_ROOT, 'export', 'out/sample', ...options);
  expect([code, stderr]).toEqual([2, expect.stringMatching(sentence)]);
});
