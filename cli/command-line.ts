import { CommanderError } from 'commander';
import { ConfigError, StageError, sentencesOf } from '../schemas/errors.ts';
import { program } from './commands.ts';
import { escapeForTerminal } from './terminal/escape.ts';
import { tell } from './terminal/sentence.ts';

const BUG = 70;
const USER_ERROR = 2;

/** Tells a sentence for each thing the user can mend, the whole trace for what is our bug; returns the exit code. */
export function explainError(error: unknown): number {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return 0;
    // Without a command Commander shows its help in place of an error; a suggestion comes on a line of its own.
    const found = error.code === 'commander.help' ? 'no known command is given' : error.message.replace(/^error: /, '');
    const advice =
      error.code === 'commander.excessArguments'
        ? 'through npm, options follow two dashes (npm run build:dataset -- --per-intent 25); '
        : '';
    const sentence = found.replace(/\.?\s*\n\s*/g, ' ').replace(/\.$/, '');
    tell(process.stderr, `${sentence}; ${advice}--help lists the commands, and behind a command its options`);
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

const READS_RAW: ReadonlySet<string> = new Set(['build:catalog', 'build:lexicon']);

/** Runs the command that the process was called with; returns its exit code. */
export async function calledCommand(): Promise<number> {
  let ended = 0;
  try {
    // Families bring tables that take a moment to load: only where their settings are options.
    const { FORMATS = '' } = READS_RAW.has(process.argv[2] ?? '') ? await import('../catalog/readers/index.ts') : {};
    const { BUILD_SETTINGS = [] } = process.argv[2] === 'build:dataset' ? await import('./build-settings.ts') : {};
    await program(
      (code) => {
        ended = code;
      },
      BUILD_SETTINGS,
      FORMATS,
    ).parseAsync();
  } catch (error) {
    return explainError(error);
  }
  return ended;
}
