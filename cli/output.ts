import { colourWanted } from './terminal/colour.ts';

/** Where a command prints its answer, and what that place can show. */
export interface Output {
  write(text: string): unknown;
  /** Columns of the window. */
  readonly width: number;
  readonly colour: boolean;
}

const DEFAULT_COLUMNS = 100;
const NARROWEST = 20;

/** A stream, as wide as its window; where it is none, as wide as COLUMNS says, or a run's table. */
export function outputOf(stream: NodeJS.WriteStream): Output {
  const columns = stream.columns || Number(process.env.COLUMNS) || DEFAULT_COLUMNS;
  return {
    write: (text) => stream.write(text),
    width: Math.max(NARROWEST, Math.floor(columns)),
    colour: colourWanted(stream, process.env),
  };
}

export const standardOutput = (): Output => outputOf(process.stdout);
