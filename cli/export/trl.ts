import type { ToolDescription } from '../../pipeline/episode.ts';
import { requestMessages } from '../../shopping/episode/request.ts';
import { type Exported, type ExportInput, jsonLines } from './files.ts';

/**
 * A dataset for TRL and an environment for its `environment_factory` (TRL 1.16): a method for each tool, with the types and the
 * words that its schema is made of, and the reward of the server.
 */
export function trlFiles({ family, shelf, tools }: ExportInput): Exported {
  const rowsOf = (split: string) =>
    shelf.in(split).map(({ task }) => ({ prompt: requestMessages(task), task: task.agentId }));
  const files = shelf.splits.map(({ name }) => [`${name}.jsonl`, jsonLines(rowsOf(name))]);
  const first = shelf.splits.find(({ name }) => name === 'train') ?? shelf.splits[0];
  return {
    files: {
      ...Object.fromEntries(files),
      'shop.py': `${program}${tools.map(methodOf).join('')}`,
      'train.py': training(first?.name ?? ''),
      'README.md': readme(family),
    },
  };
}

/** A JSON Schema as far as arguments of tools have one. */
interface Schema {
  readonly type?: string;
  readonly description?: string;
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
}

const PLAIN: Readonly<Record<string, string>> = { string: 'str', integer: 'int', number: 'float', boolean: 'bool' };

/** The type of an argument, as Python says it. */
function typeOf({ type = '', items, anyOf = [] }: Schema): string {
  if (anyOf.length > 0) return [...new Set(anyOf.filter((one) => one.type !== 'null').map(typeOf))].join(' | ');
  if (type === 'array') return items === undefined ? 'list' : `list[${typeOf(items)}]`;
  return PLAIN[type] ?? 'dict';
}

/** Text inside a docstring. */
const said = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('"""', "'''").replaceAll(/\s+/g, ' ').trim();

function methodOf({ name, description, input }: ToolDescription): string {
  const properties = Object.entries((input.properties ?? {}) as Readonly<Record<string, Schema>>);
  const required = new Set((input.required ?? []) as readonly string[]);
  // Python has arguments with a default last.
  const sorted = properties.toSorted(([a], [b]) => Number(required.has(b)) - Number(required.has(a)));
  const parameters = sorted.map(([key, schema]) =>
    required.has(key) ? `${key}: ${typeOf(schema)}` : `${key}: ${typeOf(schema)} | None = None`,
  );
  const about = sorted.map(
    ([key, schema]) => `            ${key}: ${said(schema.description ?? key.replaceAll('_', ' '))}${choices(schema)}`,
  );
  return `
    def ${['self', ...parameters].length > 1 ? `${name}(self, ${parameters.join(', ')})` : `${name}(self)`} -> str:
        """${said(description)}
${about.length === 0 ? '' : `\n        Args:\n${about.join('\n')}\n`}
        Returns:
            What the tool found, as JSON.
        """
        return self._call("${name}", ${sorted.length === 0 ? '{}' : `{${sorted.map(([key]) => `"${key}": ${key}`).join(', ')}}`})
`;
}

/** Lists the values an argument may have, where it has such a list: transformers reads it from the words. */
const choices = ({ enum: values }: Schema) => (values === undefined ? '' : ` (choices: ${JSON.stringify(values)})`);

const program = `"""An episode of a Cartwright server as an environment of TRL: its tools are methods, its reward is the server's."""

import json
import os
from urllib.request import Request, urlopen

CONTROL = os.environ.get("CARTWRIGHT_CONTROL", "http://127.0.0.1:8421")


class Shop:
    def __init__(self):
        self._cookie = ""
        self._task = None

    def _post(self, path, body):
        headers = {"Authorization": "Bearer " + os.environ["CARTWRIGHT_TOKEN"], "Cookie": self._cookie}
        request = Request(CONTROL + "/nemo" + path, json.dumps(body).encode(), headers, method="POST")
        with urlopen(request) as answer:
            self._cookie = (answer.headers.get("Set-Cookie") or self._cookie).split(";")[0]
            return json.load(answer)

    def _call(self, tool, arguments):
        given = {name: value for name, value in arguments.items() if value is not None}
        return json.dumps(self._post("/" + tool, given), ensure_ascii=False)

    def reset(self, task, **row) -> None:
        self._task = task
        self._post("/seed_session", {"verifier_metadata": {"task": task}})

    def get_reward(self):
        row = {"verifier_metadata": {"task": self._task}, "response": {"output": []}}
        graded = self._post("/verify", row)
        return None if graded["mask_sample"] else float(graded["reward"])

`;

const training = (split: string) => `"""Trains a model on the tasks of ${split}.jsonl with GRPO."""

import sys
from pathlib import Path

from datasets import load_dataset
from trl import GRPOConfig, GRPOTrainer

from shop import Shop

dataset = load_dataset("json", data_files=str(Path(__file__).parent / "${split}.jsonl"), split="train")
settings = GRPOConfig(output_dir="out", max_completion_length=4096, num_generations=8)
GRPOTrainer(model=sys.argv[1], args=settings, train_dataset=dataset, environment_factory=Shop).train()
`;

const readme = (family: string) => `# ${family} for TRL

Needs \`pip install "trl==1.16.0" "transformers>=5.2" datasets\` and a server that has the tasks:

    CARTWRIGHT_TOKEN=<at least 16 characters> npm run serve -- <run>

Then, with the same CARTWRIGHT_TOKEN (and CARTWRIGHT_CONTROL, where the server is not on this machine):

    python train.py <model>

Each row holds the prompt of a task and its id, which \`Shop.reset\` opens an episode with. Answers stay with the server, and
the reward is its grade; an episode in which the environment failed has none. Train on a split that you do not measure on.
`;
