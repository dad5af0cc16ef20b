import { MANIFEST_NUMBER } from '../pipeline/folder/layout.ts';
import { type FinishedRun, openRun } from '../pipeline/folder/run-files.ts';
import { openRecords, type RunRecords } from '../pipeline/folder/run-records.ts';
import { outputOf } from './output.ts';
import { Page } from './page.ts';

/** Opens a finished run for a command, and says where its files are if an earlier version laid them out otherwise. */
export const openRunFor = (command: string, path: string): FinishedRun => withNotice(openRun(path, command));

/** Opens the records of a run, finished or not, for a command; says the same of it. */
export function openRecordsFor(command: string, path: string): RunRecords {
  const run = openRecords(path, command);
  if (run.finished !== null) withNotice(run.finished);
  return run;
}

function withNotice(run: FinishedRun): FinishedRun {
  const { accepted, rejected } = run.layout;
  if (run.manifest.manifest !== MANIFEST_NUMBER) {
    const page = new Page(outputOf(process.stderr));
    page.paragraph(
      `${run.path} was built by an earlier version of Cartwright and is read as it is: its samples are in ${accepted.path}, its rejections in ${rejected.path}`,
    );
    process.stderr.write(`${page.text}\n`);
  }
  return run;
}
