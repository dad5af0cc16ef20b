import type { HelpConfiguration, OutputConfiguration } from 'commander';
import { displayWidth, wrap } from './display-width.ts';
import { escapeForTerminal } from './escape.ts';

interface Window {
  /** Columns, where there is a window. */
  readonly columns?: number | undefined;
}

/** Columns of the window a stream is shown in, or those COLUMNS names; null where there is none, as in a log. */
export const windowOf = ({ columns }: Window): number | null => columns || Number(process.env.COLUMNS) || null;

/**
 * A sentence as it is printed: escaped, and broken at white space where its window ends, all lines but the first indented.
 * A path or command that is wider stays whole, for whoever copies it; without a window all of it is one line.
 */
export function sentence(text: string, window: number | null): string {
  const safe = escapeForTerminal(text);
  if (window === null || displayWidth(safe) <= window) return safe;
  const lines: string[] = [];
  for (const word of safe.split(/\s+/).filter(Boolean)) {
    const line = lines.at(-1);
    const longer = line === undefined ? word : `${line} ${word}`;
    if (line === undefined || displayWidth(longer) <= window) lines.splice(-1, 1, longer);
    else lines.push(`  ${word}`);
  }
  return lines.join('\n');
}

/** Prints a sentence of its own. */
export function tell(stream: Window & { write(text: string): unknown }, text: string): void {
  stream.write(`${sentence(text, windowOf(stream))}\n`);
}

const INDENT = '  ';
const GAP = 2;
/** With less room than this beside its flag, what an option decides stands below it. */
const NARROWEST_BESIDE = 36;
const WITHOUT_WINDOW = 80;

const columnsOf = () => windowOf(process.stdout) ?? WITHOUT_WINDOW;

/** Layout of the help of commands, with no line wider than its window. */
export const HELP: HelpConfiguration = {
  formatItem(term, termWidth, description) {
    if (description === '') return INDENT + term;
    const beside = columnsOf() - INDENT.length - termWidth - GAP;
    if (beside < NARROWEST_BESIDE) {
      const below = INDENT.repeat(3);
      return [INDENT + term, ...wrap(description, columnsOf() - below.length).map((line) => below + line)].join('\n');
    }
    const [first = '', ...more] = wrap(description, beside);
    const padding = ' '.repeat(termWidth - displayWidth(term) + GAP);
    const blank = ' '.repeat(INDENT.length + termWidth + GAP);
    return [INDENT + term + padding + first, ...more.map((line) => blank + line)].join('\n');
  },
};

/** Help is written with the lines broken that are still too wide: usage and headings. */
export const HELP_OUTPUT: OutputConfiguration = {
  getOutHelpWidth: columnsOf,
  writeOut: (text) => process.stdout.write(text.split('\n').flatMap(broken).join('\n')),
};

function broken(line: string): string[] {
  if (displayWidth(line) <= columnsOf()) return [line];
  const indent = /^ */.exec(line)?.[0] ?? '';
  const [first = '', ...more] = wrap(line, columnsOf() - indent.length - INDENT.length);
  return [indent + first, ...more.map((rest) => indent + INDENT + rest)];
}
