import { useWords, wordsOf } from '../lexicon/index.ts';
import { MANIFEST_NUMBER } from '../pipeline/folder/layout.ts';
import { type FinishedRun, openRun, type RunInFolder } from '../pipeline/folder/run-files.ts';
import { openRecords, type RunRecords } from '../pipeline/folder/run-records.ts';
import { outputOf } from './terminal/output.ts';
import { Page } from './terminal/page.ts';

/** Opens a finished run for a command, and says where its files are if an earlier version laid them out otherwise. */
export const openRunFor = (command: string, path: string): FinishedRun =>
  withNotice(withLexicon(openRun(path, command)));

/** Words mean in a command what they meant in the run: what a person said of its shop stands in its manifest. */
export function withLexicon<R extends RunInFolder>(run: R): R {
  const { lexicon, language, foreign } = run.manifest.config;
  useWords({
    ...wordsOf({ language, foreign }),
    lexicon: lexicon === undefined ? undefined : { fields: lexicon.fields, types: lexicon.types },
  });
  return run;
}

/** Opens the records of a run, finished or not, for a command; says the same of it. */
export function openRecordsFor(command: string, path: string): RunRecords {
  const run = withLexicon(openRecords(path, command));
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
