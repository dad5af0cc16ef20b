import { escapeForTerminal } from '../../cli/terminal/escape.ts';

/** Folders that a part of the benchmark works in. */
export interface Workspace {
  /** Made-up catalogs, which stay. */
  readonly catalogs: string;
  /** Folder that is gone when the benchmark ends. */
  readonly scratch: string;
}

/** Tells on stderr what is being done, beside the table that goes to stdout. */
export const say = (sentence: string) => process.stderr.write(`bench: ${escapeForTerminal(sentence)}\n`);

/** One of several things that are measured in turn. */
export interface Turn<Result> {
  readonly name: string;
  measure(): Promise<Result>;
}

/**
 * Measures everything once, then everything once more, and so on: what the machine does besides falls on all alike. Returns
 * the results of each turn, in the order of the rounds.
 */
export async function inRounds<Result>(
  turns: readonly Turn<Result>[],
  rounds: number,
  tell: (sentence: string) => void = say,
): Promise<Result[][]> {
  const results = turns.map((): Result[] => []);
  for (let round = 1; round <= rounds; round++) {
    for (const [at, turn] of turns.entries()) {
      tell(`round ${round} of ${rounds}: ${turn.name}`);
      results[at]!.push(await turn.measure());
    }
  }
  return results;
}
