import { existsSync, statSync } from 'node:fs';
import { ConfigError } from '../../schemas/errors.ts';
import { renderAudit } from './audit-report.ts';
import { type AuditFilters, auditRun } from './audit-run.ts';
import { lint } from './lint.ts';
import { type Output, standardOutput } from './output.ts';
import { openRun } from './run-files.ts';

export interface AuditOptions extends AuditFilters {
  /** Of files of published tasks: the catalog they were made from. */
  readonly catalog?: string | undefined;
  /** Of files of tasks in another format: how their rows are read. */
  readonly mapping?: string | undefined;
  /** One JSON document instead of a page. */
  readonly json?: boolean | undefined;
}

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

/** Says why tasks of a run were set aside, and checks that nothing vanished on the way. */
export function audit(path: string, options: AuditOptions, output: Output = standardOutput()): number {
  const found = auditRun(openRun(path, 'audit'), options);
  output.write(options.json === true ? `${JSON.stringify(found, null, 2)}\n` : `${renderAudit(found, output)}\n`);
  return found.problems.length === 0 ? DONE : DOES_NOT_AGREE;
}
