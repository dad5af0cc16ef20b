import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PACKAGE_ROOT } from '../fixtures/command-line.ts';
import { knownIn, leaksInBytes } from '../fixtures/episode-leaks.ts';
import { PLAYED, type PlayableRun, playableRun } from '../fixtures/episodes.ts';
import { pythonWith } from '../fixtures/python.ts';
import { playOf, type ServedRun, servedHere } from '../fixtures/served-run.ts';

const PATIENT = 600_000;
const TASKS = 3;

/** Makes the calls of each play over MCP, prints a line for each: what the server said of itself and what each call brought. */
const CALLS = `
import asyncio, json, sys
from mcp import ClientSession
from mcp.client.streamable_http import streamablehttp_client

async def main(url, calls):
    async with streamablehttp_client(url) as (read, write, _):
        async with ClientSession(read, write) as session:
            hello = await session.initialize()
            tools = await session.list_tools()
            results = [await session.call_tool(call["tool"], call["arguments"]) for call in calls]
            print(json.dumps({
                "instructions": hello.instructions,
                "tools": [tool.model_dump(mode="json", exclude_none=True) for tool in tools.tools],
                "results": [result.model_dump(mode="json") for result in results],
            }))

for play in json.loads(sys.argv[1]):
    asyncio.run(main(play["url"], play["calls"]))
`;

/** Has inspect's own agent loop play over MCP, with a model that makes the calls of a list; prints the scores. */
const INSPECT = `
import json, sys, urllib.request
from inspect_ai import Task, eval
from inspect_ai.agent import react
from inspect_ai.dataset import Sample
from inspect_ai.model import ModelOutput, ModelUsage, get_model
from inspect_ai.scorer import Score, mean, scorer
from inspect_ai.tool import mcp_server_http

def asked(play, method, path, body=None):
    request = urllib.request.Request(play["control"] + path, method=method,
                                     headers={"Authorization": "Bearer " + play["token"]},
                                     data=None if body is None else json.dumps(body).encode())
    return json.load(urllib.request.urlopen(request))

@scorer(metrics=[mean()])
def graded(play, id):
    async def score(state, target):
        return Score(value=asked(play, "POST", f"/episodes/{id}/grade")["grade"]["reward"])
    return score

rewards = []
for play in json.loads(sys.argv[1]):
    episode = asked(play, "POST", "/episodes", {"task": play["task"]})
    outputs = [ModelOutput.for_tool_call("mockllm/model", call["tool"], call["arguments"]) for call in play["calls"]]
    outputs.append(ModelOutput.for_tool_call("mockllm/model", "submit", {"answer": "done"}))
    for output in outputs:
        # Otherwise inspect counts tokens, and fetches the tokenizer for it.
        output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
    model = get_model("mockllm/model", custom_outputs=outputs)
    [log] = eval(
        Task(
            dataset=[Sample(input=episode["prompt"])],
            solver=react(tools=[mcp_server_http(name="shop", url=episode["mcp_url"])]),
            scorer=graded(play, episode["id"]),
        ),
        model=model, display="none", log_dir=sys.argv[2],
    )
    assert log.status == "success", log.error
    rewards.append(log.samples[0].scores["graded"].value)
    asked(play, "DELETE", "/episodes/" + episode["id"])
print(json.dumps(rewards))
`;

const python = await pythonWith(['mcp==1.30.0', 'inspect_ai==0.3.285'], 'tests of MCP by its Python clients');

interface Shop {
  readonly run: PlayableRun;
  readonly served: ServedRun;
  /** Some tasks, as each agent plays them. */
  readonly plays: readonly (Awaited<ReturnType<typeof playOf>> & { readonly agent: string; readonly at: number })[];
}

const AGENTS = ['oracle', 'first-hit'];
const shops = new Map<string, Shop>();
const shopOf = (family: string) => shops.get(family) as Shop;
const everyPlay = () =>
  [...shops.values()].flatMap(({ run, served, plays }) => plays.map((play) => ({ run, served, ...play })));
beforeAll(async () => {
  for (const family of PLAYED) {
    const run = await playableRun(family);
    const tasks = [...run.tasks.slice(0, TASKS).keys()];
    const plays = AGENTS.flatMap((agent) =>
      tasks.map(async (at) => ({ agent, at, ...(await playOf(agent, run, at)) })),
    );
    shops.set(family, { run, served: await servedHere(run), plays: await Promise.all(plays) });
  }
}, PATIENT);
afterAll(async () => {
  for (const { served } of shops.values()) await served.stop();
});

describe.skipIf(python === null)('to clients in Python', () => {
  test('every play is worth over MCP what it is worth at home', { timeout: PATIENT }, async () => {
    const plays = everyPlay();
    const opened = await Promise.all(
      plays.map(({ served, task }) => served.asked('POST', '/episodes', { task: task.agentId })),
    );
    const located = plays.map(({ calls }, at) => ({ url: opened[at].mcp_url, calls }));
    // One process has all of them, for loading a client takes seconds.
    const lines = ((await python?.run(CALLS, [JSON.stringify(located)])) ?? '').trimEnd().split('\n');
    expect(lines).toHaveLength(plays.length);
    for (const [at, { run, served, ...play }] of plays.entries()) {
      const { id } = opened[at];
      const said = lines[at] as string;
      const { instructions, results } = JSON.parse(said);
      expect(instructions).toContain(play.task.instruction);
      expect(results.length).toBe(play.calls.length);
      const { end, grade } = await served.asked('POST', `/episodes/${id}/grade`);
      const graded = [play.agent, play.task.id, end, grade.success, grade.reward];
      expect(graded).toEqual([play.agent, play.task.id, play.end, play.success, play.reward]);
      expect(leaksInBytes(said, run.samples[play.at], knownIn(play.state, play.calls))).toEqual([]);
      await served.asked('DELETE', `/episodes/${id}`);
    }
  });

  test('inspect has an agent play, and its scores are ours', { timeout: PATIENT }, async () => {
    const plays = everyPlay().filter(({ agent, at }) => agent === 'oracle' || at === 0);
    const told = plays.map(({ served: { control, token }, task, calls }) => ({
      ...{ control, token, task: task.agentId, calls },
    }));
    const said = await python?.run(INSPECT, [JSON.stringify(told), shopOf(PLAYED[0] as string).run.folder]);
    expect(JSON.parse(said ?? '').map(Number)).toEqual(plays.map(({ reward }) => reward));
  });
});

describe.each(PLAYED)('%s, served', (family) => {
  test.skipIf(python === null || family !== 'ecomagentbench')(
    'the agent of docs/serve.md plays, and reads why it failed',
    { timeout: PATIENT },
    async () => {
      const { run, served } = shopOf(family);
      const page = readFileSync(join(PACKAGE_ROOT, 'docs', 'serve.md'), 'utf8');
      const program = /```python\n(import asyncio.*?)```/s.exec(page)?.[1] ?? '';
      expect(program.split('\n').length).toBeLessThanOrEqual(40);
      const here = program
        .replace('http://127.0.0.1:8421', served.control)
        .replace('range(3)', `range(${run.tasks.length})`);
      const said = (await python?.run(here, [], { CARTWRIGHT_TOKEN: served.token })) ?? '';
      for (const { instruction } of run.tasks) expect(said).toContain(`${instruction} done `);
      expect(said).toMatch(/^ {3}(yes|no|unknown) /m);
    },
  );

  test('nothing is left open after its clients are gone', async () => {
    expect((await shopOf(family).served.asked('GET', '/episodes')).episodes).toEqual([]);
  });
});
