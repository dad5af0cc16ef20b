import { openRun } from '../../pipeline/folder/run-files.ts';
import { type Output, standardOutput } from '../output.ts';
import { escapeForTerminal } from '../terminal/escape.ts';
import { writeReport } from './write-report.ts';

const DONE = 0;

/** Writes the page of a finished run again. */
export async function report(path: string, output: Output = standardOutput()): Promise<number> {
  output.write(`${escapeForTerminal(await writeReport(openRun(path, 'report')))}\n`);
  return DONE;
}
