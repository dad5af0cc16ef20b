import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { diskFault } from '../../schemas/disk-fault.ts';
import { ConfigError } from '../../schemas/errors.ts';
import { describeTools, episodeKindOf, openEpisodes } from '../../shopping/episode/index.ts';
import { counted, formatCount } from '../../text/numbers.ts';
import { openTasks } from '../eval/tasks.ts';
import { shareOption } from '../option-values.ts';
import { shelfOf } from '../serve/task-shelf.ts';
import { type Output, standardOutput } from '../terminal/output.ts';
import { sentence } from '../terminal/sentence.ts';
import { type ChatOptions, chatFiles } from './chat.ts';
import type { Exported, ExportInput } from './files.ts';
import { harborFiles } from './harbor.ts';
import { inspectFiles } from './inspect.ts';
import { nemoFiles, verifiersFiles } from './nemo.ts';
import { trlFiles } from './trl.ts';

export interface ExportOptions {
  readonly to?: string | undefined;
  readonly out?: string | undefined;
  readonly split?: string | undefined;
  readonly catalog?: string | undefined;
  readonly agent?: string | undefined;
  readonly episodes?: string | undefined;
  readonly per?: string | undefined;
  readonly minReward?: string | undefined;
  readonly images?: boolean | undefined;
}

/**
 * Writers of files by format: for harnesses, whose files name tasks and hold nothing of their answers, and for
 * trainers.
 */
const FORMATS: Readonly<Record<string, (input: ExportInput, options: ExportOptions) => Exported | Promise<Exported>>> =
  {
    harbor: harborFiles,
    inspect: inspectFiles,
    nemo: nemoFiles,
    tau2: tau2Files,
    trl: trlFiles,
    verifiers: verifiersFiles,
    chat: (input, options) => chatFiles(input, chatOptions(options)),
  };

const chatOptions = ({ agent, episodes, per, minReward, images }: ExportOptions): ChatOptions => ({
  ...{ agent, episodes, per, images },
  leastReward: shareOption('min-reward', minReward),
});

const ONLY_CHATS = ['agent', 'episodes', 'per', 'minReward', 'images'] as const;
const FLAGS = { agent: '--agent', episodes: '--episodes', per: '--per', minReward: '--min-reward', images: '--images' };

/** Writes what a harness or a trainer takes. */
export async function exportTasks(
  path: string,
  options: ExportOptions,
  output: Output = standardOutput(),
): Promise<number> {
  const { to, out } = options;
  const names = new Intl.ListFormat('en', { type: 'disjunction' }).format(Object.keys(FORMATS));
  if (to === undefined) throw new ConfigError(`export needs a format; name ${names} with --to`);
  const filesFor = Object.hasOwn(FORMATS, to) ? FORMATS[to] : undefined;
  if (filesFor === undefined) throw new ConfigError(`--to is "${to}", expected ${names}`);
  if (out === undefined) throw new ConfigError('export needs a folder for its files; name one with --out');
  const idle = to === 'chat' ? undefined : ONLY_CHATS.find((name) => options[name] !== undefined);
  if (idle !== undefined) throw new ConfigError(`${FLAGS[idle]} is for --to chat; leave it out`);
  if (existsSync(out) && readdirSync(out).length > 0)
    throw new ConfigError(`--out is "${out}", which is not empty; name a new folder`);
  const tasks = openTasks('export', path, { catalog: options.catalog, split: options.split, mayBeEmpty: true });
  try {
    const { family } = tasks;
    const shelf = shelfOf(tasks, options.split);
    const tools = describeTools(episodeKindOf(family).tools({ program: false }));
    const isNamed = options.split !== undefined || tasks.isFile;
    const world = () => openEpisodes(family, tasks.world, tasks.source);
    const { files } = await filesFor({ family: family.name, shelf, tools, world, isNamed }, options);
    const lines = await write(out, files);
    const count = shelf.splits.reduce((sum, { tasks: size }) => sum + size, 0);
    const held = to === 'chat' ? counted(lines, 'chat', 'chats') : counted(count, 'task', 'tasks');
    const written = `${out}: ${namesOf(files)} with ${held}; README.md there says how to use them`;
    output.write(`${sentence(written, output.window ?? null)}\n`);
    return 0;
  } finally {
    tasks.world.close();
  }
}

const MOST_NAMED = 12;

/** The names of files, or how many there are. */
function namesOf(files: Exported['files']): string {
  const names = Object.keys(files);
  return names.length > MOST_NAMED ? `${formatCount(names.length)} files` : names.join(', ');
}

/** Writes files; tells how many pieces there were of those that come in pieces. */
async function write(folder: string, files: Exported['files']): Promise<number> {
  let pieces = 0;
  try {
    mkdirSync(folder, { recursive: true });
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      const file = await open(join(folder, name), 'w');
      try {
        if (typeof text === 'string') await file.write(text);
        else
          for await (const piece of text) {
            await file.write(piece);
            pieces++;
          }
      } finally {
        await file.close();
      }
    }
  } catch (error) {
    throw diskFault(error, folder) ?? error;
  }
  return pieces;
}

/** The files of a tau2-bench domain. They hold the answers of their tasks, as those of tau2-bench do. */
async function tau2Files({ family, shelf, world }: ExportInput): Promise<Exported> {
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
