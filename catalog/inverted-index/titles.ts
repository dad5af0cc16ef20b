import type { DatabaseSync } from 'node:sqlite';
import { charactersApart, hasUnspacedScript } from '../../text/tokens.ts';
import { LINE_BREAK, PRODUCTS_PER_PART } from '../store/product-parts.ts';
import { RowList, type RowSet } from './row-set.ts';

/** The words of all titles, one title after the other, where threads can share them. */
export interface Titles {
  /** Words are parted by a space and titles by a line break, in UTF-8. */
  readonly bytes: Uint8Array;
  /** The start of each title, and the end of the last. */
  readonly starts: Float64Array;
}

const SPACE = 0x20;
/** A byte that no word has, where a space may stand. */
const MAYBE_SPACE = '\0';

/** Reads the titles of all products; they take as many bytes as their words, and nine more each. */
export function readTitles(db: DatabaseSync, size: number): Titles {
  const { length } = db.prepare('SELECT coalesce(sum(length(title_words)), 0) AS length FROM products').get() as {
    length: number;
  };
  const bytes = new Uint8Array(new SharedArrayBuffer(length));
  const starts = new Float64Array(new SharedArrayBuffer((size + 1) * Float64Array.BYTES_PER_ELEMENT));
  let row = 0;
  let end = 0;
  const parts = db.prepare('SELECT title_words AS words FROM products ORDER BY part').iterate();
  for (const { words } of parts as unknown as Iterable<{ words: Uint8Array }>) {
    bytes.set(words, end);
    for (let at = words.indexOf(LINE_BREAK); at >= 0; at = words.indexOf(LINE_BREAK, at + 1))
      starts[++row] = end + at + 1;
    end += words.length;
  }
  if (row !== size || end !== length) throw new RangeError(`the catalog has ${row} titles of ${size} products`);
  return { bytes, starts };
}

/**
 * Picks the rows whose title has the words of the phrase, parted by a space, one after the other; between two characters
 * of scripts without spaces there may be one in either or not.
 */
export function havingPhrase({ bytes, starts }: Titles, rows: Uint32Array, phrase: string): Uint32Array {
  const characters = [...charactersApart(phrase, MAYBE_SPACE)];
  const wanted = Buffer.from(characters.join(''));
  const least = wanted.filter((byte) => byte !== 0).length;
  const startsAnywhere = hasUnspacedScript(characters[0] ?? '');
  const endsAnywhere = hasUnspacedScript(characters.at(-1) ?? '');
  const isEnd = (byte: number) => byte === SPACE || byte === LINE_BREAK;
  return rows.filter((row) => {
    const start = starts[row] as number;
    const last = (starts[row + 1] as number) - 1 - least;
    for (let from = start; from <= last; from++) {
      if (from > start && bytes[from - 1] !== SPACE && !startsAnywhere) continue;
      let at = from;
      let same = 0;
      for (; same < wanted.length; same++) {
        if (bytes[at] === wanted[same]) at++;
        else if (wanted[same] !== 0) break;
        else if (bytes[at] === SPACE) at++;
      }
      if (same === wanted.length && (endsAnywhere || isEnd(bytes[at] as number))) return true;
    }
    return false;
  });
}

/** The words of one title, parted by a space. */
export const titleIn = ({ bytes, starts }: Titles, row: number): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString(
    'utf8',
    starts[row],
    (starts[row + 1] as number) - 1,
  );

/** Reads the words of one title from the file, without those of all others. */
export function readTitle(db: DatabaseSync, row: number): string {
  const part = db
    .prepare('SELECT title_words AS words FROM products WHERE part = ?')
    .get(Math.floor(row / PRODUCTS_PER_PART)) as { words: Uint8Array };
  return Buffer.from(part.words).toString().split('\n')[row % PRODUCTS_PER_PART] as string;
}

/** Titles by their words, as a look-up of phrases needs them. */
interface TitleIndex {
  /** The products whose title has the word, or the character of a script without spaces. */
  rowsOf(word: string): RowSet;
  /** Picks the rows whose title has the phrase as consecutive words. */
  havingPhrase(rows: Uint32Array, phrase: string): Uint32Array;
}

/** Sets whose common rows are those of the titles that have all words of a phrase, the smallest first. */
function setsOf(phrase: string, titles: TitleIndex, among?: Uint32Array): RowSet[] {
  if (phrase === '') return [];
  const sought = among === undefined ? phrase : phrase.slice(0, `${phrase} `.indexOf(' '));
  const sets = [...new Set(charactersApart(sought).split(' '))].map((word) => titles.rowsOf(word));
  if (among !== undefined) sets.push(new RowList(among));
  return sets.sort((a, b) => a.size - b.size);
}

/**
 * Tells whether at least `least` titles have all words of a phrase; `among` some, where those with all its words but
 * the first are known.
 */
export function haveWords(phrase: string, titles: TitleIndex, least: number, among?: Uint32Array): boolean {
  const [smallest, ...sets] = setsOf(phrase, titles, among);
  const largest = sets.pop();
  if (smallest === undefined || largest === undefined) return (smallest?.size ?? 0) >= least;
  const common = sets.reduce((rows, set) => set.among(rows), smallest.rows());
  return largest.among(common, Math.ceil(least)).length >= least;
}

/**
 * The rows of titles that have the phrase as consecutive whole words; a phrase without words is in none. `among` has the
 * rows of the phrase without its first word, where they are known: no other titles are looked at.
 */
export function rowsWithPhrase(phrase: string, titles: TitleIndex, among?: Uint32Array): Uint32Array {
  const [smallest, ...sets] = setsOf(phrase, titles, among);
  const rows = sets.reduce((common, set) => set.among(common), smallest?.rows() ?? new Uint32Array());
  if (!charactersApart(phrase).includes(' ')) return rows;
  return rows.length === 0 ? rows : titles.havingPhrase(rows, phrase);
}
