import { includesRow } from './row-set.ts';

interface Titles {
  /** Rows of the products whose title has the word, ascending. */
  rowsOf(word: string): Uint32Array;
  /** The words of a title, parted by spaces. */
  titleWords(row: number): string;
}

/** The longer the other list, the more it pays to jump about in it; otherwise both are walked side by side. */
const JUMPING_PAYS = 16;

/** What two ascending lists have in common; `few` is the shorter one. */
function inBoth(few: Uint32Array, many: Uint32Array): Uint32Array {
  if (many.length > few.length * JUMPING_PAYS) return few.filter((row) => includesRow(many, row));
  let at = 0;
  return few.filter((row) => {
    while (at < many.length && (many[at] as number) < row) at++;
    return many[at] === row;
  });
}

/**
 * The rows of titles that have the phrase as consecutive whole words; a phrase without words is in none. `among` has the
 * rows of a phrase that is the end of this one, where they are known: titles of nothing else are looked at.
 */
export function rowsWithPhrase(phrase: string, titles: Titles, among?: Uint32Array): Uint32Array {
  if (phrase === '') return new Uint32Array();
  const words = [...new Set(phrase.split(' '))];
  const known = among === undefined ? words : words.slice(0, 1);
  const lists = known.map((word) => titles.rowsOf(word));
  if (among !== undefined) lists.push(among);
  lists.sort((a, b) => a.length - b.length);
  const rows = lists.reduce((common, list) => inBoth(common, list));
  return words.length === 1 && phrase === words[0]
    ? rows
    : rows.filter((row) => ` ${titles.titleWords(row)} `.includes(` ${phrase} `));
}
