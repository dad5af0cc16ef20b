import { escapeForTerminal } from '../terminal/escape.ts';
import { type Output, standardOutput } from './output.ts';
import { writeReport } from './report/write-report.ts';
import { openRun } from './run-files.ts';

const DONE = 0;

/** Writes the page of a finished run again. */
export async function report(path: string, output: Output = standardOutput()): Promise<number> {
  output.write(`${escapeForTerminal(await writeReport(openRun(path, 'report')))}\n`);
  return DONE;
}
