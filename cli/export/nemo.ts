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
