import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { knownIn, leaksInBytes } from '../fixtures/episode-leaks.ts';
import { PLAYED, type PlayableRun, playableRun } from '../fixtures/episodes.ts';
import { type Python, pythonWith } from '../fixtures/python.ts';
import { playOf, type ServedRun, servedHere } from '../fixtures/served-run.ts';

const PATIENT = 600_000;
const TASKS = 3;
/** One that wins, and one that may lose. */
const AGENTS = ['oracle', 'first-hit'];

/**
 * Has the generic client of OpenEnv make the calls of each play of each run; prints a line for each play: the first
 * observation, the steps, the state.
 */
const OPENENV = `
import json, sys
from openenv.core.generic_client import GenericEnvClient

for play in json.loads(sys.argv[1]):
    with GenericEnvClient(base_url=play["control"] + "/t/" + play["token"] + "/openenv").sync() as env:
        begun = env.reset(task_id=play["task"])
        tools = env.step({"type": "list_tools"})
        steps = []
        for call in play["calls"]:
            step = env.step({"type": "call_tool", "tool_name": call["tool"], "arguments": call["arguments"]})
            steps.append({"observation": step.observation, "reward": step.reward, "done": step.done})
        print(json.dumps({"begun": begun.observation, "tools": tools.observation, "steps": steps, "state": env.state()}))
`;

/** Has the client of the Open Reward Standard make the calls of each play of each run; prints a line for each: what it was told and given. */
const ORS = `
import asyncio, json, sys
from openreward.api.environments.client import AsyncEnvironmentsAPI

async def main(plays):
    for play in plays:
        api = AsyncEnvironmentsAPI(play["control"], play["token"])
        env = api.get(play["family"], variant=play["family"])
        splits = await env.list_splits()
        said = {"splits": splits, "size": await env.num_tasks(play["split"])}
        task = await env.get_task(play["split"], play["index"])
        said["spec"] = task.task_spec
        async with env.session(task=task) as session:
            said["prompt"] = [block.text for block in await session.get_prompt()]
            said["tools"] = [tool.name for tool in await session.list_tools()]
            said["steps"] = []
            for call in play["calls"]:
                output = await session.call_tool(call["tool"], call["arguments"])
                said["steps"].append({"texts": [block.text for block in output.blocks], "reward": output.reward, "done": output.finished})
        print(json.dumps(said))
        await api.aclose()

asyncio.run(main(json.loads(sys.argv[1])))
`;

const openenv = await pythonWith(['openenv==0.10.0'], "tests of OpenEnv's client");
const openreward = await pythonWith(['openreward==0.1.167'], "tests of the Open Reward Standard's client");

interface Step {
  readonly reward: number | null;
  readonly done: boolean;
}

interface Shop {
  readonly run: PlayableRun;
  readonly served: ServedRun;
  /** Some tasks, as each agent plays them. */
  readonly plays: readonly (Awaited<ReturnType<typeof playOf>> & { readonly at: number })[];
}

const shops = new Map<string, Shop>();
const shopOf = (family: string) => shops.get(family) as Shop;
beforeAll(async () => {
  for (const family of PLAYED) {
    const run = await playableRun(family);
    const tasks = [...run.tasks.slice(0, TASKS).keys()];
    const plays = tasks.flatMap((at) => AGENTS.map(async (agent) => ({ at, ...(await playOf(agent, run, at)) })));
    shops.set(family, { run, served: await servedHere(run), plays: await Promise.all(plays) });
  }
}, PATIENT);
afterAll(async () => {
  for (const { served } of shops.values()) await served.stop();
});

/** Split and index of each play's task, as the server counts them. */
async function placesOf({ served, plays }: Shop) {
  const { tasks } = await served.asked('GET', '/tasks?limit=1000');
  return plays.map(({ task }) => {
    const { split, index } = tasks.find((one: { task: string }) => one.task === task.agentId);
    return { split, index };
  });
}

