import { colourWanted } from './colour.ts';
import { createProgress, type Progress } from './progress.ts';
import { windowOf } from './sentence.ts';

/** Destination of a command's answer, with what that place can show. */
export interface Output {
  write(text: string): unknown;
  /** Columns that tables and paragraphs take. */
  readonly width: number;
  /** Columns of the window; null or left out where there is none, as in a log, whose sentences are one line each. */
  readonly window?: number | null;
  readonly colour: boolean;
}

const DEFAULT_COLUMNS = 100;
const NARROWEST = 20;

/** A stream, as wide as its window; where it has none, as wide as a run's table. */
export function outputOf(stream: NodeJS.WriteStream): Output {
  const window = windowOf(stream);
  return {
    write: (text) => stream.write(text),
    width: Math.max(NARROWEST, Math.floor(window ?? DEFAULT_COLUMNS)),
    window,
    colour: colourWanted(stream, process.env),
  };
}

export const standardOutput = (): Output => outputOf(process.stdout);

/** Shows on standard error how far a command is. */
export const standardProgress = (): Progress =>
  createProgress(process.stderr, {
    colour: colourWanted(process.stderr, process.env),
    isTTY: process.stderr.isTTY === true,
    now: () => performance.now(),
  });
