import { renderAudit } from './audit-report.ts';
import { type AuditFilters, auditRun } from './audit-run.ts';
import { type Output, standardOutput } from './output.ts';
import { openRun } from './run-files.ts';

export interface AuditOptions extends AuditFilters {
  /** One JSON document instead of a page. */
  readonly json?: boolean | undefined;
}

const DONE = 0;
const DOES_NOT_AGREE = 1;

/** Says why tasks of a run were set aside, and checks that nothing vanished on the way. */
export function audit(path: string, options: AuditOptions, output: Output = standardOutput()): number {
  const found = auditRun(openRun(path, 'audit'), options);
  output.write(options.json === true ? `${JSON.stringify(found, null, 2)}\n` : `${renderAudit(found, output)}\n`);
  return found.problems.length === 0 ? DONE : DOES_NOT_AGREE;
}
