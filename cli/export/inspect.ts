import { requestText } from '../../shopping/episode/request.ts';
import { type Exported, type ExportInput, jsonLines } from './files.ts';

/** A dataset for inspect and a task over it, which plays each sample's episode over MCP and asks for its grade. */
export function inspectFiles({ family, shelf }: ExportInput): Exported {
  const samplesOf = (split: string) =>
    shelf
      .in(split)
      .map(({ task }) => ({ id: task.agentId, input: requestText(task), metadata: { task: task.agentId } }));
  const files = shelf.splits.map(({ name }) => [`${name}.jsonl`, jsonLines(samplesOf(name))]);
  const [first] = shelf.splits;
  return {
    files: { ...Object.fromEntries(files), 'shop.py': program(first?.name ?? ''), 'README.md': readme(family) },
  };
}

const program = (
  split: string,
) => `"""Plays the tasks of a Cartwright server: each sample is an episode, its tools come over MCP, its grade from the server."""

import json
import os
from pathlib import Path
from urllib.request import Request, urlopen

from inspect_ai import Task, task
from inspect_ai.agent import as_solver, react
from inspect_ai.dataset import json_dataset
from inspect_ai.scorer import Score, Target, mean, scorer, stderr
from inspect_ai.solver import Generate, TaskState, solver
from inspect_ai.tool import mcp_server_http

CONTROL = os.environ.get("CARTWRIGHT_CONTROL", "http://127.0.0.1:8421")


def control(method, path, body=None):
    headers = {"Authorization": "Bearer " + os.environ["CARTWRIGHT_TOKEN"]}
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(CONTROL + path, data, headers, method=method)) as answer:
        return json.load(answer)


@solver
def shopper():
    async def solve(state: TaskState, generate: Generate) -> TaskState:
        episode = control("POST", "/episodes", {"task": state.metadata["task"]})
        state.store.set("episode", episode["id"])
        agent = react(tools=[mcp_server_http(name="shop", url=episode["mcp_url"])])
        return await as_solver(agent)(state, generate)

    return solve


@scorer(metrics=[mean(), stderr()])
def reward():
    async def score(state: TaskState, target: Target) -> Score:
        episode = state.store.get("episode")
        graded = control("POST", f"/episodes/{episode}/grade")
        control("DELETE", f"/episodes/{episode}")
        why = "\\n".join(f"{one['verdict']}: {one['description']}" for one in graded["grade"]["verdicts"])
        return Score(value=graded["grade"]["reward"], explanation=f"{graded['end']}\\n{why}", metadata=graded)

    return score


@task
def shop(split: str = "${split}"):
    dataset = json_dataset(str(Path(__file__).parent / f"{split}.jsonl"))
    return Task(dataset=dataset, solver=shopper(), scorer=reward())
`;

const readme = (family: string) => `# ${family} for inspect

Needs \`pip install inspect_ai==0.3.285 mcp==1.30.0\` and a server that has the tasks:

    CARTWRIGHT_TOKEN=<at least 16 characters> npm run serve -- <run>

Then, with the same CARTWRIGHT_TOKEN (and CARTWRIGHT_CONTROL, where the server is not on this machine):

    inspect eval shop.py --model <model>            # -T split=<name> for another split

Each sample holds the id and the prompt of its task; answers stay with the server, and the score is its grade.
`;