/** Has a program make all plays, and gives what it prints of those of one family: to load a client takes seconds. */
function printedBy(python: Python | null, program: string) {
  let printed: Promise<Map<string, string[]>> | undefined;
  return async (family: string) => {
    printed ??= (async () => {
      const told = await Promise.all(
        [...shops].map(async ([name, shop]) => {
          const places = await placesOf(shop);
          const { control, token } = shop.served;
          return shop.plays.map(({ task, calls }, at) => ({
            ...{ family: name, control, token, task: task.agentId, calls },
            ...places[at],
          }));
        }),
      );
      const lines = ((await python?.run(program, [JSON.stringify(told.flat())])) ?? '').trimEnd().split('\n');
      expect(lines).toHaveLength(told.flat().length);
      return new Map([...shops].map(([name, { plays }]) => [name, lines.splice(0, plays.length)]));
    })();
    return (await printed).get(family) as string[];
  };
}
const overOpenEnv = printedBy(openenv, OPENENV);
const overOpenReward = printedBy(openreward, ORS);

describe.each(PLAYED)('%s, served', (family) => {
  const knownOf = ({ state, calls }: Shop['plays'][number]) => knownIn(state, calls);
  /** What of an answer is for whoever trains, and for no agent. */
  const forAgent = (said: string) => said.replaceAll(/"reward": ?[^,}]+,?/g, '');

  test.skipIf(openenv === null)('over OpenEnv', { timeout: PATIENT }, async () => {
    const { run, plays } = shopOf(family);
    for (const [line, said] of (await overOpenEnv(family)).entries()) {
      const play = plays[line] as Shop['plays'][number];
      const { begun, tools, steps, state } = JSON.parse(said);
      expect(begun).toMatchObject({ task_id: play.task.agentId, instruction: play.task.instruction });
      expect(tools.tools.map(({ name }: { name: string }) => name)).toContain(play.calls[0]?.tool);
      expect(steps.map(({ done }: Step) => done)).toEqual(play.calls.map((_, call) => call === play.calls.length - 1));
      expect(steps.map(({ reward }: Step) => reward)).toEqual([...play.calls.slice(1).map(() => null), play.reward]);
      expect(state.step_count).toBe(play.calls.length);
      expect(leaksInBytes(forAgent(said), run.samples[play.at], knownOf(play))).toEqual([]);
    }
  });

  test.skipIf(openreward === null)('over the Open Reward Standard', { timeout: PATIENT }, async () => {
    const { run, plays } = shopOf(family);
    const places = await placesOf(shopOf(family));
    for (const [line, said] of (await overOpenReward(family)).entries()) {
      const play = plays[line] as Shop['plays'][number];
      const { spec, prompt, steps } = JSON.parse(said);
      expect(spec).toEqual({ id: play.task.agentId, ...places[line] });
      expect(prompt).toEqual([play.task.instruction]);
      expect(steps.map(({ reward }: Step) => reward).at(-1)).toBe(play.reward);
      expect(steps.map(({ done }: Step) => done)).toEqual(play.calls.map((_, call) => call === play.calls.length - 1));
      expect(leaksInBytes(forAgent(said), run.samples[play.at], knownOf(play))).toEqual([]);
    }
  });

  test('over the routes of a resources server of NeMo Gym', async () => {
    const { run, served, plays } = shopOf(family);
    for (const { at, ...play } of plays) {
      const headers = { authorization: `Bearer ${served.token}`, cookie: '' };
      const posted = async (path: string, body: unknown) => {
        const response = await fetch(`${served.control}/nemo/${path}`, {
          method: 'POST',
          headers,
          body: JSON.stringify(body),
        });
        headers.cookie = response.headers.get('set-cookie')?.split(';')[0] ?? headers.cookie;
        return await response.text();
      };
      const row = {
        responses_create_params: { input: [{ role: 'user', content: play.task.instruction }] },
        verifier_metadata: { task: play.task.agentId },
      };
      const said = [await posted('seed_session', row)];
      const output: object[] = [];
      for (const { tool, arguments: args } of play.calls) {
        said.push(await posted(tool, args));
        output.push({ type: 'function_call', call_id: 'c', name: tool, arguments: JSON.stringify(args) });
      }
      const verified = JSON.parse(await posted('verify', { ...row, response: { output } }));
      expect(verified).toMatchObject({ ...row, reward: play.reward, mask_sample: false, episode_end: play.end });
      const again = JSON.parse(await posted('verify', { ...row, response: { output } }));
      expect(again).toEqual(verified);
      expect(leaksInBytes(said.join('\n'), run.samples[at], knownOf({ ...play, at }))).toEqual([]);
    }
  });

  test('nothing is left open after its clients are gone', async () => {
    expect((await shopOf(family).served.asked('GET', '/episodes')).episodes).toEqual([]);
  });
});

