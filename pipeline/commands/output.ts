import { colourWanted } from '../terminal/colour.ts';

/** Where a command prints its answer, and what that place can show. */
export interface Output {
  write(text: string): unknown;
  /** Columns of the window. */
  readonly width: number;
  readonly colour: boolean;
}

const DEFAULT_COLUMNS = 100;
const NARROWEST = 20;

/** The standard output, as wide as its window; where it is no window, as wide as a run's table. */
export function standardOutput(): Output {
  return {
    write: (text) => process.stdout.write(text),
    width: Math.max(NARROWEST, process.stdout.columns || DEFAULT_COLUMNS),
    colour: colourWanted(process.stdout, process.env),
  };
}
