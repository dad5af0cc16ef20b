import { requestMessages } from '../../shopping/episode/request.ts';
import { type Exported, type ExportInput, jsonLines } from './files.ts';

/** Rows of a NeMo Gym dataset, a file for each split; verifiers' own taskset `nemo_gym` reads them too. */
export function nemoFiles({ family, shelf, tools }: ExportInput): Exported {
  const functions = tools.map(({ name, description, input: parameters }) => ({
    type: 'function',
    name,
    description,
    parameters,
    strict: false,
  }));
  const rowsOf = (split: string) =>
    shelf.in(split).map(({ task }) => ({
      responses_create_params: { input: requestMessages(task), tools: functions },
      verifier_metadata: { task: task.agentId },
    }));
  const files = shelf.splits.map(({ name }) => [`${name}.jsonl`, jsonLines(rowsOf(name))]);
  return { files: { ...Object.fromEntries(files), 'README.md': readme(family) } };
}

const readme = (family: string) => `# ${family} for NeMo Gym

Each line is a row: \`responses_create_params\` with the prompt and the tools, \`verifier_metadata\` with the id of the task. No
row holds an answer; the server has them:

    npm run serve -- <run>

Its resources server is http://127.0.0.1:8421/nemo, with \`Authorization: Bearer <token>\` in every request, or
http://127.0.0.1:8421/t/<token>/nemo where no headers can be set: \`seed_session\` takes the row and sets a cookie, each tool is
a route of its name, \`verify\` gives the row and the response back with the reward.

verifiers reads the same rows by its taskset \`nemo_gym\`: \`dataset\` is a file of this folder, \`task.resources_url\` that
address, \`task.headers\` the header.
`;

/** Rows for the taskset `nemo_gym` that verifiers brings, and a configuration of `vf-eval` over each split. */
export function verifiersFiles(input: ExportInput): Exported {
  const { family, shelf } = input;
  const { 'README.md': _, ...rows } = nemoFiles(input).files;
  const configurations = shelf.splits.map(({ name }) => [`${name}.toml`, configuration(name)]);
  return {
    files: {
      ...rows,
      ...Object.fromEntries(configurations),
      'README.md': verifiersReadme(family, shelf.splits[0]?.name),
    },
  };
}

const configuration = (split: string) => `# vf-eval @ ${split}.toml, from this folder
push = false

[env.taskset]
id = "nemo_gym"
dataset = "${split}.jsonl"

[env.taskset.task]
resources_url = "http://127.0.0.1:8421/nemo"

[env.agent.harness]
id = "null"

[env.agent.runtime]
type = "subprocess"
`;

const verifiersReadme = (family: string, split = 'test') => `# ${family} for verifiers

Needs \`pip install verifiers==0.4.0\` and a server that has the tasks:

    CARTWRIGHT_TOKEN=<at least 16 characters> npm run serve -- <run>

Then, from this folder:

    vf-eval @ ${split}.toml --model <model> --env.taskset.task.resources-url http://127.0.0.1:8421/t/$CARTWRIGHT_TOKEN/nemo

Each row names a task and holds nothing of its answer. verifiers' own taskset \`nemo_gym\` seeds the session, passes the calls on
and asks for the reward. The token stands in the address on the command line, not in the files: whoever has it controls every
episode of the server.
`;
