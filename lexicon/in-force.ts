import { canonicalJson } from '../schemas/canonical-json.ts';
import { type Lexicon, NO_LEXICON } from '../schemas/lexicon.ts';

/** The language texts are in where nobody says another: the one the offline writers write. */
export const ENGLISH = 'en';

/** The code of the language that the names of a shop are in, or true where nobody knows which; false of English ones. */
export type ForeignShop = boolean | string;

let inForce: Lexicon = NO_LEXICON;
let language = ENGLISH;
let foreignShop: ForeignShop = false;

/** So many lexicons and languages are remembered: whoever goes through all languages comes back to each. */
const MOST_REMEMBERED = 8;

/** Lexicons and languages that tables were made for, by what they are, the one in force last. */
let remembered: readonly string[] = [];
const wordsInForce = () => `${language} of ${foreignShop} ${canonicalJson(inForce)}`;
/** False where the last lexicon could not be made tables of: they are of different words then. */
let isWhole = true;

/**
 * Functions that fill the tables made of the lexicon anew, in the order of imports: nothing is made anew before what it
 * is made of.
 */
const made: ((left: string | null, words: string) => void)[] = [];

type Table = Map<unknown, unknown> | Set<unknown> | unknown[] | object;

/** A table made of what is known of words: another one where another lexicon or language comes into force. */
export function ofLexicon<T extends Table>(make: (lexicon: Lexicon) => T): T {
  const table = make(inForce);
  /** Contents of the table under other words. */
  const held = new Map<string, Table>();
  made.push((left, words) => {
    if (left !== null) held.set(left, copyOf(table));
    refill(table, held.get(words) ?? make(inForce));
    for (const known of held.keys()) if (!remembered.includes(known)) held.delete(known);
  });
  return table;
}

function copyOf(table: Table): Table {
  if (Array.isArray(table)) return [...table];
  if (table instanceof Map) return new Map(table);
  return table instanceof Set ? new Set(table) : { ...table };
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

/**
 * The same for a table that many commands never ask for: it is made where it is first asked for. What refuses a part of a
 * person's lexicon is no such table: that is told at once.
 */
export function onDemand<T extends Table>(make: (lexicon: Lexicon) => T): () => T {
  /** The table under other words, and under these once it was asked for. */
  const held = new Map<string, T>();
  let table: T | undefined;
  onLexicon(() => {
    table = undefined;
    for (const words of held.keys()) if (!remembered.includes(words)) held.delete(words);
  });
  return () => {
    if (table === undefined) {
      table = held.get(wordsInForce()) ?? make(inForce);
      held.set(wordsInForce(), table);
    }
    return table;
  };
}

/** Does something wherever another lexicon or language comes into force, such as to forget what was computed before. */
export function onLexicon(act: () => void): void {
  made.push(act);
}

function useOther(words: { readonly lexicon?: Lexicon; readonly code?: string; readonly foreign?: ForeignShop }): void {
  const left = wordsInForce();
  inForce = words.lexicon ?? inForce;
  language = words.code ?? language;
  foreignShop = words.foreign ?? foreignShop;
  const now = wordsInForce();
  if (isWhole && now === left) return;
  remembered = [...remembered.filter((known) => known !== left && known !== now), left, now].slice(-MOST_REMEMBERED);
  const whole = isWhole ? left : null;
  isWhole = false;
  for (const remake of made) remake(whole, now);
  isWhole = true;
}

/** Puts a person's lexicon over the tables that come with the program, for all of this thread; undefined takes it away. */
export function useLexicon(lexicon: Lexicon = NO_LEXICON): void {
  useOther({ lexicon });
}

/** The lexicon of this thread. */
export const lexiconInForce = (): Lexicon => inForce;

/** Has all of this thread read and write texts in a language, by its code ("zh"); a folder beside this file is named so. */
export function useLanguage(code: string = ENGLISH): void {
  useOther({ code });
}

/** Has all of this thread take the names of a shop for what they are: English ones, or of another language, whichever. */
export function useForeignShop(foreign: ForeignShop): void {
  useOther({ foreign });
}

/** Tells whether texts are in English and the names of the shop that they are about are not. */
export const isForeignShop = (): boolean => foreignShop !== false && language === ENGLISH;

/** The code of the language that the names of a shop of another language are in; null where nobody knows it. */
export const languageOfShop = (): string | null => (typeof foreignShop === 'string' ? foreignShop : null);

/** The language that this thread takes the names of the shop to be in; they are as good as English where texts are in another language. */
export const foreignShopInForce = (): ForeignShop => isForeignShop() && foreignShop;

/** Lexicon and language that the texts of a run are read and written by. */
export interface RunWords {
  readonly lexicon: Lexicon | undefined;
  /** The code of the language they are in. */
  readonly language: string;
  /** The language that the names of the shop are in where that is not English. */
  readonly foreign: ForeignShop;
}

/** Puts a run's lexicon and language in force in this thread, and whether its shop is an English one. */
export function useWords({ lexicon, language: code, foreign }: RunWords): void {
  useLexicon(lexicon);
  useLanguage(code);
  useForeignShop(foreign);
}

/** The code of the language texts are written in. */
export const languageInForce = (): string => language;
