import { existsSync, statSync } from 'node:fs';
import { ConfigError } from '../../schemas/errors.ts';
import { auditAdjudications, auditSheet } from '../adjudicate/commands.ts';
import { openRecordsFor } from '../open-run.ts';
import { type Output, standardOutput } from '../terminal/output.ts';
import { type AuditFilters, auditRun } from './count-rejections.ts';
import { lint } from './foreign/lint.ts';
import { renderAudit } from './report.ts';

export interface AuditOptions extends AuditFilters {
  /** Of files of published tasks: the catalog they were made from. */
  readonly catalog?: string | undefined;
  /** Of files of tasks in another format: how their rows are read. */
  readonly mapping?: string | undefined;
  /** One JSON document instead of a page. */
  readonly json?: boolean | undefined;
  /** Files of marks that people made; the run is held against them. */
  readonly adjudications?: readonly string[] | undefined;
  readonly decisions?: string | undefined;
  /** Rows of a blind sheet to draw, with the file it is written to and the seed it is drawn by. */
  readonly sheet?: string | undefined;
  readonly out?: string | undefined;
  readonly seed?: string | undefined;
}

/** Options that make sense with one other option only. */
const NEEDS = { decisions: 'adjudications', out: 'sheet', seed: 'sheet' } as const;

const DONE = 0;
const DOES_NOT_AGREE = 1;

const isFolder = (path: string) => existsSync(path) && statSync(path).isDirectory();

/** Audits one run folder, or lints any number of files of published tasks. */
export async function auditPaths(
  paths: readonly string[],
  options: AuditOptions,
  output: Output = standardOutput(),
): Promise<number> {
  const [path = ''] = paths;
  refuseIdle(options);
  const { adjudications, sheet } = options;
  if (sheet !== undefined || adjudications !== undefined) {
    if (paths.length > 1)
      throw new ConfigError(
        `${paths.length} paths are given, expected one run folder; give each file its own --adjudications`,
      );
    if (sheet !== undefined) return auditSheet(path, { ...options, sheet }, output);
    if (adjudications !== undefined) return auditAdjudications(path, { ...options, adjudications }, output);
  }
  if (paths.length === 1 && (isFolder(path) || !existsSync(path))) {
    for (const name of ['catalog', 'mapping'] as const)
      if (options[name] !== undefined)
        throw new ConfigError(`--${name} is for files of tasks, and ${path} is no file; leave it out`);
    return audit(path, options, output);
  }
  const folder = paths.find(isFolder);
  if (folder !== undefined)
    throw new ConfigError(
      `${folder} is a folder among ${paths.length} paths, expected one run folder, or files of published tasks`,
    );
  for (const name of ['intent', 'stage', 'field', 'against'] as const) {
    if (options[name] !== undefined)
      throw new ConfigError(`--${name} filters the rejections of a run, and ${path} is a file; leave it out`);
  }
  return lint(paths, options, output);
}

function refuseIdle(options: AuditOptions): void {
  const { sheet, adjudications } = options;
  if (sheet !== undefined && adjudications !== undefined)
    throw new ConfigError('--sheet draws a sheet and --adjudications reads one; give one of the two');
  for (const [name, needed] of Object.entries(NEEDS) as [keyof typeof NEEDS, 'sheet' | 'adjudications'][]) {
    if (options[name] !== undefined && options[needed] === undefined)
      throw new ConfigError(`--${name} goes with --${needed}; add it, or leave --${name} out`);
  }
  if (sheet === undefined && adjudications === undefined) return;
  for (const name of ['code', 'intent', 'stage'] as const) {
    if (options[name] !== undefined)
      throw new ConfigError(
        `--${name} filters rejections; leave it out with --${sheet === undefined ? 'adjudications' : 'sheet'}`,
      );
  }
}

/** Says why tasks of a run were set aside, and checks that nothing vanished on the way. */
export function audit(path: string, options: AuditOptions, output: Output = standardOutput()): number {
  const run = openRecordsFor('audit', path);
  try {
    const found = auditRun(run, options);
    output.write(options.json === true ? `${JSON.stringify(found, null, 2)}\n` : `${renderAudit(found, output)}\n`);
    return found.problems.length === 0 ? DONE : DOES_NOT_AGREE;
  } finally {
    run.close();
  }
}
