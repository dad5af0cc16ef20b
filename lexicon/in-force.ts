import { canonicalJson } from '../schemas/canonical-json.ts';
import { type Lexicon, NO_LEXICON } from '../schemas/lexicon.ts';

/** The language texts are in where nobody says another: the one the offline writers write. */
export const ENGLISH = 'en';

let inForce: Lexicon = NO_LEXICON;
let language = ENGLISH;

/**
 * Functions that fill the tables made of the lexicon anew, in the order of imports: nothing is made anew before what it
 * is made of.
 */
const made: (() => void)[] = [];

type Table = Map<unknown, unknown> | Set<unknown> | unknown[] | object;

/** A table made of what is known of words: filled anew where another lexicon or language comes into force. */
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
  } else if (table instanceof Set) {
    table.clear();
    for (const value of anew as Set<unknown>) table.add(value);
  } else {
    for (const key of Object.keys(table)) delete (table as Record<string, unknown>)[key];
    Object.assign(table, anew);
  }
}

/** Does something wherever another lexicon or language comes into force, such as to forget what was computed before. */
export function onLexicon(act: () => void): void {
  made.push(act);
}

const remakeAll = () => {
  for (const remake of made) remake();
};

/** Puts a person's lexicon over the tables that come with the program, for all of this thread; undefined takes it away. */
export function useLexicon(lexicon: Lexicon = NO_LEXICON): void {
  if (canonicalJson(lexicon) === canonicalJson(inForce)) return;
  inForce = lexicon;
  remakeAll();
}

/** The lexicon of this thread. */
export const lexiconInForce = (): Lexicon => inForce;

/** Has all of this thread read and write texts in a language, by its code ("zh"); a folder beside this file is named so. */
export function useLanguage(code: string = ENGLISH): void {
  if (code === language) return;
  language = code;
  remakeAll();
}

/** Lexicon and language that the texts of a run are read and written by. */
export interface RunWords {
  readonly lexicon: Lexicon | undefined;
  /** The code of the language they are in. */
  readonly language: string;
}

/** Puts a run's lexicon and language in force in this thread. */
export function useWords({ lexicon, language: code }: RunWords): void {
  useLexicon(lexicon);
  useLanguage(code);
}

/** The code of the language texts are written in. */
export const languageInForce = (): string => language;
