import { canonicalJson } from '../schemas/canonical-json.ts';
import { type Lexicon, NO_LEXICON } from '../schemas/lexicon.ts';

let inForce: Lexicon = NO_LEXICON;

/** What was made of the lexicon, in the order of imports: nothing is made anew before what it is made of. */
const made: (() => void)[] = [];

type Table = Map<unknown, unknown> | Set<unknown> | unknown[];

/** A table made of what is known of words: filled anew where another lexicon comes into force. */
export function ofLexicon<T extends Table>(make: (lexicon: Lexicon) => T): T {
  const table = make(inForce);
  made.push(() => refill(table, make(inForce)));
  return table;
}

function refill(table: Table, anew: Table): void {
  if (Array.isArray(table)) table.splice(0, table.length, ...(anew as unknown[]));
  else if (table instanceof Map) {
    table.clear();
    for (const [key, value] of anew as Map<unknown, unknown>) table.set(key, value);
  } else {
    table.clear();
    for (const value of anew as Set<unknown>) table.add(value);
  }
}

/** Does something wherever another lexicon comes into force, such as to forget what was computed by the one before. */
export function onLexicon(act: () => void): void {
  made.push(act);
}

/** Puts a person's lexicon over the tables that come with the program, for all of this thread; undefined takes it away. */
export function useLexicon(lexicon: Lexicon = NO_LEXICON): void {
  if (canonicalJson(lexicon) === canonicalJson(inForce)) return;
  inForce = lexicon;
  for (const remake of made) remake();
}

/** The lexicon of this thread. */
export const lexiconInForce = (): Lexicon => inForce;
