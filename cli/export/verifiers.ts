import type { Exported, ExportInput } from './files.ts';
import { nemoFiles } from './nemo.ts';

/** Rows for the taskset `nemo_gym` that verifiers brings, and a configuration of `vf-eval` over each split. */
export function verifiersFiles(input: ExportInput): Exported {
  const { family, shelf } = input;
  const { 'README.md': _, ...rows } = nemoFiles(input).files;
  const configurations = shelf.splits.map(({ name }) => [`${name}.toml`, configuration(name)]);
  return {
    files: { ...rows, ...Object.fromEntries(configurations), 'README.md': readme(family, shelf.splits[0]?.name) },
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

const readme = (family: string, split = 'test') => `# ${family} for verifiers

Needs \`pip install verifiers==0.4.0\` and a server that has the tasks:

    CARTWRIGHT_TOKEN=<at least 16 characters> npm run serve -- <run>

Then, from this folder:

    vf-eval @ ${split}.toml --model <model> --env.taskset.task.resources-url http://127.0.0.1:8421/t/$CARTWRIGHT_TOKEN/nemo

Each row names a task and holds nothing of its answer. verifiers' own taskset \`nemo_gym\` seeds the session, passes the calls on
and asks for the reward. The token stands in the address on the command line, not in the files: whoever has it controls every
episode of the server.
`;
