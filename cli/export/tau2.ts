import { ConfigError } from '../../schemas/errors.ts';
import type { Exported, ExportInput } from './files.ts';

/** The files of a tau2-bench domain. They hold the answers of their tasks, as those of tau2-bench do. */
export async function tau2Files({ family, shelf, world }: ExportInput): Promise<Exported> {
  const { kind, place } = await world();
  if (kind.tau2 === undefined)
    throw new ConfigError(
      `${family} has no conversations over a database, which tau2-bench is made of; choose another --to`,
    );
  const splits = shelf.splits.map(({ name }) => [name, shelf.in(name).map(({ task }) => task)]);
  return { files: { ...kind.tau2(Object.fromEntries(splits), place, family), 'README.md': readme(family) } };
}

const readme = (family: string) => `# ${family} for tau2-bench

\`tasks.json\`, \`split_tasks.json\`, \`policy.md\` and \`db.json\` in the form of a domain of tau2-bench: \`data/tau2/domains/${family}/\`.
The database is the store, row by row; gold actions are calls of the tools that \`serve\` has over MCP, and the domain's Python
tools have to be those. Key answers that one text tells are in \`communicate_info\`; those with several spellings, times and
refusals are in \`nl_assertions\`, which tau2-bench has a model judge.

The files hold the answers of their tasks. Keep them from whatever is tested on them.
`;
