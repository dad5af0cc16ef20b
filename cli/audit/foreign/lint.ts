import { openCatalog } from '../../../catalog/index.ts';
import { ConfigError } from '../../../schemas/errors.ts';
import type { Output } from '../../output.ts';
import { type Lint, lintFiles } from './files.ts';
import { mappedFormat, readTaskMapping } from './mapping.ts';
import { renderCode, renderLint } from './report.ts';

export interface LintOptions {
  /** Only this defect, with every task that has it. */
  readonly code?: string | undefined;
  /** The catalog the tasks were made from, where gates that need it are to be put to them as well. */
  readonly catalog?: string | undefined;
  /** How rows of another shape are read. */
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
  const formats = mapping === undefined ? undefined : [mappedFormat(readTaskMapping(mapping))];
  const catalog = path === undefined ? undefined : openCatalog(path);
  try {
    return print(await lintFiles(paths, { catalog, formats }), { code, json }, output);
  } finally {
    catalog?.close();
  }
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
