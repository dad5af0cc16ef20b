import { escapeForTerminal } from '../../cli/terminal/escape.ts';

/** Tells on stderr what is being done, beside the table that goes to stdout. */
export const say = (sentence: string) => process.stderr.write(`bench: ${escapeForTerminal(sentence)}\n`);
