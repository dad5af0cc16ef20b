import { eachShared } from './row-set.ts';

interface Titles {
  /** Rows of the products whose title has the word, ascending. */
  rowsOf(word: string): Uint32Array;
  /** Those of the rows whose title has the phrase as consecutive words. */
  havingPhrase(rows: Uint32Array, phrase: string): Uint32Array;
}

/** What two ascending lists have in common, or the first `most` of it; `few` is the shorter one. */
function inBoth(few: Uint32Array, many: Uint32Array, most = few.length): Uint32Array {
  const common = new Uint32Array(Math.min(few.length, most));
  let length = 0;
  if (most > 0)
    eachShared(few, many, (place) => {
      common[length++] = few[place] as number;
      return length < most;
    });
  return common.slice(0, length);
}

/** Lists whose common rows are those of the titles that have all words of a phrase, the shortest first. */
function listsOf(phrase: string, titles: Titles, among?: Uint32Array): Uint32Array[] {
  if (phrase === '') return [];
  const words = [...new Set(phrase.split(' '))];
  const lists = (among === undefined ? words : words.slice(0, 1)).map((word) => titles.rowsOf(word));
  if (among !== undefined) lists.push(among);
  return lists.sort((a, b) => a.length - b.length);
}

/** Whether so many titles have all words of a phrase, `among` some where those of all its words but the first are known. */
export function haveWords(phrase: string, titles: Titles, least: number, among?: Uint32Array): boolean {
  const lists = listsOf(phrase, titles, among);
  const longest = lists.pop() ?? new Uint32Array();
  if (lists.length === 0) return longest.length >= least;
  const shorter = lists.reduce((common, list) => inBoth(common, list));
  return inBoth(shorter, longest, Math.ceil(least)).length >= least;
}

/**
 * The rows of titles that have the phrase as consecutive whole words; a phrase without words is in none. `among` has the
 * rows of the phrase without its first word, where they are known: no other titles are looked at.
 */
export function rowsWithPhrase(phrase: string, titles: Titles, among?: Uint32Array): Uint32Array {
  const [shortest = new Uint32Array(), ...lists] = listsOf(phrase, titles, among);
  const rows = lists.reduce((common, list) => inBoth(common, list), shortest);
  if (!phrase.includes(' ')) return rows;
  return rows.length === 0 ? rows : titles.havingPhrase(rows, phrase);
}