describe('sockets of OpenEnv', () => {
  let served: ServedRun;
  beforeAll(async () => {
    served = await servedHere(await playableRun('ecomagentbench'), { capacity: 50 });
  });
  afterAll(async () => {
    await served.stop();
  });
  const opened = async () => {
    const socket = new WebSocket(`${served.control.replace('http', 'ws')}/t/${served.token}/openenv/ws`);
    await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject));
    return socket;
  };
  // biome-ignore lint/suspicious/noExplicitAny: answers of many kinds, each looked at by one test
  const answer = async (socket: WebSocket, message: unknown): Promise<any> => {
    const came = new Promise<string>((resolve) => socket.once('message', (bytes) => resolve(bytes.toString())));
    socket.send(typeof message === 'string' ? message : JSON.stringify(message));
    return JSON.parse(await came);
  };

  test('1,000 killed sockets leak no place', { timeout: PATIENT }, async () => {
    for (let round = 0; round < 20; round++) {
      const sockets = await Promise.all(Array.from({ length: 50 }, opened));
      for (const socket of sockets)
        expect((await answer(socket, { type: 'reset', data: {} })).type, `round ${round}`).toBe('observation');
      const [one] = sockets;
      const full = await answer(await opened(), { type: 'reset', data: {} });
      expect(full.data).toMatchObject({ code: 'CAPACITY_REACHED', max_sessions: 50 });
      expect(full.data.retry_after_seconds).toBeGreaterThan(0);
      expect(one).toBeDefined();
      for (const socket of sockets) socket.terminate();
      while ((await served.asked('GET', '/episodes')).episodes.length > 0)
        await new Promise((resolve) => setTimeout(resolve, 10));
    }
    expect((await served.asked('GET', '/health')).episodes).toBe(0);
  });

  test.each([
    ['{', 'INVALID_JSON'],
    [{ type: 'fly' }, 'UNKNOWN_TYPE'],
    [[], 'UNKNOWN_TYPE'],
    [{ type: 'step', data: { type: 'call_tool' } }, 'VALIDATION_ERROR'],
    [{ type: 'step', data: { type: 'call_tool', tool_name: 'search_products' } }, 'SESSION_ERROR'],
    [{ type: 'reset', data: { task_id: 'none' } }, 'EXECUTION_ERROR'],
  ])('%j is answered with %s, and the socket stays', async (message, code) => {
    const socket = await opened();
    expect(await answer(socket, message)).toMatchObject({ type: 'error', data: { code } });
    expect((await answer(socket, { type: 'state' })).data).toEqual({ episode_id: null, step_count: 0 });
    socket.terminate();
  });

  test('a socket without the token is turned away', async () => {
    const socket = new WebSocket(`${served.control.replace('http', 'ws')}/openenv/ws`);
    const refused = await new Promise((resolve) => socket.on('error', (error) => resolve(error.message)));
    expect(refused).toBe('Unexpected server response: 401');
  });
});
