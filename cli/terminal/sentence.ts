import { displayWidth } from './display-width.ts';
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
