import { MANIFEST_NUMBER } from '../pipeline/folder/layout.ts';
import { type FinishedRun, openRun } from '../pipeline/folder/run-files.ts';
import { outputOf } from './output.ts';
import { Page } from './page.ts';

/** Opens a finished run for a command, and says where its files are if an earlier version laid them out otherwise. */
export function openRunFor(command: string, path: string): FinishedRun {
  const run = openRun(path, command);
  const { accepted, rejected } = run.layout;
  if (run.manifest.manifest !== MANIFEST_NUMBER) {
    const page = new Page(outputOf(process.stderr));
    page.paragraph(
      `${path} was built by an earlier version of Cartwright and is read as it is: its samples are in ${accepted.path}, its rejections in ${rejected.path}`,
    );
    process.stderr.write(`${page.text}\n`);
  }
  return run;
}
