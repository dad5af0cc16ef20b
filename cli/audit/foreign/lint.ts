import { everyFamily } from '../../../families/index.ts';
import type { BenchmarkFormat } from '../../../pipeline/foreign-lint.ts';
import type { World, WorldKind } from '../../../pipeline/world.ts';
import { ConfigError } from '../../../schemas/errors.ts';
import type { Output } from '../../terminal/output.ts';
import { knownFormats, type Lint, lintFiles } from './files.ts';
import { mappedFormat, readTaskMapping, takesPlainTasks } from './mapping.ts';
import { renderCode, renderLint } from './report.ts';

interface LintOptions {
  /** Only this defect, with every task that has it. */
  readonly code?: string | undefined;
  /** The catalog the tasks were made from, where gates that need it are to be put to them as well. */
  readonly catalog?: string | undefined;
  /** File that maps rows of another shape. */
  readonly mapping?: string | undefined;
  /** One JSON document instead of a page. */
  readonly json?: boolean | undefined;
}

const CLEAN = 0;
const FOUND = 1;

/** Prints the defects of published tasks of any known benchmark, and ends with 1 where there are some. */
export async function lint(
  paths: readonly string[],
  { code, json, catalog: path, mapping }: LintOptions,
  output: Output,
): Promise<number> {
  const formats = mapping === undefined ? knownFormats() : [mappedFormat(readTaskMapping(mapping), host().format)];
  const worlds = new Map<WorldKind, World>();
  const worldOf = (format: BenchmarkFormat) => {
    if (path === undefined) return undefined;
    const kind = everyFamily().find((family) => family.lint === format)?.world ?? host().world;
    const world = worlds.get(kind) ?? kind.open(path);
    worlds.set(kind, world);
    return world;
  };
  try {
    return print(await lintFiles(paths, { formats, worldOf }), { code, json }, output);
  } finally {
    for (const world of worlds.values()) world.close();
  }
}

/** The first family whose format has a place for what any table says of a task: mapped rows are linted in it. */
function host() {
  for (const { lint: format, world } of everyFamily())
    if (format !== undefined && takesPlainTasks(format)) return { format, world };
  throw new TypeError('no family has a format that mapped tasks can be linted in, expected one with "rowOf"');
}

function print(all: Lint, { code, json }: Pick<LintOptions, 'code' | 'json'>, output: Output): number {
  const found = code === undefined ? all : onlyCode(all, code);
  const render = code === undefined ? renderLint : renderCode;
  output.write(`${json === true ? JSON.stringify(found, null, 2) : render(found, output)}\n`);
  return isClean(found) ? CLEAN : FOUND;
}

function onlyCode({ total, files }: Lint, code: string): Lint {
  const counts = total.counts.filter((count) => count.code === code);
  if (counts.length === 0) {
    const known = total.counts.map((count) => count.code).join(', ');
    throw new ConfigError(`--code is "${code}", expected one that these files are searched for: ${known}`);
  }
  return {
    total: { ...total, counts },
    files: files.map((file) => ({ ...file, counts: file.counts.filter((count) => count.code === code) })),
  };
}

/** A line that is no task is a defect of its file; a sign is none. */
const isClean = ({ total: { unreadable, counts } }: Lint) =>
  unreadable === 0 && counts.every(({ isDefect, found }) => !isDefect || found === 0);
