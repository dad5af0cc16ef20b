import { MANIFEST_NUMBER } from '../pipeline/folder/layout.ts';
import { type FinishedRun, openRun } from '../pipeline/folder/run-files.ts';
import { escapeForTerminal } from './terminal/escape.ts';

/** Opens a finished run for a command, and says where its files are if an earlier version laid them out otherwise. */
export function openRunFor(command: string, path: string): FinishedRun {
  const run = openRun(path, command);
  const { accepted, rejected } = run.layout;
  if (run.manifest.manifest !== MANIFEST_NUMBER)
    process.stderr.write(
      `${escapeForTerminal(path)} was built by an earlier version of Cartwright and is read as it is: its samples are in ${accepted.path}, its rejections in ${rejected.path}\n`,
    );
  return run;
}
