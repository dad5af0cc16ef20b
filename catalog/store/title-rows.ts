import { RowList, type RowSet } from './row-set.ts';

interface Titles {
  /** The products whose title has the word. */
  rowsOf(word: string): RowSet;
  /** Those of the rows whose title has the phrase as consecutive words. */
  havingPhrase(rows: Uint32Array, phrase: string): Uint32Array;
}

/** Sets whose common rows are those of the titles that have all words of a phrase, the smallest first. */
function setsOf(phrase: string, titles: Titles, among?: Uint32Array): RowSet[] {
  if (phrase === '') return [];
  const words = [...new Set(phrase.split(' '))];
  const sets = (among === undefined ? words : words.slice(0, 1)).map((word) => titles.rowsOf(word));
  if (among !== undefined) sets.push(new RowList(among));
  return sets.sort((a, b) => a.size - b.size);
}

/** Whether so many titles have all words of a phrase, `among` some where those of all its words but the first are known. */
export function haveWords(phrase: string, titles: Titles, least: number, among?: Uint32Array): boolean {
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
export function rowsWithPhrase(phrase: string, titles: Titles, among?: Uint32Array): Uint32Array {
  const [smallest, ...sets] = setsOf(phrase, titles, among);
  const rows = sets.reduce((common, set) => set.among(common), smallest?.rows() ?? new Uint32Array());
  if (!phrase.includes(' ')) return rows;
  return rows.length === 0 ? rows : titles.havingPhrase(rows, phrase);
}
