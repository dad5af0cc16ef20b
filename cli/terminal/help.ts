import type { HelpConfiguration, OutputConfiguration } from 'commander';
import { displayWidth, wrap } from './display-width.ts';
import { windowOf } from './sentence.ts';

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
