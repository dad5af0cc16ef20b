import { join } from 'node:path';
import { counted } from '../../text/numbers.ts';
import type { Output } from '../output.ts';
import { Page } from '../page.ts';
import { displayWidth } from '../terminal/display-width.ts';

interface FinishedFolder {
  readonly folder: string;
  /** Name of the run's page; null where it could not be written. */
  readonly report: string | null;
  readonly accepted: number;
  readonly rejected: number;
}

/** Prints what comes after a build: the page to open, and the commands that read its folder. */
export function tellNextSteps({ folder, report, accepted, rejected }: FinishedFolder, output: Output): void {
  const steps = new Map<string, string>();
  const path = shellWord(folder);
  if (report !== null) steps.set(join(folder, report), 'the run as a page, for a browser');
  if (accepted > 0) steps.set(`npm run verify -- ${path}`, 're-check every sample from the catalog');
  if (rejected > 0)
    steps.set(`npm run audit -- ${path}`, `why ${counted(rejected, 'task was', 'tasks were')} rejected`);
  const page = new Page(output);
  const width = Math.max(...[...steps.keys()].map(displayWidth));
  page.line('');
  for (const [name, text] of steps) page.entry(name, text, width);
  if (steps.size > 0) output.write(`${page.text}\n`);
}

/** A path as a shell reads it back. */
const shellWord = (path: string) => (/^[\w./:@%+=,-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`);
