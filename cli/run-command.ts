import { CommanderError } from 'commander';
import { diskFault } from '../schemas/disk-fault.ts';
import { ConfigError, StageError, sentencesOf } from '../schemas/errors.ts';
import { program } from './commands.ts';
import { escapeForTerminal } from './terminal/escape.ts';
import { tell } from './terminal/sentence.ts';

const BUG = 70;
const USER_ERROR = 2;

/** A sentence for each thing the user can mend, the whole trace for what is our bug. */
function explainError(error: unknown): number {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return 0;
    // Without a command Commander shows its help in place of an error; a suggestion comes on a line of its own.
    const found = error.code === 'commander.help' ? 'no known command is given' : error.message.replace(/^error: /, '');
    const advice =
      error.code === 'commander.excessArguments'
        ? 'through npm, options follow two dashes (npm run build:dataset -- --per-intent 25); '
        : '';
    const sentence = found.replace(/\.?\s*\n\s*/g, ' ').replace(/\.$/, '');
    tell(process.stderr, `${sentence}; ${advice}see cartwright --help`);
    return USER_ERROR;
  }
  if (error instanceof ConfigError) {
    for (const sentence of sentencesOf(error)) tell(process.stderr, sentence);
    return USER_ERROR;
  }
  const record = error instanceof StageError ? `\nrecord: ${JSON.stringify(error.record)?.slice(0, 2000)}` : '';
  process.stderr.write(
    `this is a bug of Cartwright: ${escapeForTerminal(error instanceof Error ? (error.stack ?? error.message) : String(error))}${escapeForTerminal(record)}\n`,
  );
  return BUG;
}

// A reader that has seen enough (`| head`) closes the pipe; that is no error of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') return;
  process.exit(explainError(diskFault(error, 'standard output') ?? error));
});
// What nobody can be told is no reason to stop.
process.stderr.on('error', () => {});

const READS_RAW: ReadonlySet<string> = new Set(['build:catalog', 'build:lexicon']);

/** Does what a command line asks for; the exit code of the process says how that ended. */
export async function runCommand([command = '']: readonly string[]): Promise<void> {
  try {
    // Families bring tables that take a moment to load: only where their settings are options.
    const { FORMATS = '' } = READS_RAW.has(command) ? await import('../catalog/readers/index.ts') : {};
    const { BUILD_SETTINGS = [] } = command === 'build:dataset' ? await import('./build-settings.ts') : {};
    await program(
      (code) => {
        process.exitCode = code;
      },
      BUILD_SETTINGS,
      FORMATS,
    ).parseAsync();
  } catch (error) {
    process.exitCode = explainError(error);
  }
}
