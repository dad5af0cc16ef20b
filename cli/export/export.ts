import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { diskFault } from '../../schemas/disk-fault.ts';
import { ConfigError } from '../../schemas/errors.ts';
import { describeTools, episodeKindOf } from '../../shopping/episode/index.ts';
import { formatCount } from '../../text/numbers.ts';
import { openTasks } from '../eval/tasks.ts';
import { type Output, standardOutput } from '../output.ts';
import { shelfOf } from '../serve/task-shelf.ts';
import type { Exported, ExportInput } from './files.ts';
import { harborFiles } from './harbor.ts';
import { inspectFiles } from './inspect.ts';
import { nemoFiles } from './nemo.ts';
import { trlFiles } from './trl.ts';
import { verifiersFiles } from './verifiers.ts';

export interface ExportOptions {
  readonly to?: string | undefined;
  readonly out?: string | undefined;
  readonly split?: string | undefined;
  readonly catalog?: string | undefined;
}

/** Who files are written for. */
const HARNESSES: Readonly<Record<string, (input: ExportInput) => Exported>> = {
  harbor: harborFiles,
  inspect: inspectFiles,
  nemo: nemoFiles,
  trl: trlFiles,
  verifiers: verifiersFiles,
};

/** Writes the files of a harness; they name tasks, and hold nothing of their answers. */
export function exportTasks(path: string, options: ExportOptions, output: Output = standardOutput()): number {
  const { to, out } = options;
  const names = new Intl.ListFormat('en', { type: 'disjunction' }).format(Object.keys(HARNESSES));
  if (to === undefined) throw new ConfigError(`export needs a harness; name ${names} with --to`);
  const filesFor = Object.hasOwn(HARNESSES, to) ? HARNESSES[to] : undefined;
  if (filesFor === undefined) throw new ConfigError(`--to is "${to}", expected ${names}`);
  if (out === undefined) throw new ConfigError('export needs a folder for its files; name one with --out');
  if (existsSync(out) && readdirSync(out).length > 0)
    throw new ConfigError(`--out is "${out}", which is not empty; name a new folder`);
  const tasks = openTasks('export', path, { catalog: options.catalog, split: options.split, mayBeEmpty: true });
  try {
    const { family } = tasks;
    const shelf = shelfOf(tasks, options.split);
    const tools = describeTools(episodeKindOf(family).tools({ program: false }));
    const { files } = filesFor({ family: family.name, shelf, tools });
    write(out, files);
    const count = shelf.splits.reduce((sum, { tasks: size }) => sum + size, 0);
    output.write(`${out}: ${namesOf(files)} for ${formatCount(count)} tasks; README.md there says how to play them\n`);
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

function write(folder: string, files: Exported['files']): void {
  try {
    mkdirSync(folder, { recursive: true });
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
  } catch (error) {
    throw diskFault(error, folder) ?? error;
  }
}
