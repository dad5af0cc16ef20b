import { hostname } from 'node:os';
import type { Unfinished } from '../pipeline/folder/run-records.ts';
import { counted, formatCount } from '../text/numbers.ts';
import type { Page } from './terminal/page.ts';

/** Says of a run that is not finished that it is not, how far it got, why no further, and what continues it: a sentence each. */
export function unfinishedText(run: Unfinished): readonly string[] {
  return [headText(run), whyText(run), nextText(run)];
}

/** The same at the top of a page. */
export function tellUnfinished(page: Page, run: Unfinished): void {
  for (const sentence of unfinishedText(run)) page.paragraph(sentence, { style: 'yellow' });
}

function headText({ accepted, wanted, planned, part, leaving }: Unfinished): string {
  const far = `${formatCount(accepted)} of ${counted(wanted, 'sample', 'samples')} accepted, ${counted(planned, 'task', 'tasks')} planned`;
  if (part === null) return `This run is not finished: ${far}.`;
  const isDone = leaving?.kind === 'done';
  return `This is part ${part.number} of ${part.of} of a run, and ${isDone ? 'done' : 'not finished'}: ${far}.`;
}

function whyText({ builtBy, leaving }: Unfinished): string {
  if (builtBy !== null) {
    const { holder } = builtBy;
    const where = holder === null || holder.host === hostname() ? '' : ` on ${holder.host}`;
    return `It is being built at this moment${holder === null ? '' : `, by process ${holder.pid}${where}`}; what follows is what was there a moment ago.`;
  }
  switch (leaving?.kind) {
    case 'done':
      return 'Its samples are not published: the whole chooses among those of all parts.';
    case 'interrupted':
      return 'It was interrupted.';
    case 'stopped':
      return `It stopped: ${(leaving.reason ?? 'nobody noted why').replace(/\.$/, '')}.`;
    case undefined:
      return 'Its process ended before its time, without a word.';
  }
}

function nextText({ command, part, leaving, builtBy }: Unfinished): string {
  if (leaving?.kind === 'done' && part !== null)
    return `When every part is done, merge them: ${commandText(['merge', part.run])}`;
  if (builtBy !== null) return 'Ask again for what has come since.';
  const what =
    leaving?.kind === 'stopped'
      ? 'Once that is mended, here or in the command, this goes on with it'
      : 'This goes on with it';
  return command === null ? 'The command it was started with goes on with it.' : `${what}: ${commandText(command)}`;
}

const PLAIN = /^[\w@%+=:,./-]+$/;

/** A command line as it is typed. */
function commandText([name = '', ...words]: readonly string[]): string {
  const quoted = words.map((word) => (PLAIN.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`));
  return ['npm run', name, ...(quoted.length === 0 ? [] : ['--']), ...quoted].join(' ');
}
